package code

import (
	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// signed puts x on the stack if it is a sign extension that the machine has: of
// 8, 16 or 32 bits, shifted up and back in the graph. It reports whether it is.
func (e *emitter) signed(x word.ID) bool {
	n := &e.Nodes[x]
	if n.Op != word.ShrS || e.Plan.local[n.A] || e.Nodes[n.A].Op != word.Shl {
		return false
	}
	up := &e.Nodes[n.A]
	by, ok := e.Graph.Value(n.B)
	if back, same := e.Graph.Value(up.B); !ok || !same || back != by {
		return false
	}
	bits := n.T.Bits() - int(by)
	from := &e.Nodes[up.A]
	inline := !e.Plan.local[up.A]
	op, has := signExtensions[n.T][bits]
	switch {
	case !has:
		return false
	case inline && from.Op == word.Load && 8*int(from.Size) >= bits:
		e.Get(0)
		e.Memory(signedLoads[n.T][bits], uint32(from.Imm))
	case inline && from.Op == word.Extend && bits == 32:
		e.value(from.A)
		e.Op(wasm.I64ExtendI32S)
	default:
		e.value(up.A)
		e.Op(op)
	}
	return true
}

// By type and number of bits.
var (
	signExtensions = [...]map[int]wasm.Opcode{
		word.I32: {8: wasm.I32Extend8S, 16: wasm.I32Extend16S},
		word.I64: {8: wasm.I64Extend8S, 16: wasm.I64Extend16S, 32: wasm.I64Extend32S},
	}
	signedLoads = [...]map[int]wasm.Opcode{
		word.I32: {8: wasm.I32Load8S, 16: wasm.I32Load16S},
		word.I64: {8: wasm.I64Load8S, 16: wasm.I64Load16S, 32: wasm.I64Load32S},
	}
)
