package bench

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Scoreboard compares the beats that a monitor sees with the expected ones, in
// order. The first difference ends the test with its cycle and index; beats
// that are still expected when the test ends are an error.
type Scoreboard[V any] struct {
	b     board[V]
	queue []V
	seen  int
}

// NewScoreboard makes the scoreboard of a monitor.
func NewScoreboard[V any](m *Monitor[V]) *Scoreboard[V] {
	s := &Scoreboard[V]{b: board[V]{m: m}}
	s.b.begin(s.beat, func() (int, string) {
		if len(s.queue) == 0 {
			return 0, ""
		}
		return len(s.queue), fmt.Sprintf("beat %d, %s", s.seen, s.b.text(s.queue[0]))
	})
	return s
}

// Expect adds beats after those already expected. A beat must be expected before it
// passes.
func (s *Scoreboard[V]) Expect(beats ...V) {
	for _, b := range beats {
		if _, err := s.b.words(b); err != nil {
			s.b.m.tb.r.Helper()
			s.b.m.tb.fail(err)
		}
		s.queue = append(s.queue, b)
	}
}

// Seen is the number of beats that came as expected.
func (s *Scoreboard[V]) Seen() int { return s.seen }

// Waiting is the number of expected beats that have not come.
func (s *Scoreboard[V]) Waiting() int { return s.b.count() }

// Drain ticks until every expected beat has come; it is fatal if that takes more
// than limit cycles.
func (s *Scoreboard[V]) Drain(limit int) {
	if err := s.b.drain(limit); err != nil {
		s.b.m.tb.r.Helper()
		s.b.m.tb.fail(err)
	}
}

func (s *Scoreboard[V]) beat(got V) error {
	if len(s.queue) == 0 {
		return s.b.errorf("beat %d of %s is %s, and no more were expected", s.seen, s.b.m.name, s.b.text(got))
	}
	d, err := s.b.difference(got, s.queue[0])
	if err != nil {
		return err
	}
	if d != "" {
		return s.b.errorf("beat %d of %s: %s\n  got      %s\n  expected %s", s.seen, s.b.m.name, d, s.b.text(got), s.b.text(s.queue[0]))
	}
	s.queue = s.queue[1:]
	s.seen++
	return nil
}

// Unordered compares the beats that a monitor sees with the expected ones, in any
// order. An unexpected beat ends the test: one that has already come is called a
// duplicate. Beats that are still expected when the test ends are an error.
type Unordered[V any] struct {
	b     board[V]
	key   func(V) any
	queue map[any][]V
	order []any // keys in the order of Expect, each as often as it is expected
	came  map[any]uint64
	seen  int
}

// NewUnordered makes the scoreboard of a monitor. Beats with the same key, for
// example a tag, must come in the order in which they were expected; a key is a
// value that Go can compare. If key is nil, the beats are a multiset: it only
// matters which come, and how often.
func NewUnordered[V any](m *Monitor[V], key func(V) any) *Unordered[V] {
	s := &Unordered[V]{b: board[V]{m: m}, key: key, queue: map[any][]V{}, came: map[any]uint64{}}
	s.b.begin(s.beat, func() (int, string) {
		if len(s.order) == 0 {
			return 0, ""
		}
		return len(s.order), s.named(s.order[0], s.queue[s.order[0]][0])
	})
	return s
}

// Expect adds beats. A beat must be expected before it passes.
func (s *Unordered[V]) Expect(beats ...V) {
	for _, b := range beats {
		k, err := s.keyOf(b)
		if err != nil {
			s.b.m.tb.r.Helper()
			s.b.m.tb.fail(err)
		}
		s.queue[k] = append(s.queue[k], b)
		s.order = append(s.order, k)
	}
}

// Seen is the number of beats that came as expected.
func (s *Unordered[V]) Seen() int { return s.seen }

// Waiting is the number of expected beats that have not come.
func (s *Unordered[V]) Waiting() int { return s.b.count() }

// Drain ticks until every expected beat has come; it is fatal if that takes more
// than limit cycles.
func (s *Unordered[V]) Drain(limit int) {
	if err := s.b.drain(limit); err != nil {
		s.b.m.tb.r.Helper()
		s.b.m.tb.fail(err)
	}
}

// keyOf returns the key of a beat that the stream can carry.
func (s *Unordered[V]) keyOf(v V) (any, error) {
	words, err := s.b.words(v)
	if err != nil {
		return nil, err
	}
	if s.key == nil {
		return fmt.Sprint(words), nil
	}
	k := s.key(v)
	if k != nil && !reflect.ValueOf(k).Comparable() {
		return nil, s.b.errorf("the key of %s is a %T, which Go cannot compare", s.b.text(v), k)
	}
	return k, nil
}

// named is a beat with its key, if the key says more than the beat.
func (s *Unordered[V]) named(k any, v V) string {
	if s.key == nil {
		return s.b.text(v)
	}
	return fmt.Sprintf("%s (key %v)", s.b.text(v), k)
}

