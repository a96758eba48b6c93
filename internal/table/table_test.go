package table

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestColumnsAreAligned(t *testing.T) {
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

func TestAWideTableBreaksItsWidestCells(t *testing.T) {
	rows := [][]string{{"a", "one two three four", "17"}, {"b", "five\nsix", "4"}, {"c", "– – – –", "5"}}
	narrow := &strings.Builder{}
	require.NoError(t, Write(Wide(narrow, 26), []string{"x", "words that are", "count"}, "LLR", rows))
	assert.Equal(t, `
┌───┬────────────┬───────┐
│ x │ words that │ count │
│   │ are        │       │
├───┼────────────┼───────┤
│ a │ one two    │    17 │
│   │ three four │       │
│ b │ five       │     4 │
│   │ six        │       │
│ c │ – – – –    │     5 │
└───┴────────────┴───────┘
`, "\n"+narrow.String())
	wide := &strings.Builder{}
	require.NoError(t, Write(Wide(wide, 34), []string{"x", "words that are", "count"}, "LLR", rows))
	assert.Contains(t, wide.String(), "one two three four │", "it fits")
}

func TestAFigureKeepsItsUnit(t *testing.T) {
	b := &strings.Builder{}
	require.NoError(t, Write(Wide(b, 21), []string{"design", "rate"}, "LR", [][]string{{"mesh of cells", "123.25 M"}}))
	assert.Equal(t, `
┌────────┬──────────┐
│ design │ rate     │
├────────┼──────────┤
│ mesh   │ 123.25 M │
│ of     │          │
│ cells  │          │
└────────┴──────────┘
`, "\n"+b.String())
}

func TestATableOfTooManyWordsContinuesBelow(t *testing.T) {
	narrow := &strings.Builder{}
	require.NoError(t, Write(Wide(narrow, 24), []string{"design", "cycles", "nodes", "seconds"}, "LRRR", [][]string{{"a fir", "1234567", "3", "0.25"}, {"b", "2", "30000", "17"}}))
	assert.Equal(t, `
┌────────┬─────────┐
│ design │ cycles  │
├────────┼─────────┤
│ a fir  │ 1234567 │
│ b      │       2 │
└────────┴─────────┘
┌────────┬───────┐
│ design │ nodes │
├────────┼───────┤
│ a fir  │     3 │
│ b      │ 30000 │
└────────┴───────┘
┌────────┬─────────┐
│ design │ seconds │
├────────┼─────────┤
│ a fir  │    0.25 │
│ b      │      17 │
└────────┴─────────┘
`, "\n"+narrow.String())
	named := &strings.Builder{}
	require.NoError(t, Write(Wide(named, 24), nil, "LLL", [][]string{{"top.dut.unit.signal", "wire", "12"}}))
	assert.Contains(t, named.String(), "│ top.dut.unit.signal │ wire │ 12 │", "no bands that have no room")
	narrow = &strings.Builder{}
	require.NoError(t, Write(Wide(narrow, 5), nil, "L", [][]string{{"abcdefgh ij"}}))
	assert.Contains(t, narrow.String(), "│ abcdefgh │\n│ ij       │\n", "a word is never broken")
}

func TestATableInAFileHas100Columns(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, nil, "LL", [][]string{{"x", strings.Repeat("five ", 19) + "five"}}))
	widest := 0
	for _, l := range strings.Split(b.String(), "\n") {
		widest = max(widest, len([]rune(l)))
	}
	assert.LessOrEqual(t, widest, DefaultColumns)
	assert.Greater(t, widest, DefaultColumns-8)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAnErrorOfTheWriterIsReturned(t *testing.T) {
	require.ErrorContains(t, Write(full{}, nil, "L", [][]string{{"a"}}), "no space left")
}
