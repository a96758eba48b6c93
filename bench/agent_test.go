package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// counted counts the calls of an agent, and those in which something was there for it to do.
type counted struct {
	agent
	observed, drove int
}

func (c *counted) observe() error { c.observed++; return c.agent.observe() }
func (c *counted) drive() error   { c.drove++; return c.agent.drive() }

func countedAgents(tb *TB) (list []*counted) {
	for _, d := range tb.agents {
		c := &counted{agent: d.agent}
		d.agent = c
		list = append(list, c)
	}
	return list
}

// A driver and a monitor are called only for the cycles in which a beat passes, is offered, or has to be watched.
func TestNoAgentIsAskedInVain(t *testing.T) {
	q := lib.NewFIFO(hdl.Width(8), 2)
	tb := New(t, q)
	in := Drive(tb, q.Push, 0)
	out := Collect[uint8](tb, q.Pop, 0)
	agents := countedAgents(tb)
	driver, monitor := agents[0], agents[1]

	tb.Ticks(1) // a new driver sets its inputs once
	driver.drove = 0
	tb.Ticks(100)
	assert.Equal(t, []int{0, 0, 0, 0}, []int{driver.observed, driver.drove, monitor.observed, monitor.drove}, "at rest")

	in.Send(1, 2, 3)
	tb.Ticks(100)
	assert.Equal(t, []uint8{1, 2, 3}, out.Beats())
	assert.Equal(t, 3, driver.observed, "once for each beat that passes")
	assert.Equal(t, 4, driver.drove, "to offer the first, and after each that has passed")
	assert.Equal(t, 3, monitor.observed)
	assert.Equal(t, 0, monitor.drove, "it is always ready")

	open := false
	out.When(func() bool { return open })
	*driver, *monitor = counted{agent: driver.agent}, counted{agent: monitor.agent}
	in.Send(4, 5, 6, 7, 8, 9)
	tb.Ticks(100)
	assert.Equal(t, 2, driver.observed, "the queue takes two beats, then the driver waits")
	assert.Equal(t, 3, driver.drove)
	assert.Equal(t, 98, monitor.observed, "a beat that waits must stay as it is")
	open = true
	tb.Ticks(100)
	assert.Equal(t, []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}, out.Beats())
}

// Agents set their inputs again after a snapshot has changed them.
func TestAgentsAfterARestore(t *testing.T) {
	q := lib.NewFIFO(hdl.Width(8), 2)
	tb := New(t, q)
	before := tb.Snapshot() // the monitor is not ready yet
	in := Drive(tb, q.Push, 0)
	out := Collect[uint8](tb, q.Pop, 0)
	tb.Ticks(5)
	tb.Restore(before)
	in.Send(7)
	tb.Ticks(5)
	assert.Equal(t, []uint8{7}, out.Beats(), "the queue has given it once")
}
