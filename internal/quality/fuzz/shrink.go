package fuzz

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// clone copies a design, down to the last number.
func (d *Design) clone() *Design {
	text, err := json.Marshal(d)
	c := &Design{}
	if err == nil {
		err = json.Unmarshal(text, c)
	}
	if err != nil {
		panic(err) // a design is plain data
	}
	return c
}

// size counts the parts of a design, which shrinking reduces.
func (d *Design) size() int {
	n := 0
	d.visit(func(x **expression) {
		n += 2
		if (*x).Op == "const" {
			n--
		}
		if (*x).Value != nil && (*x).Value.Sign() != 0 {
			n++
		}
	})
	for _, m := range d.Modules {
		n += 10 + len(m.In) + len(m.Out) + 3*(len(m.Regs)+len(m.Wires)+len(m.Mems)+len(m.Instances)) + len(m.States)
		for _, has := range []bool{m.Req, m.Rsp, m.Push, m.Pop} {
			if has {
				n += 2
			}
		}
		for _, x := range m.Mems {
			n += x.Depth + len(x.Init)
		}
		walk(m.Body, func(s *Stmt) {
			n += 3 + len(s.Arms)
			for _, a := range s.Arms {
				n += len(a.Values)
			}
			if s.HasElse {
				n++
			}
		})
	}
	return n
}

// visit visits every expression of a statement and those inside, outer first; if
// the callback replaces an expression, it continues with the replacement.
func (d *Design) visit(visit func(x **expression)) {
	for _, m := range d.Modules {
		m.visit(visit)
	}
}

func (m *Module) visit(visit func(x **expression)) {
	var expr func(x **expression)
	expr = func(x **expression) {
		if *x == nil {
			return
		}
		visit(x)
		for i := range (*x).Args {
			expr(&(*x).Args[i])
		}
	}
	walk(m.Body, func(s *Stmt) {
		expr(&s.X)
		expr(&s.Y)
		expr(&s.Z)
		for _, a := range s.Arms {
			expr(&a.X)
		}
	})
}

// Shrink shrinks a design as long as fails says that it still fails, in at most
// limit tries. A recipe that is no longer a design does not fail.
func Shrink(d *Design, limit int, fails func(*Design) bool) *Design {
	tries := 0
	try := func(change func(c *Design) bool) bool {
		c := d.clone()
		if tries >= limit || !change(c) || c.size() >= d.size() {
			return false
		}
		tries++
		if !fails(c) {
			return false
		}
		d = c
		return true
	}
	for again := true; again && tries < limit; {
		again = false
		for _, step := range shrinks {
			for i := 0; tries < limit; {
				known := false
				if !try(func(c *Design) bool {
					known = step(c, i)
					return known
				}) {
					if !known {
						break // there is no part number i
					}
					i++
					continue
				}
				again = true
			}
		}
	}
	return d
}

// shrinks are the ways to shrink a design: each changes part number i and reports
// whether there is one.
var shrinks = []func(d *Design, i int) bool{
	dropStatement, dropInstance, liftArm, dropArm, dropDeclaration, dropPort, dropModule,
	zeroExpression, liftExpression, zeroNumber, dropContents, dropStates,
}

// blocks visits every list of statements.
func blocks(d *Design, visit func(m *Module, body *[]*Stmt)) {
	var inside func(m *Module, body *[]*Stmt)
	inside = func(m *Module, body *[]*Stmt) {
		visit(m, body)
		for _, s := range *body {
			for _, a := range s.Arms {
				inside(m, &a.Body)
			}
			inside(m, &s.Else)
		}
	}
	for _, m := range d.Modules {
		inside(m, &m.Body)
	}
}

// nth runs change on the i-th of what each calls.
func nth(i int, each func(visit func(change func()))) bool {
	var chosen func()
	each(func(change func()) {
		if i == 0 {
			chosen = change
		}
		i--
	})
	if chosen != nil {
		chosen()
	}
	return chosen != nil
}

func dropStatement(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		blocks(d, func(m *Module, body *[]*Stmt) {
			for k := range *body {
				visit(func() {
					s := (*body)[k]
					*body = slices.Delete(*body, k, k+1)
					if s.Kind == letStmt || s.Kind == namedStmt || s.Kind == readRegStmt {
						m.forget(d, s.Name)
					}
				})
			}
		})
	})
}

// liftArm puts the statements of an arm in the place of its If or Switch.
func liftArm(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		blocks(d, func(_ *Module, body *[]*Stmt) {
			for k, s := range *body {
				for _, a := range s.Arms {
					visit(func() { *body = slices.Replace(*body, k, k+1, a.Body...) })
				}
				if s.HasElse {
					visit(func() { *body = slices.Replace(*body, k, k+1, s.Else...) })
				}
			}
		})
	})
}

// dropArm drops an arm, or one of its values.
func dropArm(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		blocks(d, func(_ *Module, body *[]*Stmt) {
			for _, s := range *body {
				for k, a := range s.Arms {
					if len(s.Arms) > 1 {
						visit(func() { s.Arms = slices.Delete(s.Arms, k, k+1) })
					}
					if len(a.Values) > 1 {
						visit(func() { a.Values = a.Values[:1] })
					}
				}
				if s.HasElse {
					visit(func() { s.HasElse, s.Else = false, nil })
				}
			}
		})
	})
}

