package ir

import (
	"errors"
	"fmt"
	"math/big"
)

// Check states the invariants of a design and returns every violation, joined,
// or nil: names are unique, widths are as each kind demands, references stay in
// their module, targets can be set, combinational signals are set on all paths,
// clocked objects name a domain of their module, instances fit their modules,
// there is no combinational loop, and the memories have at most
// [MaxMemoryWords]. The language reports a user's mistakes before that; a
// violation is a defect in the code that made or transformed the design.
//
// Features that no reader supports yet are errors here too, so that no reader has to
// refuse them.
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
		if x := OverMemoryLimit(top); x != nil {
			c.errorf(x.At, "with memory %s (%dx%d) the memories have more than %d words of 64 bits", x.Name, x.Depth, x.Width, MaxMemoryWords)
		}
	}
	if len(c.errs) == 0 {
		c.errs = unsupported(top)
	}
	return errors.Join(c.errs...)
}

type checker struct {
	errs    []error
	m       *Module
	names   map[string]bool // of signals, memories, instances and properties
	signals map[*Signal]bool
	mems    map[*Memory]bool
	domains map[*Domain]bool
	checked Seen
	widths  map[Expr]int // of the expressions that were checked
}

func (c *checker) errorf(at Pos, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%v: "+format, append([]any{at}, args...)...))
}

func fits(v *big.Int, w int) bool { return v != nil && v.Sign() >= 0 && v.BitLen() <= w }

func (c *checker) module(m *Module) {
	*c = checker{errs: c.errs, m: m, names: map[string]bool{}, signals: map[*Signal]bool{}, mems: map[*Memory]bool{},
		domains: map[*Domain]bool{}, checked: Seen{}, widths: map[Expr]int{}}
	m.AllSignals(c.signal)
	for _, p := range m.Ports {
		if !p.Kind.IsInput() && p.Kind != Output {
			c.errorf(p.At, "port %s is a %s", p.Name, p.Kind)
		}
	}
	c.clocks(m)
	for _, s := range m.Signals {
		c.inner(s)
	}
	for _, x := range m.Memories {
		c.memory(x)
	}
	for _, i := range m.Instances {
		c.name(i.Name, i.At)
		c.instance(i)
	}
	c.reads()
	Walk(m.Body, func(s Stmt) {
		if s, ok := s.(*Property); ok {
			c.name(s.Name, s.At)
		}
		c.stmt(s)
	})
	if m.Extern != nil {
		c.extern(m)
		return
	}
	for _, h := range Holes(m) {
		c.errorf(h.Signal.At, "%s.%s is not set on all paths", m.Name, h.Signal.Name)
	}
}

func (c *checker) name(n string, at Pos) {
	if n == "" || c.names[n] {
		c.errorf(at, "%s: name %q is empty or used twice", c.m.Name, n)
	}
	c.names[n] = true
}

// signal checks the rules for signals of all kinds.
func (c *checker) signal(s *Signal) {
	c.name(s.Name, s.At)
	c.signals[s] = true
	if s.Width < 1 {
		c.errorf(s.At, "%s has width %d", s.Name, s.Width)
	}
	if s.Reset != nil && (s.Kind != Reg || !fits(s.Reset, s.Width)) {
		c.errorf(s.At, "%s: reset value %v does not fit a %s of %d bits", s.Name, s.Reset, s.Kind, s.Width)
	}
}

// inner checks a signal that is not a port.
func (c *checker) inner(s *Signal) {
	if s.Kind != Wire && s.Kind != Reg && s.Kind != ReadData {
		c.errorf(s.At, "inner signal %s is an %s", s.Name, s.Kind)
	}
	if s.Kind == Reg {
		c.domain(s.Domain, "register "+s.Name, s.At)
		if s.Reset != nil && s.Domain != nil && s.Domain.Reset == nil {
			c.errorf(s.At, "register %s has a reset value, its domain no reset", s.Name)
		}
	}
}

func (c *checker) memory(x *Memory) {
	c.name(x.Name, x.At)
	c.mems[x] = true
	if x.Width < 1 || x.Depth < 1 || len(x.Init) > x.Depth {
		c.errorf(x.At, "memory %s: %d words of %d bits, %d of contents", x.Name, x.Depth, x.Width, len(x.Init))
	}
	if w, ok := fieldsWidth(x); !ok || len(x.Fields) > 0 && w != x.Width {
		c.errorf(x.At, "memory %s: its fields are %d bits of words of %d, or two have one name", x.Name, w, x.Width)
	}
	if x.NoInit && len(x.Init) > 0 {
		c.errorf(x.At, "memory %s has contents, and none that matter", x.Name)
	}
	for _, v := range x.Init {
		if v != nil && !fits(v, x.Width) {
			c.errorf(x.At, "memory %s: contents %v do not fit %d bits", x.Name, v, x.Width)
		}
	}
}

// reads checks the registered reads, and that each read data signal has one.
func (c *checker) reads() {
	data := map[*Signal]bool{}
	for _, r := range c.m.Reads {
		c.expr(r.Addr)
		c.expr(r.Enable)
		c.domain(r.Domain, "registered read "+r.Data.Name, r.At)
		if c.widths[r.Enable] != 1 || !c.mems[r.Mem] || r.Data.Kind != ReadData || !c.signals[r.Data] || data[r.Data] || r.Data.Width != r.Mem.Width {
			c.errorf(r.At, "registered read of %s is malformed", r.Mem.Name)
		}
		data[r.Data] = true
	}
	for _, s := range c.m.Signals {
		if s.Kind == ReadData && !data[s] {
			c.errorf(s.At, "read data %s belongs to no registered read", s.Name)
		}
	}
}

