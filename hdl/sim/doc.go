// Package sim simulates a design of the intermediate form (hdl/ir) cycle by
// cycle.
//
// [Compile] flattens the design to a [Netlist], a list of nodes in the order in
// which they can be computed, optimises it by [Passes], and hands it to an
// [Engine]. The [Program] that results is immutable and shared; each [Simulation]
// that it makes is cheap, independent of the others, and belongs to one
// goroutine.
//
// # A tick
//
//  1. Inputs are set ([Simulation.Set]).
//  2. Combinational logic settles.
//  3. The sample point: every Get, Peek, digest, trace and snapshot sees the
//     values of this moment.
//  4. The edge: registers, memories and registered reads take their next
//     values, all at once.
//
// [Simulation.Tick] does 2 to 4. What a Get returns after Set and before Tick is
// the settled value of the current cycle. Values are two-state; at power-on a
// register holds its reset value, or 0, and a memory its contents, or 0
// ([PowerOn] makes what is not defined random). The reset of a design that has
// one is an input like others, the port "rst": nothing raises it unasked.
//
// # Engines
//
// [Reference] interprets the netlist, node by node. [Compiled], the default
// where it can run, makes machine code of it in milliseconds:
//
//  1. The netlist becomes expressions over numbers of 32 and 64 bits
//     (compiled_lower.go, internal/word), simplified as they are made. A value
//     above 64 bits is several of them.
//  2. These become programs, one that computes outputs, one for collisions and
//     one or two for the edge, whose steps are put under branches, ordered and
//     cut into functions (internal/code).
//  3. The functions are written as a WebAssembly module (internal/wasm), which
//     wazero compiles. The loop over cycles is part of it.
//
// State lies where the netlist has it, so that a snapshot of one engine
// restores in the other; nothing else is kept from cycle to cycle.
package sim
