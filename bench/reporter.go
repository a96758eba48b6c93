package bench

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Reporter is what a bench needs from a test: *testing.T, *testing.B and *rapid.T
// are reporters. Fatalf does not return. Waves of a failure need a *testing.T.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Run runs a bench outside a test and returns what the bench reported as one joined
// error. Waves are then complete, even if f panics.
func Run(f func(r Reporter)) (err error) {
	c := &collector{}
	defer func() {
		p := recover()
		for _, f := range slices.Backward(c.cleanups) {
			f()
		}
		err = errors.Join(c.errs...)
		if _, ours := p.(fatal); p != nil && !ours {
			panic(p)
		}
	}()
	f(c)
	return nil
}

type collector struct {
	mu       sync.Mutex
	errs     []error
	cleanups []func()
}

// Cleanup calls f when the bench has ended, the last one first, as a test does.
func (c *collector) Cleanup(f func()) { c.cleanups = append(c.cleanups, f) }

// fatal is what ends a bench. In a goroutine of its own it ends the process with the message.
type fatal struct{ error }

func (c *collector) Helper() {}

func (c *collector) Errorf(format string, args ...any) { c.add(fmt.Errorf(format, args...)) }

func (c *collector) Fatalf(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	c.add(err)
	panic(fatal{err})
}

func (c *collector) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs = append(c.errs, err)
}
