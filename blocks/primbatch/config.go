package primbatch

import (
	"fmt"
	"math/bits"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// Config holds the parameters of a driver and a processor.
type Config struct {
	Embodiment isa.Embodiment
	Lines      int // pipeline lines of the processor: 1, 2 or 4
	Elements   int // the most elements in a batch: 4 to 65535
	Vertices   int // the most records in a batch: a power of two, 4 to 4096

	// Widths, smaller in proofs; 0 selects the default below.
	identifier, coordinate, counter int
}

// The default widths, in bits.
const (
	identifierBits = 32 // of VertexID, PrimitiveID and InstanceID
	coordinateBits = 16
	counterBits    = 32
)

// NewConfig returns a configuration with the four split modes and batches of up to 256 elements and 64 records.
func NewConfig(lines int) Config {
	return Config{Lines: lines, Elements: 256, Vertices: 64}
}

// Check returns an error that names the first parameter that is out of range.
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

// Limits returns the limits of a batch, which SET_BATCH_LIMIT can only lower.
func (c Config) Limits() isa.Limits { return isa.Limits{Elements: c.Elements, Vertices: c.Vertices} }

// driverName names the parameters that a driver depends on, for module names: "four_e256_v64".
func (c Config) driverName() string {
	return fmt.Sprintf("%v_e%d_v%d", c.Embodiment, c.Elements, c.Vertices) + c.narrow()
}

// processorName names those that a processor depends on: "four_l2_v64".
func (c Config) processorName() string {
	return fmt.Sprintf("%v_l%d_v%d", c.Embodiment, c.Lines, c.Vertices) + c.narrow()
}

// proved reports whether the configuration is for a proof: queues and tables are then small, too.
func (c Config) proved() bool { return c.counter != 0 }

// narrow is a module name's suffix for widths other than the default.
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

// elementCount is the width of the number of elements in a batch.
func (c Config) elementCount() int { return hdl.CountWidth(c.Elements) }

// slotBits is the width of a record's number in its batch.
func (c Config) slotBits() int { return hdl.IndexWidth(c.Vertices) }

// ringBits is the width of a record's address in a line, which keeps the last Vertices records while as many more arrive.
func (c Config) ringBits() int { return c.slotBits() + 1 }
