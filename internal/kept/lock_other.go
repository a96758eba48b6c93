//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package kept

import "context"

// lock locks nothing here: several processes may build the same entry, and the last one
// to finish leaves its own.
func lock(context.Context, string) (unlock func(), err error) { return func() {}, nil }
