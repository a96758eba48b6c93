// Package speed compares simulators: it runs a suite of designs in the engines
// of posedge/hdl/sim, Verilator, CXXRTL and Icarus, side by side and under equal
// conditions, and shows the results as a table, CSV and a plot.
//
// # A fair comparison
//
//   - Every design stimulates itself and folds its behaviour into one checksum, so
//     that nothing is optimised away. The outside tools all get the same Verilog
//     files, which posedge/verilog exports.
//   - Every run is a process of its own, with the same loop in it: it runs to a
//     cycle number of a fixed ladder, reads the checksum and the clock, and stops
//     when its time is over. Any two runs must have equal checksums at every cycle
//     number that both have reached, or the comparison fails.
//   - Runs are interleaved in rounds of all engines; figures are medians with their
//     spread. A single figure from a shared machine means little; the ratio of
//     neighbouring runs is reliable.
//   - Build and run are timed separately. A build begins at the elaborated design (sim: the
//     compilation of the program and the first instance) or at the exported
//     Verilog (the tool and the C++ compiler), with no cache.
//   - Verilator is built with and without --flatten and with several levels of
//     the C++ compiler, and the fastest counts.
package speed