// fieldsWidth is the sum of the fields' widths, and whether each is a valid field.
func fieldsWidth(x *Memory) (sum int, ok bool) {
	names := map[string]bool{}
	ok = true
	for _, f := range x.Fields {
		ok = ok && f.Width >= 1 && f.Name != "" && !names[f.Name]
		names[f.Name] = true
		sum += f.Width
	}
	return sum, ok
}

func (c *checker) instance(i *Instance) {
	if len(i.Conns) != len(i.Module.Ports) {
		c.errorf(i.At, "instance %s has %d connections for %d ports", i.Name, len(i.Conns), len(i.Module.Ports))
		return
	}
	for k, conn := range i.Conns {
		p := i.Module.Ports[k]
		if p.Kind == ClockInput || p.Kind == ResetInput {
			if conn.Port != p || conn.Net.Kind != p.Kind || !c.signals[conn.Net] {
				c.errorf(i.At, "%s %s of instance %s is not joined to a %s port of %s", p.Kind, p.Name, i.Name, p.Kind, c.m.Name)
			}
			continue
		}
		want := InstanceInput
		if p.Kind == Output {
			want = InstanceOutput
		}
		if conn.Port != p || conn.Net.Kind != want || conn.Net.Width != p.Width || conn.Net.Name != i.Name+"_"+p.Name {
			c.errorf(i.At, "connection %s of instance %s is malformed", p.Name, i.Name)
		}
	}
	for _, d := range i.Module.Domains {
		if i.Outer(c.m, d) == nil {
			c.errorf(i.At, "domain %q of instance %s is joined to no domain of its kind of %s", d.Name, i.Name, c.m.Name)
		}
	}
}

// clocks checks the domains of a module, which have its clock and reset ports.
func (c *checker) clocks(m *Module) {
	names := map[string]bool{}
	joined := map[*Signal]bool{}
	if len(m.Domains) > MaxDomains {
		c.errorf(m.At, "%s has %d domains, more than %d", m.Name, len(m.Domains), MaxDomains)
	}
	for _, d := range m.Domains {
		c.domains[d] = true
		if names[d.Name] {
			c.errorf(m.At, "%s: two domains are named %q", m.Name, d.Name)
		}
		names[d.Name] = true
		if d.Clock == nil || d.Clock.Kind != ClockInput || !c.signals[d.Clock] {
			c.errorf(m.At, "domain %q of %s has no clock port", d.Name, m.Name)
		}
		if d.Reset != nil && (d.Reset.Kind != ResetInput || !c.signals[d.Reset]) {
			c.errorf(m.At, "the reset of domain %q of %s is no reset port", d.Name, m.Name)
		}
		joined[d.Clock], joined[d.Reset] = true, true
	}
	for _, p := range m.Ports {
		if (p.Kind == ClockInput || p.Kind == ResetInput) && (p.Width != 1 || !joined[p]) {
			c.errorf(p.At, "%s port %s of %s has %d bits, or belongs to no domain", p.Kind, p.Name, m.Name, p.Width)
		}
	}
}

// domain checks that a clocked object names a domain of the module.
func (c *checker) domain(d *Domain, what string, at Pos) {
	if !c.domains[d] {
		c.errorf(at, "%s of %s has no domain of its module", what, c.m.Name)
	}
}

// extern checks a module without a body.
func (c *checker) extern(m *Module) {
	if m.Extern.Name == "" || len(m.Body)+len(m.Signals)+len(m.Memories)+len(m.Reads)+len(m.Instances) > 0 {
		c.errorf(m.At, "%s is external: it has a name in its sources, and no contents here", m.Name)
	}
	for out, from := range m.Extern.Paths {
		if out < 0 || out >= len(m.Ports) || m.Ports[out].Kind != Output {
			c.errorf(m.At, "%s: path to port %d, which is no output", m.Name, out)
		}
		for _, in := range from {
			if in < 0 || in >= len(m.Ports) || m.Ports[in].Kind != Input {
				c.errorf(m.At, "%s: path from port %d, which is no input", m.Name, in)
			}
		}
	}
	names := map[string]bool{}
	for _, p := range m.Extern.Params {
		if p.Name == "" || names[p.Name] || p.Value != nil && (p.Bits < 1 || !fits(p.Value, p.Bits)) {
			c.errorf(m.At, "%s: parameter %q is named twice or does not fit %d bits", m.Name, p.Name, p.Bits)
		}
		names[p.Name] = true
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
		if s.Domain != nil || len(c.domains) > 0 {
			c.domain(s.Domain, s.Kind.String()+" "+s.Name, s.At)
		}
	case *MemWrite:
		c.domain(s.Domain, "write of memory "+s.Mem.Name, s.At)
		if !c.mems[s.Mem] || c.widths[s.Data] != s.Mem.Width {
			c.errorf(s.At, "write of %d bits to memory %s of %d", c.widths[s.Data], s.Mem.Name, s.Mem.Width)
		}
		if s.Mask != nil && (c.widths[s.Mask] < 1 || s.Mem.Width%c.widths[s.Mask] != 0) {
			c.errorf(s.At, "write to memory %s of %d bits with a mask of %d", s.Mem.Name, s.Mem.Width, c.widths[s.Mask])
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
		if e.Signal.Kind == ClockInput || e.Signal.Kind == ResetInput {
			bad("%s %s is read as a value", e.Signal.Kind, e.Signal.Name)
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
