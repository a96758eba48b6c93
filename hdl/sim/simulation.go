package sim

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
	"posedge/internal/text"
)

// Simulation is one running instance of a [Program]. It belongs to one
// goroutine; any number of instances run in parallel.
//
// Set gives an input its value for the current cycle and all later ones; Get
// returns a settled value of the current cycle; Tick ends it.
type Simulation struct {
	p       *Program
	m       engine.Machine
	cycle   uint64
	settled bool
	err     error // the first misuse of Get
	digest  *digest
	journal *journal
	until   *netlist.Net                   // the net that m can be armed for, or nil
	kept    map[netlist.Net]engine.Machine // machines that can be armed, m or without its state
	// touched says what happened to the state that the inputs cannot reproduce.
	touched string
	frame   []uint64 // of the netlist as lowered; made by the first Peek
}

// InstanceOption changes what [Program.New] makes.
type InstanceOption func(*Simulation)

// PowerOn starts the registers without a reset value, the data of registered
// reads and the memories without contents from a random pattern instead of 0.
// The same seed gives the same pattern in every engine.
func PowerOn(seed uint64) InstanceOption {
	return func(s *Simulation) { s.randomise(seed) }
}

// New returns an instance in its power-on state, in cycle 0, with all inputs 0.
func (p *Program) New(options ...InstanceOption) *Simulation {
	s := &Simulation{p: p, m: p.code.New()}
	for i, r := range p.netlist.Registers {
		for k, w := range wide.FromBig(r.PowerOn, r.Width) {
			s.m.SetRegister(i, k, w)
		}
	}
	for i, x := range p.netlist.Memories {
		for addr, v := range x.Init {
			if v != nil {
				s.setMemory(i, addr, wide.FromBig(v, x.Width))
			}
		}
	}
	for _, o := range options {
		o(s)
	}
	s.restartJournal() // from the state that the options left
	return s
}

func (s *Simulation) setMemory(mem, addr int, words []uint64) {
	for k, w := range words {
		s.m.SetMemory(mem, addr, k, w)
	}
}

func (s *Simulation) randomise(seed uint64) {
	s.touched = "its power-on is random"
	random := rand.New(rand.NewPCG(seed, 0))
	each := func(width int, set func(word int, v uint64)) {
		n := wide.Words(width)
		for k := range n - 1 {
			set(k, random.Uint64())
		}
		set(n-1, random.Uint64()&wide.TopMask(width))
	}
	for i, r := range s.p.netlist.Registers {
		if !r.Defined {
			each(r.Width, func(k int, v uint64) { s.m.SetRegister(i, k, v) })
		}
	}
	for i, x := range s.p.netlist.Memories {
		if len(x.Init) > 0 {
			continue
		}
		for addr := range x.Depth {
			each(x.Width, func(k int, v uint64) { s.m.SetMemory(i, addr, k, v) })
		}
	}
}

// Unrepeatable returns why the inputs of the run so far, applied to the design
// from its defined power-on, do not lead to the current state: a random
// power-on, a loaded memory or a restored snapshot. It is nil if they do.
func (s *Simulation) Unrepeatable() error {
	if s.touched == "" {
		return nil
	}
	return fmt.Errorf("the run of %s cannot be repeated from its inputs: %s", s.p.Name(), s.touched)
}

// Program returns the program that s runs.
func (s *Simulation) Program() *Program { return s.p }

// Cycle is the number of edges since power-on.
func (s *Simulation) Cycle() uint64 { return s.cycle }

// Set gives an input its value, in words of 64 bits, the least significant
// first; missing words are 0. It is an error, and nothing changes, if the port is
// an output or belongs to another program, or if the value does not fit.
func (s *Simulation) Set(port Port, words ...uint64) error {
	if port.owner != s.p.lowered || !port.input {
		return s.notSettable(port)
	}
	n := wide.Words(int(port.width))
	fits := len(words) < n || words[n-1]&^wide.TopMask(int(port.width)) == 0
	for k := n; k < len(words); k++ {
		fits = fits && words[k] == 0
	}
	if !fits {
		return fmt.Errorf("%s is %s, the value %#x does not fit", port.name, text.InBits(int(port.width)), wide.ToBig(append([]uint64(nil), words...)))
	}
	changes := false
	for k := range n {
		var w uint64
		if k < len(words) {
			w = words[k]
		}
		if s.m.Input(int(port.index), k) != w {
			s.m.SetInput(int(port.index), k, w)
			changes = true
		}
	}
	if !changes {
		return nil
	}
	if s.journal != nil {
		s.journal.set(int(port.index), words[:min(n, len(words))])
	}
	s.settled = false
	return nil
}

// SetBig is [Simulation.Set] for a value of any size.
func (s *Simulation) SetBig(port Port, value *big.Int) error {
	if port.owner != s.p.lowered || !port.input {
		return s.notSettable(port)
	}
	if value == nil || value.Sign() < 0 || value.BitLen() > int(port.width) {
		return fmt.Errorf("%s is %s, the value %v does not fit", port.name, text.InBits(int(port.width)), value)
	}
	return s.Set(port, wide.FromBig(value, int(port.width))...)
}

func (s *Simulation) notSettable(port Port) error {
	if err := s.owns(port); err != nil {
		return err
	}
	return fmt.Errorf("%s is an output of %s: set the inputs that it depends on", port.name, s.p.Name())
}

