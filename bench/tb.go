package bench

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl"
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
	ports  []*port // of the top, by index; nil for clocks and resets
	resets []sim.Port
	agents []*duty
	seed   uint64

	bundles map[reflect.Type][]*flat // those that have been used
	words   []uint64                 // of Set

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
	tb := &TB{r: r, design: d, bundles: map[reflect.Type][]*flat{}, seed: o.seed, digests: o.digest || o.record}
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
	if err := tb.reset(); err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

func (tb *TB) reset() error {
	if !tb.hasReset() {
		return fmt.Errorf("%s has no reset", tb.design.Top.Name)
	}
	for _, p := range tb.resets {
		if err := tb.sim.Set(p, 1); err != nil {
			return err
		}
	}
	if err := tb.tick(); err != nil {
		return err
	}
	for _, p := range tb.resets {
		if err := tb.sim.Set(p, 0); err != nil {
			return err
		}
	}
	return nil
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

// check ends the test if there is an error. The line that a test prints is that of the first caller that is no helper, and
// to mark a helper costs more than most calls of a bench: therefore what runs often returns its errors up to the method that
// the test has called, which marks itself only if there is one.
func (tb *TB) check(err error) {
	if err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

// fail ends the test with an error.
func (tb *TB) fail(err error) {
	tb.r.Helper()
	if wrong, ok := err.(misuse); ok {
		tb.r.Fatalf("%v", wrong)
	}
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
	if err := tb.set(port, v); err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

func (tb *TB) set(port any, v any) error {
	f, err := tb.flat(port)
	if err != nil {
		return err
	}
	if err := tb.open(); err != nil {
		return err
	}
	for i := range f.leaves {
		if p := f.leaves[i].port; p.owner != "" {
			return fmt.Errorf("%s is driven by %s; set it through that", p.Name(), p.owner)
		}
	}
	if tb.words, err = f.encode(tb.words[:0], v); err != nil {
		return err
	}
	return f.apply(tb.sim, tb.words)
}

// Get returns the settled value of a port of at most 64 bits.
func (tb *TB) Get(port any) uint64 {
	f, err := tb.flat(port)
	if err == nil {
		if p := f.port(); p != nil && p.Width() <= 64 {
			return tb.sim.Get(p.Port)
		}
		err = errors.New("Get reads one port of at most 64 bits; use Read for bundles, GetBig for wide ports")
	}
	tb.r.Helper()
	tb.fail(err)
	return 0
}

// GetBig returns the settled value of a port of any width.
func (tb *TB) GetBig(port any) *big.Int {
	f, err := tb.flat(port)
	if err == nil {
		if p := f.port(); p != nil {
			return tb.sim.GetBig(p.Port)
		}
		err = errors.New("GetBig reads one port; use Read for bundles")
	}
	tb.r.Helper()
	tb.fail(err)
	return nil
}

// Read stores the settled value of a port or bundle in *dst: an integer, a
// big.Int, or a struct, array or slice of them with the same fields.
func (tb *TB) Read(port any, dst any) {
	f, err := tb.flat(port)
	if err == nil {
		err = f.decode(tb.sim, dst)
	}
	if err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

// Peek returns the settled value of a named signal of at most 64 bits, even
// inside an instance, by its path: "count", "queue.full".
func (tb *TB) Peek(path string) uint64 {
	err := tb.alone()
	if err == nil {
		var v uint64
		if v, err = tb.sim.Peek(path); err == nil {
			return v
		}
	}
	tb.r.Helper()
	tb.fail(err)
	return 0
}

// change calls f, which changes the state of the design.
func (tb *TB) change(f func() error) error {
	if err := tb.alone(); err != nil {
		return err
	}
	if err := tb.open(); err != nil {
		return err
	}
	return f()
}

// Load sets words of a memory, given by its path, from an address on, as
// [sim.Simulation.LoadMemory] does.
func (tb *TB) Load(path string, address int, words ...uint64) {
	tb.r.Helper()
	tb.check(tb.change(func() error { return tb.sim.LoadMemory(path, address, words...) }))
}

// Snapshot is the state of the design, for [TB.Restore]. The state of agents, such
// as queued beats, is not in it.
func (tb *TB) Snapshot() *sim.Snapshot { return tb.sim.Snapshot() }

// Restore takes the design back to a snapshot. Agents set their inputs again after the next edge.
func (tb *TB) Restore(x *sim.Snapshot) {
	tb.r.Helper()
	tb.check(tb.change(func() error { return tb.sim.Restore(x) }))
	for _, d := range tb.agents {
		d.drives = true
	}
}

// Tick ends the cycle: the values are sampled, then the edge comes.
func (tb *TB) Tick() {
	if err := tb.tick(); err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

func (tb *TB) tick() error {
	mine, err := tb.begin()
	if err != nil {
		return err
	}
	if mine {
		defer tb.endTurn()
	}
	return tb.step()
}

// step is Tick in the bench's own turn.
func (tb *TB) step() error {
	tb.suspects.use(tb)
	if tb.recording != nil {
		tb.recording.sample(tb.sim)
	}
	if tb.wave != nil {
		if err := tb.wave.Sample(tb.sim); err != nil {
			return err
		}
	}
	if tb.activity != nil {
		if err := tb.activity.Sample(tb.sim); err != nil {
			return err
		}
	}
	if err := tb.observeAll(); err != nil {
		return err
	}
	if err := tb.sim.Tick(1); err != nil {
		return err
	}
	return tb.driveAll()
}

// Ticks ends n cycles, 0 or more.
func (tb *TB) Ticks(n int) {
	if err := tb.ticks(n); err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

func (tb *TB) ticks(n int) error {
	mine, err := tb.begin()
	if err != nil {
		return err
	}
	if mine {
		defer tb.endTurn()
	}
	tb.suspects.use(tb)
	switch {
	case n >= 0 && tb.stepped():
		for range n {
			if err := tb.step(); err != nil {
				return err
			}
		}
		return nil
	case n >= 0 && tb.wave != nil:
		return tb.wave.Tick(tb.sim, n)
	}
	return tb.sim.Tick(n)
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
	cycles, err := tb.runUntil(signal, limit)
	if err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
	return cycles
}

func (tb *TB) runUntil(signal any, limit int) (cycles int, err error) {
	path, ok := signal.(string)
	if !ok {
		f, err := tb.flat(signal)
		if err != nil {
			return 0, err
		}
		p := f.port()
		if p == nil {
			return 0, errors.New("RunUntil waits for one port, not for a bundle")
		}
		path = p.Name()
	}
	if err := atLeast(0, limit, "the limit of RunUntil"); err != nil {
		return 0, err
	}
	mine, err := tb.begin()
	if err != nil {
		return 0, err
	}
	if mine {
		defer tb.endTurn()
	}
	tb.suspects.use(tb)
	atOnce := limit
	if tb.stepped() || tb.wave != nil {
		atOnce = min(limit, 0)
	}
	cycles, met, err := tb.sim.RunUntil(path, atOnce)
	for err == nil && !met && cycles < limit {
		if err = tb.step(); err == nil {
			cycles++
			_, met, err = tb.sim.RunUntil(path, 0)
		}
	}
	if err == nil && !met {
		err = fmt.Errorf("%s did not become 1 within %d cycles", path, limit)
	}
	return cycles, err
}

// Until calls done in every cycle before the edge, and ticks until it returns
// true; it is fatal if that takes more than limit cycles.
func (tb *TB) Until(limit int, what string, done func() bool) {
	err := atLeast(0, limit, "the limit of Until")
	if err == nil && done == nil {
		err = fmt.Errorf("Until needs a function that says when %s has happened, not nil", what)
	}
	if err == nil {
		err = tb.tickUntil(limit, done, func() error { return fmt.Errorf("%s did not happen within %d cycles", what, limit) })
	}
	if err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

// tickUntil ticks until done is true, at most limit cycles; then it returns the error of late.
func (tb *TB) tickUntil(limit int, done func() bool, late func() error) error {
	for cycles := 0; !done(); cycles++ {
		if cycles == limit {
			return late()
		}
		if err := tb.tick(); err != nil {
			return err
		}
	}
	return nil
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

// open is an error if the bench is closed.
func (tb *TB) open() error {
	if tb.closed {
		return fmt.Errorf("the bench of %s is closed: after Close it can only be read; call Close last", tb.design.Top.Name)
	}
	return nil
}

func (tb *TB) finishWaves() error {
	w := tb.wave
	if w == nil {
		return nil
	}
	tb.wave = nil
	return w.Close()
}
