package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// pictureSide is the side of the pictures bump, cel and fog in pixels.
const pictureSide = 128

// A drawing is the result of rendering pixels on a system.
type drawing struct {
	colours []model.Colour // in the order of the pixels
	wanted  []model.Colour // by the formulas
	cycles  uint64
	loads   int
	counts  testbench.Counts
}

// A driver loads a program state, and returns the number of loads.
type driver func(s *testbench.System, w isa.Words) (loads int)

// render sends tiles of pixels, each after its program state, and waits until all have left. It calls step with the
// number of pixels that have entered.
func render(s *testbench.System, load driver, tiles []tile, step func(pixels int)) (d drawing) {
	s.Leave = func(_ int, c model.Colour) { d.colours = append(d.colours, c) }
	first, began := len(s.Want), s.Cycle()
	for _, t := range tiles {
		d.loads += load(s, t.words)
		for _, p := range t.pixels {
			s.Pixel(p)
			s.Until(100_000, "room for a pixel", func() bool { return s.Waiting() < 64 })
		}
		step(len(s.Want) - first)
	}
	s.Drain()
	d.wanted, d.cycles, d.counts = s.Want[first:], s.Cycle()-began, s.Counts()
	return d
}

// perPixel is the number of cycles per pixel: "8.25".
func (d drawing) perPixel() string { return fmt.Sprintf("%.2f", d.rate()) }

func (d drawing) rate() float64 { return float64(d.cycles) / float64(len(d.colours)) }

// renderWith renders on a system of its own, without the environment's options.
func renderWith(c combineripu.Config, load driver, tiles []tile, step func(pixels int)) (d drawing, err error) {
	err = bench.Run(func(r bench.Reporter) {
		s := testbench.NewSystem(r, c, testbench.Delays{})
		d = render(s, load, tiles, step)
		s.Close()
	})
	return d, err
}

// rows are tiles of a row each, all in the same program state.
func rows(pixels []model.Pixel, side int, words isa.Words) (list []tile) {
	for ; len(pixels) > 0; pixels = pixels[side:] {
		list = append(list, tile{words: words, pixels: pixels[:side]})
	}
	return list
}

// A painting is a scene in one program state.
type painting struct {
	name   string
	scene  scene
	places int // samples of a pixel in each direction, which are averaged
	words  isa.Words
}

// paint draws a painting with the environment's variant, prints its cost, and writes it beside the picture by the
// formulas.
func (p painting) paint(side int) unit.Demo[combineripu.Config] {
	return onSystem(func(s *testbench.System, e *unit.Env, c combineripu.Config) error { return p.on(s, e, c, side) })
}

func (p painting) on(s *testbench.System, e *unit.Env, c combineripu.Config, side int) error {
	tiles := rows(p.scene.pixels(side, p.places), side, p.words)
	d := render(s, (*testbench.System).Become, tiles, func(done int) { e.Step(done, side*side) })
	if err := writeProgram(e.Out, c, p.words); err != nil {
		return err
	}
	d.write(e)
	if !slices.Equal(d.colours, d.wanted) {
		return fmt.Errorf("the picture by the programs is not that by the formulas")
	}
	return write(e, p.name, unit.Captioned(2,
		unit.Panel{Caption: "by the simulated hardware", Picture: picture(d.colours, side)},
		unit.Panel{Caption: fmt.Sprintf("by the formulas: 0 of %d differ", side*side), Picture: picture(d.wanted, side)},
	))
}

// write prints the cost of a drawing.
func (d drawing) write(e *unit.Env) {
	number := func(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
	e.Table([]string{"pixels", "cycles", "cycles a pixel", "programs", "instructions sent"}, "RRRRR",
		[][]string{{strconv.Itoa(len(d.colours)), strconv.FormatUint(d.cycles, 10), d.perPixel(), number(d.counts.Programs), number(d.counts.Sent)}})
	e.Result("%d pixels in %s cycles each; all have the colour of the combiners' formulas", len(d.colours), d.perPixel())
}

func bumpPainting() painting { return painting{"bump", bumpScene, 4, stimulus.Bump()} }
func celPainting() painting  { return painting{"cel", celScene, 1, celWords()} }
func fogPainting() painting  { return painting{"fog", fogScene, 4, isa.ResetWords()} }

// remappedSide is the side of the pictures that are timed with and without remapping.
const remappedSide = 24

// bump paints, and times a smaller picture with and without remapping.
func bump() unit.Demo[combineripu.Config] {
	return onSystem(func(s *testbench.System, e *unit.Env, c combineripu.Config) error {
		if err := bumpPainting().on(s, e, c, pictureSide); err != nil {
			return err
		}
		return remapping(e, c, bumpPainting(), remappedSide)
	})
}

// remapping prints how long a painting takes with and without remapping, on both lanes.
func remapping(e *unit.Env, c combineripu.Config, p painting, side int) error {
	tiles := rows(p.scene.pixels(side, 1), side, p.words)
	var list [][]string
	for _, lane := range []combineripu.LaneKind{combineripu.OwnLane, combineripu.CastALU} {
		for _, remap := range []bool{true, false} {
			c.Remap, c.Lane = remap, lane
			d, err := renderWith(c, (*testbench.System).Become, tiles, func(int) {})
			if err != nil {
				return err
			}
			program := model.Translate(&p.words, c.Stages)
			_, count := program.Table(remap)
			list = append(list, []string{lane.String(), map[bool]string{true: "remapped", false: "as they are"}[remap], strconv.Itoa(count),
				strconv.Itoa(min(64/count, 32)), strconv.FormatUint(uint64(d.counts.Sent), 10), d.perPixel()})
		}
	}
	e.Table([]string{"lane", "registers", "of a pixel", "pixels at a time", "instructions sent", "cycles a pixel"}, "LLRRRR", list)
	return nil
}
