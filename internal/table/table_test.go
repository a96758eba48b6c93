package table

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestColumnsAreAlignedAndNothingIsBroken(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, []string{"design", "per_cycle"}, "LR", [][]string{
		{"idle, which rests in most of its cycles and has a long name for that", "2"}, {"one\ntwo", "300000000000"},
	}))
	assert.Equal(t, `
┌──────────────────────────────────────────────────────────────────────┬──────────────┐
│ design                                                               │ per_cycle    │
├──────────────────────────────────────────────────────────────────────┼──────────────┤
│ idle, which rests in most of its cycles and has a long name for that │            2 │
│ one                                                                  │ 300000000000 │
│ two                                                                  │              │
└──────────────────────────────────────────────────────────────────────┴──────────────┘
`, "\n"+b.String())
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAnErrorOfTheWriterIsReturned(t *testing.T) {
	require.ErrorContains(t, Write(full{}, nil, "L", [][]string{{"a"}}), "no space left")
}