func (s *Simulation) owns(port Port) error {
	switch port.owner {
	case s.p.lowered:
		return nil
	case nil:
		return fmt.Errorf("the port is a zero Port: take it from Program.Port")
	}
	return fmt.Errorf("port %s belongs to another program (%s): take it from the Program that made the simulation", port.name, port.owner.design.Netlist.Name)
}

// settle computes the logic from the inputs and the state.
func (s *Simulation) settle() {
	if !s.settled {
		s.m.Settle()
		s.settled = true
	}
}

// word returns a settled word of a port of this program.
func (s *Simulation) word(port Port, k int) uint64 {
	if port.input {
		return s.m.Input(int(port.index), k)
	}
	s.settle()
	return s.m.Output(int(port.index), k)
}

// Get returns the settled value of a port of at most 64 bits. On a wider port,
// or one of another program, it returns 0, and the next Tick returns the error.
func (s *Simulation) Get(port Port) uint64 {
	if port.owner != s.p.lowered || port.width > 64 {
		s.misuse(port)
		return 0
	}
	return s.word(port, 0)
}

func (s *Simulation) misuse(port Port) {
	err := s.owns(port)
	if err == nil {
		err = fmt.Errorf("%s is %s, more than Get returns: use GetBig or GetWords", port.name, text.InBits(int(port.width)))
	}
	if s.err == nil {
		s.err = err
	}
}

// GetWords appends the settled value of a port to dst, in words of 64 bits,
// the least significant first. A port of another program is an error, which
// the next Tick returns.
func (s *Simulation) GetWords(dst []uint64, port Port) []uint64 {
	if port.owner != s.p.lowered {
		s.misuse(port)
		return dst
	}
	for k := range wide.Words(int(port.width)) {
		dst = append(dst, s.word(port, k))
	}
	return dst
}

// GetBig returns the settled value of a port; see GetWords.
func (s *Simulation) GetBig(port Port) *big.Int { return wide.ToBig(s.GetWords(nil, port)) }

// Err returns the first misuse of a Get, if there was one.
func (s *Simulation) Err() error { return s.err }

// CollisionError says that a word of a memory was read and written in one
// cycle through a registered read that forbids it.
type CollisionError struct {
	Memory string // path, "queue.mem"
	Cycle  uint64
	Addr   uint64
	At     ir.Pos // where the read was described
}

// Error names the memory, the word and the cycle.
func (e *CollisionError) Error() string {
	return fmt.Sprintf("%v: cycle %d: word %d of %s is read and written at once, which this read forbids",
		e.At, e.Cycle, e.Addr, e.Memory)
}

// Tick runs n cycles: the logic settles, the sample point passes, and the edge
// comes. It stops with a [*CollisionError] or a [*PropertyError] before the
// edge of the cycle in which a forbidden collision happens or an assert or
// assume fails. After a wrong Get it returns that error at once.
func (s *Simulation) Tick(n int) error {
	if err := s.ready(n); err != nil {
		return err
	}
	if s.digest == nil {
		return s.run(n)
	}
	for range n {
		s.settle()
		s.digest.sample(s)
		if err := s.run(1); err != nil {
			return err
		}
	}
	return nil
}

// ready returns why n cycles cannot be run at all.
func (s *Simulation) ready(n int) error {
	if s.err != nil {
		return s.err
	}
	if n < 0 {
		return fmt.Errorf("cannot tick %d cycles", n)
	}
	return nil
}

// run runs n cycles.
func (s *Simulation) run(n int) error {
	for n > 0 {
		done, stop := s.cycles(n, s.m.Run)
		if stop >= 0 {
			return s.stopped(stop)
		}
		n -= done
	}
	return nil
}

// Edges returns the domains of [Program.Domains] whose clocks have their edge when the
// current cycle ends: with one clock, that one.
func (s *Simulation) Edges() ir.Edges { return s.p.edges[0] }

// cycles runs some of n cycles with f, a method of the machine, and like f
// returns where it stopped, or -1.
func (s *Simulation) cycles(n int, f func(n int, edges []ir.Edges) (done, stop int)) (done, stop int) {
	if s.journal != nil {
		n = s.segment(n)
	}
	done, stop = f(n, s.p.edges)
	s.cycle += uint64(done)
	s.settled = false
	if s.journal != nil {
		s.journal.tick(done)
	}
	return done, stop
}

// stopped makes the error of a run that stopped before the current edge.
func (s *Simulation) stopped(stop int) error {
	collisions := len(s.p.netlist.Collisions)
	if stop >= collisions {
		return s.failed(stop - collisions)
	}
	c := s.p.netlist.Collisions[stop]
	at := s.p.design.Netlist.Collisions[stop]
	return &CollisionError{Memory: s.p.netlist.Memories[c.Mem].Path, Cycle: s.cycle, Addr: s.cone(at.Addr)[0], At: c.At}
}

// layoutDigest identifies the inputs, registers and memories with their order and
// widths, on which a snapshot depends.
func layoutDigest(n *netlist.Netlist) uint64 {
	h := xxhash.New()
	for _, x := range n.Inputs {
		fmt.Fprintf(h, "input %s %d\n", x.Name, x.Width)
	}
	for _, x := range n.State() {
		fmt.Fprintf(h, "reg %s %d\n", x.Path, x.Width)
	}
	for _, x := range n.Memories {
		fmt.Fprintf(h, "memory %s %dx%d\n", x.Path, x.Depth, x.Width)
	}
	return h.Sum64()
}
