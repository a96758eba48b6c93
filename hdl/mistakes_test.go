package hdl_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// pins is the component around most mistakes. All its outputs have a default.
type pins struct {
	A    hdl.In // 8 bits
	B    hdl.In // 4 bits
	C    hdl.In // 1 bit
	Q    hdl.Out
	Pair hdl.InOf[pair]
	In   hdl.Sink[pair]
	Out  hdl.Source[pair]

	describe func(m *hdl.Module, p *pins)
}

type pair struct{ X, Y hdl.Bits }

var pairShape = pair{X: hdl.Width(8), Y: hdl.Width(4)}

func (p *pins) Describe(m *hdl.Module) {
	p.Q.Default(0)
	p.In.Ready.Default(0)
	p.Out.Valid.Default(0)
	hdl.Default(p.Out.Data, p.Pair.Data)
	p.describe(m, p)
}

func pinsOf(describe func(m *hdl.Module, p *pins)) *pins {
	return &pins{hdl.Input(8), hdl.Input(4), hdl.Input(1), hdl.Output(8), hdl.InputOf(pairShape), // line: ports
		hdl.NewSink(pairShape), hdl.NewSource(pairShape), describe} // line: streams
}

// in describes a module and returns what is wrong with it.
func in(describe func(m *hdl.Module, p *pins)) error {
	_, err := hdl.Elaborate(pinsOf(describe)) // line: top
	return err
}

// holder is a component of one field, of whatever type.
type holder[T any] struct {
	Port T

	describe func(m *hdl.Module, port T)
}

func (h *holder[T]) Describe(m *hdl.Module) {
	if h.describe != nil {
		h.describe(m, h.Port)
	}
}

func holding[T any](port T) *holder[T] { return &holder[T]{Port: port} }

// inverter is a child for mistakes with instances.
type inverter struct {
	In  hdl.In
	Out hdl.Out
}

func newInverter() *inverter { return &inverter{hdl.Input(8), hdl.Output(8)} } // line: inverter

func (i *inverter) Describe(m *hdl.Module) { i.Out.Set(i.In.Not()) }

// queue is a child with streams.
type queue struct {
	Push hdl.Sink[pair]
	Pop  hdl.Source[pair]
}

func newQueue() *queue { return &queue{hdl.NewSink(pairShape), hdl.NewSource(pairShape)} }

func (q *queue) Describe(m *hdl.Module) { q.Pop.From(q.Push) }

type naming struct{ name string }

func (n *naming) Describe(*hdl.Module) {}
func (n *naming) ModuleName() string   { return n.name }

type illNamed struct {
	Reg hdl.In
	Clk hdl.In
	X   hdl.In
	Y   hdl.In `hdl:"x"`
	Z   hdl.In `hdl:"a.b"`
}

func (*illNamed) Describe(*hdl.Module) {}

type twoWires struct{ A, B hdl.In }

func (t *twoWires) Describe(*hdl.Module) {}

type light uint8

const (
	red light = iota
	green
	amber
	broken light = 7
)

func (l light) String() string { return [...]string{"red", "green", "amber"}[l] }

