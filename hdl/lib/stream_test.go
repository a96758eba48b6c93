package lib_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// registers are the components that delay a stream.
var registers = []struct {
	name    string
	make    func() passage
	latency int
}{
	{"skid_buffer", func() passage { s := lib.NewSkidBuffer(hdl.Width(12)); return passage{s, s.In, s.Out} }, 1},
	{"pipeline_register", func() passage { p := lib.NewPipelineRegister(hdl.Width(12)); return passage{p, p.In, p.Out} }, 1},
	{"pipeline_1", func() passage { p := lib.NewPipeline(hdl.Width(12), 1); return passage{p, p.In, p.Out} }, 1},
	{"pipeline_5", func() passage { p := lib.NewPipeline(hdl.Width(12), 5); return passage{p, p.In, p.Out} }, 5},
}

func TestRegistersKeepBeatsInOrder(t *testing.T) {
	for _, r := range registers {
		t.Run(r.name, func(t *testing.T) { passes(t, r.make) })
	}
}

func TestRegistersPassABeatEveryCycle(t *testing.T) {
	for _, r := range registers {
		latency, beats := speed(t, r.make())
		assert.Equal(t, r.latency, latency, r.name)
		assert.Equal(t, 120, beats, r.name)
	}
}

// Within a cycle nothing at one end of a skid buffer affects the other end; in
// a pipeline register ready does.
func TestPathsThroughRegisters(t *testing.T) {
	s := lib.NewSkidBuffer(hdl.Width(8))
	tb := bench.New(t, s)
	tb.Set(s.In.Valid, 1)
	tb.Ticks(2) // both registers are full
	for _, ready := range []int{0, 1} {
		tb.Set(s.Out.Ready, ready)
		assert.EqualValues(t, 0, tb.Get(s.In.Ready))
	}

	p := lib.NewPipelineRegister(hdl.Width(8))
	tb = bench.New(t, p)
	tb.Set(p.In.Valid, 1)
	tb.Tick()
	for _, ready := range []int{0, 1} {
		tb.Set(p.Out.Ready, ready)
		assert.EqualValues(t, ready, tb.Get(p.In.Ready))
	}
}

func TestBroadcastGivesEveryOutputEveryBeatOnce(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			inEngines(t, func(t *testing.T, engine bench.Option) {
				for i, x := range traffics {
					b := lib.NewBroadcast(hdl.Width(12), n)
					tb := bench.New(t, b, engine, bench.Seed(uint64(i+1)))
					in := bench.Drive(tb, b.In, x.gap)
					want := numbers(200, 12)
					for _, v := range want {
						in.Send(v)
					}
					var outs []*bench.Monitor[uint16]
					for _, o := range b.Out {
						outs = append(outs, bench.Collect[uint16](tb, o, x.stall))
					}
					all := func() bool {
						return !slices.ContainsFunc(outs, func(m *bench.Monitor[uint16]) bool { return len(m.Beats()) < len(want) })
					}
					tb.Until(8000, "the last beat", all)
					tb.Ticks(10)
					for _, o := range outs {
						require.Equal(t, want, o.Beats())
					}
				}
			})
		})
	}
}

// The third output stalls: the others take the beat once and wait for the next.
func TestBroadcastLetsAnOutputGoAhead(t *testing.T) {
	b := lib.NewBroadcast(hdl.Width(8), 3)
	tb := bench.New(t, b)
	tb.Set(b.In.Valid, 1)
	tb.Set(b.Out[0].Ready, 1)
	tb.Tick()
	assert.EqualValues(t, 0, tb.Get(b.Out[0].Valid), "has taken it")
	assert.EqualValues(t, 1, tb.Get(b.Out[1].Valid))
	tb.Set(b.Out[1].Ready, 1)
	assert.EqualValues(t, 0, tb.Get(b.In.Ready), "one has not taken it")
	tb.Set(b.Out[2].Ready, 1)
	assert.EqualValues(t, 1, tb.Get(b.In.Ready), "the last two take it now")
	tb.Tick()
	assert.EqualValues(t, 1, tb.Get(b.Out[0].Valid), "the next beat")
}

type pair struct{ First, Second uint16 }

func TestForkAndJoinAreInverses(t *testing.T) {
	inEngines(t, func(t *testing.T, engine bench.Option) {
		for i, x := range traffics {
			f := lib.NewFork(hdl.Width(9), hdl.Width(5))
			j := lib.NewJoin(hdl.Width(9), hdl.Width(5))
			split := bench.New(t, f, engine, bench.Seed(uint64(i+1)))
			merged := bench.New(t, j, engine, bench.Seed(uint64(i+50)))
			in := bench.Drive(split, f.In, x.gap)
			first, second := bench.Collect[uint16](split, f.First, x.stall), bench.Collect[uint16](split, f.Second, x.stall)
			var want []pair
			for k, v := range numbers(300, 9) {
				want = append(want, pair{v, uint16(k % 32)})
				in.Send(want[k])
			}
			split.Until(6000, "the last part", func() bool {
				return len(first.Beats()) == len(want) && len(second.Beats()) == len(want)
			})

			a, b := bench.Drive(merged, j.First, x.gap), bench.Drive(merged, j.Second, x.gap)
			out := bench.Collect[pair](merged, j.Out, x.stall)
			for k := range want {
				a.Send(first.Beats()[k])
				b.Send(second.Beats()[k])
			}
			merged.Until(6000, "the last pair", func() bool { return len(out.Beats()) == len(want) })
			require.Equal(t, want, out.Beats())
		}
	})
}

