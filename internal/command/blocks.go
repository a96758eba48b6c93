package command

import (
	"errors"
	"fmt"
	"strings"

	"posedge/blocks/unit"
	"posedge/hdl"
)

// blockNames are the names of all blocks.
func (c *call) blockNames() (names []string) {
	for _, b := range c.blocks {
		names = append(names, b.Name)
	}
	return names
}

// checkBlocks refuses blocks that the command line cannot tell apart, or that are incomplete.
func checkBlocks(blocks []unit.Block) error {
	taken := map[string]string{"help": "a command", "all": "all blocks"}
	for _, cmd := range commands() {
		taken[cmd.name] = "a command"
	}
	if len(blocks) == 0 {
		return errors.New("this program has no blocks; give posedge.Main at least one")
	}
	for _, b := range blocks {
		if err := b.Check(); err != nil {
			return err
		}
		if what := taken[b.Name]; what != "" {
			return fmt.Errorf("block %s: its name is that of %s; rename it", b.Name, what)
		}
		taken[b.Name] = "another block"
	}
	return nil
}

// title is a block's name with its patent, if it is of one, and its summary.
func title(b unit.Block) string {
	if b.Patent == "" {
		return b.Name + ": " + b.Summary
	}
	return fmt.Sprintf("%s (%s): %s", b.Name, b.Patent, b.Summary)
}

// findBlocks returns the block of that name, or all of them for "all" if the
// command allows that.
func (c *call) findBlocks(command, name string, all bool) ([]unit.Block, error) {
	if all && name == "all" {
		return c.blocks, nil
	}
	for _, b := range c.blocks {
		if b.Name == name {
			return []unit.Block{b}, nil
		}
	}
	names := c.blockNames()
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
func (c *call) elaborate(b unit.Block, v unit.Variant) (d *hdl.Design, err error) {
	if err = c.interruptible(func() error { d, err = elaborate(v); return err }); err != nil {
		return nil, fmt.Errorf("%s %s: %w", b.Name, v.Name, err)
	}
	return d, nil
}

func elaborate(v unit.Variant) (*hdl.Design, error) {
	var c hdl.Component
	err := guard("New", func() (err error) { c, err = v.New(); return err })
	if err != nil {
		return nil, err
	}
	return hdl.Elaborate(c)
}
