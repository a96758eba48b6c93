package isa

// Register is the code of a register in state words. Codes that no word may name serve as temporaries.
type Register uint8

// The registers. Result, T1 and T2 are ours. As a source, code 0 is ZERO in a word but Result in an instruction, where
// an operand's [Kind] tells them apart.
const (
	Zero      Register = 0 // as a source of a word; as a destination: discarded
	Result    Register = 0 // of an instruction: R0, the pixel's colour
	Constant0 Register = 1
	Constant1 Register = 2
	Fog       Register = 3
	Primary   Register = 4
	Secondary Register = 5
	T1        Register = 6
	T2        Register = 7
	Texture0  Register = 8
	Texture1  Register = 9
	Texture2  Register = 10
	Texture3  Register = 11
	Spare0    Register = 12
	Spare1    Register = 13
	Sum       Register = 14 // E: SPARE0 + SECONDARY
	Product   Register = 15 // F: E·F

	NumRegisters = 16
)

var registerNames = [NumRegisters]string{"R0", "C0", "C1", "FOG", "PRI", "SEC", "T1", "T2", "TEX0", "TEX1", "TEX2", "TEX3", "SP0", "SP1", "E", "F"}

// String is the register as listings show it: "SP0".
func (r Register) String() string { return registerNames[r&15] }

// Writable reports whether a general stage may write the register.
func (r Register) Writable() bool {
	return r == Primary || r == Secondary || r >= Texture0 && r <= Spare1
}

// Attribute reports whether the register keeps its value from stage to stage.
func (r Register) Attribute() bool { return r == Fog || r.Writable() }

// Mapping is an input mapping's code.
type Mapping uint8

// The input mappings, of a register's component e.
const (
	UnsignedIdentity Mapping = iota // max(0, e)
	UnsignedInvert                  // 1 − max(0, e)
	ExpandNormal                    // 2 max(0, e) − 1
	ExpandNegate                    // 1 − 2 max(0, e)
	HalfBiasNormal                  // max(0, e) − ½
	HalfBiasNegate                  // ½ − max(0, e)
	SignedIdentity                  // e
	SignedNegate                    // −e
)
