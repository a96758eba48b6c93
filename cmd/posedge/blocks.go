package main

import (
	"fmt"
	"strings"

	"posedge/blocks"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// registry lists every block that the command line knows, in the order in which list shows them.
var registry = blocks.All

// blockNames are the names of all blocks.
func blockNames() (names []string) {
	for _, b := range registry() {
		names = append(names, b.Name)
	}
	return names
}

// findBlocks returns the block of that name, or all of them for "all" if the
// command allows that.
func findBlocks(command, name string, all bool) ([]unit.Block, error) {
	list := registry()
	if all && name == "all" {
		return list, nil
	}
	for _, b := range list {
		if b.Name == name {
			return []unit.Block{b}, nil
		}
	}
	names := blockNames()
	if all {
		names = append(names, "all")
	}
	return nil, wrongf("%s: no block %q; known blocks: %s", command, name, strings.Join(names, ", "))
}

func findVariant(command string, b unit.Block, name string) (unit.Variant, error) {
	v, err := b.Variant(name)
	if err != nil {
		return v, wrongf("%s: %v", command, err)
	}
	return v, nil
}

func findScenario(command string, b unit.Block, name string) (unit.Scenario, error) {
	s, err := b.Scenario(name)
	if err != nil {
		return s, wrongf("%s: %v", command, err)
	}
	return s, nil
}

// elaborate builds a variant of a block.
func elaborate(b unit.Block, v unit.Variant) (*hdl.Design, error) {
	c, err := v.New()
	if err == nil {
		var d *hdl.Design
		if d, err = hdl.Elaborate(c); err == nil {
			return d, nil
		}
	}
	return nil, fmt.Errorf("%s %s: %w", b.Name, v.Name, err)
}
