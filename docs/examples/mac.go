package examples

import "posedge/hdl"

// Factors is what a [MAC] multiplies and adds.
type Factors struct {
	X, Y   hdl.Bits // 16, two's complement
	Addend hdl.Bits // 32, two's complement
}

// MAC is a pipeline of two stages that computes X·Y + Addend modulo 2^32. Back
// pressure stalls it stage by stage: a stage moves on if the next one is empty
// or moves on too.
type MAC struct {
	In  hdl.Sink[Factors]    `doc:"factors and addend"`
	Out hdl.Source[hdl.Bits] `doc:"the result, two cycles later"`
}

// NewMAC makes the pipeline.
func NewMAC() *MAC {
	return &MAC{
		In:  hdl.NewSink(Factors{X: hdl.Width(16), Y: hdl.Width(16), Addend: hdl.Width(32)}),
		Out: hdl.NewSource(hdl.Width(32)),
	}
}

// Describe builds two registers with their valid bits.
func (p *MAC) Describe(m *hdl.Module) {
	full1, full2 := m.Reg("full1", 1), m.Reg("full2", 1)
	product := m.Reg("product", 32, hdl.NoReset())
	addend := m.Reg("addend", 32, hdl.NoReset())
	sum := m.Reg("sum", 32, hdl.NoReset())

	free2 := m.Named("free2", full2.Not().Or(p.Out.Ready))
	free1 := m.Named("free1", full1.Not().Or(free2))
	p.In.Ready.Set(free1)
	p.Out.Send(full2, sum)

	m.If(free1, func() {
		full1.Set(p.In.Valid)
		product.Set(p.In.Data.X.Signed().Mul(p.In.Data.Y.Signed()).Bits())
		addend.Set(p.In.Data.Addend)
	})
	m.If(free2, func() {
		full2.Set(full1)
		sum.Set(product.Add(addend))
	})
}
