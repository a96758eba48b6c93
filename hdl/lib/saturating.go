package lib

import (
	"fmt"

	"posedge/hdl"
)

// SaturatingCounter counts up and down between 0 and its limit, and stays there
// instead of wrapping. Up and Down together have no effect. The value comes from a
// register, which resets to 0.
type SaturatingCounter struct {
	Up    hdl.In  `doc:"count up at this edge, unless at the limit"`
	Down  hdl.In  `doc:"count down at this edge, unless at 0"`
	Value hdl.Out `doc:"0 to the limit"`

	limit int
}

// NewSaturatingCounter makes a counter from 0 to limit, at least 1.
func NewSaturatingCounter(limit int) *SaturatingCounter {
	return &SaturatingCounter{Up: hdl.Input(1), Down: hdl.Input(1), Value: hdl.Output(hdl.CountWidth(limit)), limit: limit}
}

// ModuleName is saturating_counter_<limit>.
func (c *SaturatingCounter) ModuleName() string {
	return fmt.Sprintf("saturating_counter_%d", c.limit)
}

// ModuleDoc describes the counter in its Verilog.
func (c *SaturatingCounter) ModuleDoc() string {
	return fmt.Sprintf("Counts up and down between 0 and %d.", c.limit)
}

// Describe builds the counter.
func (c *SaturatingCounter) Describe(m *hdl.Module) {
	if c.limit < 1 {
		m.Errorf("the limit of a saturating counter is at least 1, not %d", c.limit)
		return
	}
	count := m.Reg("count", c.Value.Width())
	stop := m.Named("stop", hdl.Mux(c.Down, count.Eq(0), count.Eq(c.limit))) // in the direction of counting
	m.If(c.Up.Ne(c.Down).And(stop.Not()), func() { count.Set(upDown(count, c.Down.Bits)) })
	c.Value.Set(count)
}
