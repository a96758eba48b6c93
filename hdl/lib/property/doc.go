// Package property has statements about components with streams, to be proved
// by bench.Prove or checked in a simulation: asserts, assumes and covers with the
// registers that they need. They belong in a harness, a component that
// instantiates the one to be tested:
//
//	type harness struct {
//		In   hdl.Sink[hdl.Bits]
//		Out  hdl.Source[hdl.Bits]
//		Mark hdl.In // free: which beats are followed
//	}
//
//	func (h *harness) Describe(m *hdl.Module) {
//		dut := hdl.Instance(m, "dut", lib.NewSkidBuffer(hdl.Width(2)))
//		dut.In.From(h.In)
//		h.Out.From(dut.Out)
//		property.AssumeStable(m.Scope("in"), property.OfSink(h.In))
//		property.AssertStable(m.Scope("out"), property.OfSource(h.Out))
//		property.Queue(m, property.OfSink(h.In), property.OfSource(h.Out), 2, h.Mark.Bits)
//	}
//
// Following two beats of narrow data proves as much as following wide data, and is
// faster: a component that only moves data cannot tell values apart.
package property
