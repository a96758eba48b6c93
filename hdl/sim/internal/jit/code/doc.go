// Package code turns expressions over machine words (package word), and the stores
// and writes of their values, into functions of WebAssembly.
//
// A [Program] is a set of stores and writes that happen at once: every value
// is computed from the state before any of them. The steps, in order:
//
//   - grouping puts stores and writes that share a condition, or a factor of it,
//     under one if (groups.go, factors.go);
//   - placement gives every value the innermost region that holds all its users,
//     where a region is an arm of such an if, or of a choice between two values
//     that is worth a branch (regions.go);
//   - scheduling makes a list of steps of every region, each value before its
//     users (schedule.go), in an order in which most stores come after the last
//     reader of what they overwrite (order.go);
//   - planning cuts the list into functions (plan.go) and defers the stores that
//     still come too early (postpone.go);
//   - emission writes the instructions (emit.go).
package code
