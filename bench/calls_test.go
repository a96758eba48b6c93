package bench_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl"
)

// A test that pokes a design in each cycle leaves nothing to the garbage collector.
func TestCallsAllocateNothing(t *testing.T) {
	c := newPokable(6)
	tb := bench.New(t, c)
	n := uint64(0)
	var v pokableValue
	s := newRelay()
	streams := bench.New(t, s)
	in := bench.Drive(streams, s.In, 0)
	out := bench.Collect[uint32](streams, s.Out, 0)
	sum := uint32(0)
	out.Each(func(x uint32) { sum += x })
	for name, f := range map[string]func(){
		"Set":        func() { n++; tb.Set(c.Add, n|1<<20) },
		"Set of int": func() { n++; tb.Set(c.Spare[0], int(n)|1<<20) },
		"Tick":       func() { tb.Tick() },
		"Ticks":      func() { tb.Ticks(3) },
		"Get":        func() { n += tb.Get(c.Sum) },
		"Read":       func() { tb.Read(c.Fields, &v) },
		"Read of a port": func() {
			var x uint32
			tb.Read(c.Sum, &x)
			n += uint64(x)
		},
		"beat": func() { n++; in.Send(uint32(n)); streams.Tick() },
	} {
		assert.Zero(t, testing.AllocsPerRun(5000, f), name) // the journal's buffers have grown by then
	}
	assert.NotZero(t, sum)
}

// settings is a bundle of inputs with a wide one.
type settings struct {
	Mode hdl.Bits   `width:"3"`
	Gain []hdl.Bits `width:"9" len:"2"`
	Wide hdl.Bits   `width:"70"`
}

type mirror struct {
	In  hdl.InOf[settings]
	Out hdl.OutOf[settings]
}

func newMirror() *mirror {
	shape := hdl.Shape[settings](nil)
	return &mirror{hdl.InputOf(shape), hdl.OutputOf(shape)}
}

func (c *mirror) Describe(m *hdl.Module) { c.Out.Set(c.In.Data) }

// Whatever a value is written as, and however often a port and a type have been used, the same ports get the same numbers.
func TestValuesInEveryForm(t *testing.T) {
	type words struct {
		Mode uint8
		Gain [2]int16
		Wide uint64
	}
	type wide struct {
		Mode any
		Gain []int
		Wide *big.Int
	}
	c := newMirror()
	tb := bench.New(t, c)
	far := new(big.Int).Lsh(big.NewInt(5), 66)
	for range 3 {
		tb.Set(c.In, words{5, [2]int16{300, 7}, 1 << 63})
		var all struct {
			Mode int
			Gain [2]uint16
			Wide big.Int
		}
		tb.Read(c.Out, &all)
		assert.Equal(t, 5, all.Mode)
		assert.Equal(t, [2]uint16{300, 7}, all.Gain)
		assert.Equal(t, new(big.Int).SetUint64(1<<63), &all.Wide)

		tb.Set(c.In.Data, &wide{uint8(2), []int{1, 511}, far})
		tb.Read(c.Out.Data, &all)
		assert.Equal(t, 2, all.Mode)
		assert.Equal(t, [2]uint16{1, 511}, all.Gain)
		assert.Equal(t, far, &all.Wide)
		assert.Equal(t, uint64(511), tb.Get(c.Out.Data.Gain[1]))

		// The same Go type for other ports: a bundle is known by its ports, not by its type.
		tb.Set(c.In.Data.Gain, [2]int{3, 4})
		swapped := settings{c.Out.Data.Mode, []hdl.Bits{c.Out.Data.Gain[1], c.Out.Data.Gain[0]}, c.Out.Data.Wide}
		tb.Read(swapped, &all)
		assert.Equal(t, [2]uint16{4, 3}, all.Gain)
		tb.Read(c.Out.Data, &all)
		assert.Equal(t, [2]uint16{3, 4}, all.Gain)
	}
}

// What a plan for a type cannot store is refused in the words of its first use.
func TestRefusedValuesNameTheirField(t *testing.T) {
	type fields struct {
		A    bool
		B, C uint8
		D, E uint16
		F    uint8
	}
	for n, want := range map[uint64]string{255: "", 256: "cycle 2: fields_f is 32 bits and does not fit a Go uint8"} {
		err := bench.Run(func(r bench.Reporter) {
			c := newPokable(6)
			tb := bench.New(r, c)
			var v fields
			tb.Read(c.Fields, &v)
			tb.Set(c.Add, n)
			tb.Tick()
			tb.Read(c.Fields, &v)
		})
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
	type narrow struct{ Mode, Gain0 int }
	for range 2 {
		err := bench.Run(func(r bench.Reporter) {
			c := newMirror()
			tb := bench.New(r, c)
			for _, mode := range []int{3, 7, 8} {
				tb.Set([]hdl.Bits{c.In.Data.Mode, c.In.Data.Gain[0]}, [2]int{mode, 1})
				tb.Set(pair{c.In.Data.Mode, c.In.Data.Gain[0]}, narrow{mode, 1})
			}
		})
		assert.EqualError(t, err, "cycle 0: in_mode is 3 bits, the value 8 does not fit")
	}
}

// pair is two ports of any kind.
type pair struct{ Mode, Gain0 hdl.Bits }
