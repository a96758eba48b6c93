package depth_test

import (
	"testing"

	"posedge/bench"
)

// A row is written one move after it was read, and no other row is read in between: the unit's assertions hold.
func TestRowsAreWrittenBeforeTheyAreReadAgain(t *testing.T) {
	bench.Prove(t, newUnit(t, 8, 8), bench.WithoutReset())
}
