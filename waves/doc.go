// Package waves writes, reads and compares waveforms: value change dumps
// (VCD, IEEE 1364-2005 clause 18, the four-state form) with the side files
// that make them readable in GTKWave and Surfer.
//
// The package knows nothing of designs and simulators. A caller describes a
// tree of [Scope] and [Var] and hands one slice of words a cycle to a [Writer]:
//
//	w, err := waves.Create("count.vcd", top, waves.Options{})
//	...
//	err = w.Sample(words) // once a cycle
//	...
//	err = w.Close()       // the file appears only now, and only whole
//
// A variable of kind [Clock] is drawn by the writer: it rises at the start of
// each cycle and falls in its middle. Everything else changes at the start of
// a cycle only, so one cycle of the simulation is one period in the viewer.
//
// [Read] takes in what the writer, Icarus Verilog and Verilator write, and
// [Diff] finds the first place where two waves differ. [WriteSave] puts a
// GTKWave save file, filters with state names and Surfer mappings beside a VCD.
//
// A [Diagram] is a timing diagram of chosen signals in chosen cycles, of a file
// ([File.Diagram]) or of a test's own samples. Its text goes into golden files.
package waves
