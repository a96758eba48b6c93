package primbatch

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// pixel is a pixel's place.
type pixel struct{ x, y int }

// outlined is a primitive with its state.
type outlined struct {
	state     drawStateValue
	primitive model.Primitive
}

// edges is the number of lines or vertices that are drawn of it.
func (o outlined) edges() (n int) {
	switch o.primitive.Kind {
	case isa.Point, isa.Line, isa.LineAdjacency:
		return 1
	}
	if o.state.Mode < isa.PolygonFill {
		for j := range 4 {
			n += int(o.primitive.Edges) >> j & 1
		}
	}
	return n
}

// pixels is the number of pixels that these have, visible or not.
func (o outlined) pixels() (n int) {
	all, oracle := o, model.New(isa.FourModes, testConfig.Limits())
	all.state.Stipple, all.state.Horizontal, all.state.Vertical = false, isa.ResetViewport, isa.ResetViewport
	for j := range all.primitive.Vertices { // move it into the viewport
		all.primitive.Vertices[j].X += 1000
		all.primitive.Vertices[j].Y += 1000
	}
	all.take(oracle)
	return len(oracle.Fragments)
}

// take makes the model draw it.
func (o outlined) take(m *model.Model) {
	s := o.state
	m.Take(model.Method(isa.LineStippleAddress, uint32(bit(s.Stipple))))
	m.Take(model.Method(isa.StippleParametersAddress, s.Pattern<<8|s.Factor))
	m.Take(model.Method(isa.PolygonModeAddress, isa.PolygonModeBase+uint32(s.Mode)))
	m.Take(model.Method(isa.ViewportHorizontalAddress, s.Horizontal))
	m.Take(model.Method(isa.ViewportVerticalAddress, s.Vertical))
	m.Outline(o.primitive)
}

// runOutline checks the fragments of primitives, and returns the cycles that each took.
func runOutline(t testing.TB, c Config, list []outlined, gap, stall float64, options ...bench.Option) (cycles []int) {
	t.Helper()
	o, oracle := NewOutline(c), model.New(isa.FourModes, testConfig.Limits())
	tb := bench.New(t, o, options...)
	in, out := bench.Drive(tb, o.In, gap), bench.Collect[model.Fragment](tb, o.Out, stall)
	mask := uint16(1)<<c.coordinates() - 1
	for _, p := range list {
		p.take(oracle)
		for k := range p.primitive.Vertices {
			p.primitive.Vertices[k].X &= mask
			p.primitive.Vertices[k].Y &= mask
		}
		in.Send(p.primitive)
	}
	for k := range oracle.Fragments {
		oracle.Fragments[k].X &= mask
		oracle.Fragments[k].Y &= mask
	}
	for n := 0; in.Passed() < len(list); n++ {
		k := in.Passed()
		tb.Set(o.State, list[k].state)
		tb.Tick()
		cycles = append(cycles, make([]int, k+1-len(cycles))...)
		cycles[k]++
		require.Less(t, n, 500_000, "it does not end")
	}
	for k, f := range out.Beats()[:min(len(oracle.Fragments), out.Passed())] {
		require.Equal(t, oracle.Fragments[k], f, "fragment %d", k)
	}
	require.Equal(t, len(oracle.Fragments), out.Passed(), "fragments")
	require.EqualValues(t, oracle.Counted, tb.Get(o.Counted))
	return cycles
}

// plainState is a state in which everything is drawn.
func plainState() drawStateValue {
	return drawStateValue{Mode: isa.PolygonLine, Pattern: 0xffff, Horizontal: isa.ResetViewport, Vertical: isa.ResetViewport}
}

// primitiveAt is a primitive with these vertices.
func primitiveAt(kind isa.PrimitiveKind, at ...pixel) model.Primitive {
	p := model.Primitive{Kind: kind, Restart: true}
	for k, v := range at {
		p.Vertices[k] = model.Corner{X: uint16(v.x), Y: uint16(v.y)}
	}
	for k, e := range model.EdgesOf(kind) {
		p.Edges |= uint8(bit(e)) << k
	}
	return p
}

// strip is a line strip with one state.
func strip(s drawStateValue, at ...pixel) (list []outlined) {
	for k := range len(at) - 1 {
		p := primitiveAt(isa.Line, at[k], at[k+1])
		p.PrimitiveID, p.Restart = uint32(k), k == 0
		list = append(list, outlined{s, p})
	}
	return list
}

