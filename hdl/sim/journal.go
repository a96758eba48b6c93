package sim

import (
	"fmt"

	"posedge/hdl/sim/internal/wide"
)

// journal keeps what happened to an instance since a snapshot: enough to run
// its last cycles again. There are two segments, so that at least the last
// period is always there.
type journal struct {
	period   uint64 // cycles in a segment
	old, new segment
}

// segment is a snapshot and the events that came after it, one after the other.
type segment struct {
	from   *Snapshot
	events []uint64
}

// An event is a head, kind in the top byte, then a number, and words.
const (
	eventSet  = iota << 56 // number: input << 24 | words; the words
	eventPut               // number: input << 32 | its value, of at most 32 bits
	eventTick              // number: cycles
	eventLoad              // number: memory << 24 | words; the address, the words
)

const (
	eventKind   = 0xff << 56
	eventNumber = 1<<56 - 1

	// maxEvents makes a new segment begin early if a test does a great deal in a cycle.
	maxEvents = 1 << 20
)

// WithJournal keeps a journal of the instance, so that [Simulation.Replay] can run
// at least this many of its last cycles again. It costs a copy of each value that
// is set, and an occasional snapshot.
func WithJournal(cycles int) InstanceOption {
	return func(s *Simulation) {
		// A snapshot costs about as much as a dozen cycles; the cost grows with the state.
		s.journal = &journal{period: uint64(max(cycles, 4096, s.p.stateBytes()/2))}
	}
}

func (s *Simulation) beginSegment() {
	j := s.journal
	j.old, j.new = j.new, segment{from: s.Snapshot(), events: j.old.events[:0]}
}

// restartJournal forgets everything before the current moment.
func (s *Simulation) restartJournal() {
	if s.journal != nil {
		s.journal.old, s.journal.new = segment{}, segment{}
		s.beginSegment()
	}
}

// set records the value of an input; missing words are 0.
func (j *journal) set(input int, words []uint64) {
	if len(words) == 1 && words[0]>>32 == 0 {
		j.new.events = append(j.new.events, eventPut|uint64(input)<<32|words[0])
		return
	}
	j.new.events = append(j.new.events, eventSet|uint64(input)<<24|uint64(len(words)))
	j.new.events = append(j.new.events, words...)
}

func (j *journal) load(mem, addr int, words []uint64) {
	j.new.events = append(j.new.events, eventLoad|uint64(mem)<<24|uint64(len(words)), uint64(addr))
	j.new.events = append(j.new.events, words...)
}

// tick records n cycles.
func (j *journal) tick(n int) {
	if n > 0 {
		j.new.events = append(j.new.events, eventTick|uint64(n))
	}
}

// segment begins a segment if one is due, and returns how many of n cycles
// it takes.
func (s *Simulation) segment(n int) int {
	j := s.journal
	due := j.new.from.cycle + j.period
	if s.cycle >= due || len(j.new.events) > maxEvents {
		s.beginSegment()
		due = s.cycle + j.period
	}
	return int(min(uint64(n), due-s.cycle))
}

// Replay runs the last cycles of s again in a traced instance, as many as
// requested or as the journal has, and calls visit in each of them, after its
// inputs are set and before its edge; the last call is for the current cycle.
// It is an error if s keeps no journal.
func (s *Simulation) Replay(cycles int, visit func(*Simulation) error) error {
	if s.journal == nil {
		return fmt.Errorf("%s keeps no journal: make the instance with WithJournal", s.p.Name())
	}
	traced, err := s.p.Traced()
	if err != nil {
		return err
	}
	from := s.journal.old
	events := [][]uint64{from.events, s.journal.new.events}
	if from.from == nil {
		from, events = s.journal.new, events[1:]
	}
	again := traced.New()
	if err := again.Restore(from.from); err != nil {
		return err
	}
	first := uint64(0)
	if n := uint64(max(cycles, 1) - 1); s.cycle > n {
		first = s.cycle - n
	}
	for _, list := range events {
		if err := again.repeat(list, first, visit); err != nil {
			return err
		}
	}
	return visit(again)
}

// repeat applies events, calling visit before each edge from cycle first on.
func (s *Simulation) repeat(events []uint64, first uint64, visit func(*Simulation) error) error {
	for len(events) > 0 {
		head := events[0]
		events = events[1:]
		number := head & eventNumber
		words := int(number & (1<<24 - 1))
		switch head & eventKind {
		case eventPut:
			in := int(number >> 32)
			s.m.SetInput(in, 0, head&(1<<32-1))
			for k := 1; k < wide.Words(s.p.netlist.Inputs[in].Width); k++ {
				s.m.SetInput(in, k, 0)
			}
			s.settled = false
		case eventSet:
			in := int(number >> 24)
			for k := range wide.Words(s.p.netlist.Inputs[in].Width) {
				var w uint64
				if k < words {
					w = events[k]
				}
				s.m.SetInput(in, k, w)
			}
			s.settled = false
			events = events[words:]
		case eventLoad:
			s.setMemory(int(number>>24), int(events[0]), events[1:1+words])
			s.settled = false
			events = events[1+words:]
		case eventTick:
			for n := number; n > 0; {
				step := uint64(1)
				if s.cycle < first {
					step = min(n, first-s.cycle)
				} else if err := visit(s); err != nil {
					return err
				}
				if err := s.run(int(step)); err != nil {
					return err
				}
				n -= step
			}
		}
	}
	return nil
}
