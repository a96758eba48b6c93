package code

// Pass is a pass of the compiled engine's own, over the code for a netlist.
type Pass uint8

const (
	Reset    Pass = iota // a run in which the reset is 0 has its own code, without reset logic
	Merge                // what stops a run is found by the code of the edge, not by code before it
	Simplify             // expressions over machine words are simplified as they are made
	Tables               // choices among constants, or among slices at equal distances, are shifts
	Groups               // registers and writes with a common enable share a branch
	Factors              // conditions of groups that have a factor in common nest
	Arms                 // what only one arm of a choice needs is computed where it is taken
	Order                // registers are written in place as far as an order allows it
	numPasses
)

// PassNames are the names of the passes.
var PassNames = [numPasses]string{"reset", "merge", "simplify", "tables", "groups", "factors", "arms", "order"}

// Omitted says which passes are left out.
type Omitted [numPasses]bool

// Omit leaves out the passes with these names.
func Omit(names map[string]bool) (o Omitted) {
	for p, name := range PassNames {
		o[p] = names[name]
	}
	return o
}
