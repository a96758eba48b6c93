// Package fixed is what fixed-function units have in common: the registers of their state.
package fixed

import "posedge/hdl"

// StateWords is how many registers a unit may have.
const StateWords = 16

// StateWrite sets a register of a unit's state. A unit takes it while no request is inside; it is ignored where the unit
// has no such register.
type StateWrite struct {
	Index hdl.Bits `width:"register" doc:"the register"`
	Data  hdl.Bits `width:"32" doc:"its value"`
}

// StateShape is the shape of a StateWrite.
func StateShape() StateWrite {
	return hdl.Shape[StateWrite](hdl.Widths{"register": hdl.IndexWidth(StateWords)})
}
