package bench

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/simwave"
)

// TB is a test bench around one component. [TB.Tick] advances time; a value read
// between two ticks is the settled value of the current cycle.
//
// Agents (drivers, monitors) see the values sampled before the edge, and set the
// inputs of the next cycle. Mistakes end the test through the reporter.
//
// A bench is used by one goroutine at a time, and a call while another goroutine
// is in a cycle of the bench ends the test. Subtests that run one after another may
// share a bench.
type TB struct {
	r      Reporter
	design *hdl.Design
	sim    *sim.Simulation
	ports  map[*ir.Signal]sim.Port
	owner  map[*ir.Signal]string // the agent that drives an input
	resets []sim.Port
	agents []agent
	seed   uint64

	digests   bool
	recording *recorder
	wave      *simwave.Wave
	activity  *sim.Activity
	noise     *rand.Rand // of Random

	turn     turn
	closed   bool
	suspects *suspects // among the benches of the test; nil if no waves are shown
	made     uint64    // when it was made, as suspects counts
	used     uint64    // when it was used last
	ended    error     // what the bench ended the test with
}

// agent takes part in every tick.
type agent interface {
	observe() // at the sample point
	drive()   // after the edge
}

// New elaborates a component and makes its bench. If the component has a reset, the
// first cycle is a reset cycle unless [WithoutReset] is given.
func New(r Reporter, c hdl.Component, opts ...Option) *TB {
	r.Helper()
	return NewDesign(r, elaborate(r, c), opts...)
}