func TestJoinTakesBothOrNone(t *testing.T) {
	j := lib.NewJoin(hdl.Width(4), hdl.Width(4))
	tb := bench.New(t, j)
	for k := range 8 {
		first, second, ready := k&1, k>>1&1, k>>2
		tb.Set(j.First.Valid, first)
		tb.Set(j.Second.Valid, second)
		tb.Set(j.Out.Ready, ready)
		assert.EqualValues(t, first&second, tb.Get(j.Out.Valid))
		assert.EqualValues(t, first&second&ready, tb.Get(j.First.Ready)&tb.Get(j.First.Valid))
		assert.EqualValues(t, first&second&ready, tb.Get(j.Second.Ready)&tb.Get(j.Second.Valid))
	}
}

func TestWidthConvertersKeepEveryPart(t *testing.T) {
	for _, ratio := range []int{2, 3, 4} {
		t.Run(fmt.Sprint(ratio), func(t *testing.T) {
			inEngines(t, func(t *testing.T, engine bench.Option) {
				for i, x := range traffics {
					parts := numbers(60*ratio, 4)
					var words []uint16
					for k := 0; k < len(parts); k += ratio {
						word := uint16(0)
						for p := range ratio {
							word |= parts[k+p] << (4 * p)
						}
						words = append(words, word)
					}

					u := lib.NewUpsizer(4, ratio)
					tb := bench.New(t, u, engine, bench.Seed(uint64(i+1)), bench.PowerOn(uint64(i+1)))
					in, out := bench.Drive(tb, u.In, x.gap), bench.Collect[uint16](tb, u.Out, x.stall)
					for _, v := range parts {
						in.Send(v)
					}
					tb.Until(6000, "the last word", func() bool { return len(out.Beats()) == len(words) })
					require.Equal(t, words, out.Beats())

					d := lib.NewDownsizer(4, ratio)
					tb = bench.New(t, d, engine, bench.Seed(uint64(i+1)), bench.PowerOn(uint64(i+1)))
					in, out = bench.Drive(tb, d.In, x.gap), bench.Collect[uint16](tb, d.Out, x.stall)
					for _, v := range words {
						in.Send(v)
					}
					tb.Until(6000, "the last part", func() bool { return len(out.Beats()) == len(parts) })
					require.Equal(t, parts, out.Beats())
				}
			})
		})
	}
}

func TestWidthConvertersMoveAPartEveryCycle(t *testing.T) {
	u := lib.NewUpsizer(4, 3)
	latency, words := speed(t, passage{u, u.In, u.Out})
	assert.Equal(t, 3, latency, "from the first of three parts, one after the last")
	assert.Equal(t, 40, words)

	d := lib.NewDownsizer(4, 3)
	latency, parts := speed(t, passage{d, d.In, d.Out})
	assert.Equal(t, 1, latency)
	assert.Equal(t, 120, parts)
}

func TestStreamsThatCannotBeBuilt(t *testing.T) {
	refused(t, lib.NewPipeline(hdl.Width(4), 0), "Pipeline: a pipeline has at least 1 stage, not 0")
	refused(t, lib.NewBroadcast(hdl.Width(4), 0), "Broadcast: a broadcast has at least 1 output, not 0")
	refused(t, lib.NewUpsizer(4, 1), "Upsizer: a width converter has a ratio of at least 2, not 1")
	refused(t, lib.NewDownsizer(4, -1), "Downsizer: a width converter has a ratio of at least 2, not -1")
}

func TestWavesOfStreams(t *testing.T) {
	for _, r := range registers[:2] {
		p := r.make()
		picture(t, r.name, p.component, func(tb *bench.TB) {
			offer(tb, p, 0xa0, "11110001101111")
		}, "in_*", "out_*")
	}

	b := lib.NewBroadcast(hdl.Width(8), 2)
	picture(t, "broadcast", b, func(tb *bench.TB) {
		tb.Set(b.In.Data, 0xa0)
		play(tb, map[*hdl.In]string{
			&b.In.Valid:     "01111111110",
			&b.Out[0].Ready: "11111000111",
			&b.Out[1].Ready: "11100011111",
		})
	}, "in_*", "out_*")

	f := lib.NewFork(hdl.Width(4), hdl.Width(4))
	picture(t, "fork", f, func(tb *bench.TB) {
		tb.Set(f.In.Data, pair{0xa, 0xb})
		play(tb, map[*hdl.In]string{&f.In.Valid: "0111111", &f.First.Ready: "0100111", &f.Second.Ready: "0001111"})
	}, "in_*", "first_*", "second_*")

	j := lib.NewJoin(hdl.Width(4), hdl.Width(4))
	picture(t, "join", j, func(tb *bench.TB) {
		tb.Set(j.First.Data, 0xa)
		tb.Set(j.Second.Data, 0xb)
		play(tb, map[*hdl.In]string{&j.First.Valid: "0111110", &j.Second.Valid: "0011110", &j.Out.Ready: "1111011"})
	}, "first_*", "second_*", "out_*")

	u := lib.NewUpsizer(4, 2)
	picture(t, "upsizer", u, func(tb *bench.TB) { offer(tb, passage{u, u.In, u.Out}, 1, "11110011111") }, "in_*", "out_*")
	d := lib.NewDownsizer(4, 2)
	picture(t, "downsizer", d, func(tb *bench.TB) { offer(tb, passage{d, d.In, d.Out}, 0xa0, "11110011111") }, "in_*", "out_*")
}
