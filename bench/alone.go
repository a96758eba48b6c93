package bench

import (
	"runtime"
	"strings"
	"sync/atomic"
)

// turn is taken by the call that advances a bench. Two goroutines must not use a bench at once: they would share its
// inputs and its clock, and their cycles would mix.
type turn struct{ taken atomic.Bool }

// begin takes the turn until end is called; it is fatal if another goroutine has it. A call from an agent's function
// belongs to the turn of its goroutine. A closed bench has no more turns.
func (tb *TB) begin() (end func()) {
	tb.r.Helper()
	tb.open()
	if !tb.turn.taken.CompareAndSwap(false, true) {
		tb.alone()
		return func() {}
	}
	return tb.endTurn
}

func (tb *TB) endTurn() { tb.turn.taken.Store(false) }

// alone is fatal if another goroutine has the turn.
func (tb *TB) alone() {
	if !tb.turn.taken.Load() || ownTurn() {
		return
	}
	tb.r.Helper()
	tb.r.Fatalf("two goroutines use the bench of %s at once; a bench is for one goroutine: make one for each, or let agents (When, Each) do what happens side by side",
		tb.design.Top.Name)
}

// ownTurn reports whether this goroutine has the turn: an agent's function has called the bench.
func ownTurn() bool {
	var pcs [64]uintptr
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			if strings.HasSuffix(f.Function, "/bench.(*TB).step") {
				return true
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}
