package fuzz

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/internal/eda"
	"posedge/verilog"
)

// A smaller design fails in the same way, or it is not the failure that was looked for.
func TestShrinkingKeepsTheKindOfFailure(t *testing.T) {
	reader := func(name string, cycle int) error { return &Difference{Reader: name, Cycle: cycle, Signal: "out_0"} }
	tool := func(output string) error {
		return fmt.Errorf("after synthesis by Yosys: %w", &eda.Error{Tool: "iverilog", Output: output})
	}
	assert.Equal(t, failureKind(reader("icarus", 3)), failureKind(reader("icarus", 0)))
	assert.NotEqual(t, failureKind(reader("icarus", 3)), failureKind(reader("verilator", 3)))
	assert.Equal(t, failureKind(tool("f12.v:40: syntax error")), failureKind(tool("f12.v:7: syntax error")))
	assert.NotEqual(t, failureKind(tool("f12.v:40: syntax error")), failureKind(tool("f12.v:40: error: Unknown module type: f12_leaf")))
	assert.NotEqual(t, failureKind(tool("f12.v:40: syntax error")), failureKind(reader("icarus", 3)))

	// The first of two failures goes as the design gets smaller; the second must not take its place.
	d := Generate(3)
	f := shrunk(d, 3, errors.New("the sum is wrong"), 50, func(*Design) error { return errors.New("the module is empty") })
	assert.EqualError(t, f.Err, "the sum is wrong")
	assert.Equal(t, d, f.Design)
}

// Yosys 0.23 writes a choice without an arm for a wire that nothing reads; only a refusal of that is no failure.
func TestAnEmptyChoiceOfYosysIsKnown(t *testing.T) {
	netlist := verilog.File{Content: []byte("  always @* begin\n    casez (\\x )\n    endcase\n  end\n")}
	whole := verilog.File{Content: []byte("  always @* begin\n    casez (x)\n      1'h1:\n        y = 1;\n    endcase\n  end\n")}
	refused := fmt.Errorf("icarus: %w", &eda.Error{Tool: "iverilog", Output: "x.v:3: syntax error"})
	assert.True(t, emptyCase(refused, netlist))
	assert.False(t, emptyCase(refused, whole))
	assert.False(t, emptyCase(errors.New("out_0 is 0, not 1"), netlist))
}
