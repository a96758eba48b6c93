package verilog_test

import (
	"math/big"

	"posedge/hdl/ir"
)

// A builder makes modules by hand. line counts up so that every node has a
// position of its own.
type builder struct {
	m    *ir.Module
	line int
}

func module(name, doc string) *builder {
	return &builder{m: &ir.Module{Name: name, Doc: doc, At: ir.Pos{File: "posedge/demo/" + name + ".go", Line: 1}}, line: 1}
}

func (b *builder) at() ir.Pos {
	b.line++
	return ir.Pos{File: "posedge/demo/" + b.m.Name + ".go", Line: b.line}
}

func (b *builder) input(name string, w int, doc ...string) ir.Expr {
	return b.port(name, w, ir.Input, doc)
}

func (b *builder) port(name string, w int, kind ir.Kind, doc []string) *ir.Ref {
	s := &ir.Signal{Name: name, Kind: kind, Width: w, At: b.at()}
	if len(doc) > 0 {
		s.Doc = doc[0]
	}
	b.m.Ports = append(b.m.Ports, s)
	return &ir.Ref{Signal: s, At: s.At}
}

func (b *builder) output(name string, w int, doc ...string) *ir.Ref {
	return b.port(name, w, ir.Output, doc)
}

func (b *builder) wire(name string, w int) *ir.Ref { return b.signal(name, w, ir.Wire) }

func (b *builder) signal(name string, w int, kind ir.Kind) *ir.Ref {
	s := &ir.Signal{Name: name, Kind: kind, Width: w, At: b.at()}
	if kind == ir.Reg || kind == ir.ReadData {
		s.Domain = ir.DefaultDomain
	}
	b.m.Signals = append(b.m.Signals, s)
	return &ir.Ref{Signal: s, At: s.At}
}

func (b *builder) reg(name string, w int, reset int64) *ir.Ref {
	r := b.signal(name, w, ir.Reg)
	r.Signal.Reset = big.NewInt(reset)
	return r
}

func (b *builder) mem(name string, w, depth int, init ...int64) *ir.Memory {
	x := &ir.Memory{Name: name, Width: w, Depth: depth, Domain: ir.DefaultDomain, At: b.at()}
	for _, v := range init {
		x.Init = append(x.Init, big.NewInt(v))
	}
	b.m.Memories = append(b.m.Memories, x)
	return x
}

func (b *builder) readReg(name string, x *ir.Memory, addr, enable ir.Expr, mode ir.Collision) *ir.Ref {
	data := b.signal(name, x.Width, ir.ReadData)
	b.m.Reads = append(b.m.Reads, &ir.SyncRead{Mem: x, Addr: addr, Enable: enable, Mode: mode, Data: data.Signal, At: b.at()})
	return data
}

func (b *builder) instance(name string, child *ir.Module) map[string]*ir.Ref {
	i := &ir.Instance{Name: name, Module: child, At: b.at()}
	nets := map[string]*ir.Ref{}
	for _, p := range child.Ports {
		kind := ir.InstanceInput
		if p.Kind == ir.Output {
			kind = ir.InstanceOutput
		}
		s := &ir.Signal{Name: name + "_" + p.Name, Kind: kind, Width: p.Width, At: b.at()}
		i.Conns = append(i.Conns, ir.Conn{Port: p, Net: s})
		nets[p.Name] = &ir.Ref{Signal: s, At: s.At}
	}
	b.m.Instances = append(b.m.Instances, i)
	return nets
}

func (b *builder) add(s ...ir.Stmt) { b.m.Body = append(b.m.Body, s...) }

func (b *builder) set(t *ir.Ref, v ir.Expr) ir.Stmt {
	return &ir.Set{Target: t.Signal, Value: v, At: b.at()}
}

func (b *builder) when(c ir.Expr, then ...ir.Stmt) *ir.If {
	return &ir.If{Cond: c, Then: then, At: b.at()}
}

func (b *builder) whenElse(c ir.Expr, then, other []ir.Stmt) *ir.If {
	return &ir.If{Cond: c, Then: then, Else: other, At: b.at()}
}

func (b *builder) write(x *ir.Memory, addr, data ir.Expr) ir.Stmt {
	return &ir.MemWrite{Mem: x, Addr: addr, Data: data, At: b.at()}
}

func (b *builder) bin(op ir.BinaryOp, x, y ir.Expr) ir.Expr {
	return &ir.Binary{Op: op, X: x, Y: y, At: b.at()}
}

func (b *builder) un(op ir.UnaryOp, x ir.Expr) ir.Expr { return &ir.Unary{Op: op, X: x, At: b.at()} }
func (b *builder) not(x ir.Expr) ir.Expr               { return b.un(ir.OpNot, x) }
func (b *builder) and(x, y ir.Expr) ir.Expr            { return b.bin(ir.OpAnd, x, y) }
func (b *builder) plus(x, y ir.Expr) ir.Expr           { return b.bin(ir.OpAdd, x, y) }
func (b *builder) eq(x, y ir.Expr) ir.Expr             { return b.bin(ir.OpEq, x, y) }

func (b *builder) slice(x ir.Expr, hi, lo int) ir.Expr {
	return &ir.Slice{X: x, Hi: hi, Lo: lo, At: b.at()}
}

func (b *builder) cat(parts ...ir.Expr) ir.Expr { return &ir.Concat{Parts: parts, At: b.at()} }

func (b *builder) mux(index ir.Expr, cases ...ir.Expr) ir.Expr {
	return &ir.Mux{Index: index, Cases: cases, At: b.at()}
}

func (b *builder) read(x *ir.Memory, addr ir.Expr) ir.Expr {
	return &ir.MemRead{Mem: x, Addr: addr, At: b.at()}
}

func num(w int, v int64) ir.Expr { return &ir.Const{Value: big.NewInt(v), Bits: w} }
