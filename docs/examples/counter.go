package examples

import "posedge/hdl"

// Counter counts the cycles in which Enable is high, modulo 2^width.
type Counter struct {
	Enable hdl.In  `doc:"count this cycle"`
	Value  hdl.Out `doc:"cycles counted"`
}

// NewCounter makes a counter of the given width.
func NewCounter(width int) *Counter {
	return &Counter{Enable: hdl.Input(1), Value: hdl.Output(width)}
}

// Describe builds the counter.
func (c *Counter) Describe(m *hdl.Module) {
	count := m.Reg("count", c.Value.Width())
	m.If(c.Enable, func() {
		count.Set(count.Add(1))
	})
	c.Value.Set(count)
}
