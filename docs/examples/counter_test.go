package examples_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/docs/examples"
)

func TestCounterCounts(t *testing.T) {
	c := examples.NewCounter(8)
	tb := bench.New(t, c)
	tb.Set(c.Enable, 1)
	tb.Ticks(3)
	assert.EqualValues(t, 3, tb.Get(c.Value))
}
