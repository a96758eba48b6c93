package ir

import (
	"errors"
	"fmt"
	"math/big"
)

// Check states the invariants of a design and returns every breach, joined, or
// nil: names are unique, widths are as each kind demands, references stay in
// their module, targets can be set, combinational signals are set on all
// paths, instances fit their modules, and there is no combinational loop.
// The language reports a user's mistakes before it comes to this; a breach is a
// defect of what made or transformed the design.
func Check(top *Module) error {
	c := &checker{}
	names := map[string]bool{}
	for _, m := range Modules(top) {
		if names[m.Name] {
			c.errorf(m.At, "two modules are named %s", m.Name)
		}
		names[m.Name] = true
		c.module(m)
	}
	if len(c.errs) == 0 {
		if _, loop, m := Paths(top); loop != nil {
			c.errorf(loop[0].At, "combinational loop through %s.%s", m.Name, loop[0].Signal.Name)
		}
	}
	return errors.Join(c.errs...)
}

type checker struct {
	errs    []error
	m       *Module
	signals map[*Signal]bool
	mems    map[*Memory]bool
	checked Seen
	widths  map[Expr]int // of the expressions that were checked
}

func (c *checker) errorf(at Pos, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%v: "+format, append([]any{at}, args...)...))
}

func fits(v *big.Int, w int) bool { return v != nil && v.Sign() >= 0 && v.BitLen() <= w }

func (c *checker) module(m *Module) {
	c.m, c.signals, c.mems, c.checked, c.widths = m, map[*Signal]bool{}, map[*Memory]bool{}, Seen{}, map[Expr]int{}
	names := map[string]bool{}
	name := func(n string, at Pos) {
		if n == "" || names[n] {
			c.errorf(at, "%s: name %q is empty or used twice", m.Name, n)
		}
		names[n] = true
	}
	m.AllSignals(func(s *Signal) {
		name(s.Name, s.At)
		c.signals[s] = true
		if s.Width < 1 {
			c.errorf(s.At, "%s has width %d", s.Name, s.Width)
		}
		if (s.Kind == Reg || s.Kind == ReadData) && s.Domain == nil {
			c.errorf(s.At, "%s has no clock domain", s.Name)
		}
		if s.Reset != nil && (s.Kind != Reg || !fits(s.Reset, s.Width)) {
			c.errorf(s.At, "%s: reset value %v does not fit a %s of %d bits", s.Name, s.Reset, s.Kind, s.Width)
		}
	})
	for _, p := range m.Ports {
		if p.Kind != Input && p.Kind != Output {
			c.errorf(p.At, "port %s is a %s", p.Name, p.Kind)
		}
	}
	for _, s := range m.Signals {
		if s.Kind != Wire && s.Kind != Reg && s.Kind != ReadData {
			c.errorf(s.At, "inner signal %s is an %s", s.Name, s.Kind)
		}
	}
	for _, x := range m.Memories {
		name(x.Name, x.At)
		c.mems[x] = true
		if x.Width < 1 || x.Depth < 1 || len(x.Init) > x.Depth || x.Domain == nil {
			c.errorf(x.At, "memory %s: %d words of %d bits, %d of contents", x.Name, x.Depth, x.Width, len(x.Init))
		}
		for _, v := range x.Init {
			if v != nil && !fits(v, x.Width) {
				c.errorf(x.At, "memory %s: contents %v do not fit %d bits", x.Name, v, x.Width)
			}
		}
	}
	for _, i := range m.Instances {
		name(i.Name, i.At)
		c.instance(i)
	}
	data := map[*Signal]bool{}
	for _, r := range m.Reads {
		c.expr(r.Addr)
		c.expr(r.Enable)
		if c.widths[r.Enable] != 1 || !c.mems[r.Mem] || r.Data.Kind != ReadData || !c.signals[r.Data] || data[r.Data] || r.Data.Width != r.Mem.Width {
			c.errorf(r.At, "registered read of %s is malformed", r.Mem.Name)
		}
		data[r.Data] = true
	}
	for _, s := range m.Signals {
		if s.Kind == ReadData && !data[s] {
			c.errorf(s.At, "read data %s belongs to no registered read", s.Name)
		}
	}
	Walk(m.Body, func(s Stmt) {
		if s, ok := s.(*Property); ok {
			name(s.Name, s.At)
		}
		c.stmt(s)
	})
	for _, h := range Holes(m) {
		c.errorf(h.Signal.At, "%s.%s is not set on all paths", m.Name, h.Signal.Name)
	}
}

