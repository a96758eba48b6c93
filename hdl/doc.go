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
//   - Everything is sampled: what a test gets, waves, assertions, digests.
//   - At the edge of the clock registers and memories take their next values,
//     all at once.
//
// Clock and reset (synchronous, active high) are implicit.
//
// # Mistakes
//
// Nothing here returns an error but Elaborate. A mistake, such as two widths
// that differ, leaves a stand-in with which the description goes on, and all of
// them are reported together as [Error]s, with their lines. After a mistake that
// belongs to no module, such as a Set of a zero [Bits], the component's Describe
// ends there. What is said to a module after Elaborate has returned has no effect.
//
// # Concurrency
//
// There is no global state: different components can be elaborated in
// parallel. A Module, and all that comes from it, belongs to one goroutine.
//
// docs/language.md tells the whole language.
package hdl
