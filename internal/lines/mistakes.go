package lines

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"posedge/internal/text"
)

// Place is where something stands in a text. Line and column count characters, from 1; the zero Place is the whole text.
type Place struct{ Line, Column int }

// Fail ends the reading of a line: the function that [Read] calls does not go on. The mistake is at the place.
func (p Place) Fail(format string, args ...any) { panic(mistake{p, fmt.Sprintf(format, args...)}) }

// mistake is what is wrong at a place, and what to write instead.
type mistake struct {
	at      Place
	message string
}

// most is how many mistakes of a text an error tells.
const most = 10

// Mistakes are what is wrong with a text. As an error they are lines "name:line:column: message" in the order of the
// text, ten at most, and a line that counts the others.
type Mistakes struct {
	Name string // of the file
	list []mistake
	at   map[Place]bool
}

// Add adds a mistake, unless there is one at its place.
func (m *Mistakes) Add(at Place, format string, args ...any) {
	if m.at == nil {
		m.at = map[Place]bool{}
	}
	if !m.at[at] {
		m.at[at] = true
		m.list = append(m.list, mistake{at, fmt.Sprintf(format, args...)})
	}
}

// Len is how many mistakes there are.
func (m *Mistakes) Len() int { return len(m.list) }

// Err is the mistakes as an error, nil if there are none.
func (m *Mistakes) Err() error {
	if len(m.list) == 0 {
		return nil
	}
	return m
}

func (m *Mistakes) Error() string {
	sorted := slices.SortedStableFunc(slices.Values(m.list), func(x, y mistake) int {
		return cmp.Or(x.at.Line-y.at.Line, x.at.Column-y.at.Column)
	})
	var told []string
	for _, one := range sorted[:min(len(sorted), most)] {
		place := m.Name
		if one.at != (Place{}) {
			place = fmt.Sprintf("%s:%d:%d", m.Name, one.at.Line, one.at.Column)
		}
		told = append(told, place+": "+one.message)
	}
	if more := len(sorted) - most; more > 0 {
		told = append(told, fmt.Sprintf("%s: and %s", m.Name, text.Count(more, "more mistake")))
	}
	return strings.Join(told, "\n")
}
