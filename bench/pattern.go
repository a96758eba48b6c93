package bench

import (
	"fmt"
	"strings"
)

// Pattern makes the driver repeat a text with a digit for each cycle in which
// it could offer a beat: at 1 it offers one, at 0 it does not. "1" leaves no
// gaps. Blanks and _ may separate digits.
func (d *Driver) Pattern(text string) {
	d.tb.r.Helper()
	f, err := pattern(text)
	d.tb.check(err)
	d.When(f)
}

// Bursts makes the driver repeatedly offer a run of on beats, at least 1, and then
// none for off cycles.
func (d *Driver) Bursts(on, off int) {
	d.tb.r.Helper()
	f, err := bursts(on, off)
	d.tb.check(err)
	d.When(f)
}

// Pattern makes the monitor repeat a text with a digit for each cycle: at 1 it
// is ready, at 0 it stalls. "1" never stalls. Blanks and _ may separate digits.
func (m *Monitor[V]) Pattern(text string) {
	m.tb.r.Helper()
	f, err := pattern(text)
	m.tb.check(err)
	m.When(f)
}

// Bursts makes the monitor repeatedly be ready for on cycles, at least 1, and then
// stall for off cycles.
func (m *Monitor[V]) Bursts(on, off int) {
	m.tb.r.Helper()
	f, err := bursts(on, off)
	m.tb.check(err)
	m.When(f)
}

func pattern(text string) (func() bool, error) {
	digits := strings.NewReplacer(" ", "", "_", "").Replace(text)
	if strings.Trim(digits, "01") != "" || !strings.Contains(digits, "1") {
		return nil, fmt.Errorf("a pattern is 1 (go) and 0 (pause), with at least one 1, not %q", text)
	}
	return cycling(len(digits), func(i int) bool { return digits[i] == '1' }), nil
}

func bursts(on, off int) (func() bool, error) {
	if on < 1 || off < 0 {
		return nil, fmt.Errorf("bursts go at least 1 cycle and pause at least 0, not %d and %d", on, off)
	}
	return cycling(on+off, func(i int) bool { return i < on }), nil
}

// cycling goes through n decisions over and over.
func cycling(n int, f func(i int) bool) func() bool {
	i := -1
	return func() bool {
		i = (i + 1) % n
		return f(i)
	}
}
