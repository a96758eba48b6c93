package verilog

import (
	"encoding/json"
	"fmt"
	"strings"
)

// netlist is what of Yosys's JSON netlist a path needs.
type netlist struct {
	Modules map[string]struct {
		Cells map[string]struct {
			Type        string
			Directions  map[string]string `json:"port_directions"`
			Connections map[string][]any  // numbers are nets, strings constants
		}
	}
}

// levels is the largest number of LUTs one behind the other in a flat netlist for
// iCE40, between registers, memories and ports. A carry adds none of its own.
func levels(text []byte, top string) (int, error) {
	var n netlist
	if err := json.Unmarshal(text, &n); err != nil {
		return 0, fmt.Errorf("verilog: netlist of yosys: %w", err)
	}
	type gate struct {
		inputs []float64
		cost   int
	}
	drivers := map[float64]gate{} // by net
	for _, c := range n.Modules[top].Cells {
		g := gate{}
		switch {
		case c.Type == "SB_LUT4":
			g.cost = 1
		case !strings.HasPrefix(c.Type, "SB_CARRY"):
			continue // a register or memory, where a path ends
		}
		var outputs []float64
		for port, nets := range c.Connections {
			for _, net := range nets {
				switch id, ok := net.(float64); {
				case ok && c.Directions[port] == "output":
					outputs = append(outputs, id)
				case ok:
					g.inputs = append(g.inputs, id)
				}
			}
		}
		for _, id := range outputs {
			drivers[id] = g
		}
	}
	depth := map[float64]int{}
	var at func(net float64) int
	at = func(net float64) int {
		if d, known := depth[net]; known {
			return d
		}
		depth[net] = 0 // a loop, which check has refused before, would end here
		g, d := drivers[net], 0
		for _, i := range g.inputs {
			d = max(d, at(i))
		}
		depth[net] = d + g.cost
		return d + g.cost
	}
	most := 0
	for net := range drivers {
		most = max(most, at(net))
	}
	return most, nil
}
