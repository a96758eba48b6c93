package sim

import (
	"fmt"
	"maps"
	"sync"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/interp"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/pass"
	"posedge/internal/text"
)

// Program is a design compiled for an engine. It is immutable: any number of
// goroutines may call its methods and run instances of it.
type Program struct {
	*lowered
	variant
	netlist *netlist.Netlist
	code    engine.Code
	// offsets and frameSize are the layout of the frames of a traced program.
	offsets   []int
	frameSize int
}

// variant says what a program does besides running the design.
type variant struct {
	traced       bool        // it keeps every signal
	instrumented bool        // it counts coverage
	until        netlist.Net // an armed run stops when this net, as lowered, is 1; or never
}

const never netlist.Net = -1

// family has the arguments of [Compile] and every program made from them.
type family struct {
	top      *ir.Module
	engine   Engine
	without  map[string]bool
	programs sync.Map // variant → func() (*Program, error)
}

// lowered is the common part of the programs of a family that count coverage,
// or of the ones that do not.
type lowered struct {
	family   *family
	design   *lower.Design
	signals  []Signal
	memories []Memory
	points   []Point
	ports    map[string]Port
	order    []Port // in declaration order
	byPath   map[string]target
	edges    []ir.Edges // of the cycles, for [engine.Machine]
	digest   uint64     // of the state's layout
	cones    func() *interp.Cones
}

// Option changes what [Compile] makes.
type Option func(*family)

// WithEngine chooses the engine. The default is the first of [Engines].
func WithEngine(e Engine) Option { return func(f *family) { f.engine = e } }

// WithoutPass leaves out a pass of the optimiser or of the compiled engine, one
// of [PassNames]. Results are the same.
func WithoutPass(name string) Option { return func(f *family) { f.without[name] = true } }

// Compile checks, flattens and compiles a design. The design is not modified
// afterwards. It is an error if the design fails ir.Check or is too large, or if a
// pass is unknown.
func Compile(top *ir.Module, options ...Option) (*Program, error) {
	f := &family{top: top, engine: Engines()[0], without: map[string]bool{}}
	for _, o := range options {
		o(f)
	}
	if err := checkPasses(f.without); err != nil {
		return nil, err
	}
	if top == nil || f.engine == (Engine{}) {
		return nil, fmt.Errorf("sim.Compile needs a design and an engine, not nil")
	}
	if err := ir.Check(top); err != nil {
		return nil, err
	}
	return f.program(variant{until: never})
}

// program returns the program of a variant, which is compiled once, when first
// needed.
func (f *family) program(v variant) (*Program, error) {
	p, ok := f.programs.Load(v)
	if !ok {
		p, _ = f.programs.LoadOrStore(v, sync.OnceValues(func() (*Program, error) { return f.compile(v) }))
	}
	return p.(func() (*Program, error))()
}

func (f *family) compile(v variant) (*Program, error) {
	plain := variant{instrumented: v.instrumented, until: never}
	if v == plain {
		l, err := f.lower(v.instrumented)
		if err != nil {
			return nil, err
		}
		return l.compile(v)
	}
	p, err := f.program(plain)
	if err != nil {
		return nil, err
	}
	return p.lowered.compile(v)
}

// lower flattens the design, with or without coverage counters.
func (f *family) lower(count bool) (*lowered, error) {
	d := lower.Lower(f.top, count)
	if err := netlist.CheckLimits(d.Netlist); err != nil {
		return nil, err
	}
	l := &lowered{family: f, design: d, edges: []ir.Edges{ir.AllEdges(f.top)}, digest: layoutDigest(d.Netlist)}
	l.cones = sync.OnceValue(func() *interp.Cones { return interp.ConesOf(d.Netlist) })
	l.declareSignals()
	l.declarePoints()
	l.declarePorts()
	return l, nil
}

// compile makes a program; a traced one keeps each value of the signals once.
func (l *lowered) compile(v variant) (*Program, error) {
	n := *l.design.Netlist
	n.Covers = nil // nothing needs them
	n.Signals = nil
	if v.until != never {
		n.Until = []netlist.Net{v.until}
	}
	var at []int // of each signal: its index in n.Signals
	if v.traced {
		at = make([]int, len(l.signals))
		for i, x := range l.signals {
			if at[i] = len(n.Signals); x.Same == i {
				n.Signals = append(n.Signals, l.design.Netlist.Signals[i])
			} else {
				at[i] = at[x.Same]
			}
		}
	}
	p := &Program{lowered: l, variant: v, netlist: pass.Optimise(&n, l.family.without)}
	offsets, size := engine.FrameOf(p.netlist)
	p.frameSize = size
	for _, i := range at {
		p.offsets = append(p.offsets, offsets[i])
	}
	var err error
	if p.code, err = l.family.engine.e.Compile(p.netlist, l.family.without); err != nil {
		return nil, fmt.Errorf("%s: %s engine: %w", n.Name, l.family.engine.Name(), err)
	}
	return p, nil
}

// declarePorts collects the names of the ports.
func (l *lowered) declarePorts() {
	l.ports = map[string]Port{}
	in, out, reset := 0, 0, len(l.design.Netlist.Inputs)-len(l.family.top.Resets())
	for _, x := range l.family.top.SampledPorts() {
		p := Port{owner: l, name: x.Name, width: int32(x.Width), input: x.Kind.IsInput(), reset: x.Kind == ir.ResetInput}
		switch {
		case p.reset:
			p.index = int32(reset) // after the other inputs of the netlist
			reset++
		case p.input:
			p.index = int32(in)
			in++
		default:
			p.index = int32(out)
			out++
		}
		l.order = append(l.order, p)
		l.ports[x.Name] = p
	}
}

// Name returns the name of the top module.
func (p *Program) Name() string { return p.design.Netlist.Name }

// Engine returns the engine that the program was compiled for.
func (p *Program) Engine() Engine { return p.family.engine }

// Nodes is the number of operations, constants, inputs and registers that the
// optimiser left: a measure of the design's size.
func (p *Program) Nodes() int { return len(p.netlist.Nodes) }

// Domains returns the clock domains of the design, with what each clocks: none if
// nothing is clocked.
func (p *Program) Domains() []ir.DomainUse { return ir.DomainUses(p.family.top) }

// Port is a handle to a port of the top, to be looked up once by name.
type Port struct {
	owner *lowered
	name  string
	index int32 // in Netlist.Inputs or Netlist.Outputs
	width int32
	input bool
	reset bool
}

// Name returns the port's name.
func (p Port) Name() string { return p.name }

// Width returns the number of bits.
func (p Port) Width() int { return int(p.width) }

// Input reports whether the port can be set.
func (p Port) Input() bool { return p.input }

// Reset reports whether the port is a reset.
func (p Port) Reset() bool { return p.reset }

// Port returns the port of the top with this name, which may be a reset ("rst").
func (p *Program) Port(name string) (Port, error) {
	if x, ok := p.ports[name]; ok {
		return x, nil
	}
	return Port{}, fmt.Errorf("%s has no port %q%s", p.Name(), name, text.DidYouMean(name, maps.Keys(p.ports)))
}

// Ports returns the ports of the top except clocks, in declaration order.
func (p *Program) Ports() []Port { return append([]Port(nil), p.order...) }
