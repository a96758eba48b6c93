package unit

import (
	"errors"
	"fmt"
	"regexp"
)

// blockName is a name that is a word of a command line and a part of a file's name.
var blockName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// Check reports what is missing or contradictory in a block, all of it in one joined error: its commands would fail on it.
func (b Block) Check() error {
	var list []error
	need := func(there bool, format string, args ...any) {
		if !there {
			list = append(list, fmt.Errorf("block %s: %s", b.Name, fmt.Sprintf(format, args...)))
		}
	}
	if !blockName.MatchString(b.Name) {
		return fmt.Errorf("a block has the name %q; give Name a word of lower-case letters, digits, - and _", b.Name)
	}
	need(len(b.Variants) > 0, "it has no Variants; add one, whose New makes the component")
	variants, scenarios, commands := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range b.Variants {
		need(!variants[v.Name], "two variants have the name %q", v.Name)
		need(v.New != nil, "New is missing in variant %s; it makes the component", v.Name)
		need(v.Exercise != nil, "Exercise is missing in variant %s; posedge check and posedge export record its run", v.Name)
		variants[v.Name] = true
	}
	for _, s := range b.Scenarios {
		need(!scenarios[s.Name], "two scenarios have the name %q", s.Name)
		need(s.New != nil && s.Run != nil, "New or Run is missing in scenario %s; unit.On makes both", s.Name)
		scenarios[s.Name] = true
	}
	for _, c := range b.Commands {
		need(!commands[c.Name], "two commands have the name %q", c.Name)
		need(c.Setup != nil, "Setup is missing in command %s", c.Name)
		commands[c.Name] = true
	}
	return errors.Join(list...)
}