func (c *checker) instance(i *Instance) {
	if len(i.Conns) != len(i.Module.Ports) {
		c.errorf(i.At, "instance %s has %d connections for %d ports", i.Name, len(i.Conns), len(i.Module.Ports))
		return
	}
	for k, conn := range i.Conns {
		p := i.Module.Ports[k]
		want := InstanceInput
		if p.Kind == Output {
			want = InstanceOutput
		}
		if conn.Port != p || conn.Net.Kind != want || conn.Net.Width != p.Width || conn.Net.Name != i.Name+"_"+p.Name {
			c.errorf(i.At, "connection %s of instance %s is malformed", p.Name, i.Name)
		}
	}
}

func (c *checker) stmt(s Stmt) {
	Exprs(s, c.expr)
	switch s := s.(type) {
	case *Set:
		if !c.signals[s.Target] || !(s.Target.Kind.Combinational() || s.Target.Kind == Reg) {
			c.errorf(s.At, "%s %s cannot be set here", s.Target.Kind, s.Target.Name)
		}
		if s.Target.Width != c.widths[s.Value] {
			c.errorf(s.At, "%s has %d bits, the value %d", s.Target.Name, s.Target.Width, c.widths[s.Value])
		}
	case *If:
		if c.widths[s.Cond] != 1 {
			c.errorf(s.At, "condition of %d bits", c.widths[s.Cond])
		}
	case *Switch:
		seen := map[string]bool{}
		for _, arm := range s.Cases {
			if len(arm.Values) == 0 {
				c.errorf(arm.At, "case without a value")
			}
			for _, v := range arm.Values {
				if !fits(v, c.widths[s.Subject]) || seen[v.String()] {
					c.errorf(arm.At, "case value %v appears twice or does not fit %d bits", v, c.widths[s.Subject])
				}
				seen[v.String()] = true
			}
		}
	case *Property:
		if c.widths[s.Cond] != 1 {
			c.errorf(s.At, "%s %s of %d bits", s.Kind, s.Name, c.widths[s.Cond])
		}
	case *MemWrite:
		if !c.mems[s.Mem] || c.widths[s.Data] != s.Mem.Width {
			c.errorf(s.At, "write of %d bits to memory %s of %d", c.widths[s.Data], s.Mem.Name, s.Mem.Width)
		}
	}
}

func (c *checker) expr(e Expr) { c.checked.Each(e, c.node) }

// node checks e, whose operands have been checked.
func (c *checker) node(e Expr) {
	width := func(x Expr) int { return c.widths[x] }
	bad := func(format string, args ...any) { c.errorf(e.Pos(), format, args...) }
	switch e := e.(type) {
	case *Unary:
		if !e.Op.Known() {
			bad("no operator is %s", e.Op)
			return
		}
	case *Binary:
		if !e.Op.Known() {
			bad("no operator is %s", e.Op)
			return
		}
	case *Mux:
		if len(e.Cases) == 0 {
			bad("mux without cases")
			return
		}
	}
	c.widths[e] = WidthOf(e, width)
	switch e := e.(type) {
	case *Const:
		if e.Bits < 1 || !fits(e.Value, e.Bits) {
			bad("constant %v does not fit %d bits", e.Value, e.Bits)
		}
	case *Ref:
		if !c.signals[e.Signal] {
			bad("%s belongs to another module than %s", e.Signal.Name, c.m.Name)
		}
	case *Binary:
		if !e.Op.takes(width(e.X), width(e.Y)) {
			bad("%s of %d and %d bits", e.Op, width(e.X), width(e.Y))
		}
	case *Mux:
		w := width(e.Index)
		if w < 31 && len(e.Cases) > 1<<w {
			bad("mux of %d cases with an index of %d bits", len(e.Cases), w)
		}
		for _, x := range e.Cases {
			if width(x) != width(e) {
				bad("mux cases of %d and %d bits", width(e), width(x))
			}
		}
	case *Slice:
		if e.Lo < 0 || e.Hi < e.Lo || e.Hi >= width(e.X) {
			bad("slice [%d:%d] of %d bits", e.Hi, e.Lo, width(e.X))
		}
	case *Concat:
		if len(e.Parts) == 0 {
			bad("empty concatenation")
		}
	case *MemRead:
		if !c.mems[e.Mem] {
			bad("memory %s belongs to another module than %s", e.Mem.Name, c.m.Name)
		}
	}
}
