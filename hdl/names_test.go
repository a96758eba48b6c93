package hdl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
)

func elaborate(t *testing.T, c hdl.Component) *hdl.Design {
	t.Helper()
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	return d
}

func portNames(d *hdl.Design) (names []string) {
	for _, p := range d.Top.Ports {
		names = append(names, p.Name)
	}
	return names
}

func moduleNames(d *hdl.Design) (names []string) {
	for _, m := range ir.Modules(d.Top) {
		names = append(names, m.Name)
	}
	return names
}

type common struct{ Enable hdl.In }

type manyNames struct {
	common
	SPHMask    hdl.In
	FIFO       hdl.In
	Word18     hdl.In
	ReadyToGo  hdl.In
	Read_Write hdl.In
	ABit       hdl.In
	RGBAValue8 hdl.In
	X          hdl.In
	Renamed    hdl.In `hdl:"strange_NAME"`
	Requests   [2]hdl.Sink[pair]
	Grid       [][2]hdl.In
	Group      struct{ A, B hdl.In }
	Depth      int // a parameter
}

func (n *manyNames) Describe(m *hdl.Module) {
	for _, r := range n.Requests {
		r.Ready.Set(1)
	}
}

func TestFieldNamesBecomeSnakeCase(t *testing.T) {
	in := func() hdl.In { return hdl.Input(1) }
	n := &manyNames{common: common{in()}, SPHMask: in(), FIFO: in(), Word18: in(), ReadyToGo: in(), Read_Write: in(), ABit: in(), RGBAValue8: in(), X: in(), Renamed: in(),
		Requests: [2]hdl.Sink[pair]{hdl.NewSink(pairShape), hdl.NewSink(pairShape)},
		Grid:     [][2]hdl.In{{in(), in()}, {in(), in()}}, Group: struct{ A, B hdl.In }{in(), in()}}
	assert.Equal(t, []string{"enable", "sph_mask", "fifo", "word18", "ready_to_go", "read_write", "a_bit", "rgba_value8", "x", "strange_NAME",
		"requests_0_valid", "requests_0_ready", "requests_0_data_x", "requests_0_data_y",
		"requests_1_valid", "requests_1_ready", "requests_1_data_x", "requests_1_data_y",
		"grid_0_0", "grid_0_1", "grid_1_0", "grid_1_1", "group_a", "group_b"}, portNames(elaborate(t, n)))
}

// Common is an exported group of ports that components embed.
type Common struct{ Enable, Clear hdl.In }

// Base is a bundle that other bundles embed.
type Base struct{ X, Y hdl.Bits }

type extended struct {
	Base
	Z hdl.Bits
}

type embedding struct {
	Common
	Q hdl.OutOf[extended]
}

func (e *embedding) Describe(m *hdl.Module) { hdl.Default(e.Q.Data, hdl.RegOf(m, "r", e.Q.Data)) }

func TestEmbeddedFieldsHaveNoPrefix(t *testing.T) {
	shape := extended{Base{hdl.Width(1), hdl.Width(2)}, hdl.Width(3)}
	_, err := hdl.Elaborate(&embedding{Common{hdl.Input(1), hdl.Input(1)}, hdl.OutputOf(shape)})
	assert.Len(t, errorsOf(err), 3, "three registers are never set")
	assert.ErrorContains(t, err, "register r_x of embedding")
	var ports []string
	leaves, err := hdl.Leaves(shape)
	require.NoError(t, err)
	for _, l := range leaves {
		ports = append(ports, l.Name+" "+l.Field)
	}
	assert.Equal(t, []string{"x Base.X", "y Base.Y", "z Z"}, ports)
}

func TestScopesPrefixNames(t *testing.T) {
	d := elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		helper := func(m *hdl.Module) {
			m.Reg("r", 8).Set(p.A)
			hdl.Set(hdl.RegOf(m.Scope("deep"), "pair", pairShape), p.Pair.Data)
			hdl.NewMem(m, "mem", pairShape, 2)
			i := hdl.Instance(m, "i", newInverter())
			i.In.Set(p.A)
			hdl.Unused(i)
			hdl.FSM(m, "st", red, green).Goto(green)
		}
		helper(m.Scope("left"))
		helper(m.Scope("right"))
		helper(m)
	}))
	text := textOf(d)
	for _, prefix := range []string{"left_", "right_", ""} {
		for _, declared := range []string{"reg PREFIXr 8", "reg PREFIXdeep_pair_x 8", "reg PREFIXdeep_pair_y 4", "memory PREFIXmem 2x12 x=8 y=4",
			"instance PREFIXi inverter in=PREFIXi_in", "reg PREFIXst 1 reset 0 enum PREFIXst RED=0 GREEN=1"} {
			assert.Contains(t, text, "  "+strings.ReplaceAll(declared, "PREFIX", prefix))
		}
	}
}

// adder has a definition for each number that it adds.
type adder struct {
	In  hdl.In
	Out hdl.Out
	n   int
}

func newAdder(w, n int) *adder { return &adder{hdl.Input(w), hdl.Output(w), n} }

func (a *adder) Describe(m *hdl.Module) { a.Out.Set(a.In.Add(a.n)) }

type namedAdder struct{ adder }

func (*namedAdder) ModuleName() string { return "plus" }

func (a *namedAdder) ModuleDoc() string { return "adds" }

