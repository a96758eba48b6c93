package lib

// FIFOOption chooses a form of [NewFIFO].
type FIFOOption func(*fifoOptions)

type fifoOptions struct {
	blockRAM         bool
	registeredOutput bool
	fallThrough      bool
}

// BlockRAM reads the memory through its own register, so that synthesis maps it
// to block RAM; the latency is one cycle more.
func BlockRAM() FIFOOption { return func(o *fifoOptions) { o.blockRAM = true } }

// RegisteredOutput makes Pop's valid and data come from registers, for a short path
// after them; the latency is one cycle more. With [BlockRAM] there is a register
// after the memory's own.
func RegisteredOutput() FIFOOption { return func(o *fifoOptions) { o.registeredOutput = true } }

// FallThrough offers a beat that arrives at an empty queue in the same cycle: the
// latency is 0, and there is a combinational path from Push's valid and data to
// Pop's.
func FallThrough() FIFOOption { return func(o *fifoOptions) { o.fallThrough = true } }

// stages is the number of registers between the memory and Pop.
func (o fifoOptions) stages() int {
	n := 0
	if o.blockRAM {
		n++
	}
	if o.registeredOutput {
		n++
	}
	return n
}

// wrong says which options cannot be built together; "" if they can.
func (o fifoOptions) wrong() string {
	switch {
	case o.fallThrough && o.registeredOutput:
		return "a queue falls through or has a registered output, not both; leave out FallThrough or RegisteredOutput"
	case o.fallThrough && o.blockRAM:
		return "a queue in block RAM cannot fall through: its beat would have to vanish while the memory is read; leave out FallThrough or BlockRAM"
	}
	return ""
}

// suffix is the text that the options add to the module's name.
func (o fifoOptions) suffix() string {
	s := ""
	if o.blockRAM {
		s += "_block"
	}
	if o.registeredOutput {
		s += "_registered"
	}
	if o.fallThrough {
		s += "_fall_through"
	}
	return s
}
