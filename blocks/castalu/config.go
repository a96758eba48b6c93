package castalu

import (
	"fmt"
	"posedge/blocks/castalu/isa"
)

// Config holds the parameters of a processor.
type Config struct {
	Threads    int  // 4 to 32
	Registers  int  // vectors of four components per thread: 8 to 32
	Constants  int  // vectors, 1 to 256
	Words      int  // of the program memory, 1 to 65536
	TagBits    int  // of a work item's tag, 1 to 64
	Ordered    bool // results leave in the order of their items
	Lanes      int  // as in UnitConfig
	Embodiment Embodiment

	copies copies // as in UnitConfig
}

// NewConfig returns a configuration with 28 threads of 32 registers, 64 constants, 512
// words of program, tags of 16 bits, and results in the order of the items.
func NewConfig(lanes int, e Embodiment) Config {
	return Config{Threads: 28, Registers: 32, Constants: 64, Words: 512, TagBits: 16, Ordered: true, Lanes: lanes, Embodiment: e}
}

// Check returns an error that names the first parameter that cannot be built.
func (c Config) Check() error {
	within := func(what string, n, least, most int) error {
		if n < least || n > most {
			return fmt.Errorf("castalu: %d %s cannot be built; choose %d to %d", n, what, least, most)
		}
		return nil
	}
	for _, err := range []error{
		within("threads", c.Threads, 4, 32),
		within("registers", c.Registers, 8, 1<<isa.RegisterBits),
		within("constants", c.Constants, 1, 1<<isa.ConstantBits),
		within("words of program", c.Words, 1, 1<<16),
		within("bits of tag", c.TagBits, 1, 64),
		c.unit().Check(),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// unit is the configuration of the arithmetic unit.
func (c Config) unit() UnitConfig { return UnitConfig{c.Lanes, c.Embodiment, c.Threads, c.copies} }

// Name is the configuration as part of a module's name: "l4_separate_t28_r32", followed by
// every other parameter that differs from [NewConfig].
func (c Config) Name() string {
	name := fmt.Sprintf("l%d_%v_t%d_r%d", c.Lanes, c.Embodiment, c.Threads, c.Registers)
	usual := NewConfig(c.Lanes, c.Embodiment)
	if c.Constants != usual.Constants {
		name += fmt.Sprintf("_c%d", c.Constants)
	}
	if c.Words != usual.Words {
		name += fmt.Sprintf("_p%d", c.Words)
	}
	if c.TagBits != usual.TagBits {
		name += fmt.Sprintf("_tag%d", c.TagBits)
	}
	if !c.Ordered {
		name += "_unordered"
	}
	return name
}