// fragmentsOf returns the fragments that the unit makes of primitives.
func fragmentsOf(t *testing.T, list ...outlined) []model.Fragment {
	o := NewOutline(testConfig)
	tb := bench.New(t, o)
	in, out := bench.Drive(tb, o.In, 0), bench.Collect[model.Fragment](tb, o.Out, 0)
	for _, p := range list {
		in.Send(p.primitive)
	}
	for k := 0; in.Passed() < len(list); k++ {
		tb.Set(o.State, list[in.Passed()].state)
		tb.Tick()
		require.Less(t, k, 10_000)
	}
	return out.Beats()
}

// The pixels of lines, including ties.
func TestLinesHaveThesePixels(t *testing.T) {
	for _, row := range []struct {
		from, to pixel
		want     string
	}{
		{pixel{2, 2}, pixel{10, 6}, "2,2 3,3 4,3 5,4 6,4 7,5 8,5 9,6"},
		{pixel{10, 6}, pixel{2, 2}, "10,6 9,6 8,5 7,5 6,4 5,4 4,3 3,3"},
		{pixel{0, 4}, pixel{4, 2}, "0,4 1,3 2,3 3,2"},
		{pixel{4, 2}, pixel{0, 4}, "4,2 3,2 2,3 1,3"},
		{pixel{1, 0}, pixel{3, 4}, "1,0 1,1 2,2 2,3"},
		{pixel{3, 4}, pixel{1, 0}, "3,4 2,3 2,2 1,1"},
		{pixel{3, 0}, pixel{1, 4}, "3,0 2,1 2,2 1,3"},
		{pixel{1, 4}, pixel{3, 0}, "1,4 1,3 2,2 2,1"},
		{pixel{5, 5}, pixel{2, 8}, "5,5 4,6 3,7"},
		{pixel{5, 5}, pixel{7, 5}, "5,5 6,5"},
		{pixel{5, 5}, pixel{5, 3}, "5,5 5,4"},
		{pixel{5, 5}, pixel{5, 5}, ""},
	} {
		var text []string
		for _, f := range fragmentsOf(t, outlined{plainState(), primitiveAt(isa.Line, row.from, row.to)}) {
			text = append(text, fmt.Sprintf("%d,%d", f.X, f.Y))
		}
		assert.Equal(t, row.want, strings.Join(text, " "), "%v to %v", row.from, row.to)
	}
}

// The pattern 0x00F3 along a strip, along separate segments, and along a strip with one restart.
func TestStippleRunsAlongAStrip(t *testing.T) {
	s := plainState()
	s.Stipple, s.Pattern = true, 0x00f3
	for restart, want := range map[string]string{
		"10000": "..##..####........##..####........##..####........##..####",
		"11111": "..##..###..#####.##..####...##..####........##..####",
		"10100": "..##..####....##..####........##..####........##..####",
	} {
		list := strip(s, pixel{2, 0}, pixel{7, 0}, pixel{14, 0}, pixel{17, 0}, pixel{28, 0}, pixel{60, 0})
		for k := range list {
			list[k].primitive.Restart = restart[k] == '1'
		}
		row := []byte(strings.Repeat(".", 60))
		for _, f := range fragmentsOf(t, list...) {
			row[f.X] = '#'
		}
		assert.Equal(t, want, strings.TrimRight(string(row), "."), restart)
	}
}

// A filled triangle draws nothing, but restarts the pattern.
func TestWhatDrawsNothingStartsThePattern(t *testing.T) {
	s := plainState()
	s.Stipple, s.Pattern, s.Mode = true, 0x00f3, isa.PolygonFill
	list := strip(s, pixel{0, 0}, pixel{6, 0}, pixel{12, 0})
	triangle := primitiveAt(isa.Triangle, pixel{0, 0}, pixel{5, 0}, pixel{0, 5})
	row := []byte(strings.Repeat(".", 12))
	for _, f := range fragmentsOf(t, list[0], outlined{s, triangle}, list[1]) {
		row[f.X] = '#'
	}
	assert.Equal(t, "##..####..##", string(row))
}

// The pattern does not advance while a strip is outside the viewport.
func TestThePatternStaysOutsideTheViewport(t *testing.T) {
	s := plainState()
	s.Stipple, s.Pattern, s.Horizontal, s.Vertical = true, 0x00f3, 64<<16, 16<<16
	var want []model.Fragment
	for _, x := range []uint16{2, 3, 6, 7, 8, 9} {
		want = append(want, model.Fragment{X: x, Y: 4})
	}
	for _, y := range []uint16{1, 2, 5, 6, 7} {
		want = append(want, model.Fragment{X: 44, Y: y, PrimitiveID: 5})
	}
	assert.Equal(t, want, fragmentsOf(t, strip(s, pixel{2, 4}, pixel{12, 4}, pixel{12, -6}, pixel{30, -6}, pixel{30, -20}, pixel{44, -6}, pixel{44, 8})...))
}

