package float_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/sim"
)

// gatedLine delays a value by two registers, with a valid bit beside it and without.
type gatedLine struct {
	Move, Valid, X hdl.In
	Y, There, Free hdl.Out
}

func (g *gatedLine) Describe(m *hdl.Module) {
	line := float.NewLine(m.Scope("gated"), g.Move.Bits).Gated(g.Valid.Bits)
	g.Y.Set(float.After(line, g.X.Bits, 2))
	g.There.Set(line.Valid())
	g.Free.Set(float.NewLine(m.Scope("free"), g.Move.Bits).Valid())
}

// A value leaves with its valid bit two moves later, and a register holds where that bit
// is 0.
func TestAGatedLineHoldsWhereNothingIsValid(t *testing.T) {
	d, err := hdl.Elaborate(&gatedLine{
		Move: hdl.Input(1), Valid: hdl.Input(1), X: hdl.Input(8),
		Y: hdl.Output(8), There: hdl.Output(1), Free: hdl.Output(1),
	})
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	s := p.New()
	port := func(name string) sim.Port {
		x, err := p.Port(name)
		require.NoError(t, err)
		return x
	}
	move, valid, x, y, there, free := port("move"), port("valid"), port("x"), port("y"), port("there"), port("free")
	type cycle struct{ move, valid, x, y, there uint64 }
	for k, c := range []cycle{
		{1, 1, 5, 0, 0},
		{1, 0, 6, 0, 0},
		{0, 1, 7, 5, 1}, // does not move
		{1, 1, 8, 5, 1},
		{1, 0, 9, 5, 0}, // 6 was not valid: 5 is held
		{1, 0, 9, 8, 1},
		{1, 0, 9, 8, 0},
	} {
		require.NoError(t, s.Set(move, c.move))
		require.NoError(t, s.Set(valid, c.valid))
		require.NoError(t, s.Set(x, c.x))
		assert.Equal(t, []uint64{c.y, c.there, 1}, []uint64{s.Get(y), s.Get(there), s.Get(free)}, "cycle %d", k)
		require.NoError(t, s.Tick(1))
	}
}
