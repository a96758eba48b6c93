package lib_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
)

// proof is a harness whose asserts hold in every run and whose covers are
// reached, and a fault that makes one of its asserts fail.
type proof struct {
	name    string
	harness func() hdl.Component
	// fault is a signal or memory of the component: the lowest bit of the value in
	// its last Set or write in the source is inverted.
	fault string
}

func proofs() []proof {
	var list []proof
	add := func(name, fault string, harness func() hdl.Component) {
		list = append(list, proof{name, harness, fault})
	}
	for _, form := range fifoForms {
		for _, depth := range []int{1, 2, 3} {
			if depth == 3 && form.name != "asynchronous" {
				continue
			}
			add(fmt.Sprintf("fifo_%s_%d", form.name, depth), []string{"mem", "rd", "level_count"}[depth-1],
				func() hdl.Component { return newQueueHarness(depth, form.latency, fifoWithLevel(depth, form.options)) })
		}
	}
	stream := func(p passage) func() (passage, *hdl.Out) { return func() (passage, *hdl.Out) { return p, nil } }
	w1 := hdl.Width(1)
	add("skid_buffer", "spare", func() hdl.Component {
		s := lib.NewSkidBuffer(w1)
		return newQueueHarness(2, 1, stream(passage{s, s.In, s.Out}))
	})
	add("pipeline_register", "valid", func() hdl.Component {
		p := lib.NewPipelineRegister(w1)
		return newQueueHarness(1, 1, stream(passage{p, p.In, p.Out}))
	})
	add("pipeline_2", "valid", func() hdl.Component {
		p := lib.NewPipeline(w1, 2)
		return newQueueHarness(2, 2, stream(passage{p, p.In, p.Out}))
	})
	add("upsizer", "count", func() hdl.Component {
		u := lib.NewUpsizer(1, 3)
		return newPartsHarness(passage{u, u.In, u.Out}, 3)
	})
	add("downsizer", "word", func() hdl.Component {
		d := lib.NewDownsizer(1, 3)
		return newPartsHarness(passage{d, d.In, d.Out}, 3)
	})
	add("broadcast", "taken", func() hdl.Component { return newBroadcastHarness(3) })
	add("fork", "taken", func() hdl.Component { return newForkHarness() })
	add("join", "first_ready", func() hdl.Component { return newJoinHarness() })
	for name, a := range arbiters(3) {
		add(name, "held", func() hdl.Component { return newArbiterHarness(a()) })
	}
	add("lfsr", "value_bits", func() hdl.Component { return newLFSRHarness() })
	add("saturating_counter", "count", func() hdl.Component { return newCounterHarness() })
	add("edge_detector", "previous", func() hdl.Component { return newEdgeHarness() })
	add("priority", "index", func() hdl.Component { return newPriorityHarness(6) })
	return list
}

func needProver(t *testing.T) {
	t.Helper()
	edatest.Need(t, "yosys", "yosys-abc")
}

// A queue of 2 has each of its states once: empty, between, and full. The other depths of queues are long.
func TestPropertiesOfTheLibraryAreProved(t *testing.T) {
	areProved(t, func(p proof) bool { return !strings.HasPrefix(p.name, "fifo_") || strings.HasSuffix(p.name, "_2") })
}

// areProved proves the properties of some harnesses, in runs of any length, with resets at any time.
func areProved(t *testing.T, which func(proof) bool) {
	needProver(t)
	for _, p := range proofs() {
		if !which(p) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			for _, found := range bench.Prove(t, p.harness(), bench.ProofBudget(time.Minute), bench.ProofDepth(20)) {
				if found.Kind == ir.Assert {
					assert.True(t, found.Unbounded, "%s is proved for %d cycles only", found.Property, found.Depth)
				}
			}
		})
	}
}

// Each component fails one of the asserts if it has a fault. A random run shows it, which is cheaper than a prover;
// TestLongEveryFaultIsRefuted has the prover look for all faults.
func TestPropertiesOfTheLibraryRefuteFaults(t *testing.T) {
	for _, p := range proofs() {
		t.Run(p.name, func(t *testing.T) {
			d, err := hdl.Elaborate(p.harness())
			require.NoError(t, err)
			require.False(t, failsAtRandom(t, d), "an assert fails without a fault")
			made := false
			for _, f := range slices.Backward(faults(d.Top)) {
				if f.signal == p.fault {
					f.make()
					made = true
					break
				}
			}
			require.True(t, made, "%s is a signal of the component", p.fault)
			assert.True(t, failsAtRandom(t, d), "some assert fails")
		})
	}
}

// failsAtRandom reports whether an assert fails in a run with random inputs that keep to the assumes.
func failsAtRandom(t *testing.T, d *hdl.Design) bool {
	t.Helper()
	p, err := sim.Compile(d.Top, sim.WithEngine(sim.Reference()))
	require.NoError(t, err)
	s, random := p.New(), rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		for _, port := range p.Ports() {
			switch {
			case port.Name() == "rst" && random.IntN(20) > 0:
				require.NoError(t, s.Set(port, 0))
			case port.Input():
				require.NoError(t, s.SetBig(port, new(big.Int).SetUint64(random.Uint64N(1<<port.Width()))))
			}
		}
		var failed *sim.PropertyError
		var collision *sim.CollisionError // of a block RAM's pointers, which a fault has changed
		switch err := s.Tick(1); {
		case errors.As(err, &failed) && failed.Kind == ir.Assert:
			return true
		case failed == nil && !errors.As(err, &collision): // else other inputs keep to the assumes
			require.NoError(t, err)
		}
	}
	return false
}

// refuted is the number of asserts of a design that fail. The error of the run
// only repeats them; where no proof can be made none fails, and the callers
// reject that.
func refuted(d *hdl.Design) int {
	failed := 0
	_ = bench.Run(func(r bench.Reporter) {
		for _, f := range bench.ProveDesign(r, d, bench.ProofBudget(time.Second), bench.ProofDepth(12)) {
			if f.Kind == ir.Assert && f.Err != nil {
				failed++
			}
		}
	})
	return failed
}

// fault is a wrong change to a design: to a bit of the value that a signal is
// set to, of a memory's data or address, or to a condition.
type fault struct {
	signal string // the one that is set or written, or empty
	what   string
	make   func()
}

// faults lists the faults of the instances of a harness.
func faults(m *ir.Module) []fault {
	var list []fault
	for _, x := range m.Instances {
		add := func(e *ir.Expr, signal string, what string, at ir.Pos) {
			list = append(list, fault{signal, fmt.Sprintf("%s of %s, %v", what, x.Module.Name, at), func() {
				one := &ir.Const{Value: big.NewInt(1), Bits: (*e).Width()}
				*e = &ir.Binary{Op: ir.OpXor, X: *e, Y: one}
			}})
		}
		ir.Walk(x.Module.Body, func(s ir.Stmt) {
			switch s := s.(type) {
			case *ir.Set:
				add(&s.Value, s.Target.Name, s.Target.Name, s.At)
			case *ir.MemWrite:
				add(&s.Addr, "", "address of "+s.Mem.Name, s.At)
				add(&s.Data, s.Mem.Name, "data of "+s.Mem.Name, s.At)
			case *ir.If:
				add(&s.Cond, "", "condition", s.At)
			}
		})
		list = append(list, faults(x.Module)...)
	}
	return list
}
