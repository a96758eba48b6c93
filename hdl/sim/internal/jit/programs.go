package jit

import (
	"fmt"

	"posedge/hdl/sim/internal/jit/code"
	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
	"posedge/internal/frame"
)

// compilation is the making of one module.
type compilation struct {
	*program
	omit   code.Omitted
	module *wasm.Module
}

// plan plans one program of the netlist.
func (x *compilation) plan(fixed map[int]uint64, build func(*lowering) *code.Program) (*code.Plan, error) {
	g := word.New()
	g.Plain, g.NoTables = x.omit[code.Simplify], x.omit[code.Tables]
	p := build(newLowering(g, x.n, x.place, fixed))
	if len(g.Nodes) > maxWordNodes {
		return nil, fmt.Errorf("the design needs %d operations on machine words, more than the %d that it compiles: use the reference engine",
			len(g.Nodes), maxWordNodes)
	}
	if depth := g.Depth(); depth > maxWordDepth {
		return nil, fmt.Errorf("the design has a path of %d operations on machine words, more than the %d that it compiles: use the reference engine",
			depth, maxWordDepth)
	}
	return code.NewPlan(p, x.omit, x.place.alloc), nil
}

// settle computes the outputs that are not inputs or registers, and the frame.
func (x *compilation) settle(l *lowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	var nets []netlist.Net
	for _, o := range x.n.Outputs {
		nets = append(nets, o.Net)
	}
	for _, s := range x.n.Signals {
		nets = append(nets, s.Net)
	}
	l.want(nets...)
	for i, o := range x.n.Outputs {
		if op := x.n.Nodes[o.Net].Op; op != netlist.OpInput && op != netlist.OpReg {
			p.Stores = append(p.Stores, l.stores(x.place.outputs[i], word.NoState, l.nets[o.Net])...)
		}
	}
	x.keepFrame(l, p)
	return p
}

// keepFrame stores the signals in the frame.
func (x *compilation) keepFrame(l *lowering, p *code.Program) {
	for i, s := range x.n.Signals {
		addr := x.place.frame + uint32(x.place.at[i])
		size := frame.Bytes(x.n.Nodes[s.Net].Width)
		for k, v := range l.nets[s.Net] {
			// The last word of a wide value may have 4 bytes; above them is always 0.
			p.Stores = append(p.Stores, code.Store{Value: v, Addr: addr + 8*uint32(k), Size: min(size, l.Nodes[v].T.Bits()/8), State: word.NoState})
		}
	}
}

// edgeAndFrame is edge with the signals as they are before it.
func (x *compilation) edgeAndFrame(l *lowering) *code.Program {
	for _, s := range x.n.Signals {
		l.want(s.Net)
	}
	edge := x.edge(l)
	p := &code.Program{Graph: l.Graph, Stop: edge.Stop, Writes: edge.Writes}
	x.keepFrame(l, p)
	p.Stores = append(p.Stores, edge.Stores...)
	return p
}

// edge computes the next state, unless the cycle stops the run.
func (x *compilation) edge(l *lowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	if !x.omit[code.Merge] {
		p.Stop = x.stop(l)
	}
	var nets []netlist.Net
	for _, r := range x.n.Registers {
		nets = append(nets, r.Next)
	}
	for _, w := range x.n.Writes {
		nets = append(nets, w.Enable, w.Addr, w.Data)
	}
	l.want(nets...)
	for i, r := range x.n.Registers {
		if x.n.Nodes[r.Next].Op == netlist.OpReg && x.n.Nodes[r.Next].Aux == i {
			continue // it holds for ever
		}
		p.Stores = append(p.Stores, l.stores(x.place.registers[i], x.place.regState[i], l.nets[r.Next])...)
	}
	for _, w := range x.n.Writes {
		p.Writes = append(p.Writes, l.write(w))
	}
	return p
}

// run adds the loop over cycles, which returns how many were done. The loop of trace
// copies the frame into the ring after each. The functions in before may stop the run.
func (x *compilation) run(name string, before, after []*wasm.Func) {
	f := x.module.Func([]wasm.Type{wasm.I32, wasm.I32}, []wasm.Type{wasm.I32})
	x.module.Export(name, f)
	const limit = 1
	done := f.Local(wasm.I32)
	ring := f.Local(wasm.I32)
	f.Const(wasm.I32, uint64(x.ring))
	f.Set(ring)
	if len(before) > 0 {
		f.Get(0)
		f.Const(wasm.I32, 0)
		f.Memory(wasm.I32Store, x.place.stop)
	}
	f.Loop()
	if len(before) > 0 {
		call(f, before)
		f.Get(0)
		f.Memory(wasm.I32Load, x.place.stop)
		f.If(wasm.None)
		f.Get(done)
		f.Op(wasm.Return)
		f.Else()
		f.End()
	}
	call(f, after)
	if name == "trace" {
		f.Get(ring)
		f.Const(wasm.I32, uint64(x.place.frame))
		f.Const(wasm.I32, uint64(x.place.frameSize))
		f.MemoryCopy()
		f.Get(ring)
		f.Const(wasm.I32, uint64(x.place.frameSize))
		f.Op(wasm.I32Add)
		f.Set(ring)
	}
	f.Get(done)
	f.Const(wasm.I32, 1)
	f.Op(wasm.I32Add)
	f.Tee(done)
	f.Get(limit)
	f.Op(wasm.I32LtU)
	f.BrIf(0)
	f.End()
	f.Get(done)
}

// call calls the functions with the base.
func call(f *wasm.Func, list []*wasm.Func) {
	for _, callee := range list {
		f.Get(0)
		f.Call(callee)
	}
}

// checkProducts refuses multiplications that would become too much code.
func (x *compilation) checkProducts() error {
	for _, node := range x.n.Nodes {
		if node.Op != netlist.OpMul && node.Op != netlist.OpMulS {
			continue
		}
		a, b := x.n.Nodes[node.Args[0]].Width, x.n.Nodes[node.Args[1]].Width
		if wide.Words(a)*wide.Words(b) > maxProducts {
			return fmt.Errorf("a product of %d and %d bits is more than it compiles (two of %d bits): use the reference engine", a, b, 8192)
		}
	}
	return nil
}

// resetOf finds a reset, or returns -1: one of a domain in which some register takes a
// constant while that is 1. A run in which it is 0 needs no logic for it. Even if few
// registers of a design have a reset, those may gate the others.
func resetOf(n *netlist.Netlist) int {
	for _, r := range n.State() {
		x := n.Nodes[r.Next]
		if x.Op != netlist.OpMux || n.Nodes[x.Args[2]].Op != netlist.OpConst {
			continue
		}
		if reset := n.Domains[r.Domain].Reset; x.Args[0] == netlist.Net(reset) {
			return reset
		}
	}
	return -1
}