// forget replaces every use of a name in the module by 0, and drops the
// statements whose target it is.
func (m *Module) forget(d *Design, name string) {
	is := func(s string) bool {
		return s == name || strings.HasPrefix(s, name+".") || strings.HasPrefix(s, name+"[")
	}
	m.visit(func(x **expression) {
		if (*x).Name != "" && is((*x).Name) {
			*x = d.zero((*x).Type)
		}
	})
	var clean func(body []*Stmt) []*Stmt
	clean = func(body []*Stmt) []*Stmt {
		body = slices.DeleteFunc(body, func(s *Stmt) bool { return is(s.Target) || s.Kind == fromStmt && is(s.Name) })
		for _, s := range body {
			for _, a := range s.Arms {
				a.Body = clean(a.Body)
			}
			s.Else = clean(s.Else)
		}
		return body
	}
	m.Body = clean(m.Body)
}

// zero is the constant 0 of a type.
func (d *Design) zero(t valueType) *expression {
	switch t.Kind {
	case signedKind:
		return op("signed", t, constant(new(big.Int), t.Width))
	case bundleKind:
		return op("unflatten", t, constant(new(big.Int), sum(d.Shape)))
	}
	return constant(new(big.Int), t.Width)
}

func dropInstance(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		for _, m := range d.Modules {
			for k, x := range m.Instances {
				visit(func() {
					m.forget(d, x.Name)
					m.Instances = slices.Delete(m.Instances, k, k+1)
				})
			}
		}
	})
}

func dropDeclaration(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		for _, m := range d.Modules {
			for k, x := range m.Regs {
				visit(func() { m.forget(d, x.Name); m.Regs = slices.Delete(m.Regs, k, k+1) })
			}
			for k, x := range m.Wires {
				visit(func() { m.forget(d, x.Name); m.Wires = slices.Delete(m.Wires, k, k+1) })
			}
			for k, x := range m.Mems {
				visit(func() {
					for _, s := range m.Body {
						if s.Kind == readRegStmt && s.Target == x.Name {
							m.forget(d, s.Name)
						}
					}
					m.forget(d, x.Name)
					m.Mems = slices.Delete(m.Mems, k, k+1)
				})
			}
		}
	})
}

// dropPort drops the last input or output of a module, or a bundle port.
func dropPort(d *Design, i int) bool {
	forget := func(m *Module, port string) {
		m.forget(d, "c."+port)
		for _, parent := range d.Modules {
			for _, x := range parent.Instances {
				if d.Modules[x.Module] == m {
					parent.forget(d, x.Name+"."+port)
				}
			}
		}
	}
	return nth(i, func(visit func(func())) {
		for _, m := range d.Modules {
			if n := len(m.In) - 1; n >= 0 {
				visit(func() { forget(m, fmt.Sprintf("In[%d]", n)); m.In = m.In[:n] })
			}
			if n := len(m.Out) - 1; n >= 0 {
				visit(func() { forget(m, fmt.Sprintf("Out[%d]", n)); m.Out = m.Out[:n] })
			}
			for k, has := range []*bool{&m.Req, &m.Rsp, &m.Push, &m.Pop} {
				if *has {
					visit(func() { forget(m, []string{"Req[0]", "Rsp[0]", "Push[0]", "Pop[0]"}[k]); *has = false })
				}
			}
		}
	})
}

// dropModule drops a module that nothing instantiates.
func dropModule(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		for k := range len(d.Modules) - 1 {
			used := false
			for _, m := range d.Modules {
				used = used || slices.ContainsFunc(m.Instances, func(x *instanceDecl) bool { return x.Module == k })
			}
			if !used {
				visit(func() {
					d.Modules = slices.Delete(d.Modules, k, k+1)
					for _, m := range d.Modules {
						for _, x := range m.Instances {
							if x.Module > k {
								x.Module--
							}
						}
					}
				})
			}
		}
	})
}

func zeroExpression(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		d.visit(func(x **expression) {
			if (*x).Op != "const" && (*x).Op != "int" {
				visit(func() { *x = d.zero((*x).Type) })
			}
		})
	})
}

// liftExpression puts an operand in the place of its operation.
func liftExpression(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		d.visit(func(x **expression) {
			for _, a := range (*x).Args {
				if a.Type == (*x).Type && a.Op != "int" {
					visit(func() { *x = a })
				}
				for _, b := range a.Args { // through a change of type
					if b.Type == (*x).Type && b.Op != "int" {
						visit(func() { *x = b })
					}
				}
			}
		})
	})
}

func zeroNumber(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		d.visit(func(x **expression) {
			if (*x).Value != nil && (*x).Value.Sign() != 0 {
				visit(func() { (*x).Value = new(big.Int) })
			}
		})
	})
}

func dropContents(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		for _, m := range d.Modules {
			for _, x := range m.Mems {
				if x.Init != nil {
					visit(func() { x.Init = nil })
				}
				if x.Depth > 2 {
					visit(func() { x.Depth = 2; x.Init = x.Init[:min(len(x.Init), 2)] })
				}
			}
		}
	})
}

// dropStates drops the state machine.
func dropStates(d *Design, i int) bool {
	return nth(i, func(visit func(func())) {
		for _, m := range d.Modules {
			if len(m.States) > 0 {
				visit(func() {
					m.States = nil
					m.visit(func(x **expression) {
						if (*x).Op == "is" || (*x).Op == "state" {
							*x = d.zero((*x).Type)
						}
					})
					blocks(d, func(b *Module, body *[]*Stmt) {
						if b == m {
							*body = slices.DeleteFunc(*body, func(s *Stmt) bool { return s.Kind == statesStmt || s.Kind == gotoStmt })
						}
					})
				})
			}
		}
	})
}
