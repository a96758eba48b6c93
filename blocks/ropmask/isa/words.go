package isa

// The fields of the words that a driver writes, as NVIDIA publishes them in
// the class header 9097 and the Shader Program Header document.
const (
	TargetCountBits = 4 // SET_CT_SELECT 3:0: TARGET_COUNT
	TargetBits      = 3 // SET_CT_SELECT 4+3i+2:4+3i: TARGETi

	CtWriteStride = 4 // SET_CT_WRITE(i): R 0, G 4, B 8, A 12
)

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
	word := uint32(count) & (1<<TargetCountBits - 1)
	for v, t := range targets {
		word |= uint32(t) & (1<<TargetBits - 1) << (TargetCountBits + TargetBits*v)
	}
	return word
}

// IdentitySelect returns the targets 0 to 7 in order, for CtSelectWord.
func IdentitySelect() [Vectors]int { return [Vectors]int{0, 1, 2, 3, 4, 5, 6, 7} }

// CtWriteWord builds SET_CT_WRITE from the components that may be written.
func CtWriteWord(enable Mask) uint32 {
	var word uint32
	for k := range Components {
		word |= uint32(enable>>k&1) << (CtWriteStride * k)
	}
	return word
}

// Generated returns the components of vector v in word 18 of the shader program
// header.
func Generated(outputMap uint32, v int) Mask {
	return Mask(outputMap>>(Components*v)) & AllComponents
}

// SelectedCount returns TARGET_COUNT of SET_CT_SELECT, 0 to 15.
func SelectedCount(ctSelect uint32) int { return int(ctSelect & (1<<TargetCountBits - 1)) }

// SelectedTarget returns the target that SET_CT_SELECT names for vector v.
func SelectedTarget(ctSelect uint32, v int) int {
	return int(ctSelect >> (TargetCountBits + TargetBits*v) & (1<<TargetBits - 1))
}

// WriteEnables returns the components that SET_CT_WRITE lets through.
func WriteEnables(ctWrite uint32) Mask {
	var enable Mask
	for k := range Components {
		enable |= Mask(ctWrite>>(CtWriteStride*k)&1) << k
	}
	return enable
}
