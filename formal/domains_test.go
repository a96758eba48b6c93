package formal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
	"posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/verilog"
)

// Several clocks are refused by one sentence, whoever is asked.
func TestSeveralClocksAreRefusedAlike(t *testing.T) {
	top := irtest.Crossing().Module
	const want = "test.go:1: module crossing has clocks a_clk and b_clk: a design can be simulated and exported with one clock so far"
	assert.EqualError(t, ir.Check(top), want)
	for _, e := range sim.Engines() {
		_, err := sim.Compile(top, sim.WithEngine(e))
		assert.EqualError(t, err, want)
	}
	_, err := verilog.Export(top, verilog.Options{})
	assert.EqualError(t, err, "verilog: crossing cannot be exported: "+want)
	_, err = Prove(t.Context(), top, Options{})
	assert.EqualError(t, err, "verilog: crossing cannot be exported: "+want)
}

// A proof drives each clock of the design by its own, and counts a run as without reset
// only if no reset was 1.
func TestAProofJoinsEveryClockAndReset(t *testing.T) {
	p := &proof{name: "x", clocks: []string{"a_clk", "b_clk"}, resets: []string{"a_rst", "b_rst"},
		inputs: []proofInput{{"a_rst", 1}, {"b_rst", 1}}}
	text := string(p.wrapperText())
	assert.Contains(t, text, ".a_rst(a_rst), .b_rst(b_rst), .a_clk(_clk), .b_clk(_clk)")
	assert.Contains(t, text, "_reset_seen | (a_rst | b_rst);")
	assert.Contains(t, text, "!_reset_seen && !(a_rst | b_rst);")
	p.opts.ResetLow = true
	assert.Contains(t, string(p.wrapperText()), ".a_rst(1'b0), .b_rst(1'b0)")
}
