package float_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// The header of a unit says what it computes, and which inputs have no effect.
func TestHeadersSayWhatUnitsAre(t *testing.T) {
	rounds, flushes := "1 rounds toward zero, 0 to nearest, ties to even", "1 takes subnormal operands and results for 0, the sign is kept"
	h, fixed, norm := float.Binary16, float.Fixed{Width: 12, Signed: true}, float.Norm{Width: 8}
	for _, x := range []struct {
		unit            hdl.Component
		doc             string
		rounds, flushes string
	}{
		{float.NewAdd(float.Binary32, 3), "a + b in fp32, 3 pipeline stages.", rounds, flushes},
		{float.NewMul(h, 1), "a * b in fp16, 1 pipeline stage.", rounds, flushes},
		{float.NewCast(float.Binary32, norm, 1), "cast from fp32 to unorm8, 1 pipeline stage.", rounds, flushes},
		{float.NewCast(norm, h, 0), "cast from unorm8 to fp16, 0 pipeline stages.", rounds, flushes},
		{float.NewCast(fixed, norm, 2), "cast from s12 to unorm8, 2 pipeline stages.", rounds, "no effect"},
		{float.NewMin(h, 1), "the lesser of a and b in fp16, 1 pipeline stage.", "no effect", flushes},
		{float.NewMax(h, 0), "the greater of a and b in fp16, 0 pipeline stages.", "no effect", flushes},
		{float.NewCompare(h, 0), "order of a and b in fp16, 0 pipeline stages.", "no effect", flushes},
	} {
		d, err := hdl.Elaborate(x.unit)
		require.NoError(t, err)
		assert.Equal(t, x.doc, d.Top.Doc)
		ports := map[string]string{}
		for _, p := range d.Top.Ports {
			ports[p.Name] = p.Doc
		}
		assert.Equal(t, x.rounds, ports["in_data_mode_toward_zero"], d.Top.Name)
		assert.Equal(t, x.flushes, ports["in_data_mode_flush"], d.Top.Name)
		if d.Top.Name == "fp16_cmp_s0" {
			assert.Equal(t, "bit 0: a is less than b, 1: equal, 2: greater, 3: unordered", ports["out_data"])
		}
	}
}
