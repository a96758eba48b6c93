// Package sim simulates a design of the intermediate form (hdl/ir) cycle by
// cycle.
//
// [Compile] flattens the design to a netlist, a list of nodes in the order in
// which they can be computed, optimises it, and hands it to an [Engine]. The
// resulting [Program] is immutable and shared; each [Simulation] that it makes is
// cheap, independent of the others, and belongs to one goroutine.
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
// [Simulation.Tick] does 2 to 4. A Get after Set and before Tick returns the
// settled value of the current cycle. Values are two-state; at power-on a
// register holds its reset value, or 0, and a memory its contents, or 0
// ([PowerOn] randomises undefined values). The reset of a design, if it has one,
// is an input like any other, the port "rst": it rises only if a caller sets it.
//
// # Engines
//
// [Reference] interprets the netlist, node by node. [Compiled], the default
// where it can run, compiles it to machine code in milliseconds. A snapshot of
// one engine can be restored in the other.
//
// # Inside
//
// The work is done below internal, where imports go in one direction only:
// lower flattens a design to a netlist, pass optimises it, and an engine
// (interp, jit) runs it; they share the arithmetic of eval and wide.
package sim
