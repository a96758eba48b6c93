package scenario

import (
	"fmt"
	"maps"
	"slices"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/waves"
)

// stripColumns is the number of cycles that the wave of the strip shows.
const stripColumns = 37

// stripExample is the strip: a triangle strip of 10 with limits of 6.
func stripExample() example { return examples()[0] }

// methodNames are short names for the methods in the wave.
var methodNames = map[uint64]string{
	isa.BatchLimitAddress: "LIMIT", isa.BeginAddress: "BEGIN", isa.VertexIDBaseAddress: "BASE", isa.EndAddress: "END",
}

// A stripRow shows the beats that pass in a stream.
type stripRow struct {
	name   string
	stream string                                // its path in the unit
	number func(peek func(string) uint64) uint64 // the number that stands for a beat; from methodCode on it is a method
}

// methodCode is added to the address of a method to distinguish it from an identifier; noBeat stands for a cycle without a beat.
const (
	methodCode = 1 << 16
	noBeat     = 1 << 20
)

func itemNumber(peek func(string) uint64) uint64 {
	if peek("kind") == uint64(isa.MethodItem) {
		return methodCode + peek("address")
	}
	return peek("data")
}

func field(name string) func(peek func(string) uint64) uint64 {
	return func(peek func(string) uint64) uint64 { return peek(name) }
}

func stripRows(c primbatch.Config) []stripRow {
	list := []stripRow{{"application, Data", "in", itemNumber}, {"driver, Data", "driver.out", itemNumber}}
	for k := range c.Lines {
		list = append(list, stripRow{fmt.Sprintf("line %d, VertexID", k), fmt.Sprintf("vertices_%d", k), field("vertex_id")})
	}
	return append(list, stripRow{"PrimitiveID", "primitives", field("primitive_id")})
}

// stripOnItsWay records a wave of the unit drawing the strip.
func stripOnItsWay(r bench.Reporter, c primbatch.Config) (*waves.Diagram, *testbench.Bench) {
	b := testbench.New(r, build{Config: c}, testbench.Delays{})
	b.Send(stripExample().items()...)
	names := &waves.Enum{Name: "beat", Width: 32, States: []waves.State{{Name: " ", Value: noBeat}}}
	for n := range uint64(10) {
		names.States = append(names.States, waves.State{Name: fmt.Sprint(n), Value: n})
	}
	for _, address := range slices.Sorted(maps.Keys(methodNames)) {
		names.States = append(names.States, waves.State{Name: methodNames[address], Value: methodCode + address})
	}
	rows := []waves.Row{{Name: waves.DefaultClock, Width: 1, Clock: true}}
	for _, row := range stripRows(c) {
		rows = append(rows, waves.Row{Name: row.name, Width: names.Width, Enum: names})
	}
	state := waves.Row{Name: "driver's state", Width: 2, Enum: &waves.Enum{Name: "state", Width: 2}}
	for k, name := range []string{"idle", "gather", "send", "skip"} {
		state.Enum.States = append(state.Enum.States, waves.State{Name: name, Value: uint64(k)})
	}
	for range stripColumns {
		state.Values = append(state.Values, waves.NewValue(state.Width, b.Peek("driver.state")))
		for k, row := range stripRows(c) {
			shown := uint64(noBeat)
			if b.Peek(row.stream+"_valid")&b.Peek(row.stream+"_ready") == 1 {
				shown = row.number(func(field string) uint64 { return b.Peek(row.stream + "_data_" + field) })
			}
			rows[1+k].Values = append(rows[1+k].Values, waves.NewValue(names.Width, shown))
		}
		b.Tick()
	}
	b.Drain()
	d := waves.NewDiagram(0, slices.Insert(rows, 2, state)...)
	d.Title = "A triangle strip of 10 vertices in batches of 6: beats that pass; of a method, its name"
	return d, b
}

// writeStrip draws the strip's wave, if the environment has a folder and the variant a driver.
func writeStrip(e *unit.Env, x build) error {
	if e.Dir == "" || x.Whole {
		return nil
	}
	var d *waves.Diagram
	err := bench.Run(func(r bench.Reporter) { // a bench of its own, so that the scenario's waves and digest stay those of its table
		var b *testbench.Bench
		d, b = stripOnItsWay(r, x.Config)
		b.Close()
	})
	if err != nil {
		return err
	}
	return e.WriteSVG("primbatch_strip.svg", d.SVG)
}
