package waves

import (
	"errors"
	"fmt"
	"strings"
)

// Options of a [Writer]. The zero value is ready for use.
type Options struct {
	// Timescale is the unit of all times: 1, 10 or 100 of s, ms, us, ns, ps or
	// fs. Default "1ns".
	Timescale string

	// Period is the length of a clock cycle in units of the time scale, an even
	// number if there is a clock to draw. Default 2, the period of a test bench
	// that counts its phases.
	Period uint64

	// Comment is written at the head of the file.
	Comment string
}

func (o Options) withDefaults(clock bool) (Options, error) {
	if o.Timescale == "" {
		o.Timescale = "1ns"
	}
	if o.Period == 0 {
		o.Period = 2
	}
	if _, err := parseTimescale(o.Timescale); err != nil {
		return o, fmt.Errorf("waves: %w", err)
	}
	if clock && o.Period%2 != 0 {
		return o, fmt.Errorf("waves: the clock period %d is odd, so the clock cannot fall in its middle; use an even one", o.Period)
	}
	if o.Period > maxTime {
		return o, fmt.Errorf("waves: the clock period %d is beyond the largest time %d", o.Period, uint64(maxTime))
	}
	for _, word := range strings.Fields(o.Comment) {
		if word == "$end" {
			return o, errors.New(`waves: the comment contains "$end", which would end it`)
		}
	}
	for _, r := range o.Comment {
		if r != '\n' && (r < ' ' || r > '~') {
			return o, fmt.Errorf("waves: the comment holds the character %q; use printable ASCII", r)
		}
	}
	return o, nil
}

// maxTime is the largest time in a file: GTKWave's times are signed.
const maxTime = 1<<63 - 1

// parseTimescale returns the unit in femtoseconds (IEEE 1364-2005, 18.2.3.5).
func parseTimescale(s string) (femto uint64, err error) {
	text := strings.TrimSpace(s)
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	number, unit := text[:digits], strings.TrimSpace(text[digits:])
	scale, ok := map[string]uint64{"fs": 1, "ps": 1e3, "ns": 1e6, "us": 1e9, "ms": 1e12, "s": 1e15}[unit]
	count, okNumber := map[string]uint64{"1": 1, "10": 10, "100": 100}[number]
	if !ok || !okNumber {
		return 0, fmt.Errorf("the time scale %q is not 1, 10 or 100 of s, ms, us, ns, ps or fs", s)
	}
	return count * scale, nil
}
