package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// engines are the engines that every test of behaviour runs in.
var engines = sim.Engines()

func forEachEngine(t *testing.T, test func(t *testing.T, e sim.Engine)) {
	for _, e := range engines {
		t.Run(e.Name(), func(t *testing.T) { test(t, e) })
	}
}

// rig is a simulation with ports looked up by name.
type rig struct {
	*sim.Simulation
	t testing.TB
}

func compile(t testing.TB, m Mod, options ...sim.Option) *sim.Program {
	t.Helper()
	p, err := sim.Compile(m.Module, options...)
	require.NoError(t, err)
	return p
}

func start(t testing.TB, e sim.Engine, m Mod, options ...sim.InstanceOption) rig {
	t.Helper()
	return rig{compile(t, m, sim.WithEngine(e)).New(options...), t}
}

func (r rig) port(name string) sim.Port {
	r.t.Helper()
	p, err := r.Program().Port(name)
	require.NoError(r.t, err)
	return p
}

func (r rig) set(name string, v uint64) {
	r.t.Helper()
	require.NoError(r.t, r.Set(r.port(name), v))
}

func (r rig) get(name string) uint64 { return r.Get(r.port(name)) }

func (r rig) setBig(name string, v *big.Int) {
	r.t.Helper()
	require.NoError(r.t, r.SetBig(r.port(name), v))
}

func (r rig) getBig(name string) *big.Int { return r.GetBig(r.port(name)) }

func (r rig) tick(n int) {
	r.t.Helper()
	require.NoError(r.t, r.Tick(n))
}

func (r rig) peek(path string) uint64 {
	r.t.Helper()
	v, err := r.Peek(path)
	require.NoError(r.t, err)
	return v
}
