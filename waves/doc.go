// Package waves writes, reads and compares waveforms: value change dumps
// (VCD, IEEE 1364-2005 clause 18, the four-state form) with the side files
// that make them readable in GTKWave and Surfer.
//
// The package knows nothing of designs and simulators. A caller describes a
// tree of [Scope] and [Var] and passes one slice of words per cycle to a [Writer]:
//
//	w, err := waves.Create("count.vcd", top, waves.Options{})
//	...
//	err = w.Sample(words) // once a cycle
//	...
//	err = w.Close()       // the file appears only now, and only if complete
//
// A variable of kind [Clock] is drawn by the writer: it rises at the start of
// each cycle and falls in its middle. Everything else changes only at the start
// of a cycle, so one cycle of the simulation is one period in the viewer.
//
// [Read] reads the output of the writer, Icarus Verilog and Verilator, and
// [Diff] finds the first place where two waves differ. [WriteSave] puts a
// GTKWave save file, filters with state names and Surfer mappings beside a VCD.
//
// A [Diagram] is a timing diagram of chosen signals in chosen cycles, from a file
// ([File.Diagram]) or a test's own samples. As text it suits golden files.
package waves
