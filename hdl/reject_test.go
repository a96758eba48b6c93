package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// odd refuses an even width.
type odd struct {
	Y     hdl.Out
	width int
}

func (o *odd) Describe(m *hdl.Module) {
	if o.width%2 == 0 {
		m.Errorf("the width is odd, not %d", o.width)
		return
	}
	o.Y.Set(hdl.Const(o.width, 1))
}

type parent struct{ Y hdl.Out }

func (p *parent) Describe(m *hdl.Module) {
	o := hdl.Instance(m, "o", &odd{hdl.Output(4), 4})
	p.Y.Set(o.Y)
}

func TestAComponentRefusesItsParameters(t *testing.T) {
	_, err := hdl.Elaborate(&parent{hdl.Output(4)})
	assert.EqualError(t, err, "posedge/hdl/reject_test.go:30: odd: the width is odd, not 4")
	_, err = hdl.Elaborate(lib.NewFIFO(hdl.Width(8), 0))
	assert.EqualError(t, err, "posedge/hdl/reject_test.go:37: FIFO: a queue has at least 1 entry, not 0")
}

// setTwice sets its output twice, and its wire first by default and then under a condition.
type setTwice struct {
	A hdl.In
	Y hdl.Out
	Z hdl.Out
}

func (c *setTwice) Describe(m *hdl.Module) {
	c.Y.Set(0)
	m.If(c.A, func() { c.Y.Set(1) })
	c.Y.Set(c.A)
	c.Z.Set(0)
	m.If(c.A, func() { c.Z.Set(1) })
}

func TestASetThatNeverAppliesIsNoted(t *testing.T) {
	d, err := hdl.Elaborate(&setTwice{hdl.Input(1), hdl.Output(1), hdl.Output(1)})
	require.NoError(t, err)
	var notes []string
	for _, n := range d.Notes {
		notes = append(notes, n.String())
	}
	assert.Equal(t, []string{
		"posedge/hdl/reject_test.go:49: note: this Set of y never applies: the one at reject_test.go:51 always comes after it",
		"posedge/hdl/reject_test.go:50: note: this Set of y never applies: the one at reject_test.go:51 always comes after it",
	}, notes)
}

type nameless struct{ Y hdl.Out }

func (c *nameless) ModuleName() string     { panic("no name") }
func (c *nameless) Describe(m *hdl.Module) { c.Y.Set(0) }

func TestAPanicInModuleNameIsAnError(t *testing.T) {
	_, err := hdl.Elaborate(&nameless{hdl.Output(1)})
	assert.ErrorContains(t, err, "no name")
}

type backdoor struct{ Y hdl.Out }

func (c *backdoor) Describe(m *hdl.Module) {
	st := hdl.FSM(m, "st", 1, 2)
	st.Goto(2)
	st.Bits().Set(1)
	c.Y.Set(st.Bits())
	r := m.Reg("r", 1, hdl.ResetTo(nil))
	r.Set(r.Not())
}

func TestAStateIsSetByGotoAlone(t *testing.T) {
	_, err := hdl.Elaborate(&backdoor{hdl.Output(2)})
	assert.ErrorContains(t, err, "reject_test.go:84: a computed value cannot be set")
	assert.ErrorContains(t, err, "reject_test.go:86: reset value of r must be a Go integer or a Const, not nil")
}

func TestABranchThatSetsNothingIsNoted(t *testing.T) {
	d := elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		p.Out.From(p.In)
		hdl.Unused(p.B, p.Pair)
		var next hdl.Bits
		m.If(p.C, func() { next = p.A.Add(1) }).Else(func() { next = p.A.Sub(1) })
		p.Q.Set(next)
		m.If(p.C, func() {}).ElseIf(p.A.Eq(1), func() { p.Q.Set(0) }) // set nothing is a choice
		m.If(p.C, func() {
			m.Switch(p.A.Bits).Case(1, func() {})
			m.Assert("odd", p.A.Bit(0))
		})
	}))
	var notes []string
	for _, n := range d.Notes {
		notes = append(notes, n.Message)
	}
	assert.Equal(t, []string{
		"no branch of this If sets anything; a Go variable that is assigned in a branch keeps the last value: use a Wire, or Mux",
		"no branch of this Switch sets anything; a Go variable that is assigned in a branch keeps the last value: use a Wire, or Mux",
	}, notes)
}
