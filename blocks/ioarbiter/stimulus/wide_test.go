package stimulus

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/hdl"
)

// fieldBits is the number of bits of a request's word that fit its field.
func fieldBits(u isa.Unit, w isa.Word) int {
	for _, l := range u.Request {
		if l.Path == w.Field {
			return min(32, l.Width-w.Low)
		}
	}
	return 0
}

// State objects with which nothing is masked: one for the depth unit, one for the other units.
const openObject, openDepthObject = 0, isa.ObjectWords

// open is a system with these objects.
func open(t *testing.T) *System {
	h := NewSystem(t, sized(t, 2, 0), SmallStores, make([]uint32, 64), Delays{}, 1)
	words := units.DepthState{Function: units.Always, Write: true, Clear: 0x1234}.Words()
	copy(h.Objects[openObject].Words[isa.DepthAt:], words)
	copy(h.Objects[openDepthObject/isa.ObjectWords].Words[:], words)
	return h
}

// ask sends a request and returns its status.
func (e *Environment) ask(unit int, words ...uint32) isa.Status {
	object := uint32(openObject)
	if c := e.Model.ABI; unit < len(c.Operations) && c.Operations[unit].Unit == isa.DepthUnit {
		object = openDepthObject
	}
	e.Store(0, 0x100, append([]uint32{object}, words...)...)
	p := e.Send(0, model.Call{Unit: unit, Address: 0x100, Length: len(words) + 1, Response: 0x200, Tag: 7})
	e.Finish(10_000)
	return p.Status
}

// A record with a word that does not fit its field is a fault and has no effect; other records are carried out, and a
// macro ends with the fault. Every word with a narrow field is tried, in each operation.
func TestAWordThatItsFieldDoesNotHoldIsAFault(t *testing.T) {
	t.Parallel()
	const every = 1<<32 - 1
	h := open(t)
	c, tried := h.Model.ABI, 0
	for k, o := range c.Operations {
		for j, w := range o.Request {
			n := fieldBits(c.Units[o.Unit], w)
			for _, x := range []uint32{1 << n, 1 << 31, every} {
				if n == 32 {
					continue
				}
				words := make([]uint32, len(o.Request))
				for i, w := range o.Request {
					words[i] = 1<<fieldBits(c.Units[o.Unit], w) - 1
					if w.Name == "x" || w.Name == "y" || w.Name == "tx" || w.Name == "ty" || w.Format == isa.Fixed {
						words[i] = 0
					}
				}
				words[j] = x
				h.Store(0, 0x200, every, every)
				assert.Equal(t, isa.UnitFault, h.ask(k, words...), "%s: %s = %#x", o.Name, w.Name, x)
				for at := range o.Response {
					assert.Zero(t, h.Load(0, 0x200+at, 1)[0], "%s: %s = %#x", o.Name, w.Name, x)
				}
				tried++
			}
		}
	}
	assert.Greater(t, tried, 50)

	for _, tx := range [][2]uint32{{256, 258}, {every - 1, 0}} { // triangles that cover the first tiles
		words := []uint32{isa.Float(0), isa.Float(0), isa.Float(64), isa.Float(0), isa.Float(0), isa.Float(64), 0, 0, isa.Float(9), tx[0], 0, tx[1], 1}
		assert.Equal(t, isa.UnitFault, h.ask(isa.ZOnlyMacro, words...))
		assert.Equal(t, isa.UnitFault, h.ask(isa.TriangleMacro, append(words, every)...))
	}
	stored := h.Read()
	assert.Equal(t, make([]uint16, StoreSide*StoreSide), stored.Depths)
	assert.Equal(t, make([]uint32, StoreSide*StoreSide), stored.Colours)

	assert.Equal(t, isa.UnitFault, h.ask(isa.SurfaceFill, 256, 0, 1, 0x11, 1, 0, 1, 0x22, 0, 256, 1, 0x33))
	stored = h.Read()
	assert.Equal(t, []uint32{0, 0, 0, 0, 0x22, 0}, stored.Colours[:6])
}

// A signed field accepts the words that are sign extensions of its values.
func TestASignedFieldHoldsNegativeNumbers(t *testing.T) {
	t.Parallel()
	type request struct {
		Value hdl.Bits `width:"12"`
	}
	type response struct {
		Fault hdl.Bits `width:"1"`
	}
	c := sized(t, 2, 0)
	u, err := ioarbiter.NewUnit("narrow", 1, hdl.Shape[request](nil), hdl.Shape[response](nil), "Fault")
	require.NoError(t, err)
	c.Units = []isa.Unit{u}
	word := isa.Word{Name: "value", Field: "Value", Signed: true}
	c.Operations = []isa.Operation{{Name: "signed", Request: []isa.Word{word}}}
	units := []model.Unit{never{}}
	k, err := ioarbiter.New(c)
	require.NoError(t, err)
	tb := bench.New(t, k)
	e := NewEnvironment(tb, Ports{k.SM, k.Reads, k.Lines}, &model.Model{ABI: c.ABI(), Units: units}, Delays{}, 1)
	newUnits(e, k.Units, units, Delays{}, rand.New(rand.NewPCG(1, 1)))
	for x, status := range map[int32]isa.Status{
		0: isa.OK, 2047: isa.OK, -1: isa.OK, -2048: isa.OK,
		2048: isa.UnitFault, -2049: isa.UnitFault, 4096: isa.UnitFault, -1 << 31: isa.UnitFault,
	} {
		t.Run(fmt.Sprint(x), func(t *testing.T) { assert.Equal(t, status, e.ask(0, uint32(x))) })
	}
}

// never is a unit that never faults.
type never struct{}

func (never) Do([]uint32, model.Values) model.Values { return model.Values{"Fault": 0} }
