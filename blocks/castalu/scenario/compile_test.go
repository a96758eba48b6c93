package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/unit"
)

// A limit that even fp32 cannot meet is refused, with the operation.
func TestAnErrorThatCannotBeMetIsRefused(t *testing.T) {
	for _, c := range []struct {
		file string
		most float64
		want string
	}{
		{"patent", 0.01, "shaders/patent.frag: the error is at most 0.02037 steps even in fp32, more than 0.01: most of it comes from "},
		{"toon", 3, "shaders/toon.frag: the error is at most 255 steps even in fp32, more than 3: most of it comes from mul.x (line 22), whose error may change the output by any number of steps; "},
	} {
		it := compilation{options: precision.Options{MaxError: c.most}}
		_, err := it.compile(&unit.Call{Args: []string{"shaders/" + c.file + ".frag"}})
		assert.ErrorContains(t, err, c.want)
	}
}
