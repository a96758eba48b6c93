package bench

import (
	"errors"
	"fmt"
	"slices"
)

// Reporter is what a bench needs of a test: *testing.T and *testing.B are
// reporters. Fatalf does not return.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Run runs a bench outside a test: it returns what the bench reported, joined. Waves are complete then, also those
// of a function that panics.
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
	errs     []error
	cleanups []func()
}

// Cleanup has f called when the bench has ended, the last first, as a test does.
func (c *collector) Cleanup(f func()) { c.cleanups = append(c.cleanups, f) }

type fatal struct{}

func (c *collector) Helper() {}

func (c *collector) Errorf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

func (c *collector) Fatalf(format string, args ...any) {
	c.Errorf(format, args...)
	panic(fatal{})
}
