package ropmask

import "fmt"

// The fields of the words that a driver writes, as NVIDIA publishes them in
// the class header 9097 and the Shader Program Header document.
const (
	targetCountBits = 4 // SET_CT_SELECT 3:0: TARGET_COUNT
	targetBits      = 3 // SET_CT_SELECT 4+3i+2:4+3i: TARGETi

	ctWriteStride = 4 // SET_CT_WRITE(i): R 0, G 4, B 8, A 12
)

// State is the state under which one pixel is output, in the driver's words.
// Bits of a word that belong to no field are ignored.
type State struct {
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
	CtWrite [Targets]uint32

	// SingleCtWrite is SET_SINGLE_CT_WRITE_CONTROL (0x0f90): CtWrite[0] holds
	// for all targets.
	SingleCtWrite bool

	// FormatMask[t] has the components that the format of target t holds, and
	// is 0000 where no buffer is bound.
	FormatMask Masks

	// Bit t of each is for target t: blending is on (SET_BLEND(t)), the
	// format can be blended (see [Format.Blendable]), the blend mode lets the
	// alpha of the shader affect R, G or B, and the blend mode takes two
	// sources.
	Blend, Blendable, AlphaAffectsColor, DualSource uint8
}

// OutputMapWord builds word 18 of the shader program header from the
// components that the shader generates of each vector.
func OutputMapWord(vectors Masks) uint32 {
	var word uint32
	for v, m := range vectors {
		word |= uint32(m&AllComponents) << (Components * v)
	}
	return word
}

// CtSelectWord builds SET_CT_SELECT. It takes the low four bits of count, so
// that the counts 9 to 15, which a driver can write, can be built, and the low
// three bits of each target.
func CtSelectWord(count int, targets [Vectors]int) uint32 {
	word := uint32(count) & (1<<targetCountBits - 1)
	for v, t := range targets {
		word |= uint32(t) & (1<<targetBits - 1) << (targetCountBits + targetBits*v)
	}
	return word
}

// IdentitySelect returns the targets 0 to 7 in order, for CtSelectWord.
func IdentitySelect() [Vectors]int { return [Vectors]int{0, 1, 2, 3, 4, 5, 6, 7} }

// CtWriteWord builds SET_CT_WRITE from the components that may be written.
func CtWriteWord(enable Mask) uint32 {
	var word uint32
	for k := range Components {
		word |= uint32(enable>>k&1) << (ctWriteStride * k)
	}
	return word
}

// Generates returns the components that the shader generates of vector v. As
// in all methods of State, vectors and targets are numbered 0 to 7.
func (s State) Generates(v int) Mask {
	return Mask(s.OutputMap>>(Components*v)) & AllComponents
}

// TargetCount returns the number of vectors (MRT) or targets (otherwise) that
// take part, 0 to 8. Decision: TARGET_COUNT above 8 means 8.
func (s State) TargetCount() int {
	return min(int(s.CtSelect&(1<<targetCountBits-1)), Targets)
}

// Target returns the target that SET_CT_SELECT sends vector v to.
func (s State) Target(v int) int {
	return int(s.CtSelect >> (targetCountBits + targetBits*v) & (1<<targetBits - 1))
}

// WriteEnable returns the write enables of target t, after the single-mask
// control.
func (s State) WriteEnable(t int) Mask {
	if s.SingleCtWrite {
		t = 0
	}
	var enable Mask
	for k := range Components {
		enable |= Mask(s.CtWrite[t]>>(ctWriteStride*k)&1) << k
	}
	return enable
}

// Check reports a state that no driver can set: a format mask of more than
// four bits.
func (s State) Check() error {
	for t, m := range s.FormatMask {
		if m > AllComponents {
			return fmt.Errorf("ropmask: format mask of target %d is %#x; it has four bits, R lowest", t, uint8(m))
		}
	}
	return nil
}
