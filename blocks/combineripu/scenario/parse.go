package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/internal/text"
)

// A line is one of a file of loads and pixels.
type line struct {
	number int
	offset int // of a load
	word   uint32
	pixel  *model.Pixel // or nil
}

// attributes are what a pixel brings, by name.
var attributes = [...]string{"fog", "primary", "secondary", "texture0", "texture1", "texture2", "texture3"}

// parse reads the lines of a file of that name. The error says which line is wrong, and what to write instead.
func parse(name, source string) (list []line, err error) {
	for n, t := range strings.Split(source, "\n") {
		t, _, _ = strings.Cut(t, "//")
		t, _, _ = strings.Cut(t, "#")
		if err := text.NoStrangeBlank(t); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		words := strings.Fields(t)
		if len(words) == 0 {
			continue
		}
		l := line{number: n + 1}
		if words[0] == "pixel" {
			l.pixel, err = parsePixel(words[1:])
			if l.pixel != nil {
				l.pixel.X, l.pixel.Y = len(list)&0xffff, len(list)>>16&0xffff
			}
		} else {
			l.offset, l.word, err = parseLoad(words)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		list = append(list, l)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is neither a load nor a pixel; write, for example, \"pixel primary 200 100 50 128\"", name)
	}
	return list, nil
}

func parseLoad(words []string) (offset int, word uint32, err error) {
	const last = 1<<isa.OffsetBits - 1
	x, err := hexadecimal(words[0])
	switch {
	case err != nil || len(words) != 2:
		return 0, 0, fmt.Errorf("%.40q is neither a load nor a pixel; write \"260 14301010\", an offset and a word, or \"pixel primary 200 100 50 128\"", strings.Join(words, " "))
	case x > last:
		return 0, 0, fmt.Errorf("there is no offset %x; write a hexadecimal number from 0 to %x", x, last)
	}
	y, err := hexadecimal(words[1])
	if err != nil {
		return 0, 0, fmt.Errorf("%.40q is no word; write a hexadecimal number of at most 8 digits", words[1])
	}
	return int(x), uint32(y), nil
}

func hexadecimal(s string) (uint64, error) {
	return strconv.ParseUint(strings.TrimPrefix(strings.ToLower(s), "0x"), 16, 32)
}

func parsePixel(words []string) (*model.Pixel, error) {
	var p model.Pixel
	given := map[string]bool{}
	for len(words) > 0 {
		name := words[0]
		values := attribute(&p, name)
		switch {
		case values == nil:
			return nil, fmt.Errorf("%.40q is nothing that a pixel brings; write %s, each with four values", name, strings.Join(attributes[:], ", "))
		case given[name]:
			return nil, fmt.Errorf("%s is given twice; leave one out", name)
		}
		given[name] = true
		words = words[1:]
		for k := range values {
			if len(words) == 0 || attribute(&p, words[0]) != nil {
				return nil, fmt.Errorf("%s has %d of its values; write four: red, green, blue and alpha", name, k)
			}
			x, err := strconv.Atoi(words[0])
			if err != nil || x < -model.One || x > model.One {
				return nil, fmt.Errorf("%.40q is no value of %s; write whole numbers from -255 to 255", words[0], name)
			}
			values[k], words = x, words[1:]
		}
	}
	return &p, nil
}

// attribute is the pixel's attribute of a name, or nil.
func attribute(p *model.Pixel, name string) *model.Values {
	for k, v := range parts(p) {
		if attributes[k] == name {
			return v
		}
	}
	return nil
}
