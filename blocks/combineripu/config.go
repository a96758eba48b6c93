package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// Config configures a combiner IPU and the shader behind it.
type Config struct {
	Sets   int  // program states that are stored: 1, 2 or 4
	Stages int  // general stages: 1 to 8
	Remap  bool // registers are numbered R0, R1, … without gaps; otherwise a register's number is its code
	Stored bool // the shader stores each program, which is then sent only once
	Lane   LaneKind
}

// LaneKind is the arithmetic of a shader.
type LaneKind uint8

// The lanes. Both give the same results.
const (
	CastALU LaneKind = iota // castalu's arithmetic unit, in its 9-bit type
	OwnLane                 // a lane for combiner instructions only
)

// String is the lane as part of a name: "castalu" or "own".
func (k LaneKind) String() string {
	if k == OwnLane {
		return "own"
	}
	return "castalu"
}

// NewConfig returns a configuration with 8 stages, remapping and the lane for combiners.
func NewConfig(sets int) Config {
	return Config{Sets: sets, Stages: isa.MaxStages, Remap: true, Lane: OwnLane}
}

// Check returns an error that names the parameter that cannot be built.
func (c Config) Check() error {
	switch {
	case c.Sets != 1 && c.Sets != 2 && c.Sets != 4:
		return fmt.Errorf("combineripu: %d program states cannot be built; choose 1, 2 or 4", c.Sets)
	case c.Stages < 1 || c.Stages > isa.MaxStages:
		return fmt.Errorf("combineripu: %d general stages cannot be built; choose 1 to %d", c.Stages, isa.MaxStages)
	case c.Lane > OwnLane:
		return fmt.Errorf("combineripu: there is no lane %d; use CastALU or OwnLane", uint8(c.Lane))
	}
	return nil
}

// Name is the configuration as part of a module's name: "s2_n8_remap_own".
func (c Config) Name() string {
	name := c.name()
	return name + "_" + c.Lane.String()
}

// name covers what the combiner IPU itself depends on, which is all but the lane.
func (c Config) name() string {
	name := fmt.Sprintf("s%d_n%d", c.Sets, c.Stages)
	if c.Remap {
		name += "_remap"
	}
	if c.Stored {
		name += "_stored"
	}
	return name
}

// setWidth is the width of a set number. stageWidth is that of a stage number, in which Stages is the final combiner.
func (c Config) setWidth() int   { return hdl.IndexWidth(c.Sets) }
func (c Config) stageWidth() int { return hdl.CountWidth(c.Stages) }
