package jit

import "posedge/hdl/sim/internal/jit/code"

// Passes returns the names of the engine's own passes, which work on the code for a
// netlist:
//
//   - reset: a run in which the reset is 0 has its own code, without reset logic
//   - simplify: expressions over machine words are simplified as they are made
//   - groups: registers and writes with a common enable share a branch
//   - factors: conditions of groups that have a factor in common nest
//   - arms: what only one arm of a choice needs is computed where it is taken
//   - order: registers are written in place as far as an order allows it
func Passes() []string {
	return []string{"reset", "simplify", "groups", "factors", "arms", "order"}
}

// optionsOf are the options of package code that leave passes out.
func optionsOf(without map[string]bool) code.Options {
	return code.Options{NoGroups: without["groups"], NoFactors: without["factors"], NoArms: without["arms"], NoOrder: without["order"]}
}
