package ioarbiter

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/microcode"
	"posedge/hdl"
	"posedge/hdl/sim"
)

// machineOf is the machine of a configuration with the macros that come along.
func machineOf(c Config) (microcode.Machine, []microcode.Entry) {
	words, entries := microcode.Link(c.MicrocodeOperations(), c.Instructions)
	m := microcode.Machine{Code: make([]microcode.Word, c.Instructions), Operations: c.MicrocodeOperations(), Slots: c.Slots, Bound: c.Bound}
	copy(m.Code, words)
	return m, entries
}

// someParameters are parameters of a macro that comes along, for at most four tiles.
func someParameters(rng *rand.Rand, macro int) (list []uint32) {
	for _, p := range microcode.Macros()[macro].Parameters {
		v := rng.Uint32() & rng.Uint32()
		switch p.Name {
		case "tx0", "ty0", "qx0", "qy0":
			v = rng.Uint32N(30)
		case "tx1", "ty1", "qx1", "qy1": // the beginning is two or four words before
			back := 2
			v = list[len(list)-back] + rng.Uint32N(4) - 1
		}
		list = append(list, v)
	}
	return list
}

func runMacros(t *testing.T, slots int, seed uint64, n int, disturbed bool, options ...bench.Option) {
	c := macroConfig(slots)
	machine, entries := machineOf(c)
	require.Len(t, entries, 4)
	e := newEnvironment(t, c, seed, answers{c, true, seed}, disturbed, options...)
	rng := rand.New(rand.NewPCG(seed, 3))
	for k := range n {
		macro := rng.IntN(len(entries))
		p := someParameters(rng, macro)
		h := e.send(macro, OK, p)
		ack := e.until(k+1, 20_000)[k]
		e.expects(machine, entries[macro].Address, p, ack, h)
	}
}

func TestMacrosMakeTheRequestsThatTheMachineSays(t *testing.T) {
	for _, slots := range []int{1, 2, 3, 4} {
		t.Run(fmt.Sprint(slots, " slots"), func(t *testing.T) {
			t.Parallel()
			runMacros(t, slots, uint64(slots), 100, true)
			runMacros(t, slots, uint64(slots), 50, false)
		})
	}
}

func TestMacrosDoSoInTheReferenceEngine(t *testing.T) {
	t.Parallel()
	runMacros(t, 2, 9, 8, true, bench.Engine(sim.Reference()))
}

func TestTheExpanderAndTheBypassLeaveNothingUnread(t *testing.T) {
	for _, slots := range []int{1, 2, 3, 16} {
		d, err := hdl.Elaborate(newMacroUnit(macroConfig(slots)))
		require.NoError(t, err)
		require.Empty(t, d.Notes)
	}
}
