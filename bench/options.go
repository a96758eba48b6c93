package bench

import (
	"errors"
	"fmt"
	"time"

	"posedge/formal"
	"posedge/hdl/sim"
)

// Option changes what [New], [NewDesign] and [Table] make.
type Option interface{ ofBench(*options) }

// ProofOption changes what [Prove] and [ProveDesign] do.
type ProofOption interface{ ofProof(*proofOptions) }

// CommonOption is an option for benches and proofs.
type CommonOption interface {
	Option
	ProofOption
}

type options struct {
	common
	engine   sim.Engine
	instance []sim.InstanceOption
	record   bool
	digest   bool
	vcd      *string // nil without waves
	memories int
	seed     uint64
	covers   bool // by coverage
	coverage *Coverage
	activity bool
}

type proofOptions struct {
	common
	search formal.Options
}

// common has the options of both benches and proofs.
type common struct {
	noReset   bool
	show      []string
	noJournal bool
}

// take applies the options of a bench, and refuses those that make no sense.
func (o *options) take(list []Option) error {
	for _, opt := range list {
		if opt == nil {
			return errors.New("a bench is given a nil option; leave it out")
		}
		opt.ofBench(o)
	}
	switch {
	case o.vcd != nil && *o.vcd == "":
		return errors.New(`bench.VCD has no path; name a file, such as "run.vcd", or leave the option out`)
	case o.memories < 0:
		return fmt.Errorf("bench.Memories(%d): it is the most words that a memory in the waves may have; write 0 for no memory", o.memories)
	case o.covers && o.coverage == nil:
		return errors.New("bench.Cover has a nil Coverage; make one with bench.NewCoverage, or leave the option out")
	}
	return nil
}

type benchOption func(*options)

func (f benchOption) ofBench(o *options) { f(o) }

type proofOption func(*proofOptions)

func (f proofOption) ofProof(o *proofOptions) { f(o) }

type commonOption func(*common)

func (f commonOption) ofBench(o *options)      { f(&o.common) }
func (f commonOption) ofProof(o *proofOptions) { f(&o.common) }

// WithoutReset keeps the reset at 0. By default a bench holds it at 1 in its
// first cycle, and in a proof it may be 1 in any cycle.
func WithoutReset() CommonOption { return commonOption(func(o *common) { o.noReset = true }) }

// Show chooses the signals that are printed when the test fails, in this order, by their paths ("valid", "queue.wr") or
// by patterns, in which "*" stands for any characters but a dot, "**" for any characters and "?" for one. By default
// they are the top's ports and the state machines, as far as they fit.
func Show(paths ...string) CommonOption { return commonOption(func(o *common) { o.show = paths }) }

// WithoutFailureWaves keeps no journal: a failed test shows no waves.
func WithoutFailureWaves() CommonOption { return commonOption(func(o *common) { o.noJournal = true }) }

// Engine chooses the engine; the default is the same as for [sim.Compile].
func Engine(e sim.Engine) Option { return benchOption(func(o *options) { o.engine = e }) }

// PowerOn starts unreset registers and memories from a random pattern.
func PowerOn(seed uint64) Option {
	return benchOption(func(o *options) { o.instance = append(o.instance, sim.PowerOn(seed)) })
}

// Digest makes the bench compute the trace digest of its run, for [TB.Digest].
func Digest() Option { return benchOption(func(o *options) { o.digest = true }) }

// Record keeps every input and output at every sample point, for
// [TB.Recording], and computes the digest that replays are compared with.
func Record() Option { return benchOption(func(o *options) { o.record = true }) }

// VCD writes the waves of the run to a file, with a GTKWave save file and the
// names of states (folders filters and .surfer) beside it. They are complete
// when the test has ended, even if it failed, or after [TB.Close].
func VCD(path string) Option { return benchOption(func(o *options) { o.vcd = &path }) }

// Memories adds the words of every memory of at most maxDepth words to the VCD;
// without it no memory is written.
func Memories(maxDepth int) Option { return benchOption(func(o *options) { o.memories = maxDepth }) }

// Seed seeds the random gaps and stalls of the agents and [TB.Random]; the default
// is 1.
func Seed(n uint64) Option { return benchOption(func(o *options) { o.seed = n }) }

// Cover adds the run of the bench to c. The bench then runs a second program,
// which does the counting; without the option nothing is counted.
func Cover(c *Coverage) Option {
	return benchOption(func(o *options) { o.covers, o.coverage = true, c })
}

// CountActivity counts the bits that change from one sample point to the next, for
// [TB.Activity]. The bench then runs a second program, which keeps every named signal.
func CountActivity() Option { return benchOption(func(o *options) { o.activity = true }) }

// ProofDepth is how many cycles from power-on [Prove] searches one by one; the
// default is 32.
func ProofDepth(cycles int) ProofOption {
	return proofOption(func(o *proofOptions) { o.search.Depth = cycles })
}

// ProofBudget limits the time of each search of [Prove]; the default is 10
// seconds. See [formal.Options] for the effect on the whole proof.
func ProofBudget(d time.Duration) ProofOption {
	return proofOption(func(o *proofOptions) { o.search.Budget = d })
}

// ProofBy limits the engines of [Prove], to [formal.Z3] for example.
func ProofBy(p formal.Prover) ProofOption {
	return proofOption(func(o *proofOptions) { o.search.Prover = p })
}
