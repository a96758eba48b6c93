package drawing

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/texture"
)

func from(kind flow.SourceKind, width int) flow.Variable {
	return flow.Variable{Name: "v", Width: width, Source: flow.Source{Kind: kind, Low: -2, High: 3, Value: [4]float64{0.1, 7}}}
}

func TestInputsComeFromTheirSources(t *testing.T) {
	one := func(x, y, width, height int, v flow.Variable) [4]float32 {
		values, covered := Viewpoint{x, y, width, height}.Inputs([]flow.Variable{{Name: "u", Width: 1, Uniform: true}, v})
		require.True(t, covered)
		return values[1]
	}
	assert.Equal(t, [4]float32{0.125, 0.75}, one(0, 1, 4, 2, from(flow.UV, 2)))
	assert.Equal(t, [4]float32{0.1, 7}, one(0, 1, 4, 2, from(flow.Fixed, 2)))
	assert.Equal(t, [4]float32{}, one(0, 1, 4, 2, from(flow.NoSource, 4)))

	assert.Equal(t, [4]float32{0, 0, 1}, one(1, 1, 3, 3, from(flow.SphereNormal, 3)), "in the middle it faces the viewer")
	top := one(8, 0, 16, 16, from(flow.SpherePosition, 3))
	assert.Greater(t, top[1], float32(0.9), "y points up")
	_, covered := Viewpoint{0, 0, 16, 16}.Inputs([]flow.Variable{from(flow.SphereNormal, 3)})
	assert.False(t, covered, "beside the sphere")
	_, covered = Viewpoint{0, 0, 16, 16}.Inputs([]flow.Variable{from(flow.UV, 2)})
	assert.True(t, covered, "there is no sphere")
	left, far := one(12, 4, 32, 8, from(flow.SphereNormal, 3)), one(19, 4, 32, 8, from(flow.SphereNormal, 3))
	assert.Equal(t, -left[0], far[0], "in a wide picture it stands in the middle")

	for y := range 33 {
		for x := range 33 {
			values, covered := Viewpoint{x, y, 33, 33}.Inputs([]flow.Variable{from(flow.SphereNormal, 3)})
			if !covered {
				continue
			}
			n := values[0]
			square := 0.0
			for _, c := range n {
				square += float64(c) * float64(c)
			}
			assert.InDelta(t, 1, math.Sqrt(square), flow.UnitError, "as the compiler believes")
		}
	}
}

func TestRandomInputsDependOnThePixelAndTheName(t *testing.T) {
	sum := 0.0
	seen := map[float32]bool{}
	for y := range 16 {
		for x := range 16 {
			v := from(flow.Random, 2)
			again := func(v flow.Variable) [4]float32 {
				values, _ := Viewpoint{x, y, 16, 16}.Inputs([]flow.Variable{v})
				return values[0]
			}
			got := again(v)
			assert.Equal(t, got, again(v))
			other := v
			other.Name = "w"
			assert.NotEqual(t, got, again(other))
			for _, c := range got[:2] {
				assert.True(t, c >= -2 && c <= 3)
				sum += float64(c)
				seen[c] = true
			}
			assert.Zero(t, got[2])
		}
	}
	assert.Len(t, seen, 512)
	assert.InDelta(t, 0.5, sum/512, 0.25)
}

func TestTextureUnitsAnswerInFP32(t *testing.T) {
	call := Textures([]flow.Sampler{{Image: texture.Checkerboard()}, {Image: texture.Checkerboard()}})
	status, answer := call(1, []uint32{12 << 8, 4 << 8})
	assert.Zero(t, status)
	assert.Equal(t, bitsOf([4]float32{38. / 255, 84. / 255, 124. / 255, 1}), [4]uint32(answer))
	for _, bad := range []struct{ unit, words int }{{2, 2}, {0, 1}, {0, 8}} {
		status, answer = call(bad.unit, make([]uint32, bad.words))
		assert.Equal(t, uint32(1), status)
		assert.Empty(t, answer)
	}
}

// bitsOf are the bits of fp32 numbers.
func bitsOf(v [4]float32) (out [4]uint32) {
	for k, x := range v {
		out[k] = math.Float32bits(x)
	}
	return out
}
