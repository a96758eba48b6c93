package scenario

import (
	"slices"
	"strings"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/internal/lines"
)

// A line is one of a file of loads and pixels.
type line struct {
	number int
	offset int // of a load
	word   uint32
	pixel  *model.Pixel // or nil
}

// attributes are the names of a pixel's values.
var attributes = []string{"fog", "primary", "secondary", "texture0", "texture1", "texture2", "texture3"}

// parse reads the lines of a file of that name. The error is a [*lines.Mistakes].
func parse(name, source string) (list []line, err error) {
	wrong := lines.Read(name, source, func(l *lines.Line) {
		words := l.Words()
		one := line{number: words[0].Line}
		if words[0].Text == "pixel" {
			one.pixel = parsePixel(words[1:])
			one.pixel.X, one.pixel.Y = len(list)&0xffff, len(list)>>16&0xffff
		} else {
			if len(words) != 2 || strings.Trim(words[0].Text, "0123456789abcdefABCDEFxX") != "" {
				words[0].Fail("%.40q is neither a load nor a pixel; write \"260 14301010\", an offset and a word, or \"pixel primary 200 100 50 128\"", l)
			}
			one.offset = words[0].Number(16, "the offset", 0, 1<<isa.OffsetBits-1)
			one.word = uint32(words[1].Number(16, "the word", 0, 1<<32-1))
		}
		list = append(list, one)
	}, "//", "#")
	if len(list) == 0 && wrong.Err() == nil {
		wrong.Add(lines.Place{}, "there is neither a load nor a pixel; write, for example, \"pixel primary 200 100 50 128\"")
	}
	return list, wrong.Err()
}

func parsePixel(words []lines.Word) *model.Pixel {
	var p model.Pixel
	given := map[int]bool{}
	for len(words) > 0 {
		name := words[0]
		k := name.OneOf("what a pixel brings", attributes...)
		if given[k] {
			name.Fail("%s is given twice; leave one out", name.Text)
		}
		given[k] = true
		values := parts(&p)[k]
		words = words[1:]
		for n := range values {
			if len(words) == 0 || slices.Contains(attributes, words[0].Text) {
				name.Fail("%s has %d of its values; write four: red, green, blue and alpha", name.Text, n)
			}
			values[n] = words[0].Number(10, "a value of "+name.Text, -model.One, model.One)
			words = words[1:]
		}
	}
	return &p
}
