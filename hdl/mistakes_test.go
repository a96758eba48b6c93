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
	return &pins{hdl.Input(8), hdl.Input(4), hdl.Input(1), hdl.Output(8), hdl.InputOf(pairShape),
		hdl.NewSink(pairShape), hdl.NewSource(pairShape), describe}
}

// in describes a module and returns what is wrong with it.
func in(describe func(m *hdl.Module, p *pins)) error {
	_, err := hdl.Elaborate(pinsOf(describe))
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

func newInverter() *inverter { return &inverter{hdl.Input(8), hdl.Output(8)} }

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

type selfish struct{ Q hdl.Out }

func (s *selfish) Describe(m *hdl.Module) {
	s.Q.Set(hdl.Instance(m, "inner", &selfish{hdl.Output(1)}).Q)
}

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
// separated by " && ", a line break is " // ", and @-3 stands for this file,
// three lines above.
var mistakes = []struct {
	name string
	err  func() error
}{
	// Widths.
	{"operands of two widths", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.A.Add(p.B))
		})
	}},
	{"a value of another width than its target", func() error {
		return in(func(m *hdl.Module, p *pins) {
			count := m.Reg("count", 8)
			count.Set(p.A.AddCarry(1))
			p.Q.Set(count)
		})
	}},
	{"an integer that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(p.A.Add(256))
			p.Q.Set(300)
		})
	}},
	{"a negative integer", func() error {
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(-1)) })
	}},
	{"a constant that does not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Const(8, 256))
			p.Q.Set(hdl.Const(8, -1))
			p.Q.Set(hdl.SignedConst(8, 128).Bits())
			p.Q.Set(hdl.Const(8, "five"))
			p.Q.Set(hdl.Const(0, 0))
		})
	}},
	{"a width that cannot be", func() error {
		return in(func(m *hdl.Module, p *pins) {
			r := m.Reg("r", 0)
			w := m.Wire("w", -3)
			r.Set(w)
			huge := m.Reg("huge", hdl.MaxWidth+1)
			huge.Set(huge.Not())
			hdl.RegOf(m, "pair", pair{hdl.Width(0), hdl.Width(1)})
			p.Q.Set(p.A.Repeat(1 << 40).Truncate(8))
		})
	}},
	{"slices, truncations and extensions outside the value", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 1).Set(p.A.Slice(8, 8))
			m.Wire("w1", 5).Set(p.A.Slice(0, 4))
			m.Wire("w2", 1).Set(p.A.Bit(-1))
			m.Wire("w3", 9).Set(p.A.Truncate(9))
			m.Wire("w4", 4).Set(p.A.ZeroExtend(4))
			m.Wire("w5", 4).Set(p.A.SignExtend(4))
			m.Wire("w6", 8).Set(p.A.Repeat(0))
			m.Wire("w7", 8).Set(p.A.Shl(-2))
		})
	}},
	{"an integer where no width is known", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Wire("w0", 8).Set(hdl.Mux(p.C, 1, 2))
			m.Wire("w1", 8).Set(hdl.Cat(p.A, 1))
			m.Wire("w2", 8).Set(hdl.Select(3, []hdl.Bits{p.A.Bits}))
			m.Wire("w3", 8).Set(hdl.Cat())
		})
	}},
	{"one mistake is said once", func() error {
		return in(func(m *hdl.Module, p *pins) {
			bad := p.A.Add(p.B)
			more := bad.Mul(bad).Slice(99, 0)
			m.If(more, func() { p.Q.Set(more) }).ElseIf(bad.Eq(70000), func() { p.Q.Set(bad) })
			m.Switch(bad).Case(1000, func() {}).Case(1000, func() {})
			hdl.Instance(m, "inverter", newInverter()).In.Set(bad)
			hdl.NewMem(m, "mem", hdl.Width(3), 4).Write(bad, bad)
		})
	}},

	// What is no value.
	{"a Go bool as a condition", func() error {
		return in(func(m *hdl.Module, p *pins) { m.If(p.A.Width() == 8, func() { p.Q.Set(1) }) })
	}},
	{"a wide or an integer condition", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.A, func() {})
			m.If(1, func() {})
			p.Q.Set(hdl.Mux(p.B, p.A, 0))
		})
	}},
	{"a Signed as an operand", func() error {
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(p.A.Signed())) })
	}},
	{"other things as operands", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "state", red, green)
			st.Goto(green)
			p.Q.Set(nil)
			p.Q.Set("x")
			p.Q.Set(p.Pair)
			p.Q.Set(p.Pair.Data)
			p.Q.Set(&p.A)
			p.Q.Set(st)
		})
	}},
	{"a zero Bits", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Bits
			p.Q.Set(none)
			p.Q.Set(none.Add(1))
		})
	}},
	{"a zero Bits as a target", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Bits
			none.Set(1)
		})
	}},
	{"a zero signed value", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none hdl.Signed
			p.Q.Set(none.Neg().AddCarry(none).Bits())
		})
	}},
	{"a shape as a value", func() error {
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(pairShape.X) })
	}},
	{"a shape as a target", func() error {
		return in(func(m *hdl.Module, p *pins) { pairShape.X.Set(p.A) })
	}},

	// Targets.
	{"setting what cannot be set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.A.Set(1)
			p.A.Not().Set(1)
			m.Reg("r", 8).Set(p.A)
			p.Q.Slice(3, 0).Set(1)
			p.Q.Slice(7, 0).Set(1)
			p.Pair.Set(p.In.Data)
		})
	}},
	{"setting a child's output", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter())
			i.In.Set(p.A)
			i.Out.Set(p.A)
			p.Q.Set(i.Out)
		})
	}},
	{"an output that is not driven", func() error {
		_, err := hdl.Elaborate(holding(hdl.Output(8)))
		return err
	}},
	{"a bundle and streams that are not driven", func() error {
		type ports struct {
			Sum hdl.OutOf[pair]
			In  hdl.Sink[pair]
			Out hdl.Source[pair]
		}
		_, err := hdl.Elaborate(holding(ports{
			hdl.OutputOf(pairShape),
			hdl.NewSink(pairShape),
			hdl.NewSource(pairShape),
		}))
		return err
	}},
	{"a wire that is not set on some path", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			m.If(p.C, func() {
				m.Switch(p.B.Bits).
					Case(1, func() { w.Set(1) }).
					Case(2, func() {}).
					Default(func() { w.Set(3) })
			}).Else(func() { w.Set(4) })
			v := m.Wire("v", 8)
			m.If(p.C, func() { v.Set(w) })
			u := m.Wire("u", 8)
			m.Switch(p.B.Bits).Cases([]int{1, 2}, func() { u.Set(v) })
			p.Q.Set(u)
		})
	}},
	{"wires and registers that are never set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			r := m.Reg("r", 8)
			p.Q.Set(w.Add(r))
		})
	}},

	// Control.
	{"branches in the wrong order", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			c.Else(func() {})
			c.ElseIf(p.C, func() {})
			c.Else(func() {})
			c.Else(func() {})
		})
	}},
	{"a branch in another block", func() error {
		return in(func(m *hdl.Module, p *pins) {
			c := m.If(p.C, func() {})
			s := m.Switch(p.B.Bits)
			m.If(p.A.Eq(0), func() {
				c.Else(func() { p.Q.Set(1) })
				s.Case(1, func() { p.Q.Set(2) })
			})
		})
	}},
	{"cases twice, after Default, or that do not fit", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Switch(p.B.Bits).
				Case(1, func() {}).
				Case(1, func() {}).
				Case(16, func() {}).
				Case(-1, func() {}).
				Case(hdl.Const(5, 2), func() {}).
				Case(p.B, func() {}).
				Case("x", func() {}).
				Cases(nil, func() {}).
				Default(func() {})
		})
	}},
	{"a case and a Default after Default", func() error {
		return in(func(m *hdl.Module, p *pins) {
			s := m.Switch(p.B.Bits)
			s.Default(func() {})
			s.Case(3, func() {})
			s.Default(func() {})
		})
	}},
	{"bodies that are nil", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.C, nil).
				ElseIf(p.C, nil).
				Else(nil)
			m.Switch(p.B.Bits).
				Case(1, nil).
				Default(nil)
		})
	}},

	// State machines.
	{"a foreign state", func() error {
		return in(func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "light", red, green)
			st.Switch().
				Case(red, func() { st.Goto(amber) }).
				Case(broken, func() {})
			p.Q.Set(hdl.Mux(st.Is(amber), p.A, 0))
		})
	}},
	{"state machines that cannot be", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.FSM[light](m, "none").Goto(red)
			hdl.FSM(m, "twice", red, green, red).Goto(green)
			hdl.FSM(m, "negative", -1, 2).Goto(2)
		})
	}},
	{"a zero state machine", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var st hdl.State[light]
			st.Goto(red)
		})
	}},

	// Bundles and streams.
	{"what is no bundle", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.RegOf(m, "r0", struct{ x hdl.Bits }{hdl.Width(1)})
			hdl.RegOf(m, "r1", struct{ X, Y hdl.Bits }{X: hdl.Width(1)})
			hdl.RegOf(m, "r2", struct{ X []hdl.Bits }{})
			hdl.WireOf(m, "r3", struct{ N int }{3})
			hdl.WireOf(m, "r4", struct{}{})
			hdl.WireOf(m, "r5", hdl.Bits{})
			hdl.WireOf[any](m, "r6", nil)
			hdl.WireOf(m, "r7", p.Pair)
		})
	}},
	{"bundles of slices that differ in length", func() error {
		return in(func(m *hdl.Module, p *pins) {
			two := hdl.WireOf(m, "two", []hdl.Bits{hdl.Width(8), hdl.Width(8)})
			hdl.Set(two, []hdl.Bits{p.A.Bits})
			hdl.MuxOf(p.C, two, []hdl.Bits{p.A.Bits})
			hdl.RegOf(m, "r", two, hdl.ResetTo([]hdl.Bits{hdl.Const(8, 1)}))
			hdl.Unflatten([]hdl.Bits{hdl.Width(3)}, p.A.Bits)
			p.Q.Set(two[1])
		})
	}},
	{"selecting", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.A.Bits, p.A.Bits}))
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.B.Bits}))
			p.Q.Set(hdl.Select(p.C, []pair{}).X)
		})
	}},
	{"a stream from the wrong side", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.In.From(p.Out)
			p.In.Send(p.C, p.Pair.Data)
			p.Out.From(nil)
			p.Out.From(p.In)
		})
	}},
	{"streams of a child that are left open", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a := hdl.Instance(m, "a", newQueue())
			a.Push.From(p.In)
			p.Q.Set(a.Pop.Data.X)
			b := hdl.Instance(m, "b", newQueue())
			p.Out.From(b.Pop)
		})
	}},

	// Registers and memories.
	{"reset values", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("r0", 8, hdl.NoReset(), hdl.ResetTo(1)).Set(p.A)
			m.Reg("r1", 8, hdl.ResetTo(256)).Set(p.A)
			m.Reg("r2", 8, hdl.ResetTo(hdl.Const(4, 1))).Set(p.A)
			m.Reg("r3", 8, hdl.ResetTo(p.A)).Set(p.A)
			hdl.Set(hdl.RegOf(m, "r4", pairShape, hdl.ResetTo(0)), p.Pair.Data)
			hdl.Set(hdl.RegOf(m, "r5", pairShape, hdl.ResetTo(p.Pair.Data), hdl.NoReset()), p.Pair.Data)
		})
	}},
	{"memories", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 5)
			p.Q.Set(mem.Read(p.B))
			mem.Write(8, p.A.Bits)
			mem.Write(2, p.B.Bits)
			mem.ReadReg("data", p.B.Truncate(3), p.A, hdl.ReadFirst)
			mem.ReadReg("more", p.B.Truncate(3), true, hdl.ReadFirst)
			mem.ReadReg("other", 0, 1, 7)
			hdl.NewMem(m, "none", hdl.Width(8), 0)
		})
	}},
	{"contents of a memory", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 2)
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(8, 2), hdl.Const(8, 3)})
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(9, 2)})
			mem.Init([]hdl.Bits{p.A.Bits})
			mem.Init([]hdl.Bits{hdl.Const(8, 256)})
			p.Q.Set(mem.Read(0))
		})
	}},
	{"memories of no shape", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", pair{}, 2)
			mem.Write(0, mem.Read(1))
			p.Q.Set(mem.ReadReg("data", 0, 1, hdl.ReadFirst).X)
		})
	}},

	// Components and instances.
	{"a component that is nil", func() error {
		_, err := hdl.Elaborate(nil)
		return err
	}},
	{"an instance that is nil", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", (*inverter)(nil))
			i.In.Set(p.A)
			p.Q.Set(i.Out)
		})
	}},
	{"ports that were not made", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", &inverter{In: hdl.Input(8)})
			i.In.Set(p.A)
			p.Q.Set(i.Out)
			q := hdl.Instance(m, "queue", &queue{Push: hdl.NewSink(pairShape)})
			q.Push.From(p.In)
			p.Out.From(q.Pop)
		})
	}},
	{"ports of no width or no shape", func() error {
		_, err := hdl.Elaborate(holding(struct {
			A hdl.In
			B hdl.Out
			C hdl.InOf[pair]
			D hdl.Sink[[]hdl.Bits]
			E hdl.Bits
		}{
			hdl.Input(0),
			hdl.Output(-1),
			hdl.InputOf(pair{X: hdl.Width(3)}),
			hdl.NewSink([]hdl.Bits{hdl.Width(0)}),
			hdl.Width(3),
		}))
		return err
	}},
	{"one port for two fields", func() error {
		port := hdl.Input(8)
		_, err := hdl.Elaborate(&twoWires{port, port})
		return err
	}},
	{"a component used twice in one design", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := newInverter()
			hdl.Instance(m, "first", i).In.Set(p.A)
			second := hdl.Instance(m, "second", i)
			second.In.Set(p.A)
			p.Q.Set(i.Out.And(second.Out))
		})
	}},
	{"a component used twice in two designs", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		_, err := hdl.Elaborate(i)
		return err
	}},
	{"a child that another design has", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) {
			j := hdl.Instance(m, "inverter", i)
			j.In.Set(p.A)
			p.Q.Set(j.Out)
		})
	}},
	{"a component that instantiates itself", func() error {
		_, err := hdl.Elaborate(&selfish{hdl.Output(1)})
		return err
	}},
	{"a component that is no pointer to a struct", func() error {
		_, err := hdl.Elaborate(byValue{})
		return err
	}},
	{"an instance that is not connected", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "inverter", newInverter())
		})
	}},
	{"an input that is not set", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Instance(m, "inverter", newInverter()).Out)
		})
	}},
	{"an instance that nobody reads", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "inverter", newInverter()).In.Set(p.A)
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
			p.Q.Set(count)
			count.Set(p.A)
			m.If(count.Eq(1), func() { count.Set(2) })
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
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(count)) })
	}},
	{"a target of another design", func() error {
		var count hdl.Bits
		if err := in(func(m *hdl.Module, p *pins) {
			count = m.Reg("count", 8)
			count.Set(p.A)
		}); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) { count.Set(1) })
	}},
	{"statements into a module that is described already", func() error {
		var inner *hdl.Module
		return in(func(m *hdl.Module, p *pins) {
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(m *hdl.Module, _ hdl.In) { inner = m }}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			inner.Reg("r", 8)
			inner.If(p.C, func() {})
			hdl.Instance(inner, "i", newInverter())
			hdl.NewMem(inner, "mem", hdl.Width(8), 2)
		})
	}},
	{"statements into a module that is not being described", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(_ *hdl.Module, in hdl.In) {
				w.Set(1)
				m.If(p.C, func() {})
				p.Q.Default(5)
			}}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			p.Q.Set(w)
		})
	}},
	{"a port that is set in its constructor", func() error {
		i := newInverter()
		i.Out.Set(1)
		_, err := hdl.Elaborate(i)
		return err
	}},
	{"a port that is no exported field", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hidden := hdl.Input(8)
			p.Q.Set(hidden)
		})
	}},
	{"a panic in Describe", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var list []hdl.Bits
			p.Q.Set(list[3])
		})
	}},

	// Names.
	{"names that cannot be kept", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("always", 8).Set(p.A)
			m.Reg("my count", 8).Set(p.A)
			m.Reg("", 8).Set(p.A)
			m.Reg("a", 8).Set(p.A)
			m.Reg("in_data_x", 8).Set(p.A)
			m.Reg("clk", 8).Set(p.A)
			s := m.Scope("2nd half")
			s.Reg("r", 8).Set(p.A)
			s.Reg("s", 8).Set(p.A)
			hdl.NewMem(m, "mem", pairShape, 2)
			m.Reg("mem_x", 8).Set(p.A)
		})
	}},
	{"names of ports that cannot be kept", func() error {
		_, err := hdl.Elaborate(holding(struct {
			Reg hdl.In
			Clk hdl.In
			X   hdl.In
			Y   hdl.In `hdl:"port_x"`
			Ü   hdl.In `hdl:"ü"`
		}{
			hdl.Input(1),
			hdl.Input(1),
			hdl.Input(1),
			hdl.Input(1),
			hdl.Input(1),
		}))
		return err
	}},
	{"a clash of an instance's port", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(m.Named("child_in", p.A.Bits))
			i := hdl.Instance(m, "child", newInverter())
			i.In.Set(p.A)
			hdl.Unused(i)
		})
	}},
	{"a module's name", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.Instance(m, "i", &naming{"a b"})
		})
	}},

	// Loops.
	{"a loop of wires", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a, b := m.Wire("a", 8), m.Wire("b", 8)
			a.Set(b.Add(1))
			m.If(a.Eq(3), func() {
				b.Set(1)
			}).Else(func() { b.Set(p.A) })
			p.Q.Set(b)
		})
	}},
	{"a loop through an instance", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter())
			i.In.Set(i.Out.And(p.A))
			p.Q.Set(i.Out)
		})
	}},

	{"more than ten mistakes", func() error {
		return in(func(m *hdl.Module, p *pins) {
			for i := range 13 {
				m.Reg(fmt.Sprintf("r%d", i), 8)
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
	relative := regexp.MustCompile(`@[-+]\d+`)
	wanted := map[string][]string{}
	add := func(entry string, c *ast.Comment, text string) {
		line := set.Position(c.Pos()).Line
		text = relative.ReplaceAllStringFunc(text, func(at string) string {
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
