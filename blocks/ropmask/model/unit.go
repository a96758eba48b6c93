package model

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
)

// Mode is how vectors go to targets.
type Mode int

const (
	// MRT sends each vector to the target that SET_CT_SELECT names for it.
	MRT Mode = iota
	// NonMRT sends vector 0 to every target below the target count.
	NonMRT
	// DualSourceMode sends vector 0 to every target below the target count and
	// vector 1 as a second source to the ones that blend two sources.
	DualSourceMode
)

// String returns "MRT", "non-MRT" or "dual source".
func (m Mode) String() string {
	switch m {
	case MRT:
		return "MRT"
	case NonMRT:
		return "non-MRT"
	case DualSourceMode:
		return "dual source"
	}
	return fmt.Sprintf("mode %d", int(m))
}

// Vector is one output vector of a pixel as the shader computes it. Components
// that the output map does not enable are undetermined and never read.
type Vector struct {
	Index int // 0 to 7
	Color isa.Color
}

// Write is the part of a pixel that one render target receives at once.
type Write struct {
	Target int // 0 to 7

	// Mask has the components to write: write enable AND format mask. It is
	// never 0000.
	Mask isa.Mask

	// Color has the components of Mask, generated or default; the others are 0.
	Color isa.Color

	// Second has the components of Mask of the second source. It is all 0 for
	// a target that does not blend two sources.
	Second isa.Color

	// Alpha is the A of the vector for blending, even where Mask has no A: the
	// generated A if it was sent for this target, else the default's.
	Alpha uint32

	// SecondAlpha is the A of the second source for blending, even where Mask has
	// no A; 0 for a target that does not blend two sources.
	SecondAlpha uint32
}

// Result is what becomes of one pixel.
type Result struct {
	Mode Mode

	// UpdateMask is the component update mask: the components that are sent,
	// by vector in MRT mode and of vector 0 by target in the other modes. The
	// entries from the target count on are 0000.
	UpdateMask isa.Masks

	// SecondMask has the components of vector 1 that are sent as second
	// source; 0000 outside dual source mode.
	SecondMask isa.Mask

	// Registers holds the contents of the allocated registers by number, 0 for the registers of a vector that did not
	// arrive.
	Registers []uint32

	// Sent holds the transmitted components in transmit order.
	Sent []uint32

	// Writes holds the writes in order.
	Writes []Write

	// Conventional is the number of components that a shader without an output
	// map would send: 4 for each vector with any component in the output map.
	Conventional int

	state   State
	written State // without the output map's bits for vectors that did not arrive
	slots   []int // the index into UpdateMask that each write came from
}

// Unit is the reference model of the unit: the meaning of the patent
// (US8922555) for one pixel at a time, without clock cycles.
//
// Where the patent is silent or leaves a choice, these decisions hold:
//
//   - TARGET_COUNT above 8 means 8. In MRT mode it counts vectors: vector v
//     takes part if v is below the count, and goes to whichever target the
//     select names, even one from the count on. In the other modes it counts
//     targets.
//   - Dual source mode is on if any target below the count blends two sources.
//     It takes precedence over MRT, because the patent has it operate in non-MRT mode.
//   - The write mask of a target is write enable AND format mask. A write
//     happens if the write mask is not 0000 and the shader generates any
//     component of the vector (of vector 0 in the modes other than MRT), even
//     if only defaults are written.
//   - A generated A that only blending needs is sent (blend, blendable and
//     alpha affects colour) only to a target with a write mask that is not
//     0000: where nothing is written, nothing is blended and nothing is sent.
//   - Vectors are sent and written in ascending order. Two vectors on one
//     target are two writes, the higher vector's last.
//   - Vector 1 is sent in dual source mode only if a dual-source target has a
//     write: after the components of vector 0 for each such target (PerTarget)
//     or once after all of vector 0 (PackedOnce).
//   - A vector that the output map enables but that does not arrive counts as not
//     generated: it keeps its registers, but none of it is sent, and where the
//     others are written the default takes its place.
//   - A second source alone causes no write: where the shader generates nothing
//     of vector 0, nothing is written.
type Unit struct {
	Embodiment isa.Embodiment

	// Default is used unchanged; New sets it to 0, 0, 0, 1.
	Default isa.Color
}

// New returns the model of an embodiment with the defaults 0, 0, 0, 1.
func New(e isa.Embodiment) Unit { return Unit{Embodiment: e, Default: isa.DefaultColor()} }

// Pixel returns what becomes of one pixel. The vectors may come in any order;
// one that the output map does not enable is ignored. It is an error if an
// enabled vector comes twice, if an index is outside 0 to 7, or if the state
// fails its Check.
func (m Unit) Pixel(s State, vectors []Vector) (Result, error) {
	if m.Embodiment != isa.PerTarget && m.Embodiment != isa.PackedOnce {
		return Result{}, fmt.Errorf("ropmask: there is no %v; use PerTarget or PackedOnce", m.Embodiment)
	}
	if err := s.Check(); err != nil {
		return Result{}, err
	}
	out, missing, err := arrange(s, vectors)
	if err != nil {
		return Result{}, err
	}
	r := Result{Mode: s.Mode(), state: s}
	s.OutputMap &^= missing
	r.written = s
	for v := range isa.Vectors {
		generated := r.state.Generates(v)
		r.Registers = appendMasked(r.Registers, out[v], generated)
		if generated != 0 {
			r.Conventional += isa.Components
		}
	}
	if r.Mode == MRT {
		m.eachToItsTarget(&r, out)
	} else {
		m.firstToAllTargets(&r, out)
	}
	return r, nil
}

