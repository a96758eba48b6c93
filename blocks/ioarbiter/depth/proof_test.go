package depth_test

import (
	"testing"

	"posedge/bench"
)

// A row is written one move after it was read, and no other row is read between: the asserts of the unit hold.
func TestRowsAreWrittenBeforeTheyAreReadAgain(t *testing.T) {
	bench.Prove(t, newUnit(t, 8, 8), bench.WithoutReset())
}
