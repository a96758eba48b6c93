// Package driver is an old driver for register combiners in plain Go: it takes the calls of GL_NV_register_combiners
// and GL_NV_register_combiners2, refuses what GL refuses, and returns register loads for the state words that a call
// changes. There is no call for blue-to-alpha or for the complements in the colour sum.
package driver

import (
	"posedge/blocks/combineripu/isa"
)

// Load is a register load.
type Load struct {
	Offset int
	Word   uint32
}

// Driver is GL's state of the combiners, and the hardware's state words. It takes the hardware as just reset when it is
// made. A call returns loads for the words that have changed, in the order of [isa.Offsets], or an [Error].
type Driver struct{ state state }

// state is what the calls set. The constants in its words are those of the hardware.
type state struct {
	words     isa.Words
	constants [2]uint32                // GL_CONSTANT_COLOR0_NV and GL_CONSTANT_COLOR1_NV
	stages    [isa.MaxStages][2]uint32 // the stages' own
	perStage  bool
}

// New returns a driver with GL's defaults.
func New() *Driver { return &Driver{state{words: isa.ResetWords()}} }

// Words are the state words of the hardware.
func (d *Driver) Words() isa.Words { return d.state.words }

// perStageBits of the control word give each stage its own constants.
const perStageBits = 1<<12 | 1<<16

// call changes the state and returns the loads, or only the error.
func (d *Driver) call(name string, change func(s *state) error) ([]Load, error) {
	next := d.state
	if err := change(&next); err != nil {
		if e, ok := err.(*Error); ok {
			e.Call = name
		}
		return nil, err
	}
	w := &next.words
	w.FinalConstants = next.constants
	w.Control &^= perStageBits
	for k := range w.Stages {
		w.Stages[k].Constants = next.stages[k]
	}
	if next.perStage {
		w.Control |= perStageBits
	} else {
		w.Stages[0].Constants = next.constants // every stage's
	}
	var loads []Load
	for _, offset := range isa.Offsets(isa.MaxStages) {
		if word := *w.At(offset); word != *d.state.words.At(offset) {
			loads = append(loads, Load{offset, word})
		}
	}
	d.state = next
	return loads, nil
}

// Enable turns on [PerStageConstants]: each general stage has its own pair of constants, and those of CombinerParameterfv
// are the final combiner's alone.
func (d *Driver) Enable(capability Enum) ([]Load, error) { return d.enable("Enable", capability, true) }

// Disable turns [PerStageConstants] off.
func (d *Driver) Disable(capability Enum) ([]Load, error) {
	return d.enable("Disable", capability, false)
}

func (d *Driver) enable(call string, capability Enum, on bool) ([]Load, error) {
	return d.call(call, func(s *state) error {
		if capability != PerStageConstants {
			return refusal(InvalidEnum, "%v is not a capability of this driver; use %v", capability, PerStageConstants)
		}
		s.perStage = on
		return nil
	})
}
