package stimulus

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/internal/long"
)

// calm is a system whose environment never stalls or, if ready is set, a connector with units in Go that are always ready.
func calm(t *testing.T, ready bool) *Environment {
	c := sized(t, 2, 0)
	var e *Environment
	if ready {
		e = NewConnector(t, c, Delays{}, 1).Environment
	} else {
		e = NewSystem(t, c, ioarbiter.Stores{Texels: 256, Width: 16, Height: 16}, nil, Delays{}, 1).Environment
	}
	copy(e.Objects[isa.TextureUnit].Words[:], units.TextureState{Width: 16, Height: 16}.Words())
	copy(e.Objects[isa.DepthUnit].Words[:], units.DepthState{Function: units.Always, Write: true}.Words())
	return e
}

// spacing is the mean number of cycles between acknowledgements in the middle of a long run of equal requests with the
// given number of records.
func spacing(e *Environment, operation, records int) float64 {
	o := e.Model.ABI.Operations[operation]
	words := make([]uint32, 1+records*len(o.Request))
	words[0] = uint32(o.Unit * isa.ObjectWords)
	for k := range 2 {
		e.Store(k, 0, words...)
	}
	const n, edge = 60, 20
	stride := max(1, records*len(o.Response)) // so that the responses in flight do not overlap
	places := (1<<e.Model.ABI.AddressBits - isa.MaxLength) / stride
	var list []*Pending
	for k := range n {
		list = append(list, e.Send(k%2, model.Call{Unit: operation, Length: len(words), Response: isa.MaxLength + stride*(k/2%places), Tag: uint64(k / 2)}))
	}
	e.Finish(100_000)
	return float64(list[n-edge].Acked-list[edge].Acked) / (n - 2*edge)
}

// The page's table of rates has the measured numbers.
func TestRates(t *testing.T) {
	long.NotShort(t)
	content, err := os.ReadFile("../../../docs/ioarbiter.md")
	require.NoError(t, err)
	ready, real := calm(t, true), calm(t, false)
	c := ready.Model.ABI
	for _, x := range []struct{ operation, records int }{
		{isa.SurfaceFill, 15}, {isa.SurfaceFill, 4}, {isa.SurfaceFill, 1}, {isa.SurfaceFill, 0}, {isa.Surface, 3}, {isa.DepthClear, 1}, {isa.Depth, 1}, {isa.Depth, 9},
		{isa.TriangleFixed, 7}, {isa.TextureFixed, 1}, {isa.TextureFixed, 31}, {isa.TextureQuad, 10},
	} {
		o := c.Operations[x.operation]
		row := fmt.Sprintf("| %s | %d | %d | %d | %v | %v |\n", o.Name, x.records, 1+x.records*len(o.Request), x.records*len(o.Response),
			spacing(ready, x.operation, x.records), spacing(real, x.operation, x.records))
		assert.Contains(t, string(content), row)
	}
}
