package bench

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// suspects are the benches of one test that may have to do with its failure: one that ended the test itself, or else
// those that were in use when it failed. A bench that was used last while the test was still fine is none.
//
// When a test fails by an assertion nobody tells the bench, so the test is asked each time it makes another one.
type suspects struct {
	made   atomic.Uint64 // benches so far; it is the time that TB.used counts
	mu     sync.Mutex
	fine   uint64 // benches not used after this time were fine
	failed uint64 // when the test was first seen to have failed; 0 if it was not
	blamed *TB    // the bench that ended the test
}

// tests has the suspects of each test, by its reporter.
var tests sync.Map

// suspectsOf returns those of a test.
func suspectsOf(t failing) *suspects {
	if !reflect.TypeOf(t).Comparable() {
		return &suspects{}
	}
	s, had := tests.LoadOrStore(t, &suspects{})
	if !had {
		t.Cleanup(func() { tests.Delete(t) })
	}
	return s.(*suspects)
}

// add notes that a test makes a bench.
func (s *suspects) add(t failing, tb *TB) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !t.Failed():
		s.fine = s.made.Load()
	case s.failed == 0:
		s.failed = s.made.Load()
	}
	tb.made = s.made.Add(1)
	tb.used = tb.made
}

// use notes that a bench is used.
func (s *suspects) use(tb *TB) {
	if s != nil {
		tb.used = s.made.Load()
	}
}

// blame notes that a bench ends its test.
func (s *suspects) blame(tb *TB) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blamed == nil {
		s.blamed = tb
	}
}

// suspect reports whether a bench of a test that failed may have to do with that.
func (s *suspects) suspect(tb *TB) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blamed != nil && s.failed == 0 {
		return s.blamed == tb
	}
	return s.blamed == tb || tb.used > s.fine && (s.failed == 0 || tb.made <= s.failed)
}
