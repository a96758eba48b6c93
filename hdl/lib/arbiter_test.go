package lib_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/long"
)

// flit is a beat of a packet.
type flit struct {
	Last   hdl.Bits `width:"1"`
	From   hdl.Bits `width:"3"`
	Number hdl.Bits `width:"8"`
}

var flitShape = hdl.Shape[flit](nil)

type flitValue struct{ Last, From, Number uint8 }

func last(f flit) hdl.Bits { return f.Last }

// arbiter is one of the arbiters, with its model.
type arbiter struct {
	component hdl.Component
	in        []hdl.Sink[flit]
	out       hdl.Source[flit]
	source    hdl.Out
	model     arbiterModel
}

// arbiterModel says which input is next. Weights of 0 stand for a fixed priority.
type arbiterModel struct {
	weights []int
	packets bool

	last, credit, holder int
	held                 bool
}

// next returns the input that is chosen among the asking ones, and whether it
// offers a beat.
func (a *arbiterModel) next(ask []bool) (input int, offers bool) {
	n := len(ask)
	if a.held {
		return a.holder, ask[a.holder]
	}
	if a.credit > 0 && ask[a.last] {
		return a.last, true
	}
	for k := range n {
		i := k
		if a.weights[0] > 0 {
			i = (a.last + 1 + k) % n
		}
		if ask[i] {
			return i, true
		}
	}
	return 0, false
}

// edge ends a cycle in which input was chosen.
func (a *arbiterModel) edge(input int, offers, ready, last bool) {
	switch {
	case !offers:
	case ready && (last || !a.packets):
		if a.credit > 0 && input == a.last {
			a.credit--
		} else {
			a.credit = max(a.weights[input]-1, 0)
		}
		a.last, a.held = input, false
	default:
		a.held, a.holder = true, input
	}
}

// arbiters makes every form over n inputs.
func arbiters(n int) map[string]func() arbiter {
	equal, fixed, weights := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		equal[i], weights[i] = 1, 1+(i+1)%3
	}
	hold := []lib.ArbiterOption[flit]{lib.HoldUntil(last)}
	list := map[string]func() arbiter{}
	for _, packets := range []bool{false, true} {
		options, suffix := hold[:0], ""
		if packets {
			options, suffix = hold, "_packets"
		}
		list["round_robin"+suffix] = func() arbiter {
			a := lib.NewRoundRobin(flitShape, n, options...)
			return arbiter{a, a.In, a.Out, a.Source, arbiterModel{weights: equal, packets: packets}}
		}
		list["fixed_priority"+suffix] = func() arbiter {
			a := lib.NewFixedPriority(flitShape, n, options...)
			return arbiter{a, a.In, a.Out, a.Source, arbiterModel{weights: fixed, packets: packets}}
		}
		list["weighted"+suffix] = func() arbiter {
			a := lib.NewWeightedRoundRobin(flitShape, weights, options...)
			return arbiter{a, a.In, a.Out, a.Source, arbiterModel{weights: weights, packets: packets}}
		}
	}
	return list
}

// In every cycle the arbiter offers what its model says, and every input's
// beats come out in order, once each, with its number.
func TestArbitersServeAsTheirModels(t *testing.T) {
	long.NotShort(t)
	const beats = 60 // of each input
	for _, n := range []int{1, 2, 3, 5} {
		for name, build := range arbiters(n) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				t.Parallel()
				inEngines(t, func(t *testing.T, engine bench.Option) {
					for seed, x := range traffics {
						a := build()
						tb := bench.New(t, a.component, engine, bench.Seed(uint64(seed+1)))
						out := bench.Collect[flitValue](tb, a.out, x.stall)
						sent := make([][]flitValue, n)
						for i, in := range a.in {
							d := bench.Drive(tb, in, x.gap)
							for k := range beats {
								f := flitValue{uint8((k*7 + i) % 5 & 1), uint8(i), uint8(k)}
								if k == beats-1 {
									f.Last = 1
								}
								sent[i] = append(sent[i], f)
								d.Send(f)
							}
						}
						m := a.model
						tb.Until(beats*n*30, "the last beat", func() bool {
							ask := make([]bool, n)
							for i, in := range a.in {
								ask[i] = tb.Get(in.Valid) == 1
							}
							input, offers := m.next(ask)
							require.Equal(t, offers, tb.Get(a.out.Valid) == 1, "cycle %d", tb.Cycle())
							if offers {
								require.EqualValues(t, input, tb.Get(a.source), "cycle %d", tb.Cycle())
								require.EqualValues(t, input, tb.Get(a.out.Data.From), "cycle %d", tb.Cycle())
							}
							m.edge(input, offers, tb.Get(a.out.Ready) == 1, tb.Get(a.out.Data.Last) == 1)
							return len(out.Beats()) == beats*n
						})
						got := make([][]flitValue, n)
						for _, f := range out.Beats() {
							got[f.From] = append(got[f.From], f)
						}
						require.Equal(t, sent, got)
					}
				})
			})
		}
	}
}

// shares drives every input all the time and returns which one was served in each cycle.
func shares(t *testing.T, a arbiter, cycles int) []int {
	t.Helper()
	tb := bench.New(t, a.component)
	for i, in := range a.in {
		tb.Set(in.Valid, 1)
		tb.Set(in.Data, flitValue{1, uint8(i), 0})
	}
	tb.Set(a.out.Ready, 1)
	var list []int
	for range cycles {
		require.EqualValues(t, 1, tb.Get(a.out.Valid), "a beat every cycle")
		list = append(list, int(tb.Get(a.source)))
		tb.Tick()
	}
	return list
}

func TestArbitersShareTheOutput(t *testing.T) {
	list := arbiters(4)
	assert.Equal(t, []int{1, 2, 3, 0, 1, 2, 3, 0}, shares(t, list["round_robin"](), 8))
	assert.Equal(t, []int{0, 0, 0, 0, 0, 0, 0, 0}, shares(t, list["fixed_priority"](), 8))
	assert.Equal(t, []int{1, 1, 1, 2, 3, 3, 0, 0, 1, 1, 1, 2}, shares(t, list["weighted"](), 12), "weights 2, 3, 1 and 2")
}

func TestArbitersThatCannotBeBuilt(t *testing.T) {
	refused(t, lib.NewRoundRobin(flitShape, 0), "RoundRobin: an arbiter has at least 1 input, not 0")
	refused(t, lib.NewFixedPriority(flitShape, -1), "FixedPriority: an arbiter has at least 1 input, not 0")
	refused(t, lib.NewWeightedRoundRobin(flitShape, nil), "WeightedRoundRobin: an arbiter has at least 1 input, not 0")
	refused(t, lib.NewWeightedRoundRobin(flitShape, []int{1, 0}), "the weight of input 1 is 0; it is at least 1")
}

func TestWavesOfArbiters(t *testing.T) {
	for name, build := range arbiters(3) {
		a := build()
		picture(t, name, a.component, func(tb *bench.TB) {
			for _, in := range a.in {
				tb.Set(in.Valid, 1)
			}
			passed := make([]int, len(a.in)) // every second beat is the last of a packet
			for _, ready := range "1111011111" {
				tb.Set(a.out.Ready, ready-'0')
				for i, in := range a.in {
					tb.Set(in.Data, flitValue{uint8(passed[i] % 2), uint8(i), 0})
				}
				for i, in := range a.in {
					passed[i] += int(tb.Get(in.Ready))
				}
				tb.Tick()
			}
		}, "in_*_valid", "in_*_ready", "out_valid", "out_ready", "out_data_last", "source")
	}
}
