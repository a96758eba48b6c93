package main

import (
	"fmt"
	"strings"

	"posedge/bench"
	ropmask "posedge/blocks/ropmask/scenario"
	"posedge/hdl"
)

// registry is every block that the command line knows, in the order of the list.
var registry = func() []bench.Block {
	return []bench.Block{ropmask.Block()}
}

// findBlocks returns the block of that name, or all of them for "all" where
// that may be asked for.
func findBlocks(command, name string, all bool) ([]bench.Block, error) {
	blocks := registry()
	if all && name == "all" {
		return blocks, nil
	}
	var names []string
	for _, b := range blocks {
		if b.Name == name {
			return []bench.Block{b}, nil
		}
		names = append(names, b.Name)
	}
	if all {
		names = append(names, "all")
	}
	return nil, wrongf("%s: no block %q; there is %s", command, name, strings.Join(names, ", "))
}

func findVariant(command string, b bench.Block, name string) (bench.Variant, error) {
	v, err := b.Variant(name)
	if err != nil {
		var names []string
		for _, v := range b.Variants {
			names = append(names, v.Name)
		}
		return v, wrongf("%s: %s has no variant %q; it has %s", command, b.Name, name, strings.Join(names, ", "))
	}
	return v, nil
}

func findScenario(command string, b bench.Block, name string) (bench.Scenario, error) {
	s, err := b.Scenario(name)
	if err != nil {
		var names []string
		for _, s := range b.Scenarios {
			names = append(names, s.Name)
		}
		return s, wrongf("%s: %s has no scenario %q; it has %s", command, b.Name, name, strings.Join(names, ", "))
	}
	return s, nil
}

// elaborate builds a variant of a block.
func elaborate(b bench.Block, v bench.Variant) (*hdl.Design, error) {
	c, err := v.New()
	if err == nil {
		var d *hdl.Design
		if d, err = hdl.Elaborate(c); err == nil {
			return d, nil
		}
	}
	return nil, fmt.Errorf("%s %s: %w", b.Name, v.Name, err)
}
