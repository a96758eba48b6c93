package lib

import (
	"fmt"

	"posedge/hdl"
)

// LFSR is a linear-feedback shift register of maximal length: from its seed it
// goes through all 2^width-1 values but 0, and starts again. In each enabled
// cycle it shifts left, and the exclusive or of its [Taps] enters at bit 0
// (Fibonacci form), so its top bit gives the polynomial's sequence, one bit per
// cycle. The value comes from a register.
type LFSR struct {
	Enable hdl.In  `doc:"go on this cycle"`
	Value  hdl.Out `doc:"the register, never 0"`

	seed uint64
}

// NewLFSR makes a register of 2 to 64 bits, which resets to seed: at least 1 and
// less than 2^width.
func NewLFSR(width int, seed uint64) *LFSR {
	return &LFSR{Enable: hdl.Input(1), Value: hdl.Output(width), seed: seed}
}

// ModuleName is lfsr_w<width>, and _s<seed> if the seed is not 1.
func (l *LFSR) ModuleName() string {
	name := fmt.Sprintf("lfsr_w%d", l.Value.Width())
	if l.seed != 1 {
		name += fmt.Sprintf("_s%d", l.seed)
	}
	return name
}

// ModuleDoc describes the register in its Verilog.
func (l *LFSR) ModuleDoc() string {
	return fmt.Sprintf("A shift register of maximal length, taps %v.", Taps(l.Value.Width()))
}

// Describe builds the shift register.
func (l *LFSR) Describe(m *hdl.Module) {
	w := l.Value.Width()
	taps := Taps(w)
	switch {
	case taps == nil:
		m.Errorf("an LFSR has 2 to %d bits, not %d", len(tapTable)-1, w)
		return
	case l.seed == 0 || w < 64 && l.seed>>w != 0:
		m.Errorf("the seed of an LFSR of %d bits is %d; it is at least 1 and less than 2^%d", w, l.seed, w)
		return
	}
	value := m.Reg("value_bits", w, hdl.ResetTo(l.seed))
	var fed []hdl.Bits
	for _, t := range taps {
		fed = append(fed, value.Bit(t-1))
	}
	m.If(l.Enable, func() {
		value.Set(hdl.Cat(value.Truncate(w-1), pack(fed).ReduceXor()))
	})
	l.Value.Set(value)
}
