package code

import (
	"fmt"
	"slices"

	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// Map says where things lie in memory.
type Map struct {
	Top    uint32 // the end of all that has a fixed address
	Arrays uint32 // the begin of all arrays
}

// emitter writes one function.
type emitter struct {
	*Plan
	Map
	*wasm.Func
	part  int32
	local map[word.ID]uint32
}

var valueType = [...]wasm.Type{word.I32: wasm.I32, word.I64: wasm.I64}

// Emit adds the functions of the plan to a module, to be called in order. Each
// takes the base of all addresses, which is 0.
//
// Every access is relative to the base in local 0, and the first is the
// highest: wazero then knows that the others are within the memory.
func (p *Plan) Emit(m *wasm.Module, where Map) []*wasm.Func {
	var funcs []*wasm.Func
	k := 0
	for part := range int32(p.parts) {
		e := &emitter{p, where, m.Func([]wasm.Type{wasm.I32}, nil), part, map[word.ID]uint32{}}
		e.Get(0)
		e.Memory(wasm.I32Load8U, where.Top-1)
		e.Op(wasm.Drop)
		for k < len(p.steps) && p.part[k] == part {
			e.step(&p.steps[k])
			k++
		}
		funcs = append(funcs, e.Func)
	}
	return funcs
}

func (e *emitter) steps(list []step) {
	for k := range list {
		e.step(&list[k])
	}
}

func (e *emitter) step(s *step) {
	e.begin(s)
	e.do(s)
	for _, d := range e.finishAfter[s] {
		e.finish(d)
	}
}

func (e *emitter) do(s *step) {
	if s.item != nil {
		e.item(s)
		return
	}
	x := s.value
	if s.branches() {
		n := &e.Nodes[x]
		e.value(n.A)
		e.If(valueType[n.T])
		e.steps(s.then)
		e.value(n.B)
		e.Else()
		e.steps(s.els)
		e.value(n.C)
		e.End()
	} else {
		e.compute(x)
	}
	if e.Plan.local[x] {
		l := e.Local(valueType[e.Nodes[x].T])
		e.local[x] = l
		e.Set(l)
	}
	if s.branches() {
		e.again()
	}
	if at, ok := e.slot[x]; ok {
		e.Get(0)
		e.Get(e.local[x])
		e.storeOp(e.Nodes[x].T, at)
	}
}

// again lets wazero keep what it knows about the base: it forgets that at the end
// of a block unless the local is set again.
func (e *emitter) again() {
	e.Get(0)
	e.Set(0)
}

// value puts x on the stack.
func (e *emitter) value(x word.ID) {
	if e.Plan.local[x] {
		if l, ok := e.local[x]; ok {
			e.Get(l)
			return
		}
		if at, ok := e.slot[x]; ok {
			e.Get(0)
			e.loadOp(e.Nodes[x].T, 0, at)
			return
		}
	}
	e.compute(x)
}

// binaryOps are the opcodes of the operations with two operands, by the type of
// these; 0 for an operation of another kind.
var binaryOps = [word.NumOps][2]wasm.Opcode{
	word.And: {wasm.I32And, wasm.I64And}, word.Or: {wasm.I32Or, wasm.I64Or}, word.Xor: {wasm.I32Xor, wasm.I64Xor},
	word.Add: {wasm.I32Add, wasm.I64Add}, word.Sub: {wasm.I32Sub, wasm.I64Sub}, word.Mul: {wasm.I32Mul, wasm.I64Mul},
	word.Shl: {wasm.I32Shl, wasm.I64Shl}, word.Shr: {wasm.I32ShrU, wasm.I64ShrU}, word.ShrS: {wasm.I32ShrS, wasm.I64ShrS},
	word.Eq: {wasm.I32Eq, wasm.I64Eq}, word.Ne: {wasm.I32Ne, wasm.I64Ne},
	word.LtU: {wasm.I32LtU, wasm.I64LtU}, word.LeU: {wasm.I32LeU, wasm.I64LeU},
	word.LtS: {wasm.I32LtS, wasm.I64LtS}, word.LeS: {wasm.I32LeS, wasm.I64LeS},
}

// turnedOps are the compares with their operands exchanged; 0 for other operations.
var turnedOps = [word.NumOps][2]wasm.Opcode{
	word.LtU: {wasm.I32GtU, wasm.I64GtU}, word.LeU: {wasm.I32GeU, wasm.I64GeU},
	word.LtS: {wasm.I32GtS, wasm.I64GtS}, word.LeS: {wasm.I32GeS, wasm.I64GeS},
}

// compute puts x on the stack by its operation.
func (e *emitter) compute(x word.ID) {
	n := &e.Nodes[x]
	switch n.Op {
	case word.Const:
		e.Const(valueType[n.T], n.Imm)
	case word.Load:
		e.Get(0)
		e.loadOp(n.T, int(n.Size), uint32(n.Imm))
	case word.Fetch:
		if c, ok := e.Graph.Value(n.A); ok {
			e.Const(wasm.I32, c)
		} else {
			e.value(n.A)
		}
		at := uint32(n.Imm)
		if n.Count == 0 || n.Step > 0 {
			at += e.Arrays
		}
		e.loadOp(n.T, int(n.Size), at)
	case word.Wrap:
		e.value(n.A)
		e.Op(wasm.I32WrapI64)
	case word.Extend:
		e.value(n.A)
		e.Op(wasm.I64ExtendI32U)
	case word.Popcnt:
		e.value(n.A)
		e.Op([...]wasm.Opcode{wasm.I32Popcnt, wasm.I64Popcnt}[n.T])
	case word.Select:
		e.value(n.B)
		e.value(n.C)
		e.value(n.A)
		e.Op(wasm.Select)
	default:
		if e.signed(x) {
			return
		}
		t := e.Nodes[n.A].T
		if op := turnedOps[n.Op][t]; op != 0 && e.Nodes[n.A].Op == word.Const {
			// On amd64, wazero 1.12 compiles 0 < x&y as 0 > x&y: it swaps the
			// operands for its test instruction, but not the condition.
			e.value(n.B)
			e.value(n.A)
			e.Op(op)
			return
		}
		e.value(n.A)
		if zero, ok := e.Graph.Value(n.B); ok && zero == 0 && n.Op == word.Eq {
			e.Op([...]wasm.Opcode{wasm.I32Eqz, wasm.I64Eqz}[t])
			return
		}
		e.value(n.B)
		op := binaryOps[n.Op][t]
		if op == 0 {
			panic(fmt.Sprintf("code: %s has no opcode", n.Op))
		}
		e.Op(op)
	}
}

// loadOp loads size bytes, or as many as the type has where size is 0.
func (e *emitter) loadOp(t word.Type, size int, at uint32) {
	op := [...]wasm.Opcode{wasm.I32Load, wasm.I64Load}[t]
	narrow := map[int][2]wasm.Opcode{1: {wasm.I32Load8U, wasm.I64Load8U}, 2: {wasm.I32Load16U, wasm.I64Load16U}, 4: {wasm.I32Load, wasm.I64Load32U}}
	if ops, ok := narrow[size]; ok {
		op = ops[t]
	}
	e.Memory(op, at)
}

func (e *emitter) storeOp(t word.Type, at uint32) {
	e.Memory([...]wasm.Opcode{wasm.I32Store, wasm.I64Store}[t], at)
}

// storeSome stores the low size bytes, or all where size is 0. The word of an array that ends a value
// may have fewer bits than its place.
func (e *emitter) storeSome(t word.Type, size int, at uint32) {
	op := [...]wasm.Opcode{wasm.I32Store, wasm.I64Store}[t]
	narrow := map[int][2]wasm.Opcode{1: {wasm.I32Store8, wasm.I64Store8}, 2: {wasm.I32Store16, wasm.I64Store16}, 4: {wasm.I32Store, wasm.I64Store32}}
	if ops, ok := narrow[size]; ok {
		op = ops[t]
	}
	e.Memory(op, at)
}

func (e *emitter) item(s *step) {
	it := s.item
	if l := e.ofItem[it]; l != nil {
		e.keep(it, l)
		return
	}
	switch {
	case it.group != nil:
		e.value(it.group.cond)
		e.If(wasm.None)
		e.steps(s.then)
		e.Else()
		e.steps(s.els)
		e.End()
		e.again()
	case it.store != nil:
		e.Get(0)
		e.value(it.store.Value)
		e.storeSome(e.Nodes[it.store.Value].T, it.store.Size, it.store.Addr)
		if it.ends {
			e.Op(wasm.Return)
		}
	default:
		for k := range it.writes {
			e.write(&it.writes[k])
		}
	}
}

// write does one write.
func (e *emitter) write(w *Write) {
	if w.Enable != word.None {
		if c, ok := e.Graph.Value(w.Enable); ok && c == 0 {
			return
		}
		e.value(w.Enable)
		e.If(wasm.None)
	}
	// All is on the stack before the first store: a value may be read from the
	// array.
	for _, v := range w.Values {
		e.value(w.Addr)
		e.value(v)
	}
	for k, v := range slices.Backward(w.Values) {
		e.storeSome(e.Nodes[v].T, w.Size, e.Arrays+w.Base+8*uint32(k))
	}
	if w.Enable != word.None {
		e.Else()
		e.End()
		e.again()
	}
}
