package hdl_test

import (
	"posedge/hdl"
)

// widthMistakes are mistakes with widths and integers.
var widthMistakes = []mistake{
	{"operands of two widths", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.A.Add(p.B)) // want: Add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
		})
	}},
	{"a value of another width than its target", func() error {
		return in(func(m *hdl.Module, p *pins) {
			count := m.Reg("count", 8)
			count.Set(p.A.AddCarry(1)) // want: count is 8 bits (declared at @-1), cannot be set to a value of 9 bits (@+0); extend or truncate it
			p.Q.Set(count)
		})
	}},
	{"an integer that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.A.Add(256)) // want: 256 needs 9 bits and does not fit a of 8 bits (declared at @ports)
			p.Q.Set(300)          // want: 300 needs 9 bits and does not fit q of 8 bits (declared at @ports)
		})
	}},
	{"a negative integer", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(-1)                       // want: -1 is negative, and q (declared at @ports) is unsigned; its two's complement is SignedConst(8, -1).Bits()
			p.Q.Set(p.A.Add(-1))              // want: -1 is negative, and a (declared at @ports) is unsigned; use Sub(1)
			p.Q.Set(p.A.Sub(-3))              // want: -3 is negative, and a (declared at @ports) is unsigned; use Add(3)
			p.Q.Set(p.A.Ge(-5).ZeroExtend(8)) // want: -5 is negative, and a (declared at @ports) is unsigned; to compare signed numbers, use Signed().Ge(SignedConst(8, -5))
			p.Q.Set(p.A.Xor(-300))            // want: -300 is negative, and a (declared at @ports) is unsigned; in 8 bits the least number is -128, in two's complement
		})
	}},
	{"a constant that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Const(8, 256))              // want: constant 256 needs 9 bits and does not fit 8 bits
			p.Q.Set(hdl.Const(8, -1))               // want: constant -1 is negative; use SignedConst(8, -1).Bits() for its two's complement
			p.Q.Set(hdl.SignedConst(8, 128).Bits()) // want: constant 128 does not fit 8 bits in two's complement, which hold -128 to 127
			p.Q.Set(hdl.Const(8, "five"))           // want: a constant is made from a Go integer or a *big.Int, not from a Go string
			p.Q.Set(hdl.Const(0, 0))                // want: a width is at least 1, not 0
		})
	}},
	{"a width that cannot be", func() error {
		return in(func(m *hdl.Module, p *pins) {
			r := m.Reg("r", 0)   // want: register r: a width is at least 1, not 0
			w := m.Wire("w", -3) // want: wire w: a width is at least 1, not -3
			r.Set(w)
			huge := m.Reg("huge", hdl.MaxWidth+1) // want: register huge: a width is at most 65536, not 65537; a memory holds more
			huge.Set(huge.Not())
			hdl.RegOf(m, "pair", pair{hdl.Width(0), hdl.Width(1)}) // want: a width is at least 1, not 0
			p.Q.Set(p.A.Repeat(1 << 30).Truncate(8))               // want: Repeat makes 1 to 65536 copies, not 1073741824
		})
	}},
	{"slices, truncations and extensions outside the value", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 1).Set(p.A.Slice(8, 8))   // want: bit 8 is outside a of 8 bits (declared at @ports); bit 0 is the lowest, 7 the highest
			m.Wire("w1", 5).Set(p.A.Slice(0, 4))   // want: slice [0:4] is outside a of 8 bits (declared at @ports); hi comes first, both ends are included
			m.Wire("w2", 1).Set(p.A.Bit(-1))       // want: bit -1 is outside a of 8 bits (declared at @ports); bit 0 is the lowest, 7 the highest
			m.Wire("w3", 9).Set(p.A.Truncate(9))   // want: cannot truncate a of 8 bits (declared at @ports) to 9 bits; ZeroExtend and SignExtend make a value wider
			m.Wire("w4", 4).Set(p.A.ZeroExtend(4)) // want: cannot extend a of 8 bits (declared at @ports) to 4 bits; Truncate makes a value narrower
			m.Wire("w5", 4).Set(p.A.SignExtend(4)) // want: cannot extend a of 8 bits (declared at @ports) to 4 bits; Truncate makes a value narrower
			m.Wire("w6", 8).Set(p.A.Repeat(0))     // want: Repeat makes 1 to 65536 copies, not 0
			m.Wire("w7", 8).Set(p.A.Shl(-2))       // want: a shift by -2; an amount is not negative, shift the other way
		})
	}},
	{"an integer where no width is known", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 8).Set(hdl.Mux(p.C, 1, 2))                  // want: the integer 2 has no width here; use Const(width, 2)
			m.Wire("w1", 8).Set(hdl.Cat(p.A, 1))                     // want: the integer 1 has no width here; use Const(width, 1)
			m.Wire("w2", 8).Set(hdl.Select(3, []hdl.Bits{p.A.Bits})) // want: the integer 3 has no width here; use Const(width, 3)
			m.Wire("w3", 8).Set(hdl.Cat())                           // want: a concatenation needs at least one part
		})
	}},
	{"one mistake is said once", func() error {
		return in(func(m *hdl.Module, p *pins) {
			bad := p.A.Add(p.B) // want: Add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			more := bad.Mul(bad).Slice(99, 0)
			m.If(more, func() { p.Q.Set(more) }).ElseIf(bad.Eq(70000), func() { p.Q.Set(bad) })
			m.Switch(bad).Case(1000, func() {}).Case(1000, func() {})
			i := hdl.Instance(m, "inverter", newInverter())
			i.In.Set(bad)
			p.Q.Set(i.Out.Add(bad))
			hdl.NewMem(m, "mem", hdl.Width(3), 4).Write(bad, bad)
		})
	}},
	{"operands of two widths in every operation of arithmetic and logic", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.A.Add(p.B)                                    // want: Add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Sub(p.B)                                    // want: Sub: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.And(p.B)                                    // want: And: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Or(p.B)                                     // want: Or: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Xor(p.B)                                    // want: Xor: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.AddCarry(p.B)                               // want: AddCarry: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.AddCarryIn(p.B, p.C)                        // want: AddCarryIn: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			hdl.Mux(p.C, p.A, p.B)                          // want: Mux: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.B.Bits}) // want: Select: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
		})
	}},
	{"operands of two widths in every comparison", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.A.Eq(p.B) // want: Eq: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Ne(p.B) // want: Ne: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Lt(p.B) // want: Lt: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Le(p.B) // want: Le: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Gt(p.B) // want: Gt: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.A.Ge(p.B) // want: Ge: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
		})
	}},
	{"operands of two widths in every signed operation", func() error {
		return in(func(m *hdl.Module, p *pins) {
			x, y := p.A.Signed(), p.B.Signed()
			x.Add(y)      // want: Add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Sub(y)      // want: Sub: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.AddCarry(y) // want: AddCarry: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Eq(y)       // want: Eq: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Ne(y)       // want: Ne: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Lt(y)       // want: Lt: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Le(y)       // want: Le: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Gt(y)       // want: Gt: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			x.Ge(y)       // want: Ge: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
		})
	}},
	{"one bit is a bit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.C)                           // want: q is 8 bits (declared at @ports), cannot be set to c of 1 bit (declared at @ports); extend or truncate it
			p.C.Eq(2)                              // want: 2 needs 2 bits and does not fit c of 1 bit (declared at @ports)
			p.C.Slice(1, 0)                        // want: slice [1:0] is outside c of 1 bit (declared at @ports); hi comes first, both ends are included
			m.Wire("w", 1).Set(hdl.Const(1, 3))    // want: constant 3 needs 2 bits and does not fit 1 bit
			m.Reg("r", 1, hdl.ResetTo(2)).Set(p.C) // want: reset value of r: 2 needs 2 bits and does not fit 1 bit
		})
	}},
}

