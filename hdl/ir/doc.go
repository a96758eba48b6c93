// Package ir is the intermediate form of a Posedge design: one closed set of
// node kinds that the language builds and that the simulator and the Verilog
// exporter read.
//
// Expressions: [Const], [Ref], [Unary], [Binary], [Mux], [Slice], [Concat]
// and [MemRead]. Statements: [Set], [If], [Switch], [MemWrite] and [Property].
// Declarations: [Module], [Signal] (port, wire, register, or the parent's side
// of an instance's port), [Memory], [SyncRead], [Instance], [Domain] (a clock and
// its reset, which are ports) and [Extern] (a module without a body). Every node
// carries the source position that made it.
//
// This package states the meaning of each kind; for the operators also as a
// program ([EvalBinary]). Every operation is defined for every input:
//
//   - values are two-state, of a fixed width of at least 1, unsigned;
//   - a Ref reads the settled value of a combinational signal in the current
//     cycle, or the current value of a register;
//   - among the Sets of a target that apply, the last in source order wins; a
//     register to which none applies keeps its value, and every other target is
//     set on all paths ([Check] requires it);
//   - all registers, memories and SyncReads of a domain take their next values
//     together at the edge of its clock, computed from the values before the
//     edge; if the domain's reset is 1, a register with a reset value takes
//     that instead. Reset does not gate memory writes or SyncReads.
//   - at power-on a register holds its reset value, or 0 if it has none, a
//     SyncRead's data is 0, and a memory holds its contents, or 0.
package ir
