package hdl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

type vertex struct {
	Position [3]hdl.Bits
	Colours  []colour
	Last     hdl.Bits `hdl:"is_last"`
}

type colour struct{ R, G hdl.Bits }

func vertexOf(w int) vertex {
	c := colour{hdl.Width(w), hdl.Width(w + 1)}
	return vertex{[3]hdl.Bits{hdl.Width(w), hdl.Width(w), hdl.Width(w)}, []colour{c, c}, hdl.Width(1)}
}

func TestLeaves(t *testing.T) {
	leaves, err := hdl.Leaves(vertexOf(8))
	require.NoError(t, err)
	var fields, names []string
	var widths []int
	for _, l := range leaves {
		fields, names, widths = append(fields, l.Field), append(names, l.Name), append(widths, l.Bits.Width())
	}
	assert.Equal(t, []string{"Position[0]", "Position[1]", "Position[2]", "Colours[0].R", "Colours[0].G", "Colours[1].R", "Colours[1].G", "Last"}, fields)
	assert.Equal(t, []string{"position_0", "position_1", "position_2", "colours_0_r", "colours_0_g", "colours_1_r", "colours_1_g", "is_last"}, names)
	assert.Equal(t, []int{8, 8, 8, 8, 9, 8, 9, 1}, widths)
	assert.Equal(t, 59, hdl.WidthOf(vertexOf(8)))
	_, err = hdl.Leaves(struct{ N int }{})
	assert.ErrorContains(t, err, "N is a Go int")
	leaves, err = hdl.Leaves(hdl.Width(3))
	require.NoError(t, err)
	assert.Empty(t, leaves[0].Name)
}

// bundler does everything that works leaf by leaf.
type bundler struct {
	A, B  hdl.InOf[vertex]
	Index hdl.In
	Q     [4]hdl.OutOf[vertex]
	Flat  hdl.Out
}

func (b *bundler) Describe(m *hdl.Module) {
	r := hdl.RegOf(m, "r", vertexOf(2))
	hdl.Set(r, b.A.Data)
	w := hdl.WireOf(m, "w", b.A.Data) // the shape of a value
	hdl.Default(w, b.B.Data)
	m.If(b.Index.Bit(0), func() { hdl.Set(w, r) })
	b.Q[0].Set(w)
	b.Q[1].Set(hdl.MuxOf(b.Index.Bit(0), b.A.Data, b.B.Data))
	b.Q[2].Set(hdl.Select(b.Index, []vertex{b.A.Data, b.B.Data, r}))
	b.Flat.Set(hdl.Flatten(b.A.Data))
	b.Q[3].Set(hdl.Unflatten(vertexOf(2), b.Flat.Bits))
}

func TestBundlesWorkLeafByLeaf(t *testing.T) {
	b := &bundler{A: hdl.InputOf(vertexOf(2)), B: hdl.InputOf(vertexOf(2)), Index: hdl.Input(2), Flat: hdl.Output(17)}
	for i := range b.Q {
		b.Q[i] = hdl.OutputOf(vertexOf(2))
	}
	d := elaborate(t, b)
	text := textOf(d)
	for _, l := range []string{
		"input a_position_2 2", "input b_is_last 1", "output q_3_colours_1_g 3", "reg r_colours_1_g 3 reset 0", "wire w_position_0 2",
		"r_colours_1_g = a_colours_1_g", "w_is_last = b_is_last", "  w_is_last = r_is_last",
		"q_0_colours_0_r = w_colours_0_r",
		"q_1_colours_0_r = (mux %0 b_colours_0_r a_colours_0_r)",
		"q_2_position_1 = (mux index a_position_1 b_position_1 r_position_1)",
		"flat = (cat a_is_last a_colours_1_g a_colours_1_r a_colours_0_g a_colours_0_r a_position_2 a_position_1 a_position_0)",
		"q_3_position_0 = flat[1:0]", "q_3_colours_1_g = flat[15:13]", "q_3_is_last = flat[16:16]",
	} {
		assert.Regexp(t, `(?m)^ +`+quote(l)+`$`, text)
	}
	assert.Len(t, d.Signals(b.A), 8)
	assert.Equal(t, "q_2_is_last", d.Signals(b.Q[2])[7].Name)
	assert.Empty(t, d.Signals(hdl.Input(1)))
}

// documented has a doc tag on one field; the other takes the port's description.
type documented struct {
	A hdl.Bits `doc:"the first"`
	B [1]struct{ C hdl.Bits }
}

type documentedPort struct {
	In  hdl.InOf[documented]  `doc:"what comes in"`
	Out hdl.OutOf[documented] `doc:"what goes out"`
}

func (p *documentedPort) Describe(*hdl.Module) { p.Out.Set(p.In.Data) }

func TestPortsHaveTheMeaningOfTheInnermostField(t *testing.T) {
	shape := documented{A: hdl.Width(1), B: [1]struct{ C hdl.Bits }{{hdl.Width(1)}}}
	d, err := hdl.Elaborate(&documentedPort{hdl.InputOf(shape), hdl.OutputOf(shape)})
	require.NoError(t, err)
	var docs []string
	for _, p := range d.Top.Ports {
		docs = append(docs, p.Name+": "+p.Doc)
	}
	require.Equal(t, []string{"in_a: the first", "in_b_0_c: what comes in", "out_a: the first", "out_b_0_c: what goes out"}, docs)
}

// taggedCorner and taggedShape say in tags what a shape by hand says in widths.
type (
	taggedCorner struct {
		ID   hdl.Bits `width:"identifiers"`
		X, Y hdl.Bits `width:"16" doc:"signed"`
	}
	taggedShape struct {
		Kind    hdl.Bits `width:"3"`
		Corners [2]taggedCorner
		Lanes   []hdl.Bits     `width:"32" len:"lanes"`
		Pairs   []taggedCorner `len:"2"`
		Edges   [4]hdl.Bits    `width:"1"`
	}
)

func TestAShapeStandsInTags(t *testing.T) {
	corner := taggedCorner{hdl.Width(24), hdl.Width(16), hdl.Width(16)}
	one, word := hdl.Width(1), hdl.Width(32)
	byHand := taggedShape{
		hdl.Width(3), [2]taggedCorner{corner, corner}, []hdl.Bits{word, word, word}, []taggedCorner{corner, corner}, [4]hdl.Bits{one, one, one, one},
	}
	leaves := func(x any) (list []string) {
		all, err := hdl.Leaves(x)
		require.NoError(t, err)
		for _, l := range all {
			list = append(list, fmt.Sprintf("%s %s %d %s", l.Field, l.Name, l.Bits.Width(), l.Doc))
		}
		return list
	}
	assert.Equal(t, leaves(byHand), leaves(hdl.Shape[taggedShape](hdl.Widths{"identifiers": 24, "lanes": 3})))
}
