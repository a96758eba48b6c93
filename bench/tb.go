package bench

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// TB is a test bench around one component. Time passes by [TB.Tick]; what is
// read between two ticks is the settled value of the current cycle.
//
// Agents (drivers, monitors) see the values sampled before the edge, and what
// they set is the input of the next cycle. Mistakes end the test through the
// reporter.
type TB struct {
	r      Reporter
	design *hdl.Design
	sim    *sim.Simulation
	ports  map[*ir.Signal]sim.Port
	owner  map[*ir.Signal]string // the agent that drives an input
	rst    sim.Port              // the zero Port without one
	agents []agent
	seed   uint64

	digests   bool
	recording *recorder
	wave      *Wave
}

// agent takes part in every tick.
type agent interface {
	observe() // at the sample point
	drive()   // after the edge
}

// Option changes what [New] makes.
type Option func(*options)

type options struct {
	engine   sim.Engine
	instance []sim.InstanceOption
	noReset  bool
	record   bool
	digest   bool
	vcd      string
	memories int
	seed     uint64
	design   *hdl.Design

	show      []string
	noJournal bool
	coverage  *Coverage

	proof formal.Options
}

// Engine chooses the engine; the default is that of [sim.Compile].
func Engine(e sim.Engine) Option { return func(o *options) { o.engine = e } }

// PowerOn starts unreset registers and memories from a random pattern.
func PowerOn(seed uint64) Option {
	return func(o *options) { o.instance = append(o.instance, sim.PowerOn(seed)) }
}

// WithoutReset leaves the reset alone; without it the first cycle is one of reset.
func WithoutReset() Option { return func(o *options) { o.noReset = true } }

// Digest has the bench compute the trace digest of its run, for [TB.Digest].
func Digest() Option { return func(o *options) { o.digest = true } }

// Record keeps every input and output at every sample point, for [TB.Recording],
// and computes the digest, which replays are held against.
func Record() Option { return func(o *options) { o.record = true } }

// VCD writes the waves of the run to a file, with a GTKWave save file and the
// names of states (folders filters and .surfer) beside it. They are complete
// when the test has ended, also one that failed, or after [TB.Close].
func VCD(path string) Option { return func(o *options) { o.vcd = path } }

// Memories puts the words of every memory of at most maxDepth words into the
// VCD too; without it no memory is shown.
func Memories(maxDepth int) Option { return func(o *options) { o.memories = maxDepth } }

// Seed makes the random gaps and stalls of the agents; the default is 1.
func Seed(n uint64) Option { return func(o *options) { o.seed = n } }

// Elaborated takes a design that is elaborated already; New gets its component.
func Elaborated(d *hdl.Design) Option { return func(o *options) { o.design = d } }

// New elaborates a component, compiles it and holds its reset for the first cycle.
func New(r Reporter, c hdl.Component, opts ...Option) *TB {
	r.Helper()
	o := options{seed: 1}
	for _, opt := range opts {
		opt(&o)
	}
	d := o.design
	if d == nil {
		var err error
		if d, err = hdl.Elaborate(c); err != nil {
			r.Fatalf("%v", err)
		}
		if l, ok := r.(interface{ Logf(string, ...any) }); ok {
			for _, n := range d.Notes {
				l.Logf("%v", n)
			}
		}
	}
	var compile []sim.Option
	if o.engine != (sim.Engine{}) {
		compile = append(compile, sim.WithEngine(o.engine))
	}
	p, err := sim.Compile(d.Top, compile...)
	if err != nil {
		r.Fatalf("%v", err)
	}
	if o.coverage != nil {
		if p, err = p.Covered(); err != nil {
			r.Fatalf("%v", err)
		}
	}
	tb := &TB{r: r, design: d, ports: map[*ir.Signal]sim.Port{}, owner: map[*ir.Signal]string{}, seed: o.seed, digests: o.digest || o.record}
	if o.vcd != "" {
		if p, err = p.Traced(); err != nil {
			r.Fatalf("%v", err)
		}
		if c, ok := r.(interface{ Cleanup(func()) }); ok {
			c.Cleanup(func() {
				if err := tb.finishWaves(); err != nil {
					r.Errorf("%v", err)
				}
			})
		}
		if tb.wave, err = NewWave(o.vcd, p, o.memories); err != nil {
			r.Fatalf("%v", err)
		}
	}
	instance := o.instance
	if tb.digests {
		instance = append(instance, sim.WithDigest())
	}
	test, canFail := r.(failing)
	if canFail && !o.noJournal {
		instance = append(instance, sim.WithJournal(failureWindow))
	}
	tb.sim = p.New(instance...)
	if o.coverage != nil {
		o.coverage.attach(r, tb.sim)
	}
	if canFail && !o.noJournal {
		tb.onFailure(test, o.show)
	}
	for _, s := range d.Top.Ports {
		if tb.ports[s], err = p.Port(s.Name); err != nil {
			r.Fatalf("%v", err)
		}
	}
	if ir.HasReset(d.Top) {
		if tb.rst, err = p.Port(ir.DefaultDomain.Reset); err != nil {
			r.Fatalf("%v", err)
		}
	}
	if o.record {
		tb.recording = newRecorder(d.Top, p)
	}
	if ir.HasReset(d.Top) && !o.noReset {
		tb.Reset()
	}
	return tb
}

