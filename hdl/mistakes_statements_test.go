package hdl_test

import (
	"posedge/hdl"
)

// targetMistakes are mistakes about what is set, and where.
var targetMistakes = []mistake{
	{"setting a slice of a register", func() error {
		return in(func(m *hdl.Module, p *pins) {
			r := m.Reg("r", 8)
			r.Slice(6, 0).Slice(3, 0).Set(p.B) // want: a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)
		})
	}},
	{"setting what cannot be set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.A.Set(1)       // want: a is an input of pins (made at @ports): its parent or the test sets it; inside it can only be read
			p.A.Not().Set(1) // want: a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)
			m.Reg("r", 8).Set(p.A)
			p.Q.Slice(3, 0).Set(1) // want: a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)
			p.Q.Slice(7, 0).Set(1) // want: a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)
			p.Pair.Set(p.In.Data)  // want: pair_x is an input of pins (made at @ports): its parent or the test sets it; inside it can only be read
		})
	}},
	{"endless nesting", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var deeper func()
			deeper = func() {
				m.If(p.C, deeper) // want: statements are nested more than 1000 deep; use ElseIf or Switch for a choice of many, and registers for what takes many steps
			}
			deeper()
		})
	}},
	{"setting a child's output", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter())
			i.In.Set(p.A)
			i.Out.Set(p.A) // want: inverter_out is an output of a child (made at @-2): the child sets it; here it can only be read
			p.Q.Set(i.Out)
		})
	}},
	{"an output that is not driven", func() error {
		_, err := hdl.Elaborate(holding(hdl.Output(8))) // want: output port of holder is never set
		return err
	}},
	{"a bundle and streams that are not driven", func() error {
		type ports struct {
			Sum hdl.OutOf[pair]
			In  hdl.Sink[pair]
			Out hdl.Source[pair]
		}
		_, err := hdl.Elaborate(holding(ports{
			hdl.OutputOf(pairShape),  // want: output bundle port_sum of holder is never set
			hdl.NewSink(pairShape),   // want: stream port_in of holder is never taken: its Ready is not set; connect it with From, or set Ready
			hdl.NewSource(pairShape), // want: stream port_out of holder is never fed; connect it with From, or Send to it
		}))
		return err
	}},
	{"a wire that is not set on some path", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8) // want: wire w of pins is not set where the If at @+1 is true, in the case at @+4 of the Switch at @+2, which would be a latch; set it on every path, or give it a Default
			m.If(p.C, func() {
				m.Switch(p.B.Bits).
					Case(1, func() { w.Set(1) }).
					Case(2, func() {}).
					Default(func() { w.Set(3) })
			}).Else(func() { w.Set(4) })
			v := m.Wire("v", 8) // want: wire v of pins is not set where the If at @+1 is false, which would be a latch; set it on every path, or give it a Default
			m.If(p.C, func() { v.Set(w) })
			u := m.Wire("u", 8) // want: wire u of pins is not set where no case of the Switch at @+1 applies, which would be a latch; set it on every path, or give it a Default
			m.Switch(p.B.Bits).Cases([]int{1, 2}, func() { u.Set(v) })
			p.Q.Set(u)
		})
	}},
	{"wires and registers that are never set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8) // want: wire w of pins is never set
			r := m.Reg("r", 8)  // want: register r of pins is never set; a constant is made with Const
			p.Q.Set(w.Add(r))
		})
	}},
}

