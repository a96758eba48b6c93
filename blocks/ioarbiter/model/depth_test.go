package model_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
)

// The model writes the depths of a plane as computed in rational numbers, rounded down and clamped.
func TestTheModelRoundsDownAndClamps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	negative := 0
	for range 2000 {
		r := stimulus.DepthRequest(rng, 256, 256)
		r.TileX, r.TileY, r.Mask, r.Clear = uint8(rng.IntN(32)), uint8(rng.IntN(32)), ^uint64(0), false
		m := model.NewDepth(256, 256)
		for k, x := range (units.DepthState{Function: units.Always, Write: true}).Words() {
			m.Set(k, x)
		}
		require.Equal(t, model.DepthResponse{Mask: r.Mask}, m.Do(r))
		k := rng.IntN(64)
		x, y := 8*int(r.TileX)+k%8, 8*int(r.TileY)+k/8
		z := big.NewRat(int64(int32(r.C)), 256)
		for _, term := range []struct {
			by uint32
			at int
		}{{r.A, x}, {r.B, y}} {
			z.Add(z, new(big.Rat).Mul(big.NewRat(int64(int32(term.by)), 256), big.NewRat(int64(2*term.at+1), 2)))
		}
		floor := new(big.Int).Div(z.Num(), z.Denom()) // Euclidean: down, as the denominator is positive
		if floor.Sign() < 0 {
			negative++
			floor.SetInt64(0)
		}
		if floor.Cmp(big.NewInt(units.MaxDepth)) > 0 {
			floor.SetInt64(units.MaxDepth)
		}
		require.Equal(t, floor.Uint64(), uint64(m.Values[256*y+x]), "%+v at %d, %d", r, x, y)
	}
	assert.Greater(t, negative, 100)
}
