package bench

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// turn is taken by the call that advances a bench. Two goroutines must not use a bench at once: they would share its
// inputs and its clock, and their cycles would mix.
type turn struct {
	taken atomic.Bool
	found atomic.Uint64 // where step was last found among the callers, by own
}

// begin takes the turn until [TB.endTurn], and reports whether it was free. It is an error if another goroutine has it. A
// call from an agent's function belongs to the turn of its goroutine. A closed bench has no more turns.
func (tb *TB) begin() (mine bool, err error) {
	if err := tb.open(); err != nil {
		return false, err
	}
	if tb.turn.taken.CompareAndSwap(false, true) {
		return true, nil
	}
	return false, tb.alone()
}

func (tb *TB) endTurn() { tb.turn.taken.Store(false) }

// alone is an error if another goroutine has the turn.
func (tb *TB) alone() error {
	if !tb.turn.taken.Load() || tb.turn.own() {
		return nil
	}
	return misuse{fmt.Errorf("two goroutines use the bench of %s at once; a bench is for one goroutine: make one for each, or let agents (When, Each) do what happens side by side",
		tb.design.Top.Name)}
}

// misuse is an error of the test that has no place in a cycle.
type misuse struct{ error }

// own reports whether this goroutine has the turn: an agent's function has called the bench. Then step is among its callers,
// most often a few calls up and at one of the places where it was found before.
func (t *turn) own() bool {
	var pcs [8]uintptr
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		if slices.Contains(pcs[:n], uintptr(t.found.Load())) {
			return true
		}
		for _, pc := range pcs[:n] {
			if f := runtime.FuncForPC(pc - 1); f != nil && f.Entry() == stepEntry() {
				t.found.Store(uint64(pc))
				return true
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// stepEntry is where the code of step begins.
var stepEntry = sync.OnceValue(func() uintptr { return reflect.ValueOf((*TB).step).Pointer() })
