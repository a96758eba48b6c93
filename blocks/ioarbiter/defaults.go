package ioarbiter

import "posedge/blocks/ioarbiter/isa"

// NewConfig returns the graphics configuration for so many SMs: the units and operations of [Graphics] and the macros that
// come along, memories of 4096 words and tags of 8 bits, a state cache of 16 objects in 2 ways with 2 outstanding misses
// over 256 objects, FIFOs of 8, 8 records in a unit, 4 slots, and a bound of 2^18 instructions for a macro.
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
