package hdl_test

import (
	"posedge/hdl"
)

// componentMistakes are mistakes with components and instances.
var componentMistakes = []mistake{
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
	{"a port that is a nil pointer", func() error {
		_, err := hdl.Elaborate(holding((*hdl.In)(nil))) // want: port Port of holder is a pointer; ports are values: declare the field as hdl.In, without the *
		return err
	}},
	{"ports that are pointers", func() error {
		in, out, sink := hdl.Input(8), hdl.OutputOf(pairShape), hdl.NewSink(pairShape)
		_, err := hdl.Elaborate(holding(struct { // want: port Port.A of holder is a pointer; ports are values: declare the field as hdl.In, without the * && port Port.B of holder is a pointer; ports are values: declare the field as hdl.OutOf[…], without the * && port Port.C[0] of holder is a pointer; ports are values: declare the field as hdl.Sink[…], without the *
			A *hdl.In
			B *hdl.OutOf[pair]
			C []*hdl.Sink[pair]
		}{&in, &out, []*hdl.Sink[pair]{&sink}}))
		return err
	}},
	{"ports behind a pointer, and in a map", func() error {
		_, err := hdl.Elaborate(holding(struct { // want: port Port.Wires of holder is a pointer; ports are values: declare the field as hdl_test.twoPins, without the * && port Port.More of holder is a pointer; ports are values: declare the field without the * && port Port.Names of holder is a map, whose entries have no order; declare the field as a slice, an array or a struct
			Wires *twoPins
			More  *struct{ A hdl.In }
			Names map[string]hdl.Out
			Other *inverter // a component, whose ports are its own
		}{Wires: &twoPins{hdl.Input(8), hdl.Output(8)}}))
		return err
	}},
	{"a component that is set but not described", func() error {
		return in(func(m *hdl.Module, p *pins) {
			newInverter().In.Set(p.A) // want: a port that belongs to no described component is used (made at @inverter); a port is an exported field, used in Describe, or by the parent after Instance
		})
	}},
	{"an instance with ports that are pointers", func() error {
		return in(func(m *hdl.Module, p *pins) {
			x := hdl.Input(8)
			i := hdl.Instance(m, "child", holding(&x)) // want: port Port of holder is a pointer; ports are values: declare the field as hdl.In, without the *
			i.Port.Set(p.A)
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
			second := hdl.Instance(m, "second", i) // want: this inverter is already in use (since posedge/hdl/@-1); a component belongs to one place, make another with its constructor
			second.In.Set(p.A)
			p.Q.Set(i.Out.And(second.Out))
		})
	}},
	{"a component used twice in two designs", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		_, err := hdl.Elaborate(i) // want: this inverter is already in use (since posedge/hdl/@-3); a component belongs to one place, make another with its constructor
		return err
	}},
	{"a child that another design has", func() error {
		i := newInverter()
		if _, err := hdl.Elaborate(i); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) {
			j := hdl.Instance(m, "inverter", i) // want: this inverter is already in use (since posedge/hdl/@-4); a component belongs to one place, make another with its constructor
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
			hdl.Instance(m, "inverter", newInverter()).In.Set(p.A) // want: no output of instance inverter (inverter) is read; read one, remove the instance, or call hdl.Unused on one
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
			p.Q.Set(count)                             // want: count belongs to module pins (declared at @-9), but the other side to pins (@top): a value crosses a module boundary only through a port
			count.Set(p.A)                             // want: a belongs to module pins (declared at @ports), but the other side to pins (@-7): a value crosses a module boundary only through a port
			m.If(count.Eq(1), func() { count.Set(2) }) // want: the value belongs to module pins (@+0), but the other side to pins (@top): a value crosses a module boundary only through a port && the description of pins has ended (@-8); a statement belongs in its Describe
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
		return in(func(m *hdl.Module, p *pins) { p.Q.Set(p.A.Add(count)) }) // want: count belongs to module pins (declared at @-5), but the other side to pins (@top): a value crosses a module boundary only through a port
	}},
	{"a target of another design", func() error {
		var count hdl.Bits
		if err := in(func(m *hdl.Module, p *pins) {
			count = m.Reg("count", 8)
			count.Set(p.A)
		}); err != nil {
			return err
		}
		return in(func(m *hdl.Module, p *pins) { count.Set(1) }) // want: the description of pins has ended (@top); a statement belongs in its Describe
	}},
	{"statements into a module that is described already", func() error {
		var inner *hdl.Module
		return in(func(m *hdl.Module, p *pins) {
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(m *hdl.Module, _ hdl.In) { inner = m }}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			inner.Reg("r", 8)                         // want: the description of holder has ended (@-1); a declaration belongs in its Describe
			inner.If(p.C, func() {})                  // want: the description of holder has ended (@-2); a statement belongs in its Describe
			hdl.Instance(inner, "i", newInverter())   // want: the description of holder has ended (@-3); an instance belongs in its Describe
			hdl.NewMem(inner, "mem", hdl.Width(8), 2) // want: the description of holder has ended (@-4); a memory belongs in its Describe
		})
	}},
	{"statements into a module that is not being described", func() error {
		return in(func(m *hdl.Module, p *pins) {
			w := m.Wire("w", 8)
			child := &holder[hdl.In]{Port: hdl.Input(8), describe: func(_ *hdl.Module, in hdl.In) {
				w.Set(1) // want: a statement for module pins (@top), but holder is being described; use the m that its Describe is given, and reach other modules through ports
				m.If(p.C, func() {})
				p.Q.Default(5)
			}}
			hdl.Instance(m, "child", child).Port.Set(p.A)
			p.Q.Set(w)
		})
	}},
	{"a port that is set in its constructor", func() error {
		i := newInverter()
		i.Out.Set(1) // want: a port that belongs to no described component is used (made at @inverter); a port is an exported field, used in Describe, or by the parent after Instance
		_, err := hdl.Elaborate(i)
		return err
	}},
	{"a port that is no exported field", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hidden := hdl.Input(8)
			p.Q.Set(hidden) // want: a port that belongs to no described component is used (made at @-1); a port is an exported field, used in Describe, or by the parent after Instance
		})
	}},
	{"a panic in Describe", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var list []hdl.Bits
			p.Q.Set(list[3]) // want: Describe of pins panics: runtime error: index out of range [3] with length 0
		})
	}},
	{"a child that describes into its parent's module", func() error {
		return in(func(m *hdl.Module, p *pins) {
			child := &holder[hdl.Out]{Port: hdl.Output(8), describe: func(_ *hdl.Module, out hdl.Out) {
				r := m.Reg("r", 8) // want: a declaration for module pins (@top), but holder is being described; use the m that its Describe is given, and reach other modules through ports
				w := m.Wire("w", 8)
				m.If(w.Eq(3), func() { r.Set(w) }).Else(func() { out.Set(r) })
				m.Switch(r).Case(1, func() { w.Set(0) }).Default(func() { w.Set(1) })
				mem := hdl.NewMem(m, "mem", hdl.Width(8), 4)
				mem.Write(w.Truncate(2), r)
				hdl.FSM(m, "state", red, green).Goto(green)
				hdl.Instance(m, "inverter", newInverter()).In.Set(w)
			}}
			p.Q.Set(hdl.Instance(m, "child", child).Port)
		})
	}},
	{"an instance in a branch", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.C, func() {
				i := hdl.Instance(m, "inverter", newInverter()) // want: input in of instance inverter is not set where the If at @-1 is false, which would be a latch; set it on every path, or give it a Default; the instance always exists, not only where it was made
				i.In.Set(p.A)
				p.Q.Set(i.Out)
			})
		})
	}},
	{"an input of a child that is set in a branch", func() error {
		return in(func(m *hdl.Module, p *pins) {
			i := hdl.Instance(m, "inverter", newInverter()) // want: input in of instance inverter is not set where the If at @+1 is false, which would be a latch; set it on every path, or give it a Default
			m.If(p.C, func() { i.In.Set(p.A) })
			p.Q.Set(i.Out)
		})
	}},
	{"a module that is nil", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var none *hdl.Module
			none.Reg("r", 8) // want: Describe of pins uses a zero or nil value of package hdl; make it with its constructor
		})
	}},
}
