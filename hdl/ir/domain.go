package ir

import "slices"

// Domain clocks registers, memory writes, registered reads and properties of a
// module: it has a clock, and the reset of those registers that have a reset value.
type Domain struct {
	Name  string  // unique in the module; empty for the language's own
	Clock *Signal // a port of kind ClockInput
	Reset *Signal // a port of kind ResetInput; nil if no register is reset
	Edge  Edge    // of the clock
	// Async says that the reset does not wait for the edge, ActiveLow that the
	// registers are reset while it is 0.
	Async, ActiveLow bool
}

// Edge is the edge of a clock at which its domain takes the next values.
type Edge uint8

const (
	Rising Edge = iota
	Falling
)

// String returns "rising" or "falling".
func (e Edge) String() string {
	if e == Falling {
		return "falling"
	}
	return "rising"
}

// The implicit clock and reset of every component in the language that needs them.
const (
	ImplicitClock = "clk"
	ImplicitReset = "rst"
)

func implicitClock() *Signal {
	return &Signal{Name: ImplicitClock, Kind: ClockInput, Width: 1, Doc: "clock, rising edge"}
}

func implicitReset() *Signal {
	return &Signal{Name: ImplicitReset, Kind: ResetInput, Width: 1, Doc: "synchronous reset, active high"}
}

// implicit reports whether d is the domain that [Module.UseImplicitDomain] makes.
func (d *Domain) implicit() bool {
	same := func(s, want *Signal) bool {
		return s.Name == want.Name && s.Kind == want.Kind && s.Width == 1 && s.Doc == want.Doc && !s.Unused && s.Enum == nil
	}
	return d.Name == "" && d.Edge == Rising && !d.Async && !d.ActiveLow &&
		d.Clock != nil && same(d.Clock, implicitClock()) && (d.Reset == nil || same(d.Reset, implicitReset()))
}

// UseImplicitDomain gives clocked objects of m that name no domain the language's
// own: rising edge of [ImplicitClock], [ImplicitReset] synchronous and active
// high. These become the first ports of a module that needs them, and are
// connected to its instances' ports; a property is in the domain if the module
// has a clock. Called again after additions to m, it adds whatever those need.
func (m *Module) UseImplicitDomain() {
	clock, reset := m.needs()
	if !clock {
		return
	}
	if len(m.Domains) == 0 {
		m.Domains = []*Domain{{Clock: implicitClock()}}
		m.Ports = append([]*Signal{m.Domains[0].Clock}, m.Ports...)
	}
	own := m.Domains[0]
	if reset && own.Reset == nil {
		own.Reset = implicitReset()
		m.Ports = slices.Insert(m.Ports, 1, own.Reset)
	}
	use := func(d **Domain) {
		if *d == nil {
			*d = own
		}
	}
	for _, s := range m.Signals {
		if s.Kind == Reg {
			use(&s.Domain)
		}
	}
	for _, r := range m.Reads {
		use(&r.Domain)
	}
	Walk(m.Body, func(s Stmt) {
		switch s := s.(type) {
		case *MemWrite:
			use(&s.Domain)
		case *Property:
			use(&s.Domain)
		}
	})
	for _, i := range m.Instances {
		i.join(own)
	}
}

// join connects the clock and reset ports of an instance, if they have no
// connection yet, to the clock and reset of d.
func (i *Instance) join(d *Domain) {
	nets := map[*Signal]*Signal{}
	for _, c := range i.Conns {
		nets[c.Port] = c.Net
	}
	var conns []Conn
	for _, p := range i.Module.Ports {
		net, joined := nets[p]
		switch {
		case joined:
		case p.Kind == ClockInput:
			net = d.Clock
		case p.Kind == ResetInput:
			net = d.Reset
		default:
			continue
		}
		conns = append(conns, Conn{p, net})
	}
	i.Conns = conns
}

// needs reports whether m has something with a clock and something with a reset:
// a register, a memory write, a registered read, or an instance with such a port.
func (m *Module) needs() (clock, reset bool) {
	for _, s := range m.Signals {
		if s.Kind == Reg {
			clock, reset = true, reset || s.Reset != nil
		}
	}
	clock = clock || len(m.Reads) > 0
	Walk(m.Body, func(s Stmt) {
		if _, ok := s.(*MemWrite); ok {
			clock = true
		}
	})
	for _, i := range m.Instances {
		clock, reset = clock || len(i.Module.Clocks()) > 0, reset || len(i.Module.Resets()) > 0
	}
	return clock, reset
}

// Clocks returns the clock ports, in declaration order: none if nothing in the module
// is clocked.
func (m *Module) Clocks() []*Signal { return m.portsOf(ClockInput) }

// Resets returns the reset ports, in declaration order: none if no register in the
// module has a reset.
func (m *Module) Resets() []*Signal { return m.portsOf(ResetInput) }

// DataPorts returns the ports that carry values: all but clocks and resets.
func (m *Module) DataPorts() []*Signal {
	return slices.DeleteFunc(slices.Clone(m.Ports), func(s *Signal) bool { return s.Kind == ClockInput || s.Kind == ResetInput })
}

// SampledPorts returns the ports that are sampled in each cycle: all but clocks.
func (m *Module) SampledPorts() []*Signal {
	return slices.DeleteFunc(slices.Clone(m.Ports), func(s *Signal) bool { return s.Kind == ClockInput })
}

func (m *Module) portsOf(kind Kind) (list []*Signal) {
	for _, p := range m.Ports {
		if p.Kind == kind {
			list = append(list, p)
		}
	}
	return list
}

// Outer returns the domain of the parent that clocks domain d of the instance's
// module: the one with the same edge, whose clock, and reset if d has one, are
// connected to those of d. It is nil if there is none.
func (i *Instance) Outer(parent *Module, d *Domain) *Domain {
	var clock, reset *Signal
	for _, c := range i.Conns {
		switch c.Port {
		case d.Clock:
			clock = c.Net
		case d.Reset:
			reset = c.Net
		}
	}
	for _, o := range parent.Domains {
		sameReset := d.Reset == nil || o.Reset == reset && o.Async == d.Async && o.ActiveLow == d.ActiveLow
		if o.Clock == clock && o.Edge == d.Edge && sameReset {
			return o
		}
	}
	return nil
}
