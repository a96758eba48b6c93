package sim

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/interp"
	"posedge/hdl/sim/internal/jit"
	"posedge/hdl/sim/internal/pass"
)

// Engine runs a design: [Reference] or [Compiled], with equal results. Two values
// are equal if they are the same engine.
type Engine struct{ e engine.Engine }

// Name returns the engine's name on a command line: "reference" or "compiled".
func (e Engine) Name() string { return e.e.Name() }

// Reference is the plain interpreter, which walks the netlist from the first
// node to the last. Other engines are compared with it, and it runs everywhere.
func Reference() Engine { return Engine{interp.Engine{}} }

// Compiled translates the netlist to WebAssembly, which wazero compiles to
// machine code. [Compile] refuses it where wazero has no compiler.
func Compiled() Engine { return Engine{jit.Engine{}} }

// Engines returns the engines of this machine, the default first.
func Engines() []Engine {
	if jit.Available() {
		return []Engine{Compiled(), Reference()}
	}
	return []Engine{Reference()}
}

// PassNames returns the names that [WithoutPass] takes, in the order in which
// the passes run: the optimiser's, then the compiled engine's.
func PassNames() []string {
	var names []string
	for _, p := range pass.All() {
		names = append(names, p.Name)
	}
	return append(names, jit.Passes()...)
}

// checkPasses refuses names of unknown passes.
func checkPasses(names map[string]bool) error {
	known := PassNames()
	for name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no pass is named %q; known passes: %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}