func (s *Unordered[V]) beat(got V) error {
	k, err := s.keyOf(got)
	if err != nil {
		return err
	}
	list := s.queue[k]
	if len(list) == 0 {
		if cycle, ok := s.came[k]; ok {
			return s.b.errorf("beat %d of %s is a duplicate: %s came in cycle %d already and is not expected again", s.seen, s.b.m.name, s.named(k, got), cycle)
		}
		return s.b.errorf("beat %d of %s is unknown: nobody expects %s%s", s.seen, s.b.m.name, s.named(k, got), s.hint())
	}
	d, err := s.b.difference(got, list[0])
	if err != nil {
		return err
	}
	if d != "" {
		return s.b.errorf("beat %d of %s, key %v: %s\n  got      %s\n  expected %s", s.seen, s.b.m.name, k, d, s.b.text(got), s.b.text(list[0]))
	}
	s.queue[k] = list[1:]
	i := slices.Index(s.order, k)
	s.order = slices.Delete(s.order, i, i+1)
	s.came[k] = s.b.m.tb.Cycle()
	s.seen++
	return nil
}

// hint names some of the expected beats.
func (s *Unordered[V]) hint() string {
	if len(s.order) == 0 {
		return "; nothing is"
	}
	var list []string
	taken := map[any]int{}
	for _, k := range s.order[:min(4, len(s.order))] {
		list = append(list, s.named(k, s.queue[k][taken[k]]))
		taken[k]++
	}
	if n := len(s.order) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("and %d more", n))
	}
	return "; expected are " + strings.Join(list, ", ")
}

// board is the common part of the scoreboards.
type board[V any] struct {
	m       *Monitor[V]
	waiting func() (n int, first string)
	failed  bool
}

func (b *board[V]) begin(beat func(V) error, waiting func() (int, string)) {
	r := b.m.tb.r
	b.waiting = waiting
	b.m.watchers = append(b.m.watchers, beat)
	t, ok := r.(interface{ Cleanup(func()) })
	if !ok {
		return
	}
	t.Cleanup(func() {
		f, ok := r.(interface{ Failed() bool })
		n, first := waiting()
		if n > 0 && !b.failed && !(ok && f.Failed()) {
			r.Errorf("%s of %s did not come by cycle %d, when the test ended; the first is %s", expected(n), b.m.name, b.m.tb.Cycle(), first)
		}
	})
}

func expected(n int) string {
	if n == 1 {
		return "an expected beat"
	}
	return fmt.Sprintf("%d expected beats", n)
}

// count is the number of expected beats that have not come.
func (b *board[V]) count() int {
	n, _ := b.waiting()
	return n
}

func (b *board[V]) drain(limit int) error {
	if err := atLeast(0, limit, "the limit of Drain"); err != nil {
		return err
	}
	return b.m.tb.tickUntil(limit, func() bool { return b.count() == 0 }, func() error {
		n, first := b.waiting()
		return b.errorf("%s of %s did not come within %d cycles; the first is %s", expected(n), b.m.name, limit, first)
	})
}

// errorf makes the error that ends the test, which then does not ask for the beats that have not come.
func (b *board[V]) errorf(format string, args ...any) error {
	b.failed = true
	return fmt.Errorf(format, args...)
}

// words are the words of a beat's leaves. A beat that the stream cannot carry is an error.
func (b *board[V]) words(v V) ([]uint64, error) {
	words, err := b.m.data.encode(nil, &v)
	if err != nil {
		return nil, b.errorf("expected beat of %s: %w", b.m.name, err)
	}
	return words, nil
}

// difference names the first field in which two beats differ, or is empty.
func (b *board[V]) difference(got, want V) (string, error) {
	x, err := b.words(got)
	if err != nil {
		return "", err
	}
	y, err := b.words(want)
	if err != nil {
		return "", err
	}
	for _, l := range b.m.data.leaves {
		if x, y := l.of(x), l.of(y); !slices.Equal(x, y) {
			return fmt.Sprintf("%s is %s, not %s", or(l.field, "it"), number(x), number(y)), nil
		}
	}
	return "", nil
}

// text is a beat as text: a number, or its fields as Go prints a struct's.
func (b *board[V]) text(v V) string {
	words, err := b.words(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	var list []string
	for _, l := range b.m.data.leaves {
		if l.field == "" {
			return number(l.of(words))
		}
		list = append(list, l.field+":"+number(l.of(words)))
	}
	return "{" + strings.Join(list, " ") + "}"
}

// number is a value as decimal text, or as hexadecimal from 2^64 on.
func number(words []uint64) string {
	for len(words) > 1 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	if len(words) == 1 {
		return fmt.Sprint(words[0])
	}
	text := fmt.Sprintf("0x%x", words[len(words)-1])
	for _, w := range slices.Backward(words[:len(words)-1]) {
		text += fmt.Sprintf("%016x", w)
	}
	return text
}