// operandMistakes are operands that are not values.
var operandMistakes = []mistake{
	{"a Go bool as a condition", func() error {
		return in(func(m *hdl.Module, p *pins) { m.If(p.A.Width() == 8, func() { p.Q.Set(1) }) }) // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
	}},
	{"a wide or an integer condition", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.A, func() {})          // want: a condition is 1 bit, a is 8 bits (declared at @ports); compare it, or use ReduceOr
			m.If(1, func() {})            // want: a condition is a 1-bit value, not a Go integer; use a Go if for what is known when the design is described
			p.Q.Set(hdl.Mux(p.B, p.A, 0)) // want: a condition is 1 bit, b is 4 bits (declared at @ports); compare it, or use ReduceOr
		})
	}},
	{"a Signed as an operand", func() error {
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(p.A.Signed())) }) // want: a Signed is not allowed here: the sign is a type; use .Bits() to reinterpret it
	}},
	{"other things as operands", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "state", red, green)
			st.Goto(green)
			p.Q.Set(nil)         // want: nil is not a value
			p.Q.Set("x")         // want: a Go string is not a value; values are Bits, ports, integers and constants of enums
			p.Q.Set(p.Pair)      // want: a Go hdl.InOf[posedge/hdl_test.pair] is a group of ports, not a value; use one of its fields
			p.Q.Set(p.Pair.Data) // want: a Go hdl_test.pair is not a Bits; bundles are handled by Set, MuxOf, Select and Flatten
			p.Q.Set(&p.A)        // want: a Go *hdl.In is a pointer, not a value; use what it points to
			p.Q.Set(st)          // want: a State[posedge/hdl_test.light] is not allowed here; use .Bits() for its encoding, or .Is
		})
	}},
	{"a zero Bits", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Bits
			p.Q.Set(none)        // want: a zero Bits is used; make it with Reg, Wire, Const or an operation
			p.Q.Set(none.Add(1)) // want: a zero Bits is used; make it with Reg, Wire, Const or an operation
		})
	}},
	{"a zero Bits as a target", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Bits
			none.Set(1) // want: a zero Bits is used; make it with Reg, Wire, Const or an operation
		})
	}},
	{"a zero signed value", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Signed
			p.Q.Set(none.Neg().AddCarry(none).Bits()) // want: a zero Bits is used; make it with Reg, Wire, Const or an operation
		})
	}},
	{"a shape as a value", func() error {
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(pairShape.X) }) // want: a shape of 8 bits is used as a value; a shape has only a width; make a value with Reg, Wire or Const
	}},
	{"a shape as a target", func() error {
		return in(func(m *hdl.Module, p *pins) { pairShape.X.Set(p.A) }) // want: a shape of 8 bits is used as a value; a shape has only a width; make a value with Reg, Wire or Const
	}},
	{"Go's == on hardware, hidden in interfaces", func() error {
		return in(func(m *hdl.Module, p *pins) {
			if any(p.A.Bits) == any(p.B.Bits) { // want: Describe of pins compares hardware values by Go's ==, or uses them as map keys (runtime error: comparing uncomparable type hdl.Bits); use Eq, which is hardware
				p.Q.Set(1)
			}
		})
	}},
	{"hardware as the key of a map", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(map[any]int{p.A.Bits: 1}[p.A.Bits]) // want: Describe of pins compares hardware values by Go's ==, or uses them as map keys (runtime error: hash of unhashable type hdl.Bits); use Eq, which is hardware
		})
	}},
}
