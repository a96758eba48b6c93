package primbatch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// driverBench runs a driver beside its twin.
type driverBench struct {
	t    testing.TB
	tb   *bench.TB
	d    *Driver
	in   *bench.Driver
	out  *bench.Monitor[model.Item]
	twin *model.Twin
}

func newDriverBench(t testing.TB, c Config, gap, stall float64, options ...bench.Option) *driverBench {
	d := NewDriver(c)
	tb := bench.New(t, d, options...)
	return &driverBench{t, tb, d, bench.Drive(tb, d.In, gap), bench.Collect[model.Item](tb, d.Out, stall), model.NewTwin(c.Embodiment, c.Limits())}
}

// send sends items to both.
func (b *driverBench) send(items []model.Item) {
	for _, i := range items {
		b.in.Send(i)
		b.twin.Take(i)
	}
}

// finish runs until all of the twin's items have come, and compares everything.
func (b *driverBench) finish() {
	b.t.Helper()
	limit := 200 + 20*(b.in.Waiting()+len(b.twin.Out))
	for k := 0; k < limit && (b.in.Waiting() > 0 || b.out.Passed() < len(b.twin.Out)); k++ {
		b.tb.Tick()
	}
	b.tb.Ticks(40)
	got := b.out.Beats()
	for k, want := range b.twin.Out {
		if k >= len(got) || got[k] != want {
			from := max(0, k-12)
			require.Equal(b.t, words(b.twin.Out[from:min(k+4, len(b.twin.Out))]), words(got[from:min(k+4, len(got))]), "item %d of %d, %d still to be taken", k, len(b.twin.Out), b.in.Waiting())
		}
	}
	require.Len(b.t, got, len(b.twin.Out), "%v", words(got[len(b.twin.Out):]))
	var counts model.Counts
	b.tb.Read(b.d.Counts, &counts)
	require.Equal(b.t, b.twin.Counts, counts)
	require.Equal(b.t, []int{b.twin.Errors, int(b.twin.Error)}, []int{int(b.tb.Get(b.d.Errors)), int(b.tb.Get(b.d.Error))})
}

// words formats items: a method as "1618:20000003", a vertex as "7(3,-4)", an index as "@2"; "/" marks an edge flag of 0.
func words(items []model.Item) (list []string) {
	for _, i := range items {
		flag := ""
		if i.Kind != isa.MethodItem && !i.Edge {
			flag = "/"
		}
		switch i.Kind {
		case isa.MethodItem:
			list = append(list, fmt.Sprintf("%04x:%08x", i.Address, i.Data))
		case isa.VertexItem:
			list = append(list, fmt.Sprintf("%d(%d,%d)%s", i.Data, int16(i.X), int16(i.Y), flag))
		default:
			list = append(list, fmt.Sprintf("@%d%s", i.Data, flag))
		}
	}
	return list
}

func randomDraws(seed uint64, draws int) (items []model.Item) {
	random := stimulus.New(rand.New(rand.NewPCG(seed, 15)), true)
	for range draws {
		items = append(items, random.Draw()...)
	}
	return items
}

// driverConfigs are small drivers, whose limits and queues fill up now and then, and one of the default size.
func driverConfigs() (list []Config) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for _, size := range [][2]int{{4, 4}, {6, 8}, {12, 16}, {24, 16}, {13, 4}, {256, 64}} {
			list = append(list, Config{Embodiment: embodiment, Lines: 1, Elements: size[0], Vertices: size[1]})
		}
	}
	return list
}

// Items, counters and errors are the twin's, at any pace.
func TestTheDriverSendsWhatItsTwinSends(t *testing.T) {
	long.NotShort(t)
	for _, c := range driverConfigs() {
		t.Run(c.driverName(), func(t *testing.T) {
			for k, pace := range [][2]float64{{0, 0}, {0.3, 0}, {0, 0.5}, {0.2, 0.2}} {
				engine := sim.Engines()[k%len(sim.Engines())]
				b := newDriverBench(t, c, pace[0], pace[1], bench.Seed(uint64(k)), bench.PowerOn(uint64(k)+1), bench.Engine(engine))
				b.send(randomDraws(uint64(100*c.Elements+k), 30))
				b.finish()
			}
		})
	}
}

// Random draws cover the whole driver.
func TestRandomDrawsCoverTheDriver(t *testing.T) {
	cover := bench.NewCoverage(nil)
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		b := newDriverBench(t, Config{Embodiment: embodiment, Lines: 1, Elements: 6, Vertices: 8}, 0, 0.3, bench.Cover(cover))
		b.send(randomDraws(7, 400))
		b.finish()
	}
	cover.Require(t, "default (SKIP) of the Switch", "default (SEND) of the Switch") // these cases are empty
}

func TestTheDriverLeavesNothingUnread(t *testing.T) {
	for _, c := range driverConfigs() {
		d, err := hdl.Elaborate(NewDriver(c))
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.driverName())
	}
}

func TestLongTheDriverSendsWhatItsTwinSends(t *testing.T) {
	long.Only(t)
	configs := driverConfigs()
	for _, size := range [][2]int{{5, 4}, {4, 4096}, {65535, 4096}} {
		for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
			configs = append(configs, Config{Embodiment: embodiment, Lines: 1, Elements: size[0], Vertices: size[1]})
		}
	}
	for _, c := range configs {
		t.Run(c.driverName(), func(t *testing.T) {
			t.Parallel()
			for k := range uint64(40) {
				b := newDriverBench(t, c, float64(k%3)/5, float64(k%4)/5, bench.Seed(k), bench.PowerOn(k+1))
				b.send(randomDraws(1000*uint64(c.Elements)+k, 300))
				b.finish()
			}
		})
	}
}

func TestLongTheDriverAgreesOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	var runs []*bench.TB
	for _, c := range []Config{{Embodiment: isa.FourModes, Lines: 1, Elements: 12, Vertices: 16}, {Embodiment: isa.TwoModes, Lines: 1, Elements: 13, Vertices: 4}} {
		b := newDriverBench(t, c, 0.1, 0.2, bench.Record())
		b.send(randomDraws(3, 120))
		b.finish()
		runs = append(runs, b.tb)
	}
	bench.Outside(t, bench.Simulators, runs...)
}
