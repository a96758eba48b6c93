// Package parallel runs jobs side by side.
package parallel

import (
	"runtime"
	"sync"
)

// Each calls job for 0 to n−1, starting in that order, at most one per processor at a time,
// and waits for all of them.
func Each(n int, job func(i int)) {
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			job(i)
		})
	}
	all.Wait()
}
