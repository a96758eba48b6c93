package hdl

import (
	"math/big"

	"posedge/hdl/ir"
)

// Chain is an If that may go on with ElseIf and Else.
type Chain struct {
	d    *definition
	last *ir.If // nil after a mistake or an Else
	done bool
}

// If runs body's statements where cond (1 bit) is 1. body itself is called once,
// when the design is described.
func (m *Module) If(cond Operand, body func()) *Chain {
	at := here()
	s := m.d.branch(cond, body, at)
	m.d.add(s, at)
	return &Chain{d: m.d, last: s}
}

// branch makes an If of a condition and a body.
func (d *definition) branch(cond Operand, body func(), at site) *ir.If {
	o := &op{where: at, mod: d}
	c := o.condition(cond)
	if o.fault != nil {
		d.ctx.report(o.fault)
	}
	if o.fault != nil || c == nil {
		c = zero(1)
	}
	if body == nil {
		d.ctx.report(at.errorf("an If needs a body, not nil"))
	}
	return &ir.If{Cond: c, Then: d.within(body), At: at.at}
}

// ElseIf runs body's statements where no condition before it is 1 and cond is.
func (c *Chain) ElseIf(cond Operand, body func()) *Chain {
	at := here()
	s := c.d.branch(cond, body, at)
	if c.done {
		c.d.ctx.report(at.errorf("ElseIf after Else is never reached; put it before"))
		return c
	}
	c.last.Else = []ir.Stmt{s}
	c.last = s
	return c
}

// Else runs body's statements where no condition before it is 1.
func (c *Chain) Else(body func()) {
	at := here()
	stmts := c.d.within(body)
	if c.done {
		c.d.ctx.report(at.errorf("this If has an Else already"))
		return
	}
	c.last.Else = stmts
	c.done = true
}

// Choice is a Switch to which cases are added.
type Choice struct {
	d       *definition
	s       *ir.Switch
	subject Bits
	first   map[string]ir.Pos
}

// Switch chooses a case by the value of subject.
func (m *Module) Switch(subject Bits) *Choice {
	at := here()
	o := &op{where: at, mod: m.d}
	x := o.take(subject)
	if o.fault != nil {
		m.d.ctx.report(o.fault)
	}
	if x == nil {
		x = zero(subject.Width())
	}
	c := &Choice{m.d, &ir.Switch{Subject: x, At: at.at}, subject, map[string]ir.Pos{}}
	m.d.add(c.s, at)
	return c
}

// Case runs body's statements where the subject has the value: a Go integer or
// a [Const] that fits it and has no case yet.
func (c *Choice) Case(value Operand, body func()) *Choice {
	return c.cases(here(), body, value)
}

// Cases is [Choice.Case] for several values.
func (c *Choice) Cases(values []int, body func()) *Choice {
	list := make([]Operand, len(values))
	for i, v := range values {
		list[i] = v
	}
	return c.cases(here(), body, list...)
}

func (c *Choice) cases(at site, body func(), values ...Operand) *Choice {
	arm := ir.Case{At: at.at, Body: c.d.within(body)}
	if c.s.HasDefault {
		c.d.ctx.report(at.errorf("Case after Default; put Default last"))
	}
	for _, v := range values {
		x := c.d.constant(v, c.subject.Width(), at, "case value")
		if first, twice := c.first[x.String()]; twice {
			c.d.ctx.report(at.errorf("value %v has a case already (%s)", x, first.Short()))
			continue
		}
		c.first[x.String()] = at.at
		arm.Values = append(arm.Values, x)
	}
	if len(arm.Values) > 0 {
		c.s.Cases = append(c.s.Cases, arm)
	}
	return c
}

// Default runs body's statements where no case has the subject's value.
func (c *Choice) Default(body func()) {
	at := here()
	stmts := c.d.within(body)
	if c.s.HasDefault {
		c.d.ctx.report(at.errorf("this Switch has a Default already"))
		return
	}
	c.s.Default, c.s.HasDefault = stmts, true
}

// unlisted returns the values of the subject that have no case, if they are at
// most limit; else ok is false.
func (c *Choice) unlisted(limit int) (list []*big.Int, ok bool) {
	w := c.subject.Width()
	if w > 20 || 1<<w-len(c.first) > limit {
		return nil, false
	}
	for i := range 1 << w {
		v := big.NewInt(int64(i))
		if _, listed := c.first[v.String()]; !listed {
			list = append(list, v)
		}
	}
	return list, true
}
