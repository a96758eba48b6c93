package hdl_test

import (
	"fmt"

	"posedge/hdl"
)

// nameMistakes are names that cannot be kept.
var nameMistakes = []mistake{
	{"names that cannot be kept", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("always", 8).Set(p.A)    // want: register: name "always" is a keyword of Verilog; call it "always_value" or similar
			m.Reg("my count", 8).Set(p.A)  // want: register: name "my count" is not a letter followed by letters, digits and underscores; call it "my_count" or similar
			m.Reg("", 8).Set(p.A)          // want: register: name is empty; write a letter followed by letters, digits and underscores
			m.Reg("a", 8).Set(p.A)         // want: register: the name a is taken by port A (@ports); choose another, for example a_2
			m.Reg("in_data_x", 8).Set(p.A) // want: register: the name in_data_x is taken by port In.Data.X (@streams); choose another, for example in_data_x_2
			m.Reg("clk", 8).Set(p.A)       // want: register: the name clk is taken by the implicit clock (@top); choose another, for example clk_2
			s := m.Scope("2nd half")       // want: scope: name "2nd half" is not a letter followed by letters, digits and underscores; call it "n2nd_half" or similar
			s.Reg("r", 8).Set(p.A)
			s.Reg("s", 8).Set(p.A)
			hdl.NewMem(m, "mem", pairShape, 2)
			m.Reg("mem_x", 8).Set(p.A) // want: register: the name mem_x is taken by a memory (@-1); choose another, for example mem_x_2
		})
	}},
	{"names of ports that cannot be kept", func() error {
		_, err := hdl.Elaborate(&illNamed{
			hdl.Input(1), // want: port Reg: name "reg" is a keyword of Verilog; call it "reg_value" or similar, with a tag `hdl:"…"` on the field
			hdl.Input(1), // want: port Clk: the name clk is taken by the implicit clock (@-2); choose another, for example clk_2, with a tag `hdl:"…"` on the field
			hdl.Input(1),
			hdl.Input(1), // want: port Y: the name x is taken by port X (@-1); choose another, for example x_2, with a tag `hdl:"…"` on the field
			hdl.Input(1), // want: port Z: name "a.b" is not a letter followed by letters, digits and underscores; call it "a_b" or similar, with a tag `hdl:"…"` on the field
		})
		return err
	}},
	{"a port that Verilator trips over", func() error {
		_, err := hdl.Elaborate(&interrupting{
			hdl.Input(1), // want: port Interrupt: name "interrupt" is a word that Verilator does not take as a port; call it "interrupt_value" or similar, with a tag `hdl:"…"` on the field
		})
		return err
	}},
	{"a clash of an instance's port", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(m.Named("child_in", p.A.Bits))
			i := hdl.Instance(m, "child", newInverter()) // want: a port of instance child: the name child_in is taken by a wire (@-1); choose another, for example child_in_2
			i.In.Set(p.A)
			hdl.Unused(i)
		})
	}},
	{"a module's name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "i", &naming{"a b"}) // want: module name of naming: name "a b" is not a letter followed by letters, digits and underscores; call it "a_b" or similar
		})
	}},
	{"two modules of one name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			add := func(i *adder) {
				i.In.Set(p.A.Truncate(i.In.Width()))
				hdl.Unused(i.Out)
			}
			add(hdl.Instance(m, "eight", newAdder(8, 1)))
			add(hdl.Instance(m, "again", newAdder(8, 1)))
			add(hdl.Instance(m, "three", newAdder(8, 3))) // want: module adder would be two different modules, this one and the one at @-2: n is 3 here and 1 there; tell them apart: func (x *adder) ModuleName() string { return fmt.Sprintf("adder_%v", x.n) }
			add(hdl.Instance(m, "five", newAdder(8, 5)))  // said once
			hdl.Instance(m, "wide", &passing[int]{In: hdl.Input(8)}).In.Set(p.A)
			hdl.Instance(m, "slim", &passing[int]{In: hdl.Input(4)}).In.Set(p.B) // want: module passing would be two different modules, this one and the one at @-1: port in is 4 bits here and 8 bits there; tell them apart: func (x *passing[T]) ModuleName() string { return fmt.Sprintf("passing_w%d", x.In.Width()) }
			add(&hdl.Instance(m, "plus", &namedAdder{*newAdder(8, 1)}).adder)
			add(&hdl.Instance(m, "also_plus", &namedAdder{*newAdder(8, 2)}).adder) // want: module plus would be two different modules, this one and the one at @-1: adder.n is 2 here and 1 there; let its ModuleName tell this
			for _, x := range []int{4, 6} {
				hdl.Instance(m, fmt.Sprintf("split_%d", x), &shaped[pair]{hdl.InputOf(pair{hdl.Width(x), hdl.Width(8 - x)})}).In.Set(pair{p.A.Slice(x-1, 0), p.A.Slice(7, x)}) // want: module shaped_pair_w8 would be two different modules, this one and the one at @-0: port in_x is 6 bits here and 4 bits there; let its ModuleName tell this or, if that uses hdl.ShapeName, give the type of the bundle a method ShapeName() string
			}
			hdl.Instance(m, "another", &naming{"pass"})
			hdl.Instance(m, "pass", &pass{hdl.Input(8)}).In.Set(p.A) // want: module pass would be two different modules, this one and the one at @-1: their types are hdl_test.pass and hdl_test.naming; give pass a ModuleName that tells them apart
		})
	}},
	{"two modules of one name that differ inside", func() error {
		return in(func(m *hdl.Module, p *pins) {
			for _, value := range []int{1, 2} {
				hdl.Unused(hdl.Instance(m, fmt.Sprint("i", value), &holder[hdl.Out]{hdl.Output(4), func(m *hdl.Module, q hdl.Out) { // want: module holder would be two different modules, this one and the one at @+0: "port = 4'2" here is "port = 4'1" there; give holder a ModuleName that tells them apart
					q.Set(value)
				}}))
			}
		})
	}},
	{"a type whose name is a reserved word", func() error {
		_, err := hdl.Elaborate(&Map{}) // want: module name of Map: name "map" is a word that Verilog tools trip over; call it "map_value" or similar, by another name of the type or by a ModuleName
		return err
	}},
	{"one name for two things", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("count", 8).Set(p.A)
			m.Reg("count", 8).Set(p.A)  // want: register: the name count is taken by a register (@-1); choose another, for example count_2
			m.Wire("count", 8).Set(p.A) // want: wire: the name count is taken by a register (@-2); choose another, for example count_2
			first := hdl.Instance(m, "u0", newInverter())
			second := hdl.Instance(m, "u0", newInverter()) // want: instance: the name u0 is taken by an instance (@-1); choose another, for example u0_2
			first.In.Set(p.A)
			second.In.Set(p.A)
			p.Q.Set(first.Out.And(second.Out))
		})
	}},
}

