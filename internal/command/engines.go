package command

import (
	"strings"

	"posedge/hdl/sim"
)

// engineNames are the names that -engine takes, the default first.
func engineNames() string {
	var names []string
	for _, e := range sim.Engines() {
		names = append(names, e.Name())
	}
	return strings.Join(names, ", ")
}

func findEngine(command, name string) (sim.Engine, error) {
	for _, e := range sim.Engines() {
		if e.Name() == name {
			return e, nil
		}
	}
	return sim.Engine{}, wrongf("%s: no engine %q; known engines: %s", command, name, engineNames())
}
