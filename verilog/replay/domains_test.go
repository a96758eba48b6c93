package replay

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir/irtest"
	"posedge/verilog"
)

// A bench drives every clock of its design.
func TestABenchDrivesEveryClock(t *testing.T) {
	r := &Bench{Name: "crossing_tb", Cycles: 1, top: irtest.Crossing().Module}
	r.nameAll()
	text := fill("bench.v.tmpl", r.gaps(verilog.Options{}))
	for _, part := range []string{
		"\n  reg a_clk;\n  reg b_clk;\n  reg a_rst;\n",
		"\n    a_clk = 1'b0;\n    b_clk = 1'b0;\n",
		"\n      a_clk = 1'b1;\n      b_clk = 1'b1;\n      #1;\n      a_clk = 1'b0;\n      b_clk = 1'b0;\n",
	} {
		assert.Contains(t, text, part)
	}
}