// Reset holds rst at 1 for one cycle.
func (tb *TB) Reset() {
	tb.r.Helper()
	rst, err := tb.sim.Program().Port(ir.DefaultDomain.Reset)
	if err != nil {
		tb.r.Fatalf("%v", err)
	}
	tb.check(tb.sim.Set(rst, 1))
	tb.Tick()
	tb.check(tb.sim.Set(rst, 0))
}

// Design returns the elaborated design.
func (tb *TB) Design() *hdl.Design { return tb.design }

// Sim returns the simulation, for Peek, snapshots and memories.
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

func (tb *TB) check(err error) {
	tb.r.Helper()
	if err == nil {
		return
	}
	var failed *sim.CheckError
	var collision *sim.CollisionError
	if errors.As(err, &failed) || errors.As(err, &collision) { // they say the cycle
		tb.r.Fatalf("%v", err)
	}
	tb.r.Fatalf("cycle %d: %v", tb.sim.Cycle(), err)
}

// random returns a source of its own for an agent.
func (tb *TB) random(name string) *rand.Rand {
	return rand.New(rand.NewPCG(tb.seed, xxhash.Sum64String(name)))
}

// Set sets an input, or a bundle of inputs, for this cycle and those after. The
// value is a Go integer or *big.Int for a single port, and a Go struct, array
// or slice of integers with the same fields for a bundle.
func (tb *TB) Set(port any, v any) {
	tb.r.Helper()
	f := tb.flat(port)
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

// Tick ends the cycle: it samples, and the edge comes.
func (tb *TB) Tick() {
	tb.r.Helper()
	if tb.recording != nil {
		tb.recording.sample(tb.sim)
	}
	if tb.wave != nil {
		tb.check(tb.wave.Sample(tb.sim))
	}
	for _, a := range tb.agents {
		a.observe()
	}
	tb.check(tb.sim.Tick(1))
	for _, a := range tb.agents {
		a.drive()
	}
}

// Ticks ends n cycles.
func (tb *TB) Ticks(n int) {
	tb.r.Helper()
	switch {
	case tb.stepped():
		for range n {
			tb.Tick()
		}
	case tb.wave != nil:
		tb.check(tb.wave.Tick(tb.sim, max(n, 0)))
	default:
		tb.check(tb.sim.Tick(max(n, 0)))
	}
}

// stepped reports whether something takes part in every cycle.
func (tb *TB) stepped() bool { return len(tb.agents) > 0 || tb.recording != nil }

// RunUntil ticks until a signal of one bit is 1, and stops in that cycle, before
// its edge; it returns how many cycles ended. The signal is a port of the
// component or the path of any named signal, "queue.full". It is fatal if the
// signal is not 1 within limit cycles.
//
// A run in which no agent, recording or wave takes part is one call of the
// engine: see [sim.Simulation.RunUntil].
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
	step := limit
	if tb.stepped() || tb.wave != nil {
		step = min(limit, 0)
	}
	cycles, met, err := tb.sim.RunUntil(path, step)
	for err == nil && !met && cycles < limit {
		tb.Tick()
		cycles++
		_, met, err = tb.sim.RunUntil(path, 0)
	}
	tb.check(err)
	if !met {
		tb.check(fmt.Errorf("%s did not become 1 within %d cycles", path, limit))
	}
	return cycles
}

// Until ticks until done returns true, looking in every cycle before its edge;
// it is fatal if that takes more than limit cycles.
func (tb *TB) Until(limit int, what string, done func() bool) {
	tb.r.Helper()
	for range limit {
		if done() {
			return
		}
		tb.Tick()
	}
	tb.check(fmt.Errorf("%s did not happen within %d cycles", what, limit))
}

// Close completes the waves before the test ends. Without waves it does nothing.
func (tb *TB) Close() {
	tb.r.Helper()
	if err := tb.finishWaves(); err != nil {
		tb.r.Fatalf("%v", err)
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

// Program returns the compiled design of the bench.
func (tb *TB) Program() *sim.Program { return tb.sim.Program() }
