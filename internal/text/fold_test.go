package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/internal/text"
)

func TestNamesAreFoldedWhereEveryCombinationIsThere(t *testing.T) {
	names := []string{"clear", "in_0_x_1", "in_0_x_2", "mode", "in_1_x_1", "in_1_x_2", "out_0", "out_2", "at_3"}
	assert.Equal(t, []string{"clear", "in_0…1_x_1…2", "mode", "out_0", "out_2", "at_3"}, text.FoldNames(names))
	widths := []int{1, 8, 8, 1, 4, 4, 1, 1, 1}
	assert.Equal(t, []text.Folded{{"clear", 0}, {"in_0_x_1…2", 1}, {"mode", 3}, {"in_1_x_1…2", 4}, {"out_0", 6}, {"out_2", 7}, {"at_3", 8}},
		text.Fold(names, func(i int) int { return widths[i] }))
}
