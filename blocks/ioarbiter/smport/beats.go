package smport

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
)

// Target is what a unit number of castalu stands for: an operation of the connector with a state. So castalu's samplers
// are uses of one texture unit with different states.
type Target struct {
	Unit    hdl.Bits `width:"unit" doc:"operation or macro of the connector"`
	Pointer hdl.Bits `width:"word" doc:"state pointer"`
	Words   hdl.Bits `width:"4" doc:"words of the response, 0 to 8"`
}

// TargetShape is the shape of a [Target].
func TargetShape() Target {
	return hdl.Shape[Target](hdl.Widths{"unit": isa.UnitBits, "word": wordBits})
}
