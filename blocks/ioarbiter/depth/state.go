package depth

// Function is a comparison: bit 0 passes a pixel whose depth is less than that in the buffer, bit 1 one whose depth is
// equal to it, and bit 2 one whose depth is greater.
type Function uint8

// The functions.
const (
	Never Function = iota
	Less
	Equal
	LessOrEqual
	Greater
	NotEqual
	GreaterOrEqual
	Always
)

// State is how pixels are tested, as the unit's state describes it.
type State struct {
	Function Function
	Write    bool   // the depths of pixels that pass are written
	Clear    uint16 // what a request to clear writes
}

// Words are the registers that make the unit test in this way.
func (s State) Words() [StateWords]uint32 {
	test := uint32(s.Function & Always)
	if s.Write {
		test |= 1 << writeBit
	}
	return [StateWords]uint32{testWord: test, clearWord: uint32(s.Clear)}
}

// The registers of the state.
const (
	testWord  = iota // the function in 2:0; bit 3 writes
	clearWord        // 15:0

	writeBit = 3
)

// stateOf is what registers say.
func stateOf(words [StateWords]uint32) State {
	test := words[testWord]
	return State{Function(test) & Always, test>>writeBit&1 != 0, uint16(words[clearWord])}
}
