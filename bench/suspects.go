package bench

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// suspects are the benches of a test that may have caused its failure: the one that ended the test, or otherwise
// the ones in use when it failed. A bench that was last used while the test was still fine is not a suspect.
//
// Nobody tells a bench that an assertion failed, so the test is asked each time it makes another bench.
type suspects struct {
	made   atomic.Uint64 // benches so far, the unit of time of TB.used
	mu     sync.Mutex
	fine   uint64 // benches not used after this time were fine
	failed uint64 // when the test was first seen to have failed; 0 if never
	blamed *TB    // the bench that ended the test
}

// tests has the suspects of each test, by its reporter.
var tests sync.Map

// suspectsOf returns the suspects of a test.
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

// add records that a test makes a bench.
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

// use records that a bench is used.
func (s *suspects) use(tb *TB) {
	if s != nil {
		tb.used = s.made.Load()
	}
}

// blame records that a bench ends its test.
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

// suspect reports whether a bench of a failed test may have caused the failure.
func (s *suspects) suspect(tb *TB) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blamed != nil && s.failed == 0 {
		return s.blamed == tb
	}
	return s.blamed == tb || tb.used > s.fine && (s.failed == 0 || tb.made <= s.failed)
}
