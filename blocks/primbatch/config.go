package primbatch

import (
	"fmt"
	"math/bits"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// Config is what a driver and a processor are built for.
type Config struct {
	Embodiment isa.Embodiment
	Lines      int // pipeline lines of the processor: 1, 2 or 4
	Elements   int // the most elements of a batch: 4 to 65535
	Vertices   int // the most records of a batch: a power of two, 4 to 4096

	// Widths, smaller where a property is proved; 0 means what the text has.
	identifier, coordinate, counter int
}

// The widths that a configuration has if nothing else is said, in bits.
const (
	identifierBits = 32 // of VertexID, PrimitiveID and InstanceID
	coordinateBits = 16
	counterBits    = 32
)

// NewConfig returns a configuration with the four split modes and batches of up to 256 elements and 64 records.
func NewConfig(lines int) Config {
	return Config{Lines: lines, Elements: 256, Vertices: 64}
}

// Check returns an error that names the parameter that cannot be built.
func (c Config) Check() error {
	switch {
	case c.Embodiment > isa.TwoModes:
		return fmt.Errorf("primbatch: there is no embodiment %d; use FourModes or TwoModes", uint8(c.Embodiment))
	case c.Lines != 1 && c.Lines != 2 && c.Lines != 4:
		return fmt.Errorf("primbatch: %d pipeline lines cannot be built; choose 1, 2 or 4", c.Lines)
	case c.Elements < 4 || c.Elements > 0xffff:
		return fmt.Errorf("primbatch: batches of %d elements cannot be built; choose 4 to 65535", c.Elements)
	case c.Vertices < 4 || c.Vertices > 4096 || bits.OnesCount(uint(c.Vertices)) != 1:
		return fmt.Errorf("primbatch: batches of %d vertices cannot be built; choose a power of two from 4 to 4096", c.Vertices)
	}
	return nil
}

// Limits are those of a batch, unless a method lowers them.
func (c Config) Limits() isa.Limits { return isa.Limits{Elements: c.Elements, Vertices: c.Vertices} }

// driverName is the part of the configuration that a driver depends on, for module names: "four_e256_v64".
func (c Config) driverName() string {
	return fmt.Sprintf("%v_e%d_v%d", c.Embodiment, c.Elements, c.Vertices) + c.narrow()
}

// processorName is what a processor depends on: "four_l2_v64".
func (c Config) processorName() string {
	return fmt.Sprintf("%v_l%d_v%d", c.Embodiment, c.Lines, c.Vertices) + c.narrow()
}

// proved reports whether properties are proved of the configuration: queues and tables are then small, too.
func (c Config) proved() bool { return c.counter != 0 }

// narrow is a suffix for widths that are not those of the text.
func (c Config) narrow() string {
	if c.identifier|c.coordinate|c.counter == 0 {
		return ""
	}
	return fmt.Sprintf("_i%d_x%d_c%d", c.identifiers(), c.coordinates(), c.counters())
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func (c Config) identifiers() int { return orDefault(c.identifier, identifierBits) }
func (c Config) coordinates() int { return orDefault(c.coordinate, coordinateBits) }
func (c Config) counters() int    { return orDefault(c.counter, counterBits) }

// elementCount is the width of a number of elements of a batch.
func (c Config) elementCount() int { return hdl.CountWidth(c.Elements) }

// slotBits is the width of a record's number in its batch.
func (c Config) slotBits() int { return hdl.IndexWidth(c.Vertices) }

// ringBits is the width of a record's place in a line, which keeps the last Vertices records while as many more come.
func (c Config) ringBits() int { return c.slotBits() + 1 }
