package ioarbiter

import "posedge/blocks/ioarbiter/isa"

// NewConfig returns the graphics configuration for a number of SMs: the units and operations of [Graphics] and the
// built-in macros, SM memories of 4096 words, tags of 8 bits, 256 state objects, a state cache of 16 of them in 2 ways
// with 2 outstanding misses, FIFOs of 8 entries, 8 records in a unit, 4 slots, 256 instructions of microcode, and a
// bound of 2^18 instructions per macro.
func NewConfig(sms int) (Config, error) {
	units, operations, err := Graphics()
	if err != nil {
		return Config{}, err
	}
	c := Config{
		SMs: sms, AddressBits: 12, TagBits: 8, Objects: 256, Cache: CacheConfig{Objects: 16, Ways: 2, Misses: 2},
		Depth: 8, Context: 8, Slots: 4, Instructions: 256, Bound: 1 << 18, Units: units, Operations: operations, MacroFormats: isa.MacroFormats(),
	}
	return c, c.Check()
}
