package hdl

import (
	"math/big"

	"posedge/hdl/ir"
)

// Chain is an If that ElseIf and Else may continue, in the same block. All of
// it is reported at the line of the call of [Module.If].
type Chain struct {
	d     *definition
	block *[]ir.Stmt // where the If stands
	last  *ir.If
	els   ir.Pos // of the Else, if there is one

	standIn bool // for an If that was refused
}

// If runs body's statements where cond (1 bit) is 1. The function body is called
// once, when the design is described.
func (m *Module) If(cond Operand, body func()) *Chain {
	at := here()
	if !m.d.open(at, "a statement") {
		return &Chain{standIn: true}
	}
	s := m.d.branch("If", cond, body, at)
	m.d.add(s, at)
	return &Chain{d: m.d, block: m.d.block, last: s}
}

// branch makes an If of a condition and a body.
func (d *definition) branch(what string, cond Operand, body func(), at site) *ir.If {
	o := &op{where: at, mod: d}
	c := o.condition(cond)
	o.tell()
	if o.fault != nil || o.poison || c == nil {
		c = zero(1)
	}
	return &ir.If{Cond: c, Then: d.within(what, body, at), At: at.at}
}

// maxNesting is how deep Ifs and Switches may be nested: indentation alone
// makes the Verilog grow with the square of the depth. An ElseIf does not nest.
const maxNesting = 1000

// within runs body with a new block open and returns its statements.
func (d *definition) within(what string, body func(), at site) []ir.Stmt {
	if body == nil {
		report(at.errorf("%s needs a body, not nil", what), d)
		return nil
	}
	if d.nested == maxNesting {
		report(at.errorf("statements are nested more than %d deep; use ElseIf or Switch for a choice of many, and registers for what takes many steps", maxNesting), d)
		d.rejected = true // anything missing follows from that
		return nil
	}
	outer := d.block
	var stmts []ir.Stmt
	d.block = &stmts
	d.nested++
	defer func() { d.block = outer; d.nested-- }()
	body()
	return stmts
}

// follows reports whether the If or Switch begun at first may continue here.
func (d *definition) follows(block *[]ir.Stmt, first ir.Pos, what string, at site) bool {
	if !d.open(at, what) {
		return false
	}
	if d.block != block {
		report(at.errorf("%s is in a different block from the statement that it continues (%s)", what, first.Short()), d)
		return false
	}
	return true
}

// made returns whether c came from an If; it reports a zero c as a mistake.
func (c *Chain) made(at site) bool {
	if c.d == nil && !c.standIn {
		raise(at.errorf("a zero Chain is used; it begins with If"))
	}
	return c.d != nil
}

// ElseIf runs body's statements where cond is 1 and no condition before it is.
func (c *Chain) ElseIf(cond Operand, body func()) *Chain {
	at := here()
	if !c.made(at) || !c.d.follows(c.block, c.last.At, "an ElseIf", at) {
		return c
	}
	if c.els.File != "" {
		report(at.errorf("ElseIf after Else (%s) is never reached; put it before", c.els.Short()), c.d)
	}
	s := c.d.branch("ElseIf", cond, body, at)
	c.last.Else = append(c.last.Else, s)
	c.last, c.els = s, ir.Pos{}
	return c
}

// Else runs body's statements where no condition before it is 1.
func (c *Chain) Else(body func()) {
	at := here()
	if !c.made(at) || !c.d.follows(c.block, c.last.At, "an Else", at) {
		return
	}
	if c.els.File != "" {
		report(at.errorf("the If at %s already has an Else (%s)", c.last.At.Short(), c.els.Short()), c.d)
	}
	c.last.Else = append(c.last.Else, c.d.within("Else", body, at)...)
	c.els = at.at
}

