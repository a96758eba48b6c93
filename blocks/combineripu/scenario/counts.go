package scenario

import (
	"io"
	"strconv"

	"posedge/internal/table"
)

// Counts are the unit's counters in Go.
type Counts struct{ Pixels, Programs, Blocks, Stalled, Counting, Sent, Resent, Invalidated uint32 }

// Counts reads the counters.
func (s *System) Counts() (c Counts) {
	s.Read(s.System.Counts, &c)
	return c
}

// counts prints the counters.
func (s *System) counts(w io.Writer) error {
	c := s.Counts()
	var rows [][]string
	for _, x := range []struct {
		what string
		n    uint32
	}{
		{"pixels", c.Pixels}, {"programs", c.Programs}, {"blocks", c.Blocks},
		{"cycles stalled for a free program state", c.Stalled}, {"cycles waiting for a register count", c.Counting},
		{"instructions sent", c.Sent}, {"of these, sent again", c.Resent}, {"of these, discarded", c.Invalidated},
	} {
		rows = append(rows, []string{x.what, strconv.FormatUint(uint64(x.n), 10)})
	}
	return table.Write(w, []string{"counter", ""}, "LR", rows)
}