// A polygon in three triangles, whose interior edges are not drawn, is pixel for pixel the whole.
func TestAPolygonInPartsIsTheWhole(t *testing.T) {
	s := plainState()
	s.Stipple, s.Pattern = true, 0x00f3
	v := []pixel{{2, 2}, {14, 1}, {21, 9}, {12, 17}, {3, 12}}
	whole := strip(s, append(v, v[0])...)
	for k := range whole {
		whole[k].primitive.PrimitiveID = 0
	}
	var parts []outlined
	for k, edges := range []uint8{0b011, 0b010, 0b110} {
		p := primitiveAt(isa.Triangle, v[0], v[k+1], v[k+2])
		p.Edges, p.Restart = edges, k == 0
		parts = append(parts, outlined{s, p})
	}
	assert.Equal(t, fragmentsOf(t, whole...), fragmentsOf(t, parts...))
}

// Polygons by mode: lines, the vertices that begin an edge, or nothing.
func TestPolygonModes(t *testing.T) {
	corners := []pixel{{1, 1}, {9, 9}, {4, 1}, {9, 9}, {4, 4}, {9, 9}}
	for _, row := range []struct {
		mode  isa.PolygonMode
		edges uint8
		want  string
	}{
		{isa.PolygonLine, 7, "1,1 2,1 3,1 4,1 4,2 4,3 4,4 3,3 2,2"},
		{isa.PolygonLine, 5, "1,1 2,1 3,1 4,4 3,3 2,2"},
		{isa.PolygonPoint, 7, "1,1 4,1 4,4"},
		{isa.PolygonPoint, 2, "4,1"},
		{isa.PolygonPoint, 0, ""},
		{isa.PolygonFill, 7, ""},
	} {
		for _, kind := range []isa.PrimitiveKind{isa.Triangle, isa.TriangleAdjacency} {
			at := corners
			if kind == isa.Triangle {
				at = []pixel{corners[0], corners[2], corners[4]}
			}
			s, p := plainState(), primitiveAt(kind, at...)
			s.Mode, p.Edges = row.mode, row.edges
			s.Stipple, s.Pattern = row.mode == isa.PolygonPoint, 0 // vertices are not stippled
			var text []string
			for _, f := range fragmentsOf(t, outlined{s, p}) {
				text = append(text, fmt.Sprintf("%d,%d", f.X, f.Y))
			}
			assert.Equal(t, row.want, strings.Join(text, " "), "mode %d, edges %b", row.mode, row.edges)
		}
	}
}

// randomOutlines makes primitives of all kinds near a viewport that changes now and then.
func randomOutlines(rng *rand.Rand, n, spread int) (list []outlined) {
	s := plainState()
	for k := range n {
		changes := rng.IntN(4) == 0
		if changes {
			viewport := func() uint32 { return rng.Uint32N(uint32(spread))<<16 | rng.Uint32N(uint32(spread)) }
			s = drawStateValue{Stipple: rng.IntN(4) > 0, Factor: rng.Uint32N(4), Pattern: rng.Uint32N(1 << 16), Mode: isa.PolygonMode(rng.IntN(3)),
				Horizontal: viewport(), Vertical: viewport()}
			if rng.IntN(2) == 0 {
				s.Horizontal, s.Vertical = isa.ResetViewport, isa.ResetViewport
			}
		}
		var at [isa.MaxCorners]pixel
		for j := range at {
			at[j] = pixel{rng.IntN(spread) - spread/3, rng.IntN(spread) - spread/3}
			if j > 0 && rng.IntN(6) == 0 {
				at[j] = at[j-1]
			}
		}
		kind := isa.PrimitiveKind(rng.IntN(6))
		p := primitiveAt(kind, at[:[...]int{1, 2, 3, 4, 4, 6}[kind]]...)
		if kind == isa.Triangle || kind == isa.Quad {
			p.Edges &= uint8(rng.IntN(16))
		}
		p.PrimitiveID, p.InstanceID, p.Restart = uint32(k), rng.Uint32(), changes || rng.IntN(3) == 0
		list = append(list, outlined{s, p})
	}
	return list
}