// elaborate elaborates a component and logs the notes about it.
func elaborate(r Reporter, c hdl.Component) *hdl.Design {
	r.Helper()
	d, err := hdl.Elaborate(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	if l, ok := r.(interface{ Logf(string, ...any) }); ok {
		for _, n := range d.Notes {
			l.Logf("%v", n)
		}
	}
	return d
}

// NewDesign is [New] for a design that is already elaborated.
func NewDesign(r Reporter, d *hdl.Design, opts ...Option) *TB {
	r.Helper()
	p, err := compile(d, opts)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return p.New(r)
}

// New makes a bench of the program, as the function [New] does. Its options come after those of [Compile].
func (p *Program) New(r Reporter, opts ...Option) *TB {
	r.Helper()
	o, err := p.optionsWith(opts)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return newBench(r, p.design, p.sim, o)
}

func newBench(r Reporter, d *hdl.Design, p *sim.Program, o *options) *TB {
	r.Helper()
	tb := &TB{r: r, design: d, ports: map[*ir.Signal]sim.Port{}, owner: map[*ir.Signal]string{}, seed: o.seed, digests: o.digest || o.record}
	p, err := o.instrumented(p)
	if err == nil {
		_, err = shown(p, o.show)
	}
	if err == nil && o.vcd != nil {
		tb.wave, err = tb.beginWaves(p, o)
	}
	if err == nil && o.activity {
		tb.activity, err = sim.NewActivity(p)
	}
	if err == nil {
		err = tb.connect(p)
	}
	if err != nil {
		r.Fatalf("%v", err)
	}
	tb.sim = tb.instance(p, o)
	if o.record {
		tb.recording = newRecorder(d.Top, p)
	}
	if tb.hasReset() && !o.noReset {
		tb.Reset()
	}
	return tb
}

// instrumented returns the program with what the options count and show.
func (o *options) instrumented(p *sim.Program) (_ *sim.Program, err error) {
	if o.coverage != nil {
		p, err = p.Instrumented()
	}
	if err == nil && (o.vcd != nil || o.activity) {
		p, err = p.Traced()
	}
	return p, err
}

// beginWaves begins the file, which is completed when the test ends.
func (tb *TB) beginWaves(p *sim.Program, o *options) (*simwave.Wave, error) {
	if c, ok := tb.r.(interface{ Cleanup(func()) }); ok {
		c.Cleanup(func() {
			// The error that ended the test is not repeated.
			if err := tb.finishWaves(); err != nil && !errors.Is(tb.ended, err) {
				tb.r.Errorf("%v", err)
			}
		})
	}
	return simwave.New(*o.vcd, p, o.memories)
}

// connect finds the ports.
func (tb *TB) connect(p *sim.Program) error {
	for _, s := range tb.design.Top.SampledPorts() {
		port, err := p.Port(s.Name)
		if err != nil {
			return err
		}
		if port.Reset() {
			tb.resets = append(tb.resets, port)
		} else {
			tb.ports[s] = port
		}
	}
	return nil
}

// instance makes the simulation and everything that takes part in it.
func (tb *TB) instance(p *sim.Program, o *options) *sim.Simulation {
	list := o.instance
	if tb.digests {
		list = append(list, sim.WithDigest())
	}
	test, canFail := tb.r.(failing)
	journal := canFail && !o.noJournal
	if journal {
		list = append(list, sim.WithJournal(failureWindow))
	}
	s := p.New(list...)
	if o.coverage != nil {
		o.coverage.attach(tb.r, s)
	}
	if journal {
		tb.onFailure(test, o.show)
	}
	return s
}

// hasReset reports whether the design has a reset.
func (tb *TB) hasReset() bool { return len(tb.resets) > 0 }

// Reset holds the resets at 1 for one cycle.
func (tb *TB) Reset() {
	tb.r.Helper()
	if !tb.hasReset() {
		tb.check(fmt.Errorf("%s has no reset", tb.design.Top.Name))
	}
	set := func(v uint64) {
		for _, p := range tb.resets {
			tb.check(tb.sim.Set(p, v))
		}
	}
	set(1)
	tb.Tick()
	set(0)
}

// Reporter returns what the bench reports to.
func (tb *TB) Reporter() Reporter { return tb.r }

// Design returns the elaborated design.
func (tb *TB) Design() *hdl.Design { return tb.design }

// Sim returns the simulation, for anything that the bench has no method for.
func (tb *TB) Sim() *sim.Simulation { return tb.sim }

// Cycle is the number of edges since power-on.
func (tb *TB) Cycle() uint64 { return tb.sim.Cycle() }

// Digest is the trace digest of the run so far. It is fatal if the bench was made
// without [Digest] and [Record].
func (tb *TB) Digest() uint64 {
	tb.r.Helper()
	if !tb.digests {
		tb.r.Fatalf("the bench has no digest; make it with the option Digest")
	}
	return tb.sim.Digest()
}

// Activity is what the run has changed so far. It is fatal if the bench was made without
// [CountActivity].
func (tb *TB) Activity() *sim.Activity {
	tb.r.Helper()
	if tb.activity == nil {
		tb.r.Fatalf("the bench counts no activity; make it with the option CountActivity")
	}
	return tb.activity
}

func (tb *TB) check(err error) {
	if err == nil { // several times in every cycle
		return
	}
	tb.r.Helper()
	tb.ended = err
	tb.suspects.blame(tb)
	var failed *sim.PropertyError
	var collision *sim.CollisionError
	if errors.As(err, &failed) || errors.As(err, &collision) { // they say the cycle
		tb.r.Fatalf("%v", err)
	}
	tb.r.Fatalf("cycle %d: %v", tb.sim.Cycle(), err)
}

// random returns an agent's own source of random numbers.
func (tb *TB) random(name string) *rand.Rand {
	return rand.New(rand.NewPCG(tb.seed, xxhash.Sum64String(name)))
}

// Set sets an input, or a bundle of inputs, for this cycle and all later ones.
// The value is a Go integer or *big.Int for a single port, and a Go struct,
// array or slice of integers with the same fields for a bundle.
func (tb *TB) Set(port any, v any) {
	tb.r.Helper()
	f := tb.flat(port)
	tb.open()
	for _, x := range f.list {
		if who := tb.owner[x.signal]; who != "" {
			tb.check(fmt.Errorf("%s is driven by %s; set it through that", x.signal.Name, who))
		}
	}
	tb.check(f.set(tb.sim, v))
}

// Get returns the settled value of a port of at most 64 bits.
func (tb *TB) Get(port any) uint64 {
	tb.r.Helper()
	f := tb.flat(port)
	if len(f.list) != 1 || f.list[0].port.Width() > 64 {
		tb.check(fmt.Errorf("Get reads one port of at most 64 bits; use Read for bundles, GetBig for wide ports"))
	}
	return tb.sim.Get(f.list[0].port)
}

// GetBig returns the settled value of a port of any width.
func (tb *TB) GetBig(port any) *big.Int {
	tb.r.Helper()
	f := tb.flat(port)
	if len(f.list) != 1 {
		tb.check(fmt.Errorf("GetBig reads one port; use Read for bundles"))
	}
	return tb.sim.GetBig(f.list[0].port)
}

// Read stores the settled value of a port or bundle in *dst: an integer, a
// big.Int, or a struct, array or slice of them with the same fields.
func (tb *TB) Read(port any, dst any) {
	tb.r.Helper()
	tb.check(tb.flat(port).get(tb.sim, dst, false))
}

// Peek returns the settled value of a named signal of at most 64 bits, even
// inside an instance, by its path: "count", "queue.full".
func (tb *TB) Peek(path string) uint64 {
	tb.r.Helper()
	tb.alone()
	v, err := tb.sim.Peek(path)
	tb.check(err)
	return v
}

// Load sets words of a memory, given by its path, from an address on, as
// [sim.Simulation.LoadMemory] does.
func (tb *TB) Load(path string, address int, words ...uint64) {
	tb.r.Helper()
	tb.alone()
	tb.open()
	tb.check(tb.sim.LoadMemory(path, address, words...))
}

// Snapshot is the state of the design, for [TB.Restore]. The state of agents, such
// as queued beats, is not in it.
func (tb *TB) Snapshot() *sim.Snapshot { return tb.sim.Snapshot() }

// Restore takes the design back to a snapshot.
func (tb *TB) Restore(x *sim.Snapshot) {
	tb.r.Helper()
	tb.alone()
	tb.open()
	tb.check(tb.sim.Restore(x))
}

// Tick ends the cycle: the values are sampled, then the edge comes.
func (tb *TB) Tick() {
	tb.r.Helper()
	defer tb.begin()()
	tb.step()
}

// step is Tick in the bench's own turn.
func (tb *TB) step() {
	tb.r.Helper()
	tb.suspects.use(tb)
	if tb.recording != nil {
		tb.recording.sample(tb.sim)
	}
	if tb.wave != nil {
		tb.check(tb.wave.Sample(tb.sim))
	}
	if tb.activity != nil {
		tb.check(tb.activity.Sample(tb.sim))
	}
	for _, a := range tb.agents {
		a.observe()
	}
	tb.check(tb.sim.Tick(1))
	for _, a := range tb.agents {
		a.drive()
	}
}

// Ticks ends n cycles, 0 or more.
func (tb *TB) Ticks(n int) {
	tb.r.Helper()
	defer tb.begin()()
	tb.suspects.use(tb)
	switch {
	case n >= 0 && tb.stepped():
		for range n {
			tb.step()
		}
	case n >= 0 && tb.wave != nil:
		tb.check(tb.wave.Tick(tb.sim, n))
	default:
		tb.check(tb.sim.Tick(n))
	}
}

// stepped reports whether an agent, a recording or a count takes part in every cycle.
func (tb *TB) stepped() bool {
	return len(tb.agents) > 0 || tb.recording != nil || tb.activity != nil
}

// RunUntil ticks until a signal of one bit is 1, and stops in that cycle, before
// its edge; it returns how many cycles have ended. The signal is a port of the
// component or the path of any named signal, "queue.full". It is fatal if the
// signal is not 1 within limit cycles.
//
// Without agents, a recording or waves the run is one call of the engine: see
// [sim.Simulation.RunUntil].
func (tb *TB) RunUntil(signal any, limit int) (cycles int) {
	tb.r.Helper()
	path, ok := signal.(string)
	if !ok {
		f := tb.flat(signal)
		if len(f.list) != 1 {
			tb.check(fmt.Errorf("RunUntil waits for one port, not for a bundle"))
		}
		path = f.list[0].signal.Name
	}
	tb.check(atLeast(0, limit, "the limit of RunUntil"))
	defer tb.begin()()
	tb.suspects.use(tb)
	atOnce := limit
	if tb.stepped() || tb.wave != nil {
		atOnce = min(limit, 0)
	}
	cycles, met, err := tb.sim.RunUntil(path, atOnce)
	for err == nil && !met && cycles < limit {
		tb.step()
		cycles++
		_, met, err = tb.sim.RunUntil(path, 0)
	}
	tb.check(err)
	if !met {
		tb.check(fmt.Errorf("%s did not become 1 within %d cycles", path, limit))
	}
	return cycles
}

// Until calls done in every cycle before the edge, and ticks until it returns
// true; it is fatal if that takes more than limit cycles.
func (tb *TB) Until(limit int, what string, done func() bool) {
	tb.r.Helper()
	tb.check(atLeast(0, limit, "the limit of Until"))
	if done == nil {
		tb.check(fmt.Errorf("Until needs a function that says when %s has happened, not nil", what))
	}
	for cycles := 0; !done(); cycles++ {
		if cycles == limit {
			tb.check(fmt.Errorf("%s did not happen within %d cycles", what, limit))
		}
		tb.Tick()
	}
}

// atLeast refuses a number that is less than low.
func atLeast(low, n int, what string) error {
	if n < low {
		return fmt.Errorf("%s is %d; it is at least %d", what, n, low)
	}
	return nil
}

// Close ends the run before the test ends, and completes its waves. From then on the
// bench can only be read.
func (tb *TB) Close() {
	tb.r.Helper()
	tb.closed = true
	if err := tb.finishWaves(); err != nil {
		tb.r.Fatalf("%v", err)
	}
}

// open is fatal if the bench is closed.
func (tb *TB) open() {
	if tb.closed {
		tb.r.Helper()
		tb.check(fmt.Errorf("the bench of %s is closed: after Close it can only be read; call Close last", tb.design.Top.Name))
	}
}

func (tb *TB) finishWaves() error {
	w := tb.wave
	if w == nil {
		return nil
	}
	tb.wave = nil
	return w.Close()
}
