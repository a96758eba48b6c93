// Package scenario shows castalu on the command line, in pictures and tables, and compiles shaders for it.
package scenario

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// Block describes castalu for the command line.
func Block() unit.Block {
	return unit.Of[castalu.Config]{
		Name:    "castalu",
		Patent:  "US9477477",
		Summary: "casting-arithmetic instructions: a processor whose arithmetic carries its casts",
		Latency: "with 4 lanes a thread's next instruction is fetched 26 cycles after a cheap one, 43 after a special function and one more for each element behind its first",
		Variants: []unit.VariantOf[castalu.Config]{
			variant(4, castalu.Separate),
			variant(4, castalu.Shared),
			variant(1, castalu.Separate),
			variant(1, castalu.Shared),
		},
		New: func(c castalu.Config) (hdl.Component, error) { return castalu.New(c) },
		Exercise: func(r bench.Reporter, c castalu.Config, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return stimulus.ExerciseProcessor(r, c, stimulus.MustModel(r), seed, 0, cycles, opts...).TB
		},
		Scenarios: []unit.ScenarioOf[castalu.Config]{
			{Name: "classes", Summary: "an instruction of each class on its way: what it computes, and in how many cycles", Demo: unit.On(castalu.New, classes), Wave: &unit.Wave{
				Title:   "An item of three vectors, its two instructions, and its result",
				Signals: strings.Split("clk,items_valid,items_data_tag,turns_pop_valid,turns_pop_data_thread,unit_in_valid,unit_in_data_thread,unit_out_valid,unit_out_data_thread,results_valid,results_data_tag", ","),
				From:    66, To: 101, Cut: 2,
			}},
			{Name: "lighting", Summary: "a lit sphere of 128x128 pixels, in fp32 and in u12, and the difference", Demo: unit.On(castalu.New, lighting)},
			{Name: "activity", Summary: "how many bits an operation changes in each math function unit, in signals and in gates", Demo: unit.On(newArithmeticUnit, activity, bench.CountActivity()), Tools: "Yosys"},
			{Name: "occupancy", Summary: "how many cycles issue an instruction, by the number of items under way", Demo: unit.On(castalu.New, occupancy)},
			{Name: "errors", Summary: "instructions without meaning, and what becomes of them", Demo: unit.On(castalu.New, errorsScenario)},
			{Name: "random", Summary: "random programs on random items with random stalls, checked against the model", Cycles: 20000, Demo: unit.On(castalu.New, random)},
		},
		Commands: commands(),
		Speed:    unit.SpeedOf[castalu.Config]{Summary: "blocks/castalu, 4 lanes, shading the lit sphere", New: newSpeedHarness},
	}.Block()
}

func variant(lanes int, e castalu.Embodiment) unit.VariantOf[castalu.Config] {
	c := castalu.NewConfig(lanes, e)
	return unit.VariantOf[castalu.Config]{
		Name:    c.Name(),
		Summary: fmt.Sprintf("lanes: %d; math function units: %v", lanes, e),
		Config:  c,
		Large:   lanes > 1,
	}
}

func random(tb *bench.TB, p *castalu.Processor, e *unit.Env, c castalu.Config) error {
	h := stimulus.Exercise(tb, p, c, stimulus.MustModel(tb.Reporter()), e.Seed, 0, e.Cycles)
	e.Result("%d items, %d of them killed, in %d cycles; every result is as the model says", h.Done, h.Killed, h.Cycle())
	return nil
}

//go:embed shaders/lighting.s
var lightingText string

// lightingSize is the width and height of the pictures.
const lightingSize = 128

// lighting draws the sphere in both types on one processor and compares the pictures.
func lighting(tb *bench.TB, p *castalu.Processor, e *unit.Env, c castalu.Config) error {
	program, err := isa.Assemble("lighting.s", lightingText)
	if err != nil {
		return err
	}
	names := []string{"float", "fixed"}
	pictures := map[string]*drawing.Picture{}
	h := stimulus.DriveProcessor(tb, p, c, program, model.Model{}, 0, 0)
	h.Trusting = true
	for k, name := range names {
		start, _ := program.Entry(name)
		pictures[name] = drawing.NewPicture(lightingSize, lightingSize)
		paint(h, pictures[name], start, places(pictures[name]), func(done int) { e.Step(k*lightingSize+done, len(names)*lightingSize) })
	}
	difference := pictures["float"].Minus(pictures["fixed"])
	largest := difference.Brightest()
	pictures["difference"] = difference.Times(differenceScale)
	var rows [][]string
	for _, name := range names {
		p := pictures[name]
		rows = append(rows, []string{name, strconv.FormatUint(p.Cycles, 10), fmt.Sprintf("%.2f", float64(p.Cycles)/(lightingSize*lightingSize)), strconv.Itoa(p.Killed)})
	}
	e.Table([]string{"program", "cycles", "cycles a pixel", "killed"}, "LRRR", rows)
	e.Result("greatest difference of a component: %.5f, %.2f of 255; the picture of it is %d times as bright", largest, largest*255, differenceScale)
	for _, name := range append(names, "difference") {
		if err := e.WritePicture("castalu_lighting_"+name+".png", pictures[name].Image()); err != nil {
			return err
		}
	}
	return nil
}

const differenceScale = 200

// paint runs the program at start for every pixel, whose work item has the given vectors. A pixel without vectors stays
// transparent.
func paint(h *stimulus.Processor, p *drawing.Picture, start int, vectors func(x, y int) [][4]uint32, line func(done int)) {
	began := h.Cycle()
	for y := range p.Height {
		for x := range p.Width {
			list := vectors(x, y)
			if len(list) == 0 {
				continue
			}
			at := y*p.Width + x
			h.SendFor(stimulus.Work{Start: start, Vectors: list}, func(e model.Ended) { p.Set(at, e) })
			h.Room(8)
		}
		line(y + 1)
	}
	h.Finish(h.Slowest())
	p.Cycles = h.Cycle() - began
}

// places returns the vectors of a pixel for programs in assembly language: its coordinates and the size of the picture.
func places(p *drawing.Picture) func(x, y int) [][4]uint32 {
	return func(x, y int) [][4]uint32 { return [][4]uint32{pixel(x, y, p.Width, p.Height)} }
}

// pixel is the initial vector of a pixel's work item.
func pixel(x, y, width, height int) [4]uint32 {
	return [4]uint32{math.Float32bits(float32(x)), math.Float32bits(float32(y)), math.Float32bits(float32(width)), math.Float32bits(float32(height))}
}
