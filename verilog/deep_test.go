package verilog_test

import (
	"math/big"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/long"
	"posedge/verilog"
)

// deep is a module whose output is n operations of its input, one after the other.
func deep(n int) *ir.Module {
	in := &ir.Signal{Name: "a", Kind: ir.Input, Width: 8}
	out := &ir.Signal{Name: "q", Kind: ir.Output, Width: 8}
	var x ir.Expr = &ir.Ref{Signal: in}
	for i := range n {
		switch i % 3 {
		case 0:
			x = &ir.Binary{Op: ir.OpAdd, X: x, Y: &ir.Ref{Signal: in}}
		case 1:
			x = &ir.Unary{Op: ir.OpNot, X: x}
		default:
			choice := &ir.Binary{Op: ir.OpEq, X: &ir.Ref{Signal: in}, Y: &ir.Const{Value: big.NewInt(3), Bits: 8}}
			x = &ir.Mux{Index: choice, Cases: []ir.Expr{x, &ir.Ref{Signal: in}}}
		}
	}
	return &ir.Module{Name: "deep", Ports: []*ir.Signal{in, out}, Body: []ir.Stmt{&ir.Set{Target: out, Value: x}}}
}

// Expressions of any depth are written, with a wire every now and then.
func TestDeepExpressionsAreWritten(t *testing.T) {
	long.NotShort(t)
	defer debug.SetMaxStack(debug.SetMaxStack(4 << 20))
	files, err := verilog.Export(deep(40_000), verilog.Options{})
	require.NoError(t, err)
	assert.Greater(t, strings.Count(string(files[0].Content), "\n"), 8_000)
}
