package combineripu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/sim"
)

// remapped is a remap with the tables of all sets.
type remapped struct {
	In     hdl.Sink[Emission]
	Out    hdl.Source[Emission]
	Tables hdl.InOf[[][isa.NumRegisters]hdl.Bits]

	config Config
}

func newRemapped(c Config) *remapped {
	tables := slices.Repeat([][isa.NumRegisters]hdl.Bits{commonShapes().Allocation.Table}, c.Sets)
	return &remapped{In: hdl.NewSink(EmissionShape(c)), Out: hdl.NewSource(EmissionShape(c)), Tables: hdl.InputOf(tables), config: c}
}

func (h *remapped) Describe(m *hdl.Module) {
	r := hdl.Instance(m, "dut", NewRemap(h.config))
	r.In.From(h.In)
	h.Out.From(r.Out)
	var tables []hdl.Bits
	for _, t := range h.Tables.Data {
		tables = append(tables, hdl.Flatten(t))
	}
	r.Table.Set(hdl.Unflatten(commonShapes().Allocation.Table, hdl.Select(r.Set.Bits, tables)))
}

func runRemap(t testing.TB, sets, beats int, stall float64, options ...bench.Option) *bench.TB {
	h := newRemapped(NewConfig(sets))
	tb := bench.New(t, h, options...)
	rng := rand.New(rand.NewPCG(4, uint64(sets)))
	tables := make([][isa.NumRegisters]uint64, sets)
	for k := range tables {
		for code := range tables[k] {
			tables[k][code] = rng.Uint64N(isa.NumRegisters)
		}
	}
	tb.Set(h.Tables, tables)
	in := bench.Drive(tb, h.In, stall)
	out := bench.Collect[sentBeat](tb, h.Out, stall)
	want := bench.NewScoreboard(out)
	for range beats {
		b := sentBeat{Token: isa.Token(max(0, rng.IntN(6)-3)), Set: rng.Uint64N(uint64(sets))}
		b.Token %= isa.InvalidToken + 1
		if b.Token == isa.InstructionToken {
			i := &b.Instruction
			i.Op, i.Dest, i.Halves, i.Last = isa.Op(rng.IntN(isa.NumOps)), isa.Register(rng.IntN(isa.NumRegisters)), uint8(1+rng.IntN(3)), rng.IntN(9) == 0
			i.Constants = [2]uint32{rng.Uint32(), rng.Uint32()}
			for k := range i.Op.Sources() {
				i.In[k] = isa.Operand{Kind: isa.Kind(rng.IntN(4)), RGB: uint8(rng.IntN(2)), Alpha: uint8(rng.IntN(2)), Mapping: isa.Mapping(rng.IntN(8))}
				if i.In[k].Kind == isa.RegisterOperand {
					i.In[k].Register = isa.Register(rng.IntN(isa.NumRegisters))
				}
			}
		}
		in.Send(b)
		if b.Token == isa.InstructionToken {
			i, table := &b.Instruction, tables[b.Set]
			i.Dest = isa.Register(table[i.Dest])
			for k := range i.In {
				if o := &i.In[k]; o.Kind == isa.RegisterOperand {
					o.Register = isa.Register(table[o.Register])
				}
			}
		}
		want.Expect(b)
	}
	want.Drain(beats * 20)
	if stall == 0 {
		require.Equal(t, uint64(beats-1), out.Cycles()[beats-1]-out.Cycles()[0], "a beat each cycle")
	}
	return tb
}

// Registers get the numbers of their set's table; a beat passes each cycle.
func TestRemapFollowsTheTables(t *testing.T) {
	t.Parallel()
	for _, sets := range []int{1, 2, 4} {
		for _, e := range sim.Engines() {
			runRemap(t, sets, 300, 0, bench.Engine(e))
			runRemap(t, sets, 300, 0.3, bench.Engine(e))
		}
	}
}
