package float_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/internal/long"
)

// A pipeline carries nothing that no later step reads: no unit has a note, with
// any number of stages.
func TestUnitsLeaveNothingUnread(t *testing.T) {
	long.NotShort(t)
	check := func(c hdl.Component, stages int) {
		d, err := hdl.Elaborate(c)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, "%s with %d stages", d.Top.Name, stages)
	}
	for _, f := range []float.Format{float.Binary16, float.Binary32, {Exponent: 2, Fraction: 1}} {
		two := func(full int, unit func(float.Format, int) *float.Unit[float.Two]) {
			for n := range full + 1 {
				check(unit(f, n), n)
			}
		}
		one := func(full int, unit func(float.Format, int) *float.Unit[float.One]) {
			for n := range full + 1 {
				check(unit(f, n), n)
			}
		}
		digits := f.Fraction + 5
		two(3, float.NewAdd)
		two(3, float.NewSub)
		two(3, float.NewMul)
		for n := range 6 {
			check(float.NewFMA(f, n), n)
		}
		two(digits, float.NewDiv)
		one(digits, float.NewRcp)
		one(digits, float.NewSqrt)
		one(digits, float.NewRsqrt)
		one(7, float.NewLog2)
		one(7, float.NewExp2)
		two(15, float.NewPow)
		two(1, float.NewMin)
		two(1, float.NewMax)
		two(1, float.NewCompare)
	}
	formats := []float.Any{float.Binary16, float.Binary32, float.Format{Exponent: 2, Fraction: 1},
		float.Fixed{Width: 32, Fraction: 8, Signed: true}, float.Fixed{Width: 1}, float.Fixed{Width: 8, Fraction: -3, Signed: true},
		float.Norm{Width: 8}, float.Norm{Width: 2, Signed: true}, float.Norm{Width: 16, Signed: true}}
	for _, from := range formats {
		for _, to := range formats {
			for n := range 3 {
				check(float.NewCast(from, to, n), n)
			}
		}
	}
}
