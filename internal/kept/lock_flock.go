//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package kept

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// poll is how often a process looks whether the lock is free.
const poll = 20 * time.Millisecond

// lock waits until no other process, and no other call in this one, holds the lock. A
// process that ends, killed or not, holds it no longer.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666) // processes that are started do not inherit it
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCache, err)
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return func() { f.Close() }, nil
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("%w: cannot lock %s: %w", ErrNoCache, path, err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, context.Cause(ctx)
		case <-time.After(poll):
		}
	}
}
