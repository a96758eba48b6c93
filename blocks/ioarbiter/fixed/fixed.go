// Package fixed has what fixed-function units share: the registers of their state and the control of their pipelines.
package fixed

import "posedge/hdl"

// StateWords is the maximum number of state registers of a unit.
const StateWords = 16

// StateWrite sets a register of a unit's state. A unit takes it while no request is inside, and ignores registers that
// it does not have.
type StateWrite struct {
	Index hdl.Bits `width:"register" doc:"the register"`
	Data  hdl.Bits `width:"32" doc:"its value"`
}

// StateShape is the shape of a StateWrite.
func StateShape() StateWrite {
	return hdl.Shape[StateWrite](hdl.Widths{"register": hdl.IndexWidth(StateWords)})
}