func (a *adder) PortDoc(name string) string {
	return map[string]string{"out": fmt.Sprintf("in + %d", a.n)}[name]
}

func TestAPortsDocMayDependOnParameters(t *testing.T) {
	d := elaborate(t, newAdder(8, 3))
	var docs []string
	for _, p := range d.Top.Ports {
		docs = append(docs, p.Name+": "+p.Doc)
	}
	assert.Equal(t, []string{"in: ", "out: in + 3"}, docs)
}

// Delay passes its input on after a number of cycles.
type Delay struct {
	In  hdl.In
	Out hdl.Out

	cycles int
}

func NewDelay(width, cycles int) *Delay {
	return &Delay{hdl.Input(width), hdl.Output(width), cycles}
}

func (d *Delay) ModuleName() string { return fmt.Sprintf("delay_w%d_n%d", d.In.Width(), d.cycles) }

func (d *Delay) Describe(m *hdl.Module) {
	x := d.In.Bits
	for i := range d.cycles {
		r := m.Reg(fmt.Sprint("r", i), d.In.Width())
		r.Set(x)
		x = r
	}
	d.Out.Set(x)
}

func TestModulesThatCameOutAlikeAreOne(t *testing.T) {
	d := elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		x := p.A.Bits
		for i, n := range []int{1, 2, 1, 2, 3} {
			a := hdl.Instance(m.Scope([]string{"a", "b", "c", "d", "e"}[i]), "i", NewDelay(8, n))
			a.In.Set(x)
			x = a.Out.Bits
		}
		p.Q.Set(x)
	}))
	assert.Equal(t, []string{"delay_w8_n1", "delay_w8_n2", "delay_w8_n3", "pins"}, moduleNames(d))
	i := d.Top.Instances
	assert.Same(t, i[0].Module, i[2].Module)
	assert.Same(t, i[1].Module, i[3].Module)
	assert.NotSame(t, i[0].Module, i[1].Module)
}

// A type that embeds a component is a form of it with its own name.
type second struct{ adder }

func TestAFormCanBeNamedByEmbedding(t *testing.T) {
	d := elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		one := hdl.Instance(m, "one", newAdder(8, 1))
		two := hdl.Instance(m, "two", &second{*newAdder(8, 2)})
		one.In.Set(p.A)
		two.In.Set(one.Out)
		p.Q.Set(two.Out)
	}))
	assert.Equal(t, []string{"adder", "second", "pins"}, moduleNames(d))
}

func TestTheNameOfAShape(t *testing.T) {
	type addressed struct{ Addr, Data hdl.Bits }
	w := hdl.Width(4)
	assert.Equal(t, "w4", hdl.ShapeName(w))
	assert.Equal(t, "addressed_w8", hdl.ShapeName(addressed{w, w}))
	assert.Equal(t, "tagged_w4", hdl.ShapeName(tagged[int]{w}))
	assert.Equal(t, "addr_write_enable_w8", hdl.ShapeName(struct{ Addr, WriteEnable hdl.Bits }{w, w}))
	assert.Equal(t, "w8_x2", hdl.ShapeName([]hdl.Bits{w, w}))
	assert.Equal(t, "addressed_w24_x3", hdl.ShapeName([3]addressed{{w, w}, {w, w}, {w, w}}))
	assert.Equal(t, "named_x4_w8", hdl.ShapeName(named{w, w}), "as the bundle says")
	assert.Equal(t, "named_x4_w8_x1", hdl.ShapeName([]named{{w, w}}))
}

// named is a bundle whose name says how its bits are divided.
type named struct{ X, Y hdl.Bits }

func (n named) ShapeName() string { return fmt.Sprintf("named_x%d", n.X.Width()) }

type tagged[T any] struct{ X hdl.Bits }

func TestAModuleNameOfItsOwn(t *testing.T) {
	d := elaborate(t, &namedAdder{*newAdder(8, 5)})
	assert.Equal(t, "plus", d.Top.Name)
	assert.Equal(t, "adds", d.Top.Doc)
	assert.Equal(t, "fifo", elaborate(t, NewFIFO(request, 1)).Top.Name, "type arguments are no part of the name")
}

func TestNotesTellWhatNobodyReads(t *testing.T) {
	describe := func(silent bool) []hdl.Note {
		d := elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
			p.Out.From(p.In)
			m.If(p.C, func() { p.Q.Set(p.A.Xor(p.B.ZeroExtend(8))) })
			r := m.Reg("r", 8)
			r.Set(p.A)
			hdl.NewMem(m, "mem", hdl.Width(8), 2).ReadReg("data", 0, 1, hdl.ReadFirst)
			if silent {
				hdl.Unused(r, p.Pair)
			}
		}))
		return d.Notes
	}
	var messages []string
	for _, n := range describe(false) {
		assert.Contains(t, n.String(), "_test.go:")
		messages = append(messages, n.Message)
	}
	assert.Equal(t, []string{
		"input pair_x of pins is never read; hdl.Unused silences this",
		"input pair_y of pins is never read; hdl.Unused silences this",
		"register r of pins is never read; hdl.Unused silences this",
		"read data data of pins is never read; hdl.Unused silences this",
	}, messages)
	assert.Len(t, describe(true), 1)
}

func textOf(d *hdl.Design) string { return ir.Text(d.Top) }
