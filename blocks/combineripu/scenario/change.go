package scenario

import (
	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/waves"
)

// changeRow is a row of the diagram of a change of state: a kind of beat.
type changeRow struct {
	name   string
	stream string // its path in the system
	field  string // only beats whose field has the value; all, if it is empty
	value  int
}

var changeRows = []changeRow{
	{"pixel to the shader", "unit.raster", "kind", int(isa.PixelPacket)},
	{"block", "unit.raster", "kind", int(isa.BlockPacket)},
	{"load", "unit.raster", "kind", int(isa.LoadPacket)},
	{"allocation trigger", "unit.raster_machine.trigger", "", 0},
	{"register count", "unit.raster_machine.counted", "", 0},
	{"allocate", "unit.raster", "kind", int(isa.AllocatePacket)},
	{"program trigger", "unit.program", "block", 0},
	{"instruction", "unit.instructions", "token", int(isa.InstructionToken)},
	{"valid", "unit.instructions", "token", int(isa.ValidToken)},
	{"invalid", "unit.instructions", "token", int(isa.InvalidToken)},
	{"pixel is shaded", "out", "", 0},
	{"block returns", "unit.raster_machine.freed", "", 0},
}

// changeColumns is the number of cycles shown of a change of state.
const changeColumns = 60

// stateChange records a system of two program states that goes from the reset state to that of swap, with pixels before
// and after.
func stateChange(r bench.Reporter) (*waves.Diagram, *testbench.System) {
	s := testbench.NewSystem(r, combineripu.NewConfig(2), testbench.Delays{})
	for _, state := range states()[:2] {
		s.Become(state.Words)
		for range 3 {
			s.Pixel(state.Pixel)
		}
	}
	set := waves.Row{Name: "current set", Width: 1}
	values := make([][]waves.Value, len(changeRows))
	s.Tick() // the driver offers its first beat in the next cycle
	for range changeColumns {
		for k, row := range changeRows {
			passes := s.Peek(row.stream+"_valid") & s.Peek(row.stream+"_ready")
			if row.field != "" && s.Peek(row.stream+"_data_"+row.field) != uint64(row.value) {
				passes = 0
			}
			values[k] = append(values[k], waves.NewValue(1, passes))
		}
		set.Values = append(set.Values, waves.NewValue(1, s.Peek("unit.storage.current")))
		s.Tick()
	}
	s.Drain()
	rows := []waves.Row{{Name: waves.DefaultClock, Width: 1, Clock: true}}
	for k, row := range changeRows {
		rows = append(rows, waves.Row{Name: row.name, Width: 1, Values: values[k]})
		if row.name == "load" {
			rows = append(rows, set)
		}
	}
	d := waves.NewDiagram(0, rows...)
	d.Title = "Three pixels, six loads, three pixels: beats that pass"
	return d, s
}

// writeChange draws a change of state as a wave, if there is a directory for files.
func writeChange(e *unit.Env) error {
	if e.Dir == "" {
		return nil
	}
	var d *waves.Diagram
	err := bench.Run(func(r bench.Reporter) { // a bench of its own, so that the scenario's waves and digest stay those of its table
		var s *testbench.System
		d, s = stateChange(r)
		s.Close()
	})
	if err != nil {
		return err
	}
	return e.WriteSVG("combineripu_change.svg", d.SVG)
}