// loopMistakes are combinational loops.
var loopMistakes = []mistake{
	{"a loop of wires", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a, b := m.Wire("u", 8), m.Wire("v", 8)
			a.Set(b.Add(1))
			m.If(a.Eq(3), func() { // want: combinational loop in module pins: // v needs u (@+0) // u needs v (@-1) // put a register in the path; or, if no bit really depends on itself, split v into several signals
				b.Set(1)
			}).Else(func() { b.Set(p.A) })
			p.Q.Set(b)
		})
	}},
	{"a loop through an instance", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter()) // want: combinational loop in module pins: // inverter_out needs inverter_in, through instance inverter (@+0) // inverter_in needs inverter_out (@+1) // put a register in the path; or, if no bit really depends on itself, split inverter_out into several signals
			i.In.Set(i.Out.And(p.A))
			p.Q.Set(i.Out)
		})
	}},

	{"a loop of two children", func() error {
		return in(func(m *hdl.Module, p *pins) {
			one := hdl.Instance(m, "one", newInverter()) // want: combinational loop in module pins: // one_out needs one_in, through instance one (@+0) // one_in needs two_out (@+2) // two_out needs two_in, through instance two (@+1) // two_in needs one_out (@+3) // put a register in the path; or, if no bit really depends on itself, split one_out into several signals
			two := hdl.Instance(m, "two", newInverter())
			one.In.Set(two.Out)
			two.In.Set(one.Out)
			p.Q.Set(one.Out)
		})
	}},
	{"a loop between the halves of a signal", func() error {
		return in(func(m *hdl.Module, p *pins) {
			carry, sum := m.Wire("carry", 2), m.Wire("sum", 8)
			carry.Set(hdl.Cat(sum.Slice(3, 0).ReduceOr(), p.C))
			m.Switch(p.B.Bits).Case(1, func() {
				m.If(carry.Bit(0), func() { sum.Set(1) }).Else(func() { sum.Set(p.A) }) // want: combinational loop in module pins: // sum needs carry[0] (@+0) // carry needs sum[3:0] (@-2) // put a register in the path; or, if no bit really depends on itself, make carry[0] a signal of its own: sum needs only that part
			}).Default(func() { sum.Set(0) })
			p.Q.Set(sum)
		})
	}},
	{"a loop of single bits", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a, b := m.Wire("u", 1), m.Wire("v", 1)
			a.Set(b.Not())
			b.Set(a.And(p.C)) // want: combinational loop in module pins: // v needs u (@+0) // u needs v (@-1) // put a register in the path
			p.Q.Set(hdl.Mux(b, p.A, 0))
		})
	}},
	{"a signal that needs itself", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.Q.Add(1)) // want: combinational loop in module pins: // q needs q (@+0) // put a register in the path; or, if no bit really depends on itself, split q into several signals
		})
	}},
	{"a carry and an amount", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 9).Set(p.A.AddCarryIn(p.A, 2))   // want: 2 needs 2 bits and does not fit a carry of 1 bit
			m.Wire("w1", 9).Set(p.A.AddCarryIn(p.A, p.B)) // want: a carry is 1 bit, b is 4 bits (declared at @ports)
			m.Wire("w2", 8).Set(p.A.Shl(true))            // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
			p.Q.Set(hdl.Mux(p.C, 256, p.A))               // want: 256 needs 9 bits and does not fit a of 8 bits (declared at @ports)
		})
	}},
	{"more than ten mistakes", func() error {
		return in(func(m *hdl.Module, p *pins) {
			for i := range 13 {
				m.Reg(fmt.Sprintf("r%d", i), 8) // want: register r0 of pins is never set; a constant is made with Const && register r1 of pins is never set; a constant is made with Const && register r2 of pins is never set; a constant is made with Const && register r3 of pins is never set; a constant is made with Const && register r4 of pins is never set; a constant is made with Const && register r5 of pins is never set; a constant is made with Const && register r6 of pins is never set; a constant is made with Const && register r7 of pins is never set; a constant is made with Const && register r8 of pins is never set; a constant is made with Const && register r9 of pins is never set; a constant is made with Const && and 3 more errors
			}
		})
	}},
}

// passing is a module for each width.
type passing[T any] struct{ In hdl.In }

func (p *passing[T]) Describe(*hdl.Module) { hdl.Unused(p.In) }

// shaped is named by its shape, as the library's components are.
type shaped[T any] struct{ In hdl.InOf[T] }

func (s *shaped[T]) ModuleName() string   { return "shaped_" + hdl.ShapeName(s.In.Data) }
func (s *shaped[T]) Describe(*hdl.Module) { hdl.Unused(s.In) }

type pass struct{ In hdl.In }

func (p *pass) Describe(*hdl.Module) { hdl.Unused(p.In) }

type Map struct{}

func (*Map) Describe(*hdl.Module) {}

type interrupting struct{ Interrupt hdl.In }

func (*interrupting) Describe(*hdl.Module) {}