// controlMistakes are mistakes with If, Switch and their like.
var controlMistakes = []mistake{
	{"branches in the wrong order", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			c.Else(func() {})
			c.ElseIf(p.C, func() {}) // want: ElseIf after Else (@-1) is never reached; put it before
			c.Else(func() {})
			c.Else(func() {}) // want: the If at @-2 already has an Else (@-1)
		})
	}},
	{"a branch in another block", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			s := m.Switch(p.B.Bits)
			m.If(p.A.Eq(0), func() {
				c.Else(func() { p.Q.Set(1) })    // want: an Else is in a different block from the statement that it continues (@-3)
				s.Case(1, func() { p.Q.Set(2) }) // want: a Case is in a different block from the statement that it continues (@-3)
			})
		})
	}},
	{"cases twice, after Default, or that do not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Switch(p.B.Bits).
				Case(1, func() {}).
				Case(1, func() {}).               // want: value 1 already has a case (@-1)
				Case(16, func() {}).              // want: case of b (declared at @ports): 16 needs 5 bits and does not fit 4 bits
				Case(-1, func() {}).              // want: case of b (declared at @ports): -1 is negative; SignedConst(4, -1).Bits() makes its two's complement
				Case(hdl.Const(5, 2), func() {}). // want: case of b (declared at @ports) is 5 bits, not 4 bits
				Case(p.B, func() {}).             // want: case of b (declared at @ports) must be a Go integer or a Const, not a hardware value
				Case("x", func() {}).             // want: case of b (declared at @ports) must be a Go integer or a Const, not a Go string
				Cases(nil, func() {}).            // want: Cases needs at least one value
				Default(func() {})
		})
	}},
	{"a wire that is set in a case that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			m.Switch(p.C.Bits).
				Case(0, func() { w.Set(1) }).
				Case(2, func() { w.Set(2) }) // want: case of c (declared at @ports): 2 needs 2 bits and does not fit 1 bit
			p.Q.Set(w)
		})
	}},
	{"a case and a Default after Default", func() error {
		return in(func(m *hdl.Module, p *pins) {
			s := m.Switch(p.B.Bits)
			s.Default(func() {})
			s.Case(3, func() {}) // want: Case after Default (@-1); put Default last
			s.Default(func() {}) // want: the Switch at @-3 already has a Default (@-2)
		})
	}},
	{"bodies that are nil", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.C, nil). // want: If needs a body, not nil
					ElseIf(p.C, nil). // want: ElseIf needs a body, not nil
					Else(nil)         // want: Else needs a body, not nil
			m.Switch(p.B.Bits).
				Case(1, nil). // want: Case needs a body, not nil
				Default(nil)  // want: Default needs a body, not nil
		})
	}},
	{"a zero Chain", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var c hdl.Chain
			c.Else(func() { p.Q.Set(1) }) // want: a zero Chain is used; it begins with If
		})
	}},
	{"an ElseIf of a zero Chain", func() error {
		return in(func(m *hdl.Module, p *pins) {
			new(hdl.Chain).ElseIf(p.C, func() { p.Q.Set(1) }) // want: a zero Chain is used; it begins with If
		})
	}},
	{"a zero Choice", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var c hdl.Choice
			c.Case(1, func() { p.Q.Set(1) }) // want: a zero Choice is used; it begins with Switch
		})
	}},
	{"the Default of a zero Choice", func() error {
		return in(func(m *hdl.Module, p *pins) {
			new(hdl.Choice).Default(func() { p.Q.Set(1) }) // want: a zero Choice is used; it begins with Switch
		})
	}},
	{"an output that is not set in every case", func() error {
		return in(func(m *hdl.Module, p *pins) {
			next := m.Wire("next", 8) // want: wire next of pins is not set in the case at @+3 of the Switch at @+1, which would be a latch; set it on every path, or give it a Default
			m.Switch(p.B.Bits).
				Case(0, func() { next.Set(p.A) }).
				Case(1, func() {}).
				Default(func() { next.Set(0) })
			p.Q.Set(next)
		})
	}},
}

// propertyMistakes are mistakes with Assert, Assume and Cover.
var propertyMistakes = []mistake{
	{"properties of what is no condition, or that share a name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Assert("wide", p.A)     // want: a condition is 1 bit, a is 8 bits (declared at @ports); compare it, or use ReduceOr
			m.Assume("go_bool", true) // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
			m.Cover("posedge", p.C)   // want: cover: name "posedge" is a keyword of Verilog; call it "posedge_value" or similar
			m.Assert("twice", p.C)
			m.Cover("twice", p.C) // want: cover: the name twice is taken by an assert (@-1); choose another, for example twice_2
			m.Assert("q", p.C)    // want: assert: the name q is taken by port Q (@ports); choose another, for example q_2
		})
	}},
}

// stateMistakes are mistakes with state machines.
var stateMistakes = []mistake{
	{"a foreign state", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "light", red, green)
			st.Switch().
				Case(red, func() { st.Goto(amber) }). // want: AMBER (2) is not a state of FSM light (declared at @-2); add it to the list
				Case(broken, func() {})               // want: S7 (7) is not a state of FSM light (declared at @-3); add it to the list
			p.Q.Set(hdl.Mux(st.Is(amber), p.A, 0)) // want: AMBER (2) is not a state of FSM light (declared at @-4); add it to the list
		})
	}},
	{"state machines that cannot be", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.FSM[light](m, "none").Goto(red)              // want: FSM none has no states; list its constants, the reset state first
			hdl.FSM(m, "twice", red, green, red).Goto(green) // want: FSM twice: state RED (0) is listed twice, or shares its name or value
			hdl.FSM(m, "negative", -1, 2).Goto(2)            // want: FSM negative: a state has the value -1; encodings are not negative
		})
	}},
	{"a zero state machine", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var st hdl.State[light]
			st.Goto(red) // want: a zero State is used; make it with hdl.FSM
		})
	}},
	{"a zero switch over states", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var s hdl.StateSwitch[light]
			s.Case(red, func() { p.Q.Set(1) }) // want: a zero StateSwitch is used; it begins with State.Switch
		})
	}},
	{"a state without a case", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "light", red, green, amber)
			next := m.Wire("next", 8) // want: wire next of pins is not set where no case of the Switch at @+1 applies (states without a case: AMBER), which would be a latch; set it on every path, or give it a Default
			st.Switch().
				Case(red, func() { next.Set(1); st.Goto(green) }).
				Case(green, func() { next.Set(2) })
			p.Q.Set(next)
		})
	}},
	{"a state machine without a Goto", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "light", red, green) // want: FSM light of pins never leaves RED: there is no Goto
			p.Q.Set(hdl.Mux(st.Is(red), p.A, 0))
		})
	}},
}
