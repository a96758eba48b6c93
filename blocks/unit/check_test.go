package unit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/unit"
)

// A block that lacks something is refused before any of its commands runs, with all that is missing.
func TestAnIncompleteBlockIsRefused(t *testing.T) {
	assert.EqualError(t, unit.Block{}.Check(), `a block has the name ""; give Name a letter and further lower-case letters, digits and _`)
	assert.EqualError(t, unit.Block{
		Name:      "x",
		Variants:  []unit.Variant{{Name: "v"}, {Name: "v"}},
		Scenarios: []unit.Scenario{{Name: "s"}},
		Commands:  []unit.Command{{Name: "c"}},
	}.Check(), `block x: New is missing in variant v; it makes the component
block x: Exercise is missing in variant v; posedge check and posedge export record its run
block x: the variant name "v" is taken; choose another
block x: New is missing in variant v; it makes the component
block x: Exercise is missing in variant v; posedge check and posedge export record its run
block x: New or Run is missing in scenario s; unit.On makes both
block x: Setup is missing in command c`)
}
