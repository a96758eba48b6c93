package sim

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Activity counts how many bits of the named signals change from one sample point to
// the next. What happens between two sample points does not count: there are no
// glitches.
type Activity struct {
	p     *Program
	last  []byte     // the last frame; nil before the first
	next  []byte     // the frame that Sample takes
	words [][]member // by word of 8 bytes of a frame
	bits  []uint64   // that changed, by signal
	steps uint64
}

// member is a signal's part of a word.
type member struct {
	signal int
	mask   uint64
}

// NewActivity makes a counter for the instances of a traced program; see
// [Program.Traced].
func NewActivity(p *Program) (*Activity, error) {
	if !p.variant.traced {
		return nil, fmt.Errorf("%s is not traced: take Program.Traced", p.Name())
	}
	a := &Activity{p: p, words: make([][]member, p.frameSize/8), bits: make([]uint64, len(p.signals))}
	for i, s := range p.signals {
		if s.Same != i {
			continue // counted with the signal that it is the same as
		}
		at := p.offsets[i]
		for left := s.Width; left > 0; left -= 64 {
			mask := ^uint64(0)
			if left < 64 {
				mask = 1<<left - 1
			}
			a.words[at/8] = append(a.words[at/8], member{i, mask << (at % 8 * 8)})
			at += 8
		}
	}
	return a, nil
}

// Count adds consecutive frames, as [Simulation.Trace] passes them. The first of all
// is what the second is compared with.
func (a *Activity) Count(frames []byte) error {
	size := a.p.frameSize
	if size == 0 || len(frames)%size != 0 {
		return fmt.Errorf("frames of %s have %d bytes each, not %d in all", a.p.Name(), size, len(frames))
	}
	for ; len(frames) > 0; frames = frames[size:] {
		next := frames[:size]
		if a.last == nil {
			a.last = slices.Clone(next)
			continue
		}
		for k, members := range a.words {
			word := binary.LittleEndian.Uint64(next[8*k:])
			changed := word ^ binary.LittleEndian.Uint64(a.last[8*k:])
			if changed == 0 {
				continue
			}
			for _, m := range members {
				a.bits[m.signal] += uint64(bits.OnesCount64(changed & m.mask))
			}
		}
		copy(a.last, next)
		a.steps++
	}
	return nil
}

// Sample adds the settled values of the present cycle.
func (a *Activity) Sample(s *Simulation) error {
	if a.next == nil {
		a.next = make([]byte, a.p.frameSize)
	}
	if err := s.Sample(a.next); err != nil {
		return err
	}
	return a.Count(a.next)
}

// Steps is the number of pairs of sample points that were compared.
func (a *Activity) Steps() uint64 { return a.steps }

// Changes is how many bits of each signal of [Program.Signals] changed.
func (a *Activity) Changes() []uint64 {
	list := make([]uint64, len(a.bits))
	for i, s := range a.p.signals {
		list[i] = a.bits[s.Same]
	}
	return list
}

// InstanceActivity is the activity inside one instance, without the instances in it.
type InstanceActivity struct {
	Path      []string // names of the instances from the top down; empty for the top
	Bits      int      // of all its signals
	Registers uint64   // changes of the bits of registers and of registered reads
	Ports     uint64   // of ports
	Wires     uint64   // of other named signals
}

// Total is the sum of the changes.
func (x InstanceActivity) Total() uint64 { return x.Registers + x.Ports + x.Wires }

// String is a line: "queue: 34 bits, 180 changes (120 of registers, 40 of ports, 20 of wires)".
func (x InstanceActivity) String() string {
	name := strings.Join(x.Path, ".")
	if name == "" {
		name = "top"
	}
	return fmt.Sprintf("%s: %s, %s (%d of registers, %d of ports, %d of wires)",
		name, text.Count(x.Bits, "bit"), text.Count(int(x.Total()), "change"), x.Registers, x.Ports, x.Wires)
}

// String says how many bits changed, all in all and in each instance, a line each.
func (a *Activity) String() string {
	var b strings.Builder
	var sum uint64
	for _, x := range a.Instances() {
		sum += x.Total()
		fmt.Fprintf(&b, "\n  %v", x)
	}
	return fmt.Sprintf("%s: %s of bits in %s, %.2f a cycle", a.p.Name(), text.Count(int(sum), "change"),
		text.Count(int(a.steps), "cycle"), float64(sum)/float64(max(a.steps, 1))) + b.String()
}

// Instances is the activity of each instance, the top first. A port counts in the
// instance whose port it is, and not where that is instantiated; so a value that enters
// an instance counts there and where it comes from.
func (a *Activity) Instances() []InstanceActivity {
	var list []InstanceActivity
	place := map[string]int{}
	for _, s := range a.p.signals {
		if s.Kind == ir.InstanceInput || s.Kind == ir.InstanceOutput {
			continue
		}
		key := fmt.Sprint(s.Path)
		k, known := place[key]
		if !known {
			k = len(list)
			place[key] = k
			list = append(list, InstanceActivity{Path: slices.Clone(s.Path)})
		}
		x, n := &list[k], a.bits[s.Same]
		x.Bits += s.Width
		switch s.Kind {
		case ir.Reg, ir.ReadData:
			x.Registers += n
		case ir.Input, ir.Output, ir.ResetInput:
			x.Ports += n
		default:
			x.Wires += n
		}
	}
	return list
}
