package main

import (
	"strings"

	"posedge/hdl/sim"
)

// engines are those that -engine takes, the default first.
func engines() []sim.Engine { return []sim.Engine{sim.Reference} }

func engineNames() string {
	var names []string
	for _, e := range engines() {
		names = append(names, e.Name())
	}
	return strings.Join(names, ", ")
}

func findEngine(command, name string) (sim.Engine, error) {
	for _, e := range engines() {
		if e.Name() == name {
			return e, nil
		}
	}
	return nil, wrongf("%s: no engine %q; there is %s", command, name, engineNames())
}