func TestOutlineDrawsRandomPrimitives(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for k, rates := range [][2]float64{{0, 0}, {0.5, 0}, {0, 0.5}, {0.3, 0.3}} {
			rng := rand.New(rand.NewPCG(uint64(k), 5))
			runOutline(t, testConfig, randomOutlines(rng, 120, 24), rates[0], rates[1], bench.Engine(engine), bench.Seed(uint64(k)), bench.PowerOn(uint64(k)+1), bench.Cover(cover))
		}
	}
	cover.Require(t)
}

func TestLongOutlineDrawsRandomPrimitives(t *testing.T) {
	long.Only(t)
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 6))
		runOutline(t, testConfig, randomOutlines(rng, 1000, 8<<(seed%6)), float64(seed%2)/3, float64(seed%3)/4, bench.Seed(seed))
	}
}

// Lines in all directions, to and from corners of a narrow coordinate range.
func TestLinesInAllDirections(t *testing.T) {
	c := testConfig
	c.coordinate = 5
	var list []outlined
	for _, from := range []pixel{{-16, -16}, {15, -16}} {
		for x := -16; x < 16; x += 3 {
			for y := -16; y < 16; y += 3 {
				list = append(list, outlined{plainState(), primitiveAt(isa.Line, from, pixel{x, y})}, outlined{plainState(), primitiveAt(isa.Line, pixel{x, y}, from)})
			}
		}
	}
	runOutline(t, c, list, 0, 0)
}

// Every line in coordinates of 4 bits.
func TestLongEveryShortLine(t *testing.T) {
	long.Only(t)
	c := testConfig
	c.coordinate = 4
	for a := range 256 {
		var list []outlined
		for b := range 256 {
			list = append(list, outlined{plainState(), primitiveAt(isa.Line, pixel{a%16 - 8, a/16 - 8}, pixel{b%16 - 8, b/16 - 8})})
		}
		runOutline(t, c, list, 0, 0)
	}
}

// extremeLines draws lines from some corners of the coordinate range of a width; most of each line is outside the viewport.
func extremeLines(t *testing.T, bits, corners int) {
	c := testConfig
	c.coordinate = bits
	low, high := -1<<(bits-1), 1<<(bits-1)-1
	s := plainState()
	s.Horizontal, s.Vertical = uint32(16<<16|high-15), uint32(16<<16)
	for _, a := range []pixel{{high, low}, {low, low}, {low, high}, {high, high}}[:corners] {
		var list []outlined
		for _, b := range []pixel{{low, low}, {low, high}, {high, low}, {high, high}, {low, 0}, {high, 1}} {
			list = append(list, outlined{s, primitiveAt(isa.Line, a, b)})
		}
		runOutline(t, c, list, 0, 0)
	}
}

func TestTheLongestLines(t *testing.T) { extremeLines(t, 8, 4) }

func TestLongTheLongestLines(t *testing.T) {
	long.Only(t)
	extremeLines(t, 16, 2)
}

// inward is a step of size d from at towards 0.
func inward(at, d int) int {
	if at > 0 {
		return -d
	}
	return d
}

// Short lines at the ends of the coordinate range, and a viewport that reaches beyond them.
func TestLinesAtTheFarCorners(t *testing.T) {
	const low, high = -32768, 32767
	s := plainState()
	s.Horizontal, s.Vertical = 0xffff<<16|high-4, 0xffff<<16|high
	var list []outlined
	for _, a := range []pixel{{low, low}, {low, high}, {high, low}, {high, high}} {
		for _, d := range []pixel{{9, 4}, {4, 9}, {9, 9}, {0, 3}} {
			b := pixel{a.x + inward(a.x, d.x), a.y + inward(a.y, d.y)}
			list = append(list, outlined{s, primitiveAt(isa.Line, a, b)}, outlined{plainState(), primitiveAt(isa.Line, b, a)})
		}
	}
	runOutline(t, testConfig, list, 0, 0)
}

// It walks a pixel per cycle and takes at most two further cycles per edge, and at most two for a primitive without edges.
func TestOutlineRates(t *testing.T) {
	list := randomOutlines(rand.New(rand.NewPCG(9, 9)), 200, 30)
	cycles := runOutline(t, testConfig, list, 0, 0)
	for k, p := range list {
		if k == 0 {
			continue // arrives a cycle after the bench begins
		}
		assert.LessOrEqual(t, cycles[k], max(2, p.pixels()+2*p.edges()), "%+v", p)
	}
}
