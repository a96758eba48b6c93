package designs

import (
	"math/big"

	"posedge/hdl/ir"
)

// A Builder makes a module by hand. Every node has a position of its own.
type Builder struct {
	Module *ir.Module
	line   int
}

// New begins a module.
func New(name, doc string) *Builder {
	return &Builder{Module: &ir.Module{Name: name, Doc: doc, At: ir.Pos{File: "posedge/demo/" + name + ".go", Line: 1}}, line: 1}
}

func (b *Builder) At() ir.Pos {
	b.line++
	return ir.Pos{File: "posedge/demo/" + b.Module.Name + ".go", Line: b.line}
}

func (b *Builder) Input(name string, w int, doc ...string) ir.Expr {
	return b.Port(name, w, ir.Input, doc)
}

func (b *Builder) Port(name string, w int, kind ir.Kind, doc []string) *ir.Ref {
	s := &ir.Signal{Name: name, Kind: kind, Width: w, At: b.At()}
	if len(doc) > 0 {
		s.Doc = doc[0]
	}
	b.Module.Ports = append(b.Module.Ports, s)
	return &ir.Ref{Signal: s, At: s.At}
}

func (b *Builder) Output(name string, w int, doc ...string) *ir.Ref {
	return b.Port(name, w, ir.Output, doc)
}

func (b *Builder) Wire(name string, w int) *ir.Ref { return b.Signal(name, w, ir.Wire) }

func (b *Builder) Signal(name string, w int, kind ir.Kind) *ir.Ref {
	s := &ir.Signal{Name: name, Kind: kind, Width: w, At: b.At()}
	b.Module.Signals = append(b.Module.Signals, s)
	if kind == ir.Reg {
		b.Module.UseImplicitDomain()
	}
	return &ir.Ref{Signal: s, At: s.At}
}

func (b *Builder) Reg(name string, w int, reset int64) *ir.Ref {
	r := b.Signal(name, w, ir.Reg)
	r.Signal.Reset = big.NewInt(reset)
	b.Module.UseImplicitDomain()
	return r
}

func (b *Builder) Mem(name string, w, depth int, init ...int64) *ir.Memory {
	x := &ir.Memory{Name: name, Width: w, Depth: depth, At: b.At()}
	for _, v := range init {
		x.Init = append(x.Init, big.NewInt(v))
	}
	b.Module.Memories = append(b.Module.Memories, x)
	return x
}

func (b *Builder) ReadReg(name string, x *ir.Memory, addr, enable ir.Expr, mode ir.ReadMode) *ir.Ref {
	data := b.Signal(name, x.Width, ir.ReadData)
	b.Module.Reads = append(b.Module.Reads, &ir.SyncRead{Mem: x, Addr: addr, Enable: enable, Mode: mode, Data: data.Signal, At: b.At()})
	b.Module.UseImplicitDomain()
	return data
}

func (b *Builder) Instance(name string, child *ir.Module) map[string]*ir.Ref {
	i := &ir.Instance{Name: name, Module: child, At: b.At()}
	nets := map[string]*ir.Ref{}
	for _, p := range child.DataPorts() {
		kind := ir.InstanceInput
		if p.Kind == ir.Output {
			kind = ir.InstanceOutput
		}
		s := &ir.Signal{Name: name + "_" + p.Name, Kind: kind, Width: p.Width, At: b.At()}
		i.Conns = append(i.Conns, ir.Conn{Port: p, Net: s})
		nets[p.Name] = &ir.Ref{Signal: s, At: s.At}
	}
	b.Module.Instances = append(b.Module.Instances, i)
	b.Module.UseImplicitDomain()
	return nets
}

func (b *Builder) Add(s ...ir.Stmt) {
	b.Module.Body = append(b.Module.Body, s...)
	ir.Walk(s, func(s ir.Stmt) {
		switch s.(type) {
		case *ir.MemWrite, *ir.Property:
			b.Module.UseImplicitDomain()
		}
	})
}

func (b *Builder) Set(t *ir.Ref, v ir.Expr) ir.Stmt {
	return &ir.Set{Target: t.Signal, Value: v, At: b.At()}
}

func (b *Builder) When(c ir.Expr, then ...ir.Stmt) *ir.If {
	return &ir.If{Cond: c, Then: then, At: b.At()}
}

func (b *Builder) Write(x *ir.Memory, addr, data ir.Expr) ir.Stmt {
	return &ir.MemWrite{Mem: x, Addr: addr, Data: data, At: b.At()}
}

func (b *Builder) Bin(op ir.BinaryOp, x, y ir.Expr) ir.Expr {
	return &ir.Binary{Op: op, X: x, Y: y, At: b.At()}
}

func (b *Builder) Un(op ir.UnaryOp, x ir.Expr) ir.Expr { return &ir.Unary{Op: op, X: x, At: b.At()} }
func (b *Builder) Not(x ir.Expr) ir.Expr               { return b.Un(ir.OpNot, x) }
func (b *Builder) And(x, y ir.Expr) ir.Expr            { return b.Bin(ir.OpAnd, x, y) }
func (b *Builder) Plus(x, y ir.Expr) ir.Expr           { return b.Bin(ir.OpAdd, x, y) }
func (b *Builder) Eq(x, y ir.Expr) ir.Expr             { return b.Bin(ir.OpEq, x, y) }

func (b *Builder) Slice(x ir.Expr, hi, lo int) ir.Expr {
	return &ir.Slice{X: x, Hi: hi, Lo: lo, At: b.At()}
}

func (b *Builder) Cat(parts ...ir.Expr) ir.Expr { return &ir.Concat{Parts: parts, At: b.At()} }

func (b *Builder) Mux(index ir.Expr, cases ...ir.Expr) ir.Expr {
	return &ir.Mux{Index: index, Cases: cases, At: b.At()}
}

func (b *Builder) Read(x *ir.Memory, addr ir.Expr) ir.Expr {
	return &ir.MemRead{Mem: x, Addr: addr, At: b.At()}
}

func Num(w int, v int64) ir.Expr { return &ir.Const{Value: big.NewInt(v), Bits: w} }

// CopyOf is e as a node of its own.
func CopyOf(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Unary:
		c := *e
		return &c
	case *ir.Binary:
		c := *e
		return &c
	case *ir.Mux:
		c := *e
		return &c
	case *ir.Slice:
		c := *e
		return &c
	case *ir.Concat:
		c := *e
		return &c
	case *ir.MemRead:
		c := *e
		return &c
	}
	return e
}
