package waves

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/golden"
)

func picture(t *testing.T, d *Diagram) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.SVG(&b))
	return b.String()
}

func TestSVGGolden(t *testing.T) {
	golden.Check(t, "testdata/chart.svg", picture(t, chart()))
}

// element returns the text of the first element of that name.
func element(t *testing.T, svg, name string) string {
	t.Helper()
	for x := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := x.Token()
		require.NoError(t, err, name)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == name {
			var text string
			require.NoError(t, x.DecodeElement(&text, &e))
			return text
		}
	}
}

func TestSVGNeedsNothingElse(t *testing.T) {
	svg := picture(t, chart())
	for x := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := x.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err, "well-formed")
		if e, ok := token.(xml.StartElement); ok {
			assert.Contains(t, []string{"svg", "title", "desc", "rect", "g", "path", "text", "tspan"}, e.Name.Local)
			for _, a := range e.Attr {
				assert.NotContains(t, []string{"href", "style", "class", "id"}, a.Name.Local)
			}
		}
	}
	assert.Equal(t, 1, strings.Count(svg, "://"), "the name space alone")
	assert.Regexp(t, `<rect x="0.5" y="0.5" width="\d+" height="\d+" rx="6" fill="#ffffff"`, svg, "a background of its own")
}

func TestSVGSaysWhatItShows(t *testing.T) {
	d := chart()
	assert.Equal(t, "A <chart>", element(t, picture(t, d), "title"))
	d.Rows = []Row{d.Rows[0], d.Rows[3], d.Rows[4]}
	d.Title = ""
	assert.Equal(t, "Timing diagram", element(t, picture(t, d), "title"))
	assert.Equal(t, "cycles 98 to 2001; clk is the clock; state: IDLE, BUSY from 100, 3 from 101, BUSY from 2001; "+
		"queue.data: 0, 2a from 99, 7 from 101, 8 from 2001", element(t, picture(t, d), "desc"))

	d = &Diagram{columns: consecutive(0, 40), Rows: []Row{{Name: "n", Width: 6}}}
	for i := range uint64(40) {
		d.Rows[0].Values = append(d.Rows[0].Values, NewValue(6, i))
	}
	assert.True(t, strings.HasSuffix(element(t, picture(t, d), "desc"), "e from 14, f from 15, and so on"))
}

// A value that does not fit its hexagon loses its middle and is shown in full
// under the pointer.
func TestSVGKeepsAValueThatDoesNotFit(t *testing.T) {
	wide := NewValue(128, 0xfeed, 0xabcdef0123456789)
	svg := picture(t, &Diagram{columns: consecutive(0, 1), Rows: []Row{{Name: "w", Width: 128, Values: []Value{wide}}}})
	assert.Contains(t, svg, "<title>abcdef0123456789000000000000feed</title>")
	assert.Regexp(t, `>abcd[0-9a-f]*…[0-9a-f]*eed</text>`, svg)
	short := picture(t, &Diagram{columns: consecutive(0, 4), Rows: []Row{{Name: "w", Width: 128, Values: []Value{wide, wide, wide, wide}}}})
	assert.Contains(t, short, ">abcdef0123456789000000000000feed</text>", "it fits four columns")
}

// Narrow columns are numbered only where the numbers are round.
func TestSVGNumbersDoNotOverlap(t *testing.T) {
	numbers := func(d *Diagram) (list []string) {
		for _, m := range regexp.MustCompile(`<text x="\d+" y="23">(\d+)</text>`).FindAllStringSubmatch(picture(t, d), -1) {
			list = append(list, m[1])
		}
		return list
	}
	bit := func(n int) []Row { return []Row{{Name: "a", Width: 1, Values: words(1, make([]uint64, n)...)}} }
	assert.Len(t, numbers(&Diagram{columns: consecutive(0, 30), Rows: bit(30)}), 30)
	assert.Equal(t, []string{"99998", "100000", "100002"}, numbers(&Diagram{columns: consecutive(99998, 5), Rows: bit(5)}))
	cut := []column{{Number: 123455}, {Number: 123456}, {Number: 200001, Cut: true}, {Number: 200002}}
	assert.Equal(t, []string{"123455", "200001"}, numbers(&Diagram{columns: cut, Rows: bit(4)}))
}

func TestSVGRefusals(t *testing.T) {
	assert.EqualError(t, (&Diagram{columns: consecutive(0, 1001)}).SVG(io.Discard), "waves: 1001 columns are too many for an SVG, which has 1000 at most; choose fewer")
	assert.EqualError(t, (&Diagram{columns: consecutive(0, 1), Rows: []Row{{Name: "a", Width: 1}}}).SVG(io.Discard), "waves: a has 0 values for 1 columns")
}
