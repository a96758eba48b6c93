package model

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
)

// Draw is the state under which one pixel is output, in the driver's words. Bits
// of a word that belong to no field are ignored.
type Draw struct {
	// OutputMap is word 18 of the shader program header: nibble v holds the
	// components that the shader generates of vector v, R lowest.
	OutputMap uint32

	// MrtEnable is the bit of that name in the shader program header, word 0
	// bit 14.
	MrtEnable bool

	// CtSelect is SET_CT_SELECT (0x121c): TARGET_COUNT in bits 3:0, and in the
	// three bits from 4+3i on, the target that vector i goes to.
	CtSelect uint32

	// CtMrtEnable is SET_CT_MRT_ENABLE (0x0fac). The hardware ANDs it with
	// MrtEnable.
	CtMrtEnable bool

	// CtWrite[t] is SET_CT_WRITE(t) (0x1a00+4t), the write enables of target t:
	// R in bit 0, G in bit 4, B in bit 8, A in bit 12.
	CtWrite [isa.Targets]uint32

	// SingleCtWrite is SET_SINGLE_CT_WRITE_CONTROL (0x0f90): CtWrite[0] holds
	// for all targets.
	SingleCtWrite bool
}

// State is a [Draw] with what follows from the formats and the blending of the targets.
type State struct {
	Draw

	// FormatMask[t] has the components that the format of target t holds, and
	// is 0000 where no buffer is bound.
	FormatMask isa.Masks

	// Bit t of each is for target t: blending is on (SET_BLEND(t)), the
	// format can be blended (see [isa.Format.Blendable]), the blend mode lets the
	// alpha of the shader affect R, G or B, and the blend mode takes two
	// sources.
	Blend, Blendable, AlphaAffectsColor, DualSource uint8
}

// Generates returns the components that the shader generates of vector v. As
// in all methods of State, vectors and targets are numbered 0 to 7.
func (s State) Generates(v int) isa.Mask {
	return isa.Generated(s.OutputMap, v)
}

// TargetCount returns the number of vectors (MRT) or targets (otherwise) that
// take part, 0 to 8. Decision: TARGET_COUNT above 8 means 8.
func (s State) TargetCount() int {
	return min(isa.SelectedCount(s.CtSelect), isa.Targets)
}

// Target returns the target that SET_CT_SELECT sends vector v to.
func (s State) Target(v int) int {
	return isa.SelectedTarget(s.CtSelect, v)
}

// WriteEnable returns the write enables of target t, after the single-mask
// control.
func (s State) WriteEnable(t int) isa.Mask {
	if s.SingleCtWrite {
		t = 0
	}
	return isa.WriteEnables(s.CtWrite[t])
}

// Check reports a state that no driver can set: a format mask of more than
// four bits.
func (s State) Check() error {
	for t, m := range s.FormatMask {
		if m > isa.AllComponents {
			return fmt.Errorf("ropmask: format mask of target %d is %#x; it has four bits, R lowest", t, uint8(m))
		}
	}
	return nil
}

// Bind sets the state of target t, its format mask and flags, from the format
// of the bound buffer, or NoFormat, and its blending.
func (s *State) Bind(t int, f isa.Format, b isa.Blend) {
	s.FormatMask[t] = f.Mask()
	set := func(flags *uint8, on bool) {
		*flags &^= 1 << t
		if on {
			*flags |= 1 << t
		}
	}
	set(&s.Blend, b.Enable)
	set(&s.Blendable, f.Blendable())
	set(&s.AlphaAffectsColor, b.AlphaAffectsColor())
	set(&s.DualSource, b.Enable && f.Blendable() && b.TakesSecond())
}

// Mode returns how the state sends vectors to targets.
func (s State) Mode() Mode {
	for t := range s.TargetCount() {
		if s.dualSource(t) {
			return DualSourceMode
		}
	}
	if s.MrtEnable && s.CtMrtEnable {
		return MRT
	}
	return NonMRT
}

// WriteMask returns the components that may be written to target t: write
// enable AND format mask.
func (s State) WriteMask(t int) isa.Mask { return s.WriteEnable(t) & s.FormatMask[t] }

// KeepsAlpha reports whether target t needs the A of its vector for blending,
// whether or not A is written.
func (s State) KeepsAlpha(t int) bool {
	return (s.Blend&s.Blendable&s.AlphaAffectsColor)>>t&1 != 0 && s.WriteMask(t) != 0
}

// UpdateMask returns the components of vector v that are sent for target t: the
// generated ones that are written or needed for blending.
func (s State) UpdateMask(v, t int) isa.Mask {
	needed := s.WriteMask(t)
	if s.KeepsAlpha(t) {
		needed |= 1 << isa.A
	}
	return s.Generates(v) & needed
}

// writes reports whether target t is written when vector v goes to it.
func (s State) writes(v, t int) bool { return s.WriteMask(t) != 0 && s.Generates(v) != 0 }

func (s State) dualSource(t int) bool { return s.DualSource>>t&1 != 0 }
