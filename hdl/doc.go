// Package hdl is a language for clocked hardware inside Go. A component is a
// struct whose exported fields are its ports; its Describe method says, with
// values and statements of this package, what it does. [Elaborate] calls
// Describe once, checks everything, and gives a [Design], which posedge/hdl/sim
// simulates and posedge/verilog writes as Verilog.
//
// # A tick
//
//   - The inputs of the cycle are set.
//   - Combinational logic settles.
//   - Everything is sampled: values that tests read, waves, assertions and digests.
//   - At the clock edge registers and memories take their next values, all at
//     once.
//
// Clock and reset (synchronous, active high) are implicit.
//
// # Mistakes
//
// Only Elaborate returns errors. After a mistake, such as two different widths, the
// description goes on with a stand-in, and all mistakes are reported together as
// [Error]s, with their lines. A mistake that belongs to no module, such as a Set of
// a zero [Bits], ends the component's Describe. Statements made after Elaborate has
// returned have no effect.
//
// # Concurrency
//
// Designs share no design state: different components can be elaborated in
// parallel. A Module, and all that comes from it, belongs to one goroutine.
//
// docs/language.md describes the whole language.
package hdl
