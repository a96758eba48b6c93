package verilog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/designs"
	"posedge/internal/golden"
	"posedge/verilog"
)

// tracker makes two bounds of what a counter holds, and checks them.
type tracker struct {
	Enable, Fast hdl.In
	Limit        hdl.In
	Twice        hdl.Out
	Low, High    hdl.Out
}

func (c *tracker) Describe(m *hdl.Module) {
	inner := hdl.Instance(m, "inner", &bounded{hdl.Input(1), hdl.Input(4), hdl.Output(4)})
	inner.Enable.Set(c.Enable.And(c.Fast.Not()))
	inner.Limit.Set(c.Limit)
	total := inner.Value.AddCarry(c.Limit)
	twice := total.Add(total)
	next := twice.Add(1)
	c.Twice.Set(twice)
	c.Low.Set(total)
	c.High.Set(0)
	m.If(c.Fast, func() {
		c.Low.Set(next)
		c.High.Set(next.Xor(twice))
	})
	m.Assert("is_even", twice.At(0).Not())
	odd := next.Sub(total)
	m.Assert("limit_is_in", odd.Ge(c.Limit.ZeroExtend(5)).Or(odd.Ge(total)))
}

// A plan says how a module is going to be written.
func TestPlans(t *testing.T) {
	d, err := hdl.Elaborate(&tracker{hdl.Input(1), hdl.Input(1), hdl.Input(4), hdl.Output(5), hdl.Output(5), hdl.Output(5)})
	require.NoError(t, err)
	golden.Check(t, "testdata/tracker.plan", verilog.PlanText(d.Top))
	golden.Check(t, "testdata/job.plan", verilog.PlanText(designs.Job()))
}
