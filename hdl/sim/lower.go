package sim

import (
	"fmt"

	"posedge/hdl/ir"
)

// lower flattens a design that ir.Check passed. Every named signal is kept.
// Where count is set, counters of coverage follow the registers.
func lower(top *ir.Module, count bool) (*design, error) {
	d := &design{Netlist: &Netlist{Name: top.Name}, signals: []Signal{}}
	l := &lowering{design: d, drivers: map[*ir.Module]*drivers{}}
	if err := l.clock(top); err != nil {
		return nil, err
	}
	l.scope(top, nil, nil)
	if count {
		l.declareCounters()
	}
	for _, p := range top.Ports {
		if p.Kind == ir.Input {
			d.Inputs = append(d.Inputs, PortInfo{p.Name, p.Width})
		}
	}
	if ir.HasReset(top) {
		d.Inputs = append(d.Inputs, PortInfo{l.domain.Reset, 1})
	}
	l.build()
	return d, nil
}

// design is the netlist as lowered, with what the IR says about its names.
type design struct {
	*Netlist
	signals  []Signal     // parallel to Netlist.Signals
	memories []MemoryInfo // parallel to Netlist.Memories
	reads    [][]string   // parallel to Netlist.Checks: the signals that a check reads
	points   []Point      // of coverage, where they are counted
	ports    []*ir.Signal // whose toggles are counted
}

type lowering struct {
	*design
	*builder
	domain  *ir.Domain
	drivers map[*ir.Module]*drivers
	scopes  []*scope // in hierarchical order
	stack   []visit
	counted []counted // parallel to points
}

// scope is one instance of a module.
type scope struct {
	module *ir.Module
	parent *scope
	path   []string
	*drivers
	outside  map[*ir.Signal]*ir.Signal // input port → the parent's net
	inside   map[*ir.Signal]inner      // net of an instance's output → the child's port
	register map[*ir.Signal]int        // index in Netlist.Registers
	memory   map[*ir.Memory]int        // index in Netlist.Memories
	nets     map[ir.Expr]Net
	settled  map[*ir.Signal]Net
}

type inner struct {
	scope *scope
	port  *ir.Signal
}

// clock finds the one clock domain.
func (l *lowering) clock(top *ir.Module) error {
	var err error
	use := func(d *ir.Domain, name string, at ir.Pos) {
		switch {
		case l.domain == nil:
			l.domain = d
		case *l.domain != *d && err == nil:
			err = fmt.Errorf("%v: %s is clocked by %s and other state by %s: the simulator has one clock domain so far",
				at, name, d.Clock, l.domain.Clock)
		}
	}
	for _, m := range ir.Modules(top) {
		for _, s := range m.Signals {
			if s.Domain != nil {
				use(s.Domain, s.Name, s.At)
			}
		}
		for _, x := range m.Memories {
			use(x.Domain, x.Name, x.At)
		}
	}
	if l.domain != nil && err == nil {
		for _, p := range top.Ports {
			if p.Name == l.domain.Reset && ir.HasReset(top) {
				err = fmt.Errorf("%v: port %s has the name of the implicit reset: give it another name", p.At, p.Name)
			}
		}
	}
	return err
}

// scope declares an instance of m and all below it.
func (l *lowering) scope(m *ir.Module, parent *scope, path []string) *scope {
	if l.drivers[m] == nil {
		l.drivers[m] = driversOf(m)
	}
	s := &scope{module: m, parent: parent, path: path, drivers: l.drivers[m],
		outside: map[*ir.Signal]*ir.Signal{}, inside: map[*ir.Signal]inner{},
		register: map[*ir.Signal]int{}, memory: map[*ir.Memory]int{},
		nets: map[ir.Expr]Net{}, settled: map[*ir.Signal]Net{}}
	l.scopes = append(l.scopes, s)
	for _, x := range m.Signals {
		if x.Kind == ir.Reg || x.Kind == ir.ReadData {
			s.register[x] = len(l.Registers)
			l.Registers = append(l.Registers, Register{Path: joined(path, x.Name), Width: x.Width,
				PowerOn: x.PowerOn(), Defined: x.Reset != nil})
		}
	}
	for _, x := range m.Memories {
		s.memory[x] = len(l.Memories)
		l.Memories = append(l.Memories, Memory{joined(path, x.Name), x.Width, x.Depth, x.Init})
		l.design.memories = append(l.design.memories, MemoryInfo{path, x.Name, x.Width, x.Depth, x.At})
	}
	for _, i := range m.Instances {
		child := l.scope(i.Module, s, append(path[:len(path):len(path)], i.Name))
		for _, c := range i.Conns {
			if c.Port.Kind == ir.Input {
				child.outside[c.Port] = c.Net
			} else {
				s.inside[c.Net] = inner{child, c.Port}
			}
		}
	}
	return s
}

