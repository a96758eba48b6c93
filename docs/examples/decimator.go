package examples

import "posedge/hdl"

// Decimator adds up four samples and sends their sum. It takes no sample while
// a sum waits.
type Decimator struct {
	In  hdl.Sink[hdl.Bits]   `doc:"samples"`
	Out hdl.Source[hdl.Bits] `doc:"sums of four samples each"`
}

// NewDecimator makes a decimator of samples of the given width.
func NewDecimator(width int) *Decimator {
	return &Decimator{In: hdl.NewSink(hdl.Width(width)), Out: hdl.NewSource(hdl.Width(width + 2))}
}

// Describe builds an accumulator and a count of its samples.
func (d *Decimator) Describe(m *hdl.Module) {
	sum := m.Reg("sum", d.Out.Data.Width())
	count := m.Reg("count", 3)

	d.In.Ready.Set(count.Ne(4))
	d.Out.Send(count.Eq(4), sum)
	m.If(d.In.Fire(), func() {
		sum.Set(sum.Add(d.In.Data.ZeroExtend(sum.Width())))
		count.Set(count.Add(1))
	})
	m.If(d.Out.Fire(), func() {
		sum.Set(0)
		count.Set(0)
	})
}
