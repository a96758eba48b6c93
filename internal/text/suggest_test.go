package text_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/internal/text"
)

// What is near is proposed, the nearest first; what shares a letter with a short name is not.
func TestDidYouMeanProposesWhatIsNear(t *testing.T) {
	names := []string{"dot", "pow", "float", "count", "full", "smoothstep", "step", "left.count", "x", "in"}
	for name, want := range map[string]string{
		"foo":        "",
		"flaot":      ": did you mean float?",
		"cuont":      ": did you mean count?",
		"ful":        ": did you mean full?",
		"smothstep":  ": did you mean smoothstep?",
		"smoothsetp": ": did you mean smoothstep?",
		"Dot":        ": did you mean dot?",
		"doot":       ": did you mean dot?",
		"y":          "",
		"root":       "",
		"other":      "",
	} {
		assert.Equal(t, want, text.DidYouMean(name, slices.Values(names)), name)
	}
}
