package lib

import (
	"fmt"

	"posedge/hdl"
)

// EdgeDetector finds changes of each bit of its input since the previous cycle, in
// the cycle of the change (combinational). A reset clears the previous bits to 0.
// The input must be synchronous to the clock; an asynchronous signal needs a
// synchroniser first.
type EdgeDetector struct {
	In     hdl.In  `doc:"what to watch"`
	Rise   hdl.Out `doc:"bits that are 1 and were 0"`
	Fall   hdl.Out `doc:"bits that are 0 and were 1"`
	Either hdl.Out `doc:"bits that changed"`
}

// NewEdgeDetector makes a detector of width independent bits.
func NewEdgeDetector(width int) *EdgeDetector {
	return &EdgeDetector{In: hdl.Input(width), Rise: hdl.Output(width), Fall: hdl.Output(width), Either: hdl.Output(width)}
}

// ModuleName is edge_detector_w<width>.
func (e *EdgeDetector) ModuleName() string { return fmt.Sprintf("edge_detector_w%d", e.In.Width()) }

// ModuleDoc describes the detector in its Verilog.
func (e *EdgeDetector) ModuleDoc() string { return "Finds rising and falling edges." }

// Describe builds the detector.
func (e *EdgeDetector) Describe(m *hdl.Module) {
	previous := m.Reg("previous", e.In.Width())
	previous.Set(e.In)
	e.Rise.Set(e.In.And(previous.Not()))
	e.Fall.Set(previous.And(e.In.Not()))
	e.Either.Set(e.In.Xor(previous))
}