// mistakes is a catalogue of what can go wrong and what is said about it. A
// line that earns an error ends in "want:" and the message; several are
// separated by " && ", a line break is " // ". @-3 stands for this file, three
// lines above, and @name for this file and the line that ends in "line: name".
var mistakes = []struct {
	name string
	err  func() error
}{
	// Widths.
	{"operands of two widths", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.A.Add(p.B)) // want: add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
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
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(-1)) }) // want: -1 is negative and values are unsigned; subtract 1, or use SignedConst(8, -1).Bits()
	}},
	{"a constant that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Const(8, 256))              // want: constant 256 needs 9 bits and does not fit 8
			p.Q.Set(hdl.Const(8, -1))               // want: constant -1 is negative; use SignedConst(8, -1).Bits() for its two's complement
			p.Q.Set(hdl.SignedConst(8, 128).Bits()) // want: constant 128 does not fit 8 bits in two's complement
			p.Q.Set(hdl.Const(8, "five"))           // want: a constant is made of a Go integer or a *big.Int, not of a Go string
			p.Q.Set(hdl.Const(0, 0))                // want: a width is at least 1, not 0
		})
	}},
	{"a width that cannot be", func() error {
		return in(func(m *hdl.Module, p *pins) {
			r := m.Reg("r", 0)   // want: reg r: a width is at least 1, not 0
			w := m.Wire("w", -3) // want: wire w: a width is at least 1, not -3
			r.Set(w)
			huge := m.Reg("huge", hdl.MaxWidth+1) // want: reg huge: a width is at most 65536, not 65537; a memory holds more
			huge.Set(huge.Not())
			hdl.RegOf(m, "pair", pair{hdl.Width(0), hdl.Width(1)}) // want: a width is at least 1, not 0
			p.Q.Set(p.A.Repeat(1 << 40).Truncate(8))               // want: Repeat makes 1 to 65536 copies, not 1099511627776
		})
	}},
	{"slices, truncations and extensions outside the value", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 1).Set(p.A.Slice(8, 8))   // want: slice [8:8] is outside a of 8 bits (declared at @ports); hi comes first, both ends are included
			m.Wire("w1", 5).Set(p.A.Slice(0, 4))   // want: slice [0:4] is outside a of 8 bits (declared at @ports); hi comes first, both ends are included
			m.Wire("w2", 1).Set(p.A.Bit(-1))       // want: slice [-1:-1] is outside a of 8 bits (declared at @ports); hi comes first, both ends are included
			m.Wire("w3", 9).Set(p.A.Truncate(9))   // want: cannot truncate a of 8 bits (declared at @ports) to 9; ZeroExtend and SignExtend make a value wider
			m.Wire("w4", 4).Set(p.A.ZeroExtend(4)) // want: cannot extend a of 8 bits (declared at @ports) to 4; Truncate makes a value narrower
			m.Wire("w5", 4).Set(p.A.SignExtend(4)) // want: cannot extend a of 8 bits (declared at @ports) to 4; Truncate makes a value narrower
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
			bad := p.A.Add(p.B) // want: add: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			more := bad.Mul(bad).Slice(99, 0)
			m.If(more, func() { p.Q.Set(more) }).ElseIf(bad.Eq(70000), func() { p.Q.Set(bad) })
			m.Switch(bad).Case(1000, func() {}).Case(1000, func() {})
			i := hdl.Instance(m, "inverter", newInverter())
			i.In.Set(bad)
			p.Q.Set(i.Out.Add(bad))
			hdl.NewMem(m, "mem", hdl.Width(3), 4).Write(bad, bad)
		})
	}},

	// What is no value.
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
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(p.A.Signed())) }) // want: a Signed cannot stand here: the sign is a type; use .Bits() to reinterpret it
	}},
	{"other things as operands", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "state", red, green)
			st.Goto(green)
			p.Q.Set(nil)         // want: nil is not a value
			p.Q.Set("x")         // want: a Go string is not a value
			p.Q.Set(p.Pair)      // want: a Go hdl.InOf[posedge/hdl_test.pair] is a group of ports, not a value; use one of its fields
			p.Q.Set(p.Pair.Data) // want: a Go hdl_test.pair is not a Bits; bundles are handled by Set, MuxOf, Select and Flatten
			p.Q.Set(&p.A)        // want: a Go *hdl.In is a pointer, not a value; use what it points to
			p.Q.Set(st)          // want: a State[posedge/hdl_test.light] cannot stand here; use .Bits() for its encoding, or .Is
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
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(pairShape.X) }) // want: a shape of 8 bits is used as a value; shapes only say widths, make a value with Reg, Wire or Const
	}},
	{"a shape as a target", func() error {
		return in(func(m *hdl.Module, p *pins) { pairShape.X.Set(p.A) }) // want: a shape of 8 bits is used as a value; shapes only say widths, make a value with Reg, Wire or Const
	}},

	// Targets.
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
			hdl.NewSink(pairShape),   // want: stream port_in of holder is never taken: its Ready is not set; join it with From, or set Ready
			hdl.NewSource(pairShape), // want: stream port_out of holder is never fed; join it with From, or Send to it
		}))
		return err
	}},
	{"a wire that is not set on some path", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8) // want: wire w of pins is not set where the If at @+1 is true, in the case at @+4 of the Switch at @+2; set it on every path, or give it a Default
			m.If(p.C, func() {
				m.Switch(p.B.Bits).
					Case(1, func() { w.Set(1) }).
					Case(2, func() {}).
					Default(func() { w.Set(3) })
			}).Else(func() { w.Set(4) })
			v := m.Wire("v", 8) // want: wire v of pins is not set where the If at @+1 is false; set it on every path, or give it a Default
			m.If(p.C, func() { v.Set(w) })
			u := m.Wire("u", 8) // want: wire u of pins is not set where no case of the Switch at @+1 applies; set it on every path, or give it a Default
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

	// Control.
	{"branches in the wrong order", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			c.Else(func() {})
			c.ElseIf(p.C, func() {}) // want: ElseIf after Else (@-1) is never reached; put it before
			c.Else(func() {})
			c.Else(func() {}) // want: the If at @-2 has an Else already (@-1)
		})
	}},
	{"a branch in another block", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			s := m.Switch(p.B.Bits)
			m.If(p.A.Eq(0), func() {
				c.Else(func() { p.Q.Set(1) })    // want: an Else stands in another block than what it goes on with (@-3)
				s.Case(1, func() { p.Q.Set(2) }) // want: a Case stands in another block than what it goes on with (@-3)
			})
		})
	}},
	{"cases twice, after Default, or that do not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Switch(p.B.Bits).
				Case(1, func() {}).
				Case(1, func() {}).               // want: value 1 has a case already (@-1)
				Case(16, func() {}).              // want: case of b (declared at @ports): 16 needs 5 bits and does not fit 4
				Case(-1, func() {}).              // want: case of b (declared at @ports): -1 is negative; SignedConst(4, -1).Bits() makes its two's complement
				Case(hdl.Const(5, 2), func() {}). // want: case of b (declared at @ports) is 5 bits, not 4
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
				Case(2, func() { w.Set(2) }) // want: case of c (declared at @ports): 2 needs 2 bits and does not fit 1
			p.Q.Set(w)
		})
	}},
	{"a case and a Default after Default", func() error {
		return in(func(m *hdl.Module, p *pins) {
			s := m.Switch(p.B.Bits)
			s.Default(func() {})
			s.Case(3, func() {}) // want: Case after Default (@-1); put Default last
			s.Default(func() {}) // want: the Switch at @-3 has a Default already (@-2)
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

	// Properties.
	{"properties of what is no condition, or that share a name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Assert("wide", p.A)     // want: a condition is 1 bit, a is 8 bits (declared at @ports); compare it, or use ReduceOr
			m.Assume("go_bool", true) // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
			m.Cover("posedge", p.C)   // want: cover: name "posedge" is a keyword of Verilog; call it "posedge_value" or similar
			m.Assert("twice", p.C)
			m.Cover("twice", p.C) // want: cover: the name twice is taken by assert (@-1); choose another, for example twice_2
			m.Assert("q", p.C)    // want: assert: the name q is taken by port Q (@ports); choose another, for example q_2
		})
	}},

	// State machines.
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

	// Bundles and streams.
	{"what is no bundle", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.RegOf(m, "r0", struct{ x hdl.Bits }{hdl.Width(1)})       // want: bundle struct { x hdl.Bits } has an unexported field x; bundles hold exported fields only
			hdl.RegOf(m, "r1", struct{ X, Y hdl.Bits }{X: hdl.Width(1)}) // want: field Y of shape struct { X hdl.Bits; Y hdl.Bits } is zero; give it a width with hdl.Width(n)
			hdl.RegOf(m, "r2", struct{ X []hdl.Bits }{})                 // want: X is empty; a bundle's arrays and slices have at least one element
			hdl.WireOf(m, "r3", struct{ N int }{3})                      // want: N is a Go int; a bundle holds hdl.Bits, structs, arrays and slices of them
			hdl.WireOf(m, "r4", struct{}{})                              // want: the value: bundle struct {} has no fields
			hdl.WireOf(m, "r5", hdl.Bits{})                              // want: the shape is zero; give it a width with hdl.Width(n)
			hdl.WireOf[any](m, "r6", nil)                                // want: the value is a Go interface {}; a bundle holds hdl.Bits, structs, arrays and slices of them
			hdl.WireOf(m, "r7", p.Pair)                                  // want: the value is a port (hdl.InOf[posedge/hdl_test.pair]); a bundle holds hdl.Bits
		})
	}},
	{"bundles of slices that differ in length", func() error {
		return in(func(m *hdl.Module, p *pins) {
			two := hdl.WireOf(m, "two", []hdl.Bits{hdl.Width(8), hdl.Width(8)})
			hdl.Set(two, []hdl.Bits{p.A.Bits})                                             // want: two bundles of type []hdl.Bits have 2 and 1 leaves: their slices differ in length
			hdl.MuxOf(p.C, two, []hdl.Bits{p.A.Bits})                                      // want: two bundles of type []hdl.Bits have 2 and 1 leaves: their slices differ in length
			hdl.Set(hdl.RegOf(m, "r", two, hdl.ResetTo([]hdl.Bits{hdl.Const(8, 1)})), two) // want: register r has 2 leaves, its ResetTo 1: their slices differ in length
			hdl.Unflatten([]hdl.Bits{hdl.Width(3)}, p.A.Bits)                              // want: Unflatten: the shape has 3 bits, a 8 (declared at @ports)
			hdl.Set(hdl.RegOf(m, "s", two), two)
			p.Q.Set(two[1])
		})
	}},
	{"selecting", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.A.Bits, p.A.Bits})) // want: 3 entries cannot be reached by c of 1 bits (declared at @ports)
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.B.Bits}))           // want: select: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.Q.Set(hdl.Select(p.C, []pair{}).X)                               // want: Select needs at least one entry
		})
	}},
	{"a stream from the wrong side", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.In.From(p.Out)            // want: in_valid is an input of pins (made at @streams): its parent or the test sets it; inside it can only be read
			p.In.Send(p.C, p.Pair.Data) // want: in_valid is an input of pins (made at @streams): its parent or the test sets it; inside it can only be read
			p.Out.From(nil)             // want: From takes a stream, not nil
			p.Out.From(p.In)
		})
	}},
	{"streams of a child that are left open", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a := hdl.Instance(m, "first", newQueue()) // want: stream pop of instance first is never taken: its Ready is not set; join it with From, or set Ready
			a.Push.From(p.In)
			p.Q.Set(a.Pop.Data.X)
			b := hdl.Instance(m, "second", newQueue()) // want: stream push of instance second is never fed; join it with From, or Send to it
			p.Out.From(b.Pop)
		})
	}},

	// Registers and memories.
	{"reset values", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("r0", 8, hdl.NoReset(), hdl.ResetTo(1)).Set(p.A)                                       // want: register r0 has both NoReset and ResetTo; choose one
			m.Reg("r1", 8, hdl.ResetTo(256)).Set(p.A)                                                    // want: reset value of r1: 256 needs 9 bits and does not fit 8
			m.Reg("r2", 8, hdl.ResetTo(hdl.Const(4, 1))).Set(p.A)                                        // want: reset value of r2 is 4 bits, not 8
			m.Reg("r3", 8, hdl.ResetTo(p.A)).Set(p.A)                                                    // want: reset value of r3 must be a Go integer or a Const, not a hardware value
			hdl.Set(hdl.RegOf(m, "r4", pairShape, hdl.ResetTo(0)), p.Pair.Data)                          // want: register r4: ResetTo takes a hdl_test.pair of Consts, not a Go int
			hdl.Set(hdl.RegOf(m, "r5", pairShape, hdl.ResetTo(p.Pair.Data), hdl.NoReset()), p.Pair.Data) // want: register r5 has both NoReset and ResetTo; choose one
		})
	}},
	{"memories", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 5)
			p.Q.Set(mem.Read(p.B))                                    // want: memory mem has 5 words (declared at @-1) and takes an address of 3 bits, b is 4 bits (declared at @ports)
			mem.Write(8, p.A.Bits)                                    // want: 8 needs 4 bits and does not fit an address of memory mem of 5 words (declared at @-2)
			mem.Write(2, p.B.Bits)                                    // want: mem is 8 bits wide (declared at @-3), cannot be written with b of 4 bits (declared at @ports)
			mem.ReadReg("data", p.B.Truncate(3), p.A, hdl.ReadFirst)  // want: a condition is 1 bit, a is 8 bits (declared at @ports); compare it, or use ReduceOr
			mem.ReadReg("more", p.B.Truncate(3), true, hdl.ReadFirst) // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
			mem.ReadReg("other", 0, 1, 7)                             // want: 7 is no read mode; choose ReadFirst, WriteFirst or Forbidden
			hdl.NewMem(m, "none", hdl.Width(8), 0)                    // want: memory none has 0 words; it needs at least 1 and at most 268435456
		})
	}},
	{"contents of a memory", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 2)
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(8, 2), hdl.Const(8, 3)}) // want: memory mem has 2 words (declared at @-1), 3 are given
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(9, 2)})                  // want: word 1 of mem (declared at @-2) is 9 bits, not 8
			mem.Init([]hdl.Bits{p.A.Bits})                                          // want: word 0 of mem (declared at @-3) must be a Go integer or a Const, not a hardware value
			mem.Init([]hdl.Bits{hdl.Const(8, 256)})                                 // want: constant 256 needs 9 bits and does not fit 8
			p.Q.Set(mem.Read(0))
		})
	}},
	{"memories of no shape", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", pair{}, 2) // want: field X of shape hdl_test.pair is zero; give it a width with hdl.Width(n)
			mem.Write(0, mem.Read(1))
			p.Q.Set(mem.ReadReg("data", 0, 1, hdl.ReadFirst).X)
		})
	}},

	// Components and instances.
	{"a component that is nil", func() error {
		_, err := hdl.Elaborate(nil) // want: the component is nil; make it with its constructor
		return err
	}},
	{"an instance that is nil", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", (*inverter)(nil)) // want: the component is nil; make it with its constructor
			i.In.Set(p.A)
			p.Q.Set(i.Out)
		})
	}},
	{"ports that were not made", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", &inverter{In: hdl.Input(8)}) // want: port Out of inverter is not made; use hdl.Output(width)
			i.In.Set(p.A)
			p.Q.Set(i.Out)
			q := hdl.Instance(m, "queue", &queue{Push: hdl.NewSink(pairShape)}) // want: port Pop of queue is not made; use hdl.NewSource(shape)
			q.Push.From(p.In)
			p.Out.From(q.Pop)
		})
	}},
	{"ports of no width or no shape", func() error {
		_, err := hdl.Elaborate(holding(struct { // want: port Port.E of holder is a Bits; a port is an hdl.In or hdl.Out, and a shape an unexported field
			A hdl.In
			B hdl.Out
			C hdl.InOf[pair]
			D hdl.Sink[[]hdl.Bits]
			E hdl.Bits
		}{
			hdl.Input(0),                          // want: port Port.A of holder: a width is at least 1, not 0
			hdl.Output(-1),                        // want: port Port.B of holder: a width is at least 1, not -1
			hdl.InputOf(pair{X: hdl.Width(3)}),    // want: port Port.C of holder: field Y of shape hdl_test.pair is zero; give it a width with hdl.Width(n)
			hdl.NewSink([]hdl.Bits{hdl.Width(0)}), // want: port Port.D of holder: a width is at least 1, not 0
			hdl.Width(3),
		}))
		return err
	}},
	{"one port for two fields", func() error {
		port := hdl.Input(8) // want: ports A and B of twoWires are one and the same; make each with a call of its own
		_, err := hdl.Elaborate(&twoWires{port, port})
		return err
	}},
	{"a component used twice in one design", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := newInverter()
			hdl.Instance(m, "first", i).In.Set(p.A)
			second := hdl.Instance(m, "second", i) // want: this inverter is in use already (since posedge/hdl/@-1); a component belongs to one place, make another with its constructor
			second.In.Set(p.A)
			p.Q.Set(i.Out.And(second.Out))
		})
	}},
	{"a component used twice in two designs", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		_, err := hdl.Elaborate(i) // want: this inverter is in use already (since posedge/hdl/@-3); a component belongs to one place, make another with its constructor
		return err
	}},
	{"a child that another design has", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) {
			j := hdl.Instance(m, "inverter", i) // want: this inverter is in use already (since posedge/hdl/@-4); a component belongs to one place, make another with its constructor
			j.In.Set(p.A)
			p.Q.Set(j.Out)
		})
	}},
	{"a component that instantiates itself", func() error {
		var nest func() *holder[hdl.Out]
		nest = func() *holder[hdl.Out] {
			return &holder[hdl.Out]{hdl.Output(1), func(m *hdl.Module, q hdl.Out) {
				q.Set(hdl.Instance(m, "inner", nest()).Port) // want: instances are nested more than 200 deep; does holder instantiate itself?
			}}
		}
		_, err := hdl.Elaborate(nest())
		return err
	}},
	{"a component that is no pointer to a struct", func() error {
		_, err := hdl.Elaborate(byValue{}) // want: a component is a pointer to a struct whose fields are its ports, not a hdl_test.byValue
		return err
	}},
	{"an instance that is not connected", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "inverter", newInverter()) // want: instance inverter (inverter) is not connected: no input is set and no output is read; connect it or remove it
		})
	}},
	{"an input that is not set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Instance(m, "inverter", newInverter()).Out) // want: input in of instance inverter is never set
		})
	}},
	{"an instance that nobody reads", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "inverter", newInverter()).In.Set(p.A) // want: no output of instance inverter (inverter) is read; use it, remove it, or say hdl.Unused of an output
		})
	}},
	{"values of another module", func() error {
		var count hdl.Bits
		return in(func(m *hdl.Module, p *pins) {
			child := pinsOf(func(m *hdl.Module, p *pins) {
				count = m.Reg("count", 8)
				count.Set(p.A)
			})
			hdl.Default(hdl.Instance(m, "child", child).Pair.Data, p.Pair.Data)
			child.A.Set(p.A)
			child.B.Set(p.B)
			child.C.Set(p.C)
			child.In.From(p.In)
			p.Out.From(child.Out)
			p.Q.Set(count)                             // want: count belongs to module pins (declared at @-9), but the other side to pins (@top): a value crosses a module's border through a port only
			count.Set(p.A)                             // want: a belongs to module pins (declared at @ports), but the other side to pins (@-7): a value crosses a module's border through a port only
			m.If(count.Eq(1), func() { count.Set(2) }) // want: the value belongs to module pins (@+0), but the other side to pins (@top): a value crosses a module's border through a port only && the description of pins has ended (@-8); a statement belongs into its Describe
		})
	}},
	{"values of another design", func() error {
		var count hdl.Bits
		if err := in(func(m *hdl.Module, p *pins) {
			count = m.Reg("count", 8)
			count.Set(p.A)
		}); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(count)) }) // want: count belongs to module pins (declared at @-5), but the other side to pins (@top): a value crosses a module's border through a port only
	}},
	{"a target of another design", func() error {
		var count hdl.Bits
		if err := in(func(m *hdl.Module, p *pins) {
			count = m.Reg("count", 8)
			count.Set(p.A)
		}); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) { count.Set(1) }) // want: the description of pins has ended (@top); a statement belongs into its Describe
	}},
	{"statements into a module that is described already", func() error {
		var inner *hdl.Module
		return in(func(m *hdl.Module, p *pins) {
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(m *hdl.Module, _ hdl.In) { inner = m }}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			inner.Reg("r", 8)                         // want: the description of holder has ended (@-1); a declaration belongs into its Describe
			inner.If(p.C, func() {})                  // want: the description of holder has ended (@-2); a statement belongs into its Describe
			hdl.Instance(inner, "i", newInverter())   // want: the description of holder has ended (@-3); an instance belongs into its Describe
			hdl.NewMem(inner, "mem", hdl.Width(8), 2) // want: the description of holder has ended (@-4); a memory belongs into its Describe
		})
	}},
	{"statements into a module that is not being described", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(_ *hdl.Module, in hdl.In) {
				w.Set(1)             // want: a statement for module pins, but holder is being described; reach other modules through ports
				m.If(p.C, func() {}) // want: a statement for module pins, but holder is being described; reach other modules through ports
				p.Q.Default(5)       // want: a default for module pins, but holder is being described; reach other modules through ports
			}}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			p.Q.Set(w)
		})
	}},
	{"a port that is set in its constructor", func() error {
		i := newInverter()
		i.Out.Set(1) // want: a port is used that no described component has (made at @inverter); a port is an exported field, used in Describe, or by the parent after Instance
		_, err := hdl.Elaborate(i)
		return err
	}},
	{"a port that is no exported field", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hidden := hdl.Input(8)
			p.Q.Set(hidden) // want: a port is used that no described component has (made at @-1); a port is an exported field, used in Describe, or by the parent after Instance
		})
	}},
	{"a panic in Describe", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var list []hdl.Bits
			p.Q.Set(list[3]) // want: Describe of pins panics: runtime error: index out of range [3] with length 0
		})
	}},

	// Names.
	{"names that cannot be kept", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("always", 8).Set(p.A)    // want: reg: name "always" is a keyword of Verilog; call it "always_value" or similar
			m.Reg("my count", 8).Set(p.A)  // want: reg: name "my count" is not a letter followed by letters, digits and underscores; call it "my_count" or similar
			m.Reg("", 8).Set(p.A)          // want: reg: name is empty; write a letter followed by letters, digits and underscores
			m.Reg("a", 8).Set(p.A)         // want: reg: the name a is taken by port A (@ports); choose another, for example a_2
			m.Reg("in_data_x", 8).Set(p.A) // want: reg: the name in_data_x is taken by port In.Data.X (@streams); choose another, for example in_data_x_2
			m.Reg("clk", 8).Set(p.A)       // want: reg: the name clk is taken by the implicit clock (@top); choose another, for example clk_2
			s := m.Scope("2nd half")       // want: scope: name "2nd half" is not a letter followed by letters, digits and underscores; call it "nd_half" or similar
			s.Reg("r", 8).Set(p.A)
			s.Reg("s", 8).Set(p.A)
			hdl.NewMem(m, "mem", pairShape, 2)
			m.Reg("mem_x", 8).Set(p.A) // want: reg: the name mem_x is taken by memory (@-1); choose another, for example mem_x_2
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
	{"a clash of an instance's port", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(m.Named("child_in", p.A.Bits))
			i := hdl.Instance(m, "child", newInverter()) // want: a port of instance child: the name child_in is taken by wire (@-1); choose another, for example child_in_2
			i.In.Set(p.A)
			hdl.Unused(i)
		})
	}},
	{"a module's name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "i", &naming{"a b"}) // want: module name of naming: name "a b" is not a letter followed by letters, digits and underscores; call it "a_b" or similar
		})
	}},

	// Loops.
	{"a loop of wires", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a, b := m.Wire("u", 8), m.Wire("v", 8)
			a.Set(b.Add(1))
			m.If(a.Eq(3), func() { // want: combinational loop in module pins: // v needs u (@+0) // u needs v (@-1) // put a register on the way; or, if no bit really depends on itself, split the signal that closes the loop into several
				b.Set(1)
			}).Else(func() { b.Set(p.A) })
			p.Q.Set(b)
		})
	}},
	{"a loop through an instance", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter()) // want: combinational loop in module pins: // inverter_out needs inverter_in, through instance inverter (@+0) // inverter_in needs inverter_out (@+1) // put a register on the way; or, if no bit really depends on itself, split the signal that closes the loop into several
			i.In.Set(i.Out.And(p.A))
			p.Q.Set(i.Out)
		})
	}},

	{"a loop of two children", func() error {
		return in(func(m *hdl.Module, p *pins) {
			one := hdl.Instance(m, "one", newInverter()) // want: combinational loop in module pins: // one_out needs one_in, through instance one (@+0) // one_in needs two_out (@+2) // two_out needs two_in, through instance two (@+1) // two_in needs one_out (@+3) // put a register on the way; or, if no bit really depends on itself, split the signal that closes the loop into several
			two := hdl.Instance(m, "two", newInverter())
			one.In.Set(two.Out)
			two.In.Set(one.Out)
			p.Q.Set(one.Out)
		})
	}},
	{"a signal that needs itself", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.Q.Add(1)) // want: combinational loop in module pins: // q needs q (@+0) // put a register on the way; or, if no bit really depends on itself, split the signal that closes the loop into several
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

