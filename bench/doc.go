// Package bench is the kit for test benches: a [TB] elaborates a component,
// simulates it and lets a test speak of its ports; drivers and monitors handle
// streams with random gaps and stalls; scoreboards and tables say what is
// expected, and [Coverage] what was reached; a run can be recorded, replayed in
// outside simulators, and shown as waves.
//
// It takes a [Reporter], which *testing.T is, so the same benches run in a
// command.
package bench
