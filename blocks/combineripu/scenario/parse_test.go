package scenario

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/model"
	"posedge/internal/docpage"
	"posedge/internal/lines/linestest"
)

func TestLinesAreLoadsAndPixels(t *testing.T) {
	list, err := parse("x", "\n260 14301010 // a load\n# nothing\n 0x1E60\t101#\r\npixel\npixel texture3 1 -2 255 -255 fog 5 6 7 8\n")
	require.NoError(t, err)
	assert.Equal(t, []line{
		{number: 2, offset: 0x260, word: 0x14301010},
		{number: 4, offset: 0x1e60, word: 0x101},
		{number: 5, pixel: &model.Pixel{X: 2}},
		{number: 6, pixel: &model.Pixel{X: 3, Fog: model.Values{5, 6, 7, 8}, Texture: [4]model.Values{3: {1, -2, 255, -255}}}},
	}, list)
}

// The page's example of a file is the one that its command runs.
func TestThePageHasTheFile(t *testing.T) {
	file, err := os.ReadFile("states/swap.txt")
	require.NoError(t, err)
	docpage.Check(t, page, false, "copy scenario/states/swap.txt into it", nil, []string{string(file)})
}

func TestWrongLinesAreRefused(t *testing.T) {
	const (
		neither    = ` is neither a load nor a pixel; write "260 14301010", an offset and a word, or "pixel primary 200 100 50 128"`
		attributes = ` instead of what a pixel brings; choose fog, primary, secondary, texture0, texture1, texture2 or texture3`
	)
	for text, want := range map[string]string{
		"foo":                  `1: "foo"` + neither,
		"260":                  `1: "260"` + neither,
		" 260 1 2":             `2: "260 1 2"` + neither,
		"-260 1":               `1: "-260 1"` + neither,
		"0xx1 1":               `1: found "0xx1" instead of the offset, 0x0 to 0x1fff`,
		"2000 1":               `1: the offset is 2000; choose 0x0 to 0x1fff`,
		"260 123456789":        `5: the word is 123456789; choose 0x0 to 0xffffffff`,
		"260 +1":               `5: found "+1" instead of the word, 0x0 to 0xffffffff`,
		"pixel primary 1 2 3":  `7: primary has 3 of its values; write four: red, green, blue and alpha`,
		"pixel primary fog":    `7: primary has 0 of its values; write four: red, green, blue and alpha`,
		"pixel colour 1 2 3 4": `7: found "colour"` + attributes,
		"pixel\tfogg 1 2 3 4":  `7: found "fogg"` + attributes + ": did you mean fog?",
		"pixel fog 1 2 3 4 5":  `19: found "5"` + attributes,
		"pixel fog 1 2 3 256":  `17: a value of fog is 256; choose -255 to 255`,
		"pixel fog 1 2 -256 3": `15: a value of fog is -256; choose -255 to 255`,
		"pixel fog 1 2 3.5 4":  `15: found "3.5" instead of a value of fog, -255 to 255`,
		"pixel fog 1 2 3 4 primary 1 2 3 4 fog 5 6 7 8": `35: fog is given twice; leave one out`,
	} {
		_, err := parse("file", "pixel\n"+text)
		assert.EqualError(t, err, "file:2:"+want)
	}
	_, err := parse("file", "// nothing\n")
	assert.EqualError(t, err, `file: there is neither a load nor a pixel; write, for example, "pixel primary 200 100 50 128"`)
}

func FuzzParse(f *testing.F) {
	f.Add("\n260 14301010 // a load\n# nothing\n 0x1E60\t101#\r\npixel\npixel texture3 1 -2 255 -255 fog 5 6 7 8\n")
	f.Fuzz(func(t *testing.T, text string) {
		linestest.ComesBack(t, text, parse, func(list []line) string {
			var b strings.Builder
			for _, l := range list {
				for strings.Count(b.String(), "\n") < l.number-1 {
					b.WriteString("\n")
				}
				if l.pixel == nil {
					fmt.Fprintf(&b, "%x %x", l.offset, l.word)
					continue
				}
				b.WriteString("pixel")
				for k, v := range parts(l.pixel) {
					fmt.Fprintf(&b, " %s %d %d %d %d", attributes[k], v[0], v[1], v[2], v[3])
				}
			}
			return b.String()
		})
	})
}
