package lib_test

import (
	"fmt"
	"math/big"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/verilog"
)

// proof is a harness whose asserts hold in every run and whose covers are
// reached, and a fault by which one of its asserts fails.
type proof struct {
	name    string
	harness func() hdl.Component
	// fault is a signal of the component: the lowest bit of what it is last set to
	// in the source is wrong. A memory is written so.
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
	for _, tool := range []string{"yosys", "yosys-abc"} {
		if _, err := verilog.FindTool(tool); err != nil {
			if os.Getenv("CI") != "" {
				require.NoError(t, err)
			}
			t.Skipf("not tested: %v", err)
		}
	}
}

// In runs of any length, with resets at any time.
func TestPropertiesOfTheLibraryAreProved(t *testing.T) {
	needProver(t)
	for _, p := range proofs() {
		t.Run(p.name, func(t *testing.T) {
			for _, found := range bench.Prove(t, p.harness(), bench.ProofBudget(time.Minute), bench.ProofDepth(20)) {
				if found.Kind == ir.Assert {
					assert.True(t, found.Unbounded, "%s is proved for %d cycles only", found.Property, found.Depth)
				}
			}
		})
	}
}

// Each component with a fault fails one of the asserts.
func TestPropertiesOfTheLibraryRefuteFaults(t *testing.T) {
	needProver(t)
	for _, p := range proofs() {
		t.Run(p.name, func(t *testing.T) {
			d, err := hdl.Elaborate(p.harness())
			require.NoError(t, err)
			require.True(t, spoil(d.Top, p.fault), "%s is a signal of the component", p.fault)
			failed := 0
			_ = bench.Run(func(r bench.Reporter) {
				found := bench.Prove(r, nil, bench.Elaborated(d), bench.ProofBudget(time.Second), bench.ProofDepth(12))
				for _, f := range found {
					if f.Kind == ir.Assert && f.Err != nil {
						failed++
					}
				}
			})
			assert.Positive(t, failed, "some assert fails")
		})
	}
}

// spoil makes the fault in the instance dut, or below it, of a harness.
func spoil(m *ir.Module, signal string) bool {
	for _, x := range m.Instances {
		if spoilModule(x.Module, signal) {
			return true
		}
	}
	return false
}

func spoilModule(m *ir.Module, signal string) bool {
	var value *ir.Expr
	ir.Walk(m.Body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			if s.Target.Name == signal {
				value = &s.Value
			}
		case *ir.MemWrite:
			if s.Mem.Name == signal {
				value = &s.Data
			}
		}
	})
	if value == nil {
		return spoil(m, signal)
	}
	one := &ir.Const{Value: big.NewInt(1), Bits: (*value).Width()}
	*value = &ir.Binary{Op: ir.OpXor, X: *value, Y: one}
	return true
}
