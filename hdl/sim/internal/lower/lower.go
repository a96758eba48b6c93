// Package lower flattens a design of the intermediate form to a netlist:
// statements become muxes, registered reads become registers, and instances
// disappear.
package lower

import (
	"fmt"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// Lower flattens a design that passed ir.Check. Every named signal is kept.
// If count is set, counters of coverage follow the registers.
func Lower(top *ir.Module, count bool) *Design {
	d := &Design{Netlist: &netlist.Netlist{Name: top.Name}}
	l := &lowering{Netlist: d.Netlist, design: d, drivers: map[*ir.Module]*drivers{}}
	domains := map[*ir.Domain]int{}
	for i, d := range top.Domains {
		domains[d] = i
	}
	l.scope(top, nil, nil, domains)
	if count {
		l.declareCounters()
	}
	l.build()
	return d
}

// Design is the netlist as lowered, with what the IR says about its names.
type Design struct {
	Netlist  *netlist.Netlist
	Signals  []Signal     // parallel to Netlist.Signals
	Memories []Memory     // parallel to Netlist.Memories
	Reads    [][]string   // parallel to Netlist.Properties: the signals that each reads
	Points   []Point      // of coverage, where they are counted
	toggled  []*ir.Signal // the ports whose toggles are counted
}

// Signal is a named signal in an instance.
type Signal struct {
	Path []string // names of the instances from the top down; empty in the top
	*ir.Signal
}

// Memory is a memory in an instance.
type Memory struct {
	Path []string // names of the instances from the top down; empty in the top
	*ir.Memory
}

type lowering struct {
	*netlist.Netlist
	*netlist.Builder
	design  *Design
	drivers map[*ir.Module]*drivers
	scopes  []*scope // in hierarchical order
	stack   []visit
	counted []counted // parallel to the points, without those of toggles
}

// scope is one instance of a module.
type scope struct {
	module *ir.Module
	parent *scope
	path   []string
	*drivers
	domains map[*ir.Domain]int // index in Netlist.Domains
	// domain is that of what names none: of checks and branches without a clock. It is
	// the module's if that has one, the parent's if it has none.
	domain   int
	outside  map[*ir.Signal]*ir.Signal // input port → the parent's net
	inside   map[*ir.Signal]inner      // net of an instance's output → the child's port
	register map[*ir.Signal]int        // index in Netlist.Registers
	memory   map[*ir.Memory]int        // index in Netlist.Memories
	nets     map[ir.Expr]netlist.Net
	settled  map[*ir.Signal]netlist.Net
}

type inner struct {
	scope *scope
	port  *ir.Signal
}

// scope declares an instance of m and all below it.
func (l *lowering) scope(m *ir.Module, parent *scope, path []string, domains map[*ir.Domain]int) *scope {
	if l.drivers[m] == nil {
		l.drivers[m] = driversOf(m)
	}
	s := &scope{module: m, parent: parent, path: path, drivers: l.drivers[m], domains: domains, domain: ir.NoDomain,
		outside: map[*ir.Signal]*ir.Signal{}, inside: map[*ir.Signal]inner{},
		register: map[*ir.Signal]int{}, memory: map[*ir.Memory]int{},
		nets: map[ir.Expr]netlist.Net{}, settled: map[*ir.Signal]netlist.Net{}}
	l.scopes = append(l.scopes, s)
	switch {
	case len(m.Domains) == 1:
		s.domain = domains[m.Domains[0]]
	case len(m.Domains) == 0 && parent != nil:
		s.domain = parent.domain
	}
	for _, x := range m.Signals {
		if x.Kind == ir.Reg || x.Kind == ir.ReadData {
			s.register[x] = len(l.Registers)
			l.Registers = append(l.Registers, netlist.Register{Path: netlist.Join(path, x.Name), Width: x.Width,
				PowerOn: x.PowerOn(), Defined: x.Reset != nil, Domain: s.in(x.Domain)})
		}
	}
	for _, r := range m.Reads {
		l.Registers[s.register[r.Data]].Domain = s.in(r.Domain)
	}
	for _, x := range m.Memories {
		s.memory[x] = len(l.Memories)
		l.Memories = append(l.Memories, netlist.Memory{Path: netlist.Join(path, x.Name), Width: x.Width, Depth: x.Depth, Init: x.Init})
		l.design.Memories = append(l.design.Memories, Memory{path, x})
	}
	for _, i := range m.Instances {
		within := map[*ir.Domain]int{}
		for _, d := range i.Module.Domains {
			within[d] = domains[i.Outer(m, d)]
		}
		child := l.scope(i.Module, s, append(path[:len(path):len(path)], i.Name), within)
		for _, c := range i.Conns {
			switch c.Port.Kind {
			case ir.Input:
				child.outside[c.Port] = c.Net
			case ir.Output:
				s.inside[c.Net] = inner{child, c.Port}
			}
		}
	}
	return s
}

// in returns the index of a domain of the module.
func (s *scope) in(d *ir.Domain) int {
	if d == nil {
		return s.domain
	}
	return s.domains[d]
}

// declareInputs declares the inputs of the top, then its resets, and the domains.
func (l *lowering) declareInputs() {
	top := l.scopes[0]
	for _, kind := range []ir.Kind{ir.Input, ir.ResetInput} {
		for _, p := range top.module.Ports {
			if p.Kind == kind {
				top.settled[p] = netlist.Net(len(l.Inputs))
				l.Inputs = append(l.Inputs, netlist.Input{Name: p.Name, Width: p.Width})
			}
		}
	}
	for _, d := range top.module.Domains {
		x := netlist.Domain{Name: d.Name, Reset: -1}
		if d.Reset != nil {
			x.Reset = int(top.settled[d.Reset])
		}
		l.Domains = append(l.Domains, x)
	}
}

func (l *lowering) build() {
	l.declareInputs()
	l.Builder = netlist.NewBuilder(l.Inputs, l.Registers)
	top := l.scopes[0]
	for _, s := range l.scopes {
		for x, i := range s.register {
			s.settled[x] = netlist.Net(len(l.Inputs) + i)
		}
	}
	for _, p := range top.module.Ports {
		if p.Kind == ir.Output {
			l.Outputs = append(l.Outputs, netlist.Output{Name: p.Name, Width: p.Width, Net: l.signal(top, p)})
		}
	}
	for _, s := range l.scopes {
		for _, x := range s.module.Signals {
			if x.Kind == ir.Reg {
				l.Registers[s.register[x]].Next = l.next(s, x)
			}
		}
		first := len(l.Writes)
		for _, w := range s.writes {
			l.write(s, w, l.Writes[first:])
		}
		for _, r := range s.module.Reads {
			l.read(s, r, l.Writes[first:])
		}
		for _, c := range s.properties {
			l.property(s, c)
		}
	}
	l.count()
	for _, s := range l.scopes {
		s.module.AllSignals(func(x *ir.Signal) {
			if x.Kind != ir.ClockInput && (x.Kind != ir.ResetInput || s == top) {
				l.name(s, x, l.signal(s, x))
			}
		})
	}
	l.Finish(l.Netlist)
}

func (l *lowering) name(s *scope, x *ir.Signal, net netlist.Net) {
	l.Signals = append(l.Signals, netlist.Signal{Path: netlist.Join(s.path, x.Name), Net: net})
	l.design.Signals = append(l.design.Signals, Signal{s.path, x})
}

func (l *lowering) next(s *scope, x *ir.Signal) netlist.Net {
	next := s.settled[x]
	if e := s.value[x]; e != nil {
		next = l.expr(s, e)
	}
	if x.Reset != nil {
		next = l.Node(netlist.OpMux, x.Width, 0, netlist.Net(l.Domains[s.in(x.Domain)].Reset), next, l.Big(x.Width, x.Reset))
	}
	return next
}

func (l *lowering) write(s *scope, w guardedWrite, before []netlist.Write) {
	enable := l.Words(1, []uint64{1})
	if w.enable != nil {
		enable = l.expr(s, w.enable)
	}
	x := netlist.Write{Mem: s.memory[w.Mem], Domain: s.in(w.Domain), Enable: enable, Addr: l.expr(s, w.Addr), Data: l.expr(s, w.Data)}
	if w.Mask != nil {
		x = l.masked(x, w, l.expr(s, w.Mask), before)
	}
	l.Writes = append(l.Writes, x)
}

// masked makes x a write of the whole word: in the lanes that the mask leaves out,
// what the writes before, of the same scope, make of it.
func (l *lowering) masked(x netlist.Write, w guardedWrite, mask netlist.Net, before []netlist.Write) netlist.Write {
	old := l.Node(netlist.OpRead, w.Mem.Width, x.Mem, x.Addr)
	for _, b := range before {
		if b.Mem == x.Mem {
			old = l.Node(netlist.OpMux, w.Mem.Width, 0, l.both(b.Enable, l.sameWord(x.Addr, b.Addr)), old, b.Data)
		}
	}
	count := w.Mask.Width()
	width := w.Mem.Width / count
	lanes := make([]netlist.Net, count) // the most significant first
	for i := range lanes {
		lane := func(of netlist.Net) netlist.Net { return l.Node(netlist.OpSlice, width, width*i, of) }
		bit := l.Node(netlist.OpSlice, 1, i, mask)
		lanes[count-1-i] = l.Node(netlist.OpMux, width, 0, bit, lane(old), lane(x.Data))
	}
	x.Data = l.Node(netlist.OpConcat, w.Mem.Width, 0, lanes...)
	x.Enable = l.both(x.Enable, l.Node(netlist.OpReduceOr, 1, 0, mask))
	return x
}

// read turns a registered read into a register with an asynchronous read before it.
// Write-first takes the data of a write to the same word instead, the last in
// source order; forbidden adds a collision. writes are the writes of the scope.
func (l *lowering) read(s *scope, r *ir.SyncRead, writes []netlist.Write) {
	mem := s.memory[r.Mem]
	addr, enable := l.expr(s, r.Addr), l.expr(s, r.Enable)
	data := l.Node(netlist.OpRead, r.Mem.Width, mem, addr)
	hit := netlist.Net(-1)
	for _, w := range writes {
		if w.Mem != mem || r.Mode == ir.ReadFirst {
			continue
		}
		same := l.both(w.Enable, l.both(l.sameWord(addr, w.Addr), l.within(addr, r.Mem.Depth)))
		if r.Mode == ir.WriteFirst {
			data = l.Node(netlist.OpMux, r.Mem.Width, 0, same, data, w.Data)
		} else if hit < 0 {
			hit = same
		} else {
			hit = l.Node(netlist.OpOr, 1, 0, hit, same)
		}
	}
	if hit >= 0 {
		l.Collisions = append(l.Collisions, netlist.Collision{Mem: mem, Domain: s.in(r.Domain), When: l.both(enable, hit), Addr: addr, At: r.At})
	}
	held := s.settled[r.Data]
	l.Registers[s.register[r.Data]].Next = l.Node(netlist.OpMux, r.Mem.Width, 0, enable, held, data)
}

func (l *lowering) both(x, y netlist.Net) netlist.Net { return l.Node(netlist.OpAnd, 1, 0, x, y) }

func (l *lowering) sameWord(x, y netlist.Net) netlist.Net {
	w := max(l.Width(x), l.Width(y))
	return l.Node(netlist.OpEq, 1, 0, l.Extend(x, w), l.Extend(y, w))
}

// within is 1 where addr is less than depth.
func (l *lowering) within(addr netlist.Net, depth int) netlist.Net {
	w := l.Width(addr)
	if w < 62 && 1<<w <= depth {
		return l.Words(1, []uint64{1})
	}
	limit := make([]uint64, wide.Words(w))
	limit[0] = uint64(depth)
	return l.Node(netlist.OpLt, 1, 0, addr, l.Words(w, limit))
}

// visit is a step of the walk: an expression of a scope, or, if expr is nil, the
// settled value of a signal. It comes back as ready once its operands have nets.
// The walk has a stack of its own, so that the depth of a design is not limited by
// Go's.
type visit struct {
	scope  *scope
	expr   ir.Expr
	signal *ir.Signal
	ready  bool
}

func (l *lowering) expr(s *scope, e ir.Expr) netlist.Net {
	l.walk(visit{scope: s, expr: e})
	return s.net(e)
}

func (l *lowering) signal(s *scope, x *ir.Signal) netlist.Net {
	l.walk(visit{scope: s, signal: x})
	return s.settled[x]
}

// net returns the net of an expression that has been visited.
func (s *scope) net(e ir.Expr) netlist.Net {
	if r, ok := e.(*ir.Ref); ok {
		return s.settled[r.Signal]
	}
	return s.nets[e]
}

func (l *lowering) walk(root visit) {
	l.stack = append(l.stack, root)
	for len(l.stack) > 0 {
		v := l.stack[len(l.stack)-1]
		l.stack = l.stack[:len(l.stack)-1]
		if r, ok := v.expr.(*ir.Ref); ok {
			v.expr, v.signal = nil, r.Signal
		}
		if v.expr == nil {
			l.visitSignal(v)
		} else if _, done := v.scope.nets[v.expr]; done {
			continue
		} else if v.ready {
			v.scope.nets[v.expr] = l.nodeOf(v.scope, v.expr)
		} else {
			v.ready = true
			l.stack = append(l.stack, v)
			first := len(l.stack)
			ir.Operands(v.expr, func(x ir.Expr) { l.stack = append(l.stack, visit{scope: v.scope, expr: x}) })
			// The first operand comes out first.
			for i, j := first, len(l.stack)-1; i < j; i, j = i+1, j-1 {
				l.stack[i], l.stack[j] = l.stack[j], l.stack[i]
			}
		}
	}
}

func (l *lowering) visitSignal(v visit) {
	s, x := v.scope, v.signal
	if _, done := s.settled[x]; done {
		return
	}
	source := visit{scope: s, expr: s.value[x]}
	switch x.Kind {
	case ir.Input:
		source = visit{scope: s.parent, signal: s.outside[x]}
	case ir.InstanceOutput:
		source = visit{scope: s.inside[x].scope, signal: s.inside[x].port}
	}
	switch {
	case !v.ready:
		v.ready = true
		l.stack = append(l.stack, v, source)
	case source.expr != nil:
		s.settled[x] = s.net(source.expr)
	default:
		s.settled[x] = source.scope.settled[source.signal]
	}
}

// nodeOf makes the node of e, whose operands have nets.
func (l *lowering) nodeOf(s *scope, e ir.Expr) netlist.Net {
	w := ir.WidthOf(e, func(x ir.Expr) int { return l.Width(s.net(x)) })
	switch e := e.(type) {
	case *ir.Const:
		return l.Big(w, e.Value)
	case *ir.Unary:
		return unaryOps[e.Op](l.Builder, w, s.net(e.X))
	case *ir.Binary:
		return binaryOps[e.Op](l.Builder, w, s.net(e.X), s.net(e.Y))
	case *ir.Mux:
		args := make([]netlist.Net, 0, 1+len(e.Cases))
		args = append(args, s.net(e.Index))
		for _, c := range e.Cases {
			args = append(args, s.net(c))
		}
		if len(e.Cases) == 2 && l.Width(args[0]) == 1 {
			return l.Node(netlist.OpMux, w, 0, args...)
		}
		return l.Node(netlist.OpSelect, w, 0, args...)
	case *ir.Slice:
		return l.Node(netlist.OpSlice, w, e.Lo, s.net(e.X))
	case *ir.Concat:
		args := make([]netlist.Net, 0, len(e.Parts))
		for _, p := range e.Parts {
			args = append(args, s.net(p))
		}
		return l.Node(netlist.OpConcat, w, 0, args...)
	case *ir.MemRead:
		return l.Node(netlist.OpRead, w, s.memory[e.Mem], s.net(e.Addr))
	}
	panic(fmt.Sprintf("lower: unknown expression %T", e))
}