func (l *lowering) build() {
	l.builder = newBuilder(l.Inputs, l.Registers)
	top := l.scopes[0]
	in := 0
	for _, p := range top.module.Ports {
		if p.Kind == ir.Input {
			top.settled[p] = Net(in)
			in++
		}
	}
	reset := Net(in)
	for _, s := range l.scopes {
		for x, i := range s.register {
			s.settled[x] = Net(len(l.Inputs) + i)
		}
	}
	for _, p := range top.module.Ports {
		if p.Kind == ir.Output {
			l.Outputs = append(l.Outputs, Output{p.Name, p.Width, l.signal(top, p)})
		}
	}
	for _, s := range l.scopes {
		for _, x := range s.module.Signals {
			if x.Kind == ir.Reg {
				l.Registers[s.register[x]].Next = l.next(s, x, reset)
			}
		}
		first := len(l.Writes)
		for _, w := range s.writes {
			l.write(s, w)
		}
		for _, r := range s.module.Reads {
			l.read(s, r, l.Writes[first:])
		}
		for _, c := range s.checks {
			l.check(s, c, reset)
		}
	}
	l.count(reset)
	for _, s := range l.scopes {
		if s == top && len(l.Inputs) > in {
			l.name(s, &ir.Signal{Name: l.domain.Reset, Kind: ir.Input, Width: 1, At: s.module.At}, reset)
		}
		s.module.AllSignals(func(x *ir.Signal) { l.name(s, x, l.signal(s, x)) })
	}
	l.Nodes, l.Consts = l.builder.nodes, l.builder.consts
}

func (l *lowering) name(s *scope, x *ir.Signal, net Net) {
	l.Signals = append(l.Signals, SignalNet{joined(s.path, x.Name), net})
	l.design.signals = append(l.design.signals,
		Signal{Path: s.path, Name: x.Name, Width: x.Width, Kind: x.Kind, Enum: x.Enum, At: x.At})
}

func (l *lowering) next(s *scope, x *ir.Signal, reset Net) Net {
	next := s.settled[x]
	if e := s.value[x]; e != nil {
		next = l.expr(s, e)
	}
	if x.Reset != nil {
		next = l.node(OpMux, x.Width, 0, reset, next, l.big(x.Width, x.Reset))
	}
	return next
}

func (l *lowering) write(s *scope, w guardedWrite) {
	enable := l.words(1, []uint64{1})
	if w.enable != nil {
		enable = l.expr(s, w.enable)
	}
	l.Writes = append(l.Writes, Write{s.memory[w.Mem], enable, l.expr(s, w.Addr), l.expr(s, w.Data)})
}

// read makes a registered read a register with an asynchronous read before it.
// Write-first takes the data of a write to the same word instead, the last in
// source order; forbidden adds a [Collision]. writes are those of the scope.
func (l *lowering) read(s *scope, r *ir.SyncRead, writes []Write) {
	mem := s.memory[r.Mem]
	addr, enable := l.expr(s, r.Addr), l.expr(s, r.Enable)
	data := l.node(OpRead, r.Mem.Width, mem, addr)
	hit := Net(-1)
	for _, w := range writes {
		if w.Mem != mem || r.Mode == ir.ReadFirst {
			continue
		}
		same := l.both(w.Enable, l.both(l.sameWord(addr, w.Addr), l.within(addr, r.Mem.Depth)))
		if r.Mode == ir.WriteFirst {
			data = l.node(OpMux, r.Mem.Width, 0, same, data, w.Data)
		} else if hit < 0 {
			hit = same
		} else {
			hit = l.node(OpOr, 1, 0, hit, same)
		}
	}
	if hit >= 0 {
		l.Collisions = append(l.Collisions, Collision{mem, l.both(enable, hit), addr, r.At})
	}
	held := s.settled[r.Data]
	l.Registers[s.register[r.Data]].Next = l.node(OpMux, r.Mem.Width, 0, enable, held, data)
}