type byValue struct{}

func (byValue) Describe(*hdl.Module) {}

var errorsOf = func(err error) []string {
	var list []string
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			list = append(list, e.Error())
		}
	}
	return list
}

func TestEveryMistakeSaysWhereAndWhat(t *testing.T) {
	wanted := wantedErrors(t, "mistakes_test.go")
	for _, x := range mistakes {
		t.Run(x.name, func(t *testing.T) {
			err := x.err()
			require.Error(t, err)
			require.NotEmpty(t, wanted[x.name])
			assert.ElementsMatch(t, wanted[x.name], errorsOf(err))
		})
	}
}

// wantedErrors reads the catalogue's "want:" comments, by entry.
func wantedErrors(t *testing.T, file string) map[string][]string {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	require.NoError(t, err)
	lines := map[string]int{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if name, ok := strings.CutPrefix(c.Text, "// line: "); ok {
				lines[name] = set.Position(c.Pos()).Line
			}
		}
	}
	place := regexp.MustCompile(`@([-+]\d+|[a-z]+)`)
	wanted := map[string][]string{}
	add := func(entry string, c *ast.Comment, text string) {
		line := set.Position(c.Pos()).Line
		text = place.ReplaceAllStringFunc(text, func(at string) string {
			if there, ok := lines[at[1:]]; ok {
				return fmt.Sprintf("%s:%d", file, there)
			}
			n, err := strconv.Atoi(at[1:])
			require.NoError(t, err)
			return fmt.Sprintf("%s:%d", file, line+n)
		})
		for _, message := range strings.Split(text, " && ") {
			message = strings.ReplaceAll(message, " // ", "\n\t")
			if !strings.HasPrefix(message, "and ") {
				message = fmt.Sprintf("posedge/hdl/%s:%d: %s", file, line, message)
			}
			wanted[entry] = append(wanted[entry], message)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		entry, ok := n.(*ast.CompositeLit)
		if !ok || entry.Type != nil || len(entry.Elts) != 2 {
			return true
		}
		name, ok := entry.Elts[0].(*ast.BasicLit)
		if !ok || name.Kind != token.STRING {
			return true
		}
		key, err := strconv.Unquote(name.Value)
		require.NoError(t, err)
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// want: "); ok && entry.Pos() < c.Pos() && c.Pos() < entry.End() {
					add(key, c, text)
				}
			}
		}
		return true
	})
	return wanted
}
