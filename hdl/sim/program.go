package sim

import (
	"fmt"
	"maps"
	"sync"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Program is a design compiled for an engine. It is immutable: any number of
// goroutines may call its methods and run instances of it.
type Program struct {
	*shared
	netlist *Netlist
	code    Code
	signals []Signal // of a traced program, else nil
	// offsets and frameSize are the layout of its frames.
	offsets   []int
	frameSize int
	until     sync.Map // Net → func() (Code, error): see codeUntil
}

// shared is what a program and its traced twin have in common.
type shared struct {
	design  *design
	engine  Engine
	without map[string]bool
	ports   map[string]Port
	order   []Port // in declaration order, the reset first
	byPath  map[string]target
	digest  uint64 // of the state's layout
	raw     func() *referenceCode
	cones   sync.Map // Net → []instr
	twin    func() (*Program, error)
	covered func() (*Program, error)
}

// Option changes what [Compile] makes.
type Option func(*shared)

// WithEngine chooses the engine. The default is the first of [Engines].
func WithEngine(e Engine) Option { return func(s *shared) { s.engine = e } }

// WithoutPass leaves out a pass of the optimiser, by [Pass.Name], or of the
// compiled engine, one of [CodePasses]. Results are the same.
func WithoutPass(name string) Option { return func(s *shared) { s.without[name] = true } }

// Compile checks, flattens and compiles a design. The design is not modified
// afterwards. Errors are breaches of ir.Check, a second clock domain, a port
// with the reset's name, a design above the limits, and an unknown pass.
func Compile(top *ir.Module, options ...Option) (*Program, error) {
	s := &shared{engine: Engines()[0], without: map[string]bool{}}
	for _, o := range options {
		o(s)
	}
	if err := checkPasses(s.without); err != nil {
		return nil, err
	}
	if top == nil || s.engine == nil {
		return nil, fmt.Errorf("sim.Compile needs a design and an engine, not nil")
	}
	if err := ir.Check(top); err != nil {
		return nil, err
	}
	s.covered = sync.OnceValues(func() (*Program, error) {
		c := &shared{engine: s.engine, without: s.without}
		c.covered = func() (*Program, error) { return s.covered() }
		return c.begin(top, true)
	})
	return s.begin(top, false)
}

// begin lowers a design and compiles it, with coverage counted or without.
func (s *shared) begin(top *ir.Module, count bool) (*Program, error) {
	d, err := lower(top, count)
	if err != nil {
		return nil, err
	}
	if err := checkLimits(d.Netlist); err != nil {
		return nil, err
	}
	s.design = d
	d.findUnreachable()
	first := map[Net]int{}
	for i, x := range d.Netlist.Signals {
		if _, known := first[x.Net]; !known {
			first[x.Net] = i
		}
		d.signals[i].Same = first[x.Net]
	}
	s.digest = layoutDigest(d.Netlist)
	s.declare(top)
	s.raw = sync.OnceValue(func() *referenceCode { return referenceOf(d.Netlist) })
	s.twin = sync.OnceValues(func() (*Program, error) { return s.compile(s.design.signals) })
	return s.compile(nil)
}

// compile makes a program that keeps the signals, each value once, and looks for
// the net until, if there is one.
func (s *shared) compile(signals []Signal, until ...Net) (*Program, error) {
	n := *s.design.Netlist
	n.Until = until
	n.Covers = nil // nothing asks for them
	n.Signals = nil
	first := make([]int, len(signals)) // of each signal: its index in n.Signals
	for i, x := range signals {
		if first[i] = len(n.Signals); x.Same == i {
			n.Signals = append(n.Signals, s.design.Netlist.Signals[i])
		} else {
			first[i] = first[x.Same]
		}
	}
	p := &Program{shared: s, netlist: optimise(&n, s.without), signals: signals}
	at, size := frameOf(p.netlist)
	p.frameSize = size
	for _, i := range first {
		p.offsets = append(p.offsets, at[i])
	}
	var err error
	engine := s.engine
	if e, ok := engine.(interface{ withoutPasses(map[string]bool) Engine }); ok {
		engine = e.withoutPasses(s.without)
	}
	if p.code, err = engine.Compile(p.netlist); err != nil {
		return nil, fmt.Errorf("%s: %s engine: %w", n.Name, s.engine.Name(), err)
	}
	return p, nil
}

// declare collects the names that a user may use.
func (s *shared) declare(top *ir.Module) {
	s.ports = map[string]Port{}
	in, out := 0, 0
	for _, x := range top.Ports {
		p := Port{owner: s, name: x.Name, width: int32(x.Width), input: x.Kind == ir.Input}
		if p.input {
			p.index = int32(in)
			in++
		} else {
			p.index = int32(out)
			out++
		}
		s.order = append(s.order, p)
		s.ports[x.Name] = p
	}
	if in < len(s.design.Inputs) {
		name := s.design.Inputs[in].Name
		p := Port{owner: s, name: name, width: 1, input: true, implicit: true, index: int32(in)}
		s.order = append([]Port{p}, s.order...)
		s.ports[name] = p
	}
	s.byPath = map[string]target{}
	for i, x := range s.design.Netlist.Signals {
		s.byPath[x.Path] = target{net: x.Net, width: s.design.signals[i].Width, mem: -1, enum: s.design.signals[i].Enum}
	}
	for i, x := range s.design.Memories {
		s.byPath[x.Path] = target{width: x.Width, mem: i}
	}
}

// Name returns the name of the top module.
func (p *Program) Name() string { return p.design.Name }

// Engine returns the engine that the program was compiled for.
func (p *Program) Engine() Engine { return p.engine }

// Netlist returns what the engine got, to be read only.
func (p *Program) Netlist() *Netlist { return p.netlist }

// Port is a handle to a port of the top, found once by name.
type Port struct {
	owner *shared
	name  string
	index int32 // in Netlist.Inputs or Netlist.Outputs
	width int32
	input bool
	// implicit is the reset: not a port that the top declares.
	implicit bool
}

// Name returns the port's name.
func (p Port) Name() string { return p.name }

// Width returns the number of bits.
func (p Port) Width() int { return int(p.width) }

// Input reports whether the port can be set.
func (p Port) Input() bool { return p.input }

// Port returns the port of the top with the name. The implicit reset of a
// design that has one is the port "rst".
func (p *Program) Port(name string) (Port, error) {
	if x, ok := p.ports[name]; ok {
		return x, nil
	}
	return Port{}, fmt.Errorf("%s has no port %q%s", p.Name(), name, text.DidYouMean(name, maps.Keys(p.ports)))
}

// Ports returns all ports: the reset if there is one, then those of the top in
// declaration order.
func (p *Program) Ports() []Port { return append([]Port(nil), p.order...) }