func (l *lowering) both(x, y Net) Net { return l.node(OpAnd, 1, 0, x, y) }

func (l *lowering) sameWord(x, y Net) Net {
	w := max(l.nodes[x].Width, l.nodes[y].Width)
	return l.node(OpEq, 1, 0, l.extend(x, w), l.extend(y, w))
}

// within is 1 where addr is less than depth.
func (l *lowering) within(addr Net, depth int) Net {
	w := l.nodes[addr].Width
	if w < 62 && 1<<w <= depth {
		return l.words(1, []uint64{1})
	}
	limit := make([]uint64, wordsOf(w))
	limit[0] = uint64(depth)
	return l.node(OpLt, 1, 0, addr, l.words(w, limit))
}

// visit is a step of the walk: an expression of a scope, or, where expr is
// nil, the settled value of a signal. It comes back as ready once what it
// needs has nets. The walk has a stack of its own, so that the depth of a
// design is not limited by Go's.
type visit struct {
	scope  *scope
	expr   ir.Expr
	signal *ir.Signal
	ready  bool
}

func (l *lowering) expr(s *scope, e ir.Expr) Net {
	l.walk(visit{scope: s, expr: e})
	return s.net(e)
}

func (l *lowering) signal(s *scope, x *ir.Signal) Net {
	l.walk(visit{scope: s, signal: x})
	return s.settled[x]
}

// net returns the net of an expression that has been visited.
func (s *scope) net(e ir.Expr) Net {
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

var binaryOps = map[ir.BinaryOp]Op{
	ir.OpAdd: OpAdd, ir.OpSub: OpSub, ir.OpMul: OpMul, ir.OpMulS: OpMulS,
	ir.OpAnd: OpAnd, ir.OpOr: OpOr, ir.OpXor: OpXor, ir.OpEq: OpEq, ir.OpNe: OpNe,
	ir.OpLt: OpLt, ir.OpLe: OpLe, ir.OpGt: OpLt, ir.OpGe: OpLe,
	ir.OpLtS: OpLtS, ir.OpLeS: OpLeS, ir.OpGtS: OpLtS, ir.OpGeS: OpLeS,
	ir.OpShl: OpShl, ir.OpShr: OpShr, ir.OpShrS: OpShrS,
}

var unaryOps = map[ir.UnaryOp]Op{
	ir.OpNot: OpNot, ir.OpReduceAnd: OpReduceAnd, ir.OpReduceOr: OpReduceOr,
	ir.OpReduceXor: OpReduceXor, ir.OpPopCount: OpPopCount,
}

// nodeOf makes the node of e, whose operands have nets.
func (l *lowering) nodeOf(s *scope, e ir.Expr) Net {
	w := ir.WidthOf(e, func(x ir.Expr) int { return l.nodes[s.net(x)].Width })
	switch e := e.(type) {
	case *ir.Const:
		return l.big(w, e.Value)
	case *ir.Unary:
		return l.node(unaryOps[e.Op], w, 0, s.net(e.X))
	case *ir.Binary:
		x, y := s.net(e.X), s.net(e.Y)
		switch e.Op {
		case ir.OpGt, ir.OpGe, ir.OpGtS, ir.OpGeS:
			x, y = y, x
		}
		return l.node(binaryOps[e.Op], w, 0, x, y)
	case *ir.Mux:
		args := make([]Net, 0, 1+len(e.Cases))
		args = append(args, s.net(e.Index))
		for _, c := range e.Cases {
			args = append(args, s.net(c))
		}
		if len(e.Cases) == 2 && l.nodes[args[0]].Width == 1 {
			return l.node(OpMux, w, 0, args...)
		}
		return l.node(OpSelect, w, 0, args...)
	case *ir.Slice:
		return l.node(OpSlice, w, e.Lo, s.net(e.X))
	case *ir.Concat:
		args := make([]Net, 0, len(e.Parts))
		for _, p := range e.Parts {
			args = append(args, s.net(p))
		}
		return l.node(OpConcat, w, 0, args...)
	case *ir.MemRead:
		return l.node(OpRead, w, s.memory[e.Mem], s.net(e.Addr))
	}
	panic(fmt.Sprintf("sim: unknown expression %T", e))
}