// Choice is a Switch to which cases are added, in the same block. All of it is
// reported at the line of the call of [Module.Switch].
type Choice struct {
	d       *definition
	block   *[]ir.Stmt // where the Switch stands
	s       *ir.Switch
	subject Bits
	first   map[string]ir.Pos
	def     ir.Pos // of Default
	faulty  bool   // the subject is a stand-in
	standIn bool   // for a Switch that was refused
}

// Switch chooses a case by the value of subject.
func (m *Module) Switch(subject Bits) *Choice {
	at := here()
	if !m.d.open(at, "a statement") {
		return &Choice{standIn: true}
	}
	o := &op{where: at, mod: m.d}
	x := o.take(subject)
	o.tell()
	faulty := o.fault != nil || o.poison || x == nil
	if faulty {
		x = zero(subject.Width())
	}
	c := &Choice{d: m.d, block: m.d.block, s: &ir.Switch{Subject: x, At: at.at}, subject: subject, first: map[string]ir.Pos{}, faulty: faulty}
	m.d.add(c.s, at)
	return c
}

// made returns whether c came from a Switch; it reports a zero c as a mistake.
func (c *Choice) made(at site) bool {
	if c.d == nil && !c.standIn {
		raise(at.errorf("a zero Choice is used; it begins with Switch"))
	}
	return c.d != nil
}

// Case runs body's statements where the subject has the value, a Go integer or a
// [Const] that fits the subject and has no case yet.
func (c *Choice) Case(value Operand, body func()) *Choice {
	return c.cases(here(), body, value)
}

// Cases is [Choice.Case] for several values, at least one.
func (c *Choice) Cases(values []int, body func()) *Choice {
	list := make([]Operand, len(values))
	for i, v := range values {
		list[i] = v
	}
	return c.cases(here(), body, list...)
}

func (c *Choice) cases(at site, body func(), values ...Operand) *Choice {
	if !c.made(at) || !c.d.follows(c.block, c.s.At, "a Case", at) {
		return c
	}
	arm := ir.Case{At: at.at, Body: c.d.within("Case", body, at)}
	if c.s.HasDefault {
		report(at.errorf("Case after Default (%s); put Default last", c.def.Short()), c.d)
	}
	if len(values) == 0 {
		report(at.errorf("Cases needs at least one value"), c.d)
	}
	for _, v := range values {
		if c.faulty {
			break
		}
		x, ok := c.d.constant(v, c.subject.Width(), at, "case of "+name(c.s.Subject)+declared(c.s.Subject))
		if !ok {
			continue
		}
		if first, twice := c.first[x.String()]; twice {
			what := "value " + x.String()
			if r, ok := c.s.Subject.(*ir.Ref); ok && r.Signal.Enum.NameOf(x) != "" {
				what = "state " + r.Signal.Enum.NameOf(x)
			}
			report(at.errorf("%s already has a case (%s)", what, first.Short()), c.d)
			continue
		}
		c.first[x.String()] = at.at
		arm.Values = append(arm.Values, x)
	}
	if len(arm.Values) > 0 {
		c.s.Cases = append(c.s.Cases, arm)
	} else {
		c.forgive(arm.Body)
	}
	return c
}

// forgive counts the targets of a case that was refused as set.
func (c *Choice) forgive(body []ir.Stmt) {
	ir.Walk(body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Set); ok {
			c.d.of(s.Target).forgiven = true
		}
	})
}

// Default runs body's statements where no case has the subject's value.
func (c *Choice) Default(body func()) {
	at := here()
	if !c.made(at) || !c.d.follows(c.block, c.s.At, "a Default", at) {
		return
	}
	stmts := c.d.within("Default", body, at)
	if c.s.HasDefault {
		report(at.errorf("the Switch at %s already has a Default (%s)", c.s.At.Short(), c.def.Short()), c.d)
		c.forgive(stmts)
		return
	}
	c.s.Default, c.s.HasDefault, c.def = stmts, true, at.at
}

// unlisted returns the values of the subject that have no case, if there are at
// most limit; otherwise ok is false.
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
