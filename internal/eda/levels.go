package eda

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// netlist is the part of Yosys's JSON netlist that is counted.
type netlist struct {
	Modules map[string]struct{ Cells map[string]cell }
}

// cell is an instance of a primitive of the target.
type cell struct {
	Type        string
	Parameters  map[string]string // binary
	Directions  map[string]string `json:"port_directions"`
	Connections map[string][]any  // numbers are nets, strings constants
}

// number is a parameter's value.
func (c cell) number(parameter string) uint64 {
	n, _ := strconv.ParseUint(c.Parameters[parameter], 2, 64) // 0 if there is none
	return n
}

// path returns whether the cell's outputs follow its input without a register, and
// how many levels that is.
func (c cell) path(input string) (through bool, levels int) {
	switch c.Type {
	case "SB_LUT4", "$lut":
		return true, 1
	case "SB_CARRY":
		return true, 0
	case "SB_MAC16":
		const registered = 1
		if c.number("TOPOUTPUT_SELECT") == registered && c.number("BOTOUTPUT_SELECT") == registered {
			return false, 0
		}
		switch input {
		case "A", "B":
			return c.number(input+"_REG")+c.number("PIPELINE_16x16_MULT_REG1")+c.number("PIPELINE_16x16_MULT_REG2") == 0, 1
		case "C", "D":
			return c.number(input+"_REG") == 0, 1
		}
	}
	return false, 0 // a register or memory, where a path ends
}

// measure counts the cells of a flat netlist, and finds its longest path.
func measure(text []byte, top string) (Stats, error) {
	var n netlist
	if err := json.Unmarshal(text, &n); err != nil {
		return Stats{}, fmt.Errorf("eda: netlist of yosys: %w", err)
	}
	var s Stats
	type gate struct {
		inputs []float64
		cost   int
	}
	drivers := map[float64]gate{} // by net
	for _, c := range n.Modules[top].Cells {
		switch {
		case c.Type == "SB_LUT4", c.Type == "$lut":
			s.LUTs++
		case c.Type == "SB_CARRY":
			s.Carries++
		case c.Type == "SB_MAC16":
			s.DSPs++
		case strings.HasPrefix(c.Type, "SB_RAM40"):
			s.BRAMs++
		case strings.HasPrefix(c.Type, "SB_DFF"), strings.HasPrefix(c.Type, "$_") && strings.Contains(c.Type, "DFF"):
			s.FFs++
		}
		g := gate{}
		var outputs []float64
		for port, nets := range c.Connections {
			output := c.Directions[port] == "output"
			through, levels := c.path(port)
			for _, net := range nets {
				switch id, ok := net.(float64); {
				case ok && output:
					outputs = append(outputs, id)
				case ok && through:
					g.inputs, g.cost = append(g.inputs, id), levels
				}
			}
		}
		if g.inputs == nil {
			continue
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
	for net := range drivers {
		s.Levels = max(s.Levels, at(net))
	}
	return s, nil
}
