package parallel_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/internal/parallel"
)

func TestEachJobRunsOnceAndNotTooManyAtATime(t *testing.T) {
	var now, most atomic.Int64
	ran := make([]atomic.Int64, 100)
	parallel.Each(len(ran), func(i int) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		runtime.Gosched()
		ran[i].Add(1)
		now.Add(-1)
	})
	for i := range ran {
		assert.EqualValues(t, 1, ran[i].Load(), i)
	}
	assert.LessOrEqual(t, most.Load(), int64(runtime.GOMAXPROCS(0)))
}