// arrange returns the generated vectors by index, and the bits of the output map whose vectors do not arrive.
func arrange(s State, vectors []Vector) (out [isa.Vectors]isa.Color, missing uint32, err error) {
	var seen [isa.Vectors]bool
	for i, in := range vectors {
		v := in.Index
		switch {
		case v < 0 || v >= isa.Vectors:
			return out, 0, fmt.Errorf("ropmask: vectors[%d] has index %d; a pixel has the vectors 0 to %d", i, v, isa.Vectors-1)
		case s.Generates(v) == 0:
			continue
		case seen[v]:
			return out, 0, fmt.Errorf("ropmask: vectors[%d] is vector %d a second time; give each vector that the output map enables once", i, v)
		}
		out[v], seen[v] = in.Color, true
	}
	for v := range isa.Vectors {
		if !seen[v] {
			missing |= uint32(s.Generates(v)) << (isa.Components * v)
		}
	}
	return out, missing, nil
}

// eachToItsTarget outputs a pixel in MRT mode.
func (m Unit) eachToItsTarget(r *Result, out [isa.Vectors]isa.Color) {
	s := r.written
	for v := range s.TargetCount() {
		t := s.Target(v)
		r.UpdateMask[v] = s.UpdateMask(v, t)
		r.Sent = appendMasked(r.Sent, out[v], r.UpdateMask[v])
		if s.writes(v, t) {
			r.add(v, m.write(s, v, t, out))
		}
	}
}

// firstToAllTargets outputs a pixel in non-MRT and dual source mode; only in the latter does a target below the count
// have a second source.
func (m Unit) firstToAllTargets(r *Result, out [isa.Vectors]isa.Color) {
	s := r.written
	var union isa.Mask
	for t := range s.TargetCount() {
		r.UpdateMask[t] = s.UpdateMask(0, t)
		union |= r.UpdateMask[t]
		if m.Embodiment == isa.PerTarget {
			r.Sent = appendMasked(r.Sent, out[0], r.UpdateMask[t])
		}
		if !s.writes(0, t) {
			continue
		}
		w := m.write(s, 0, t, out)
		if s.dualSource(t) {
			r.SecondMask = s.Generates(1)
			w.Second = m.fill(s, 1, w.Mask, out)
			w.SecondAlpha = m.fill(s, 1, isa.AllComponents, out)[isa.A]
			if m.Embodiment == isa.PerTarget {
				r.Sent = appendMasked(r.Sent, out[1], r.SecondMask)
			}
		}
		r.add(t, w)
	}
	if m.Embodiment == isa.PackedOnce {
		r.Sent = appendMasked(r.Sent, out[0], union)
		r.Sent = appendMasked(r.Sent, out[1], r.SecondMask)
	}
}

// write returns the write of vector v to target t, without a second source.
func (m Unit) write(s State, v, t int, out [isa.Vectors]isa.Color) Write {
	mask := s.WriteMask(t)
	w := Write{Target: t, Mask: mask, Color: m.fill(s, v, mask, out), Alpha: m.Default[isa.A]}
	if s.UpdateMask(v, t).Has(isa.A) {
		w.Alpha = out[v][isa.A]
	}
	return w
}

// fill returns the components of the mask: generated where vector v has them,
// else default. The others are 0.
func (m Unit) fill(s State, v int, mask isa.Mask, out [isa.Vectors]isa.Color) isa.Color {
	var c isa.Color
	for k := range isa.Components {
		switch {
		case !mask.Has(k):
		case s.Generates(v).Has(k):
			c[k] = out[v][k]
		default:
			c[k] = m.Default[k]
		}
	}
	return c
}

func (r *Result) add(slot int, w Write) {
	r.Writes = append(r.Writes, w)
	r.slots = append(r.slots, slot)
}

func appendMasked(to []uint32, c isa.Color, mask isa.Mask) []uint32 {
	for k, component := range c {
		if mask.Has(k) {
			to = append(to, component)
		}
	}
	return to
}

// RegisterOf returns the number of the register that holds component k of
// vector v: the count of enabled components before it. It returns false for a
// component that the output map does not enable.
func (r Result) RegisterOf(v, k int) (int, bool) {
	if v < 0 || v >= isa.Vectors || !r.state.Generates(v).Has(k) {
		return 0, false
	}
	before := r.state.Generates(v) & (1<<k - 1)
	number := before.Count()
	for u := range v {
		number += r.state.Generates(u).Count()
	}
	return number, true
}

// Cycles returns the clock cycles that the pixel takes with the given number of
// components in a beat: one for each lanes components or one for each write,
// whichever is more, and never less than one. Lanes below 1 count as 1.
func (r Result) Cycles(lanes int) int {
	lanes = max(lanes, 1)
	return max(1, (len(r.Sent)+lanes-1)/lanes, len(r.Writes))
}
