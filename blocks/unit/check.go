package unit

import (
	"errors"
	"fmt"
	"posedge/hdl/ir"
	"regexp"
)

// A block's name is a word of a command line, and names modules and files of its export; those of variants, scenarios and
// commands are words of a command line, and parts of the names of files.
var (
	blockName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	word      = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)
)

// Check reports what is missing or contradictory in a block, all of it in one joined error: its commands would fail on it.
func (b Block) Check() error {
	var list []error
	need := func(there bool, format string, args ...any) {
		if !there {
			list = append(list, fmt.Errorf("block %s: %s", b.Name, fmt.Sprintf(format, args...)))
		}
	}
	if !blockName.MatchString(b.Name) {
		return fmt.Errorf("a block has the name %q; give Name a letter and further lower-case letters, digits and _", b.Name)
	}
	need(len(b.Variants) > 0, "it has no Variants; add one, whose New makes the component")
	if err := ir.ValidName(b.Name); err != nil {
		need(false, "%v", err)
	}
	variants, scenarios, commands := map[string]bool{}, map[string]bool{"all": true}, map[string]bool{"help": true}
	named := func(kind, name string, taken map[string]bool) {
		need(word.MatchString(name), "a %s has the name %q; give it a word of lower-case letters, digits, - and _", kind, name)
		need(!taken[name], "the %s name %q is taken; choose another", kind, name)
		taken[name] = true
	}
	for _, v := range b.Variants {
		named("variant", v.Name, variants)
		need(v.New != nil, "New is missing in variant %s; it makes the component", v.Name)
		need(v.Exercise != nil, "Exercise is missing in variant %s; posedge check and posedge export record its run", v.Name)
	}
	for _, s := range b.Scenarios {
		named("scenario", s.Name, scenarios)
		need(s.Cycles >= 0, "scenario %s has %d Cycles; 0 is for one that ends by itself", s.Name, s.Cycles)
		need(s.New != nil && s.Run != nil, "New or Run is missing in scenario %s; unit.On makes both", s.Name)
	}
	for _, c := range b.Commands {
		named("command", c.Name, commands)
		need(c.Setup != nil, "Setup is missing in command %s", c.Name)
	}
	return errors.Join(list...)
}
