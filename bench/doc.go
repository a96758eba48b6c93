// Package bench is a kit for test benches: a [TB] elaborates a component,
// simulates it and gives a test access to its ports; drivers and monitors handle
// streams with random gaps and stalls; scoreboards and tables say what is
// expected, and [Coverage] says what was reached; a run can be recorded,
// replayed in other simulators, and shown as waves.
//
// Benches report to a [Reporter], such as a *testing.T, so that they can also run
// in a command ([Run]).
package bench
