package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/model"
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

func TestWrongLinesAreRefused(t *testing.T) {
	const neither = ` is neither a load nor a pixel; write "260 14301010", an offset and a word, or "pixel primary 200 100 50 128"`
	for text, want := range map[string]string{
		"foo":                  `"foo"` + neither,
		"260":                  `"260"` + neither,
		"260 1 2":              `"260 1 2"` + neither,
		"-260 1":               `"-260 1"` + neither,
		"2000 1":               `there is no offset 2000; write a hexadecimal number from 0 to 1fff`,
		"260 123456789":        `"123456789" is no word; write a hexadecimal number of at most 8 digits`,
		"pixel primary 1 2 3":  `primary has 3 of its values; write four: red, green, blue and alpha`,
		"pixel primary fog":    `primary has 0 of its values; write four: red, green, blue and alpha`,
		"pixel colour 1 2 3 4": `"colour" is nothing that a pixel brings; write fog, primary, secondary, texture0, texture1, texture2, texture3, each with four values`,
		"pixel fog 1 2 3 4 5":  `"5" is nothing that a pixel brings; write fog, primary, secondary, texture0, texture1, texture2, texture3, each with four values`,
		"pixel fog 1 2 3 256":  `"256" is no value of fog; write whole numbers from -255 to 255`,
		"pixel fog 1 2 -256 3": `"-256" is no value of fog; write whole numbers from -255 to 255`,
		"pixel fog 1 2 3.5 4":  `"3.5" is no value of fog; write whole numbers from -255 to 255`,
		"pixel fog 1 2 3 4 primary 1 2 3 4 fog 5 6 7 8": `fog is given twice; leave one out`,
	} {
		_, err := parse("file", "pixel\n"+text)
		assert.EqualError(t, err, "file:2: "+want)
	}
	_, err := parse("file", "// nothing\n")
	assert.EqualError(t, err, `file: there is neither a load nor a pixel; write, for example, "pixel primary 200 100 50 128"`)
}
