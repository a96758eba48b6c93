package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func TestUnknownPortIsRefusedWithAProposal(t *testing.T) {
	p := compile(t, Counter(8))
	_, err := p.Port("enabel")
	assert.EqualError(t, err, `counter has no port "enabel": did you mean enable?`)
	_, err = p.Port("")
	assert.Error(t, err)
}

func TestSetRefusesWhatCannotBeSet(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Station())
		enable, wide, count := r.port("enable"), r.port("wide"), r.port("count")
		assert.EqualError(t, r.Set(enable, 2), "enable is 1 bit, the value 0x2 does not fit")
		assert.EqualError(t, r.Set(enable, 1, 1), "enable is 1 bit, the value 0x10000000000000001 does not fit")
		assert.EqualError(t, r.Set(wide, 0, 1<<36), "wide is 100 bits, the value 0x10000000000000000000000000 does not fit")
		assert.EqualError(t, r.SetBig(enable, big.NewInt(-1)), "enable is 1 bit, the value -1 does not fit")
		assert.EqualError(t, r.SetBig(enable, nil), "enable is 1 bit, the value <nil> does not fit")
		assert.EqualError(t, r.Set(count, 1), "count is an output of station: set the inputs that it depends on")
		assert.EqualError(t, r.SetBig(count, Num(1)), "count is an output of station: set the inputs that it depends on")
		assert.EqualError(t, r.Set(sim.Port{}, 1), "the port is a zero Port: take it from Program.Port")
		other := start(t, e, Counter(8))
		assert.EqualError(t, r.Set(other.port("enable"), 1),
			"port enable belongs to another program (counter): take it from the Program that made the simulation")
		assert.EqualValues(t, 0, r.get("enable"), "what is refused changes nothing")
		require.NoError(t, r.Set(wide, 7, 1))
		require.NoError(t, r.Set(wide, 7))
		assert.Equal(t, []uint64{7, 0}, r.GetWords(nil, wide), "missing words are 0")
		require.NoError(t, r.Set(enable, 1, 0))
		assert.EqualValues(t, 1, r.get("enable"))
	})
}

func TestMisuseOfGetIsReportedByTick(t *testing.T) {
	r := start(t, sim.Reference(), Station())
	r.tick(1)
	require.NoError(t, r.Err())
	assert.Zero(t, r.Get(r.port("total")))
	assert.EqualError(t, r.Tick(1), "total is 100 bits, more than Get returns: use GetBig or GetWords")
	assert.EqualError(t, r.Err(), "total is 100 bits, more than Get returns: use GetBig or GetWords")
	assert.EqualValues(t, 1, r.Cycle())
	r = start(t, sim.Reference(), Station())
	assert.Zero(t, r.GetBig(sim.Port{}).Sign())
	assert.EqualError(t, r.Tick(1), "the port is a zero Port: take it from Program.Port")
	assert.EqualError(t, start(t, sim.Reference(), Station()).Tick(-1), "cannot tick -1 cycles")
}

func TestPortsAreInDeclarationOrderAfterTheReset(t *testing.T) {
	var names []string
	for _, p := range compile(t, Counter(8)).Ports() {
		names = append(names, p.Name())
		assert.Equal(t, p.Name() != "value", p.Input())
	}
	assert.Equal(t, []string{"rst", "enable", "value"}, names)
	plain := Module("plain")
	plain.Drive("q", Ref(plain.Bare("r", 3)))
	plain.Set(plain.Signals[0], Lit(3, 1))
	_, err := compile(t, plain).Port("rst")
	assert.Error(t, err, "a design without a reset value has no reset")
}

func TestSetGetAndTickDoNotAllocate(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Station())
		enable, wide, count, total := r.port("enable"), r.port("wide"), r.port("count"), r.port("total")
		words := make([]uint64, 0, 2)
		var sum uint64
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			_ = r.Set(enable, 1)
			_ = r.Set(wide, 5, 6)
			sum += r.Get(count)
			words = r.GetWords(words[:0], total)
			_ = r.Tick(1)
		}))
	})
}

func TestCompileRefuses(t *testing.T) {
	for want, m := range map[string]Mod{
		"module two_clocks has clocks clk and other": func() Mod {
			m := Module("two_clocks")
			a := m.Bare("a", 1)
			other := &ir.Domain{Name: "other", Clock: &ir.Signal{Name: "other", Kind: ir.ClockInput, Width: 1}}
			m.Ports, m.Domains = append(m.Ports, other.Clock), append(m.Domains, other)
			m.Inner(&ir.Signal{Name: "b", Kind: ir.Reg, Width: 1, Domain: other})
			m.Drive("q", Ref(a))
			return m
		}(),
		"name \"rst\" is empty or used twice": func() Mod {
			m := Counter(4)
			m.In("rst", 1)
			return m
		}(),
		"q is not set on all paths": func() Mod {
			m := Module("open")
			m.Out("q", 1)
			return m
		}(),
		"a value of 1048577 bits (input), more than the 1048576": func() Mod {
			m := Module("wide")
			m.Drive("q", Ref(m.In("a", 1<<20+1)))
			return m
		}(),
		"with memory mem (134217728x65) the memories have more than 134217728 words of 64 bits": func() Mod {
			m := Module("large")
			m.Drive("q", Read(m.Mem("mem", 65, 1<<27), Ref(m.In("a", 1))))
			return m
		}(),
	} {
		_, err := sim.Compile(m.Module)
		assert.ErrorContains(t, err, want)
	}
	_, err := sim.Compile(Counter(4).Module, sim.WithoutPass("folding"))
	assert.EqualError(t, err, `no pass is named "folding"; known passes: knownbits, fold, dce, reset, merge, simplify, tables, groups, factors, arms, order`)
}
