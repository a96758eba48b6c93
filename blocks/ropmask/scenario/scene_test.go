package scenario

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func float(pattern uint32) float64 { return float64(math.Float32frombits(pattern)) }

func TestSceneIsInRange(t *testing.T) {
	s := renderScene(32)
	require.Len(t, s.Pixels, 32*32)
	for i, p := range s.Pixels {
		for _, pattern := range append(p.Albedo[:], p.Depth, p.Mask) {
			require.GreaterOrEqual(t, float(pattern), 0.0, "pixel %d", i)
			require.LessOrEqual(t, float(pattern), 1.0, "pixel %d", i)
		}
		length := math.Hypot(math.Hypot(float(p.Normal[0]), float(p.Normal[1])), float(p.Normal[2]))
		require.InDelta(t, 1, length, 1e-5, "pixel %d", i)
	}
}

func TestSphereStandsOnThePlaneUnderTheSky(t *testing.T) {
	s := renderScene(64)
	sky, floor, sphere := s.At(32, 0), s.At(60, 62), s.At(30, 34)

	assert.Zero(t, float(sky.Mask))
	assert.Equal(t, 1.0, float(sky.Depth))
	assert.Greater(t, float(sky.Albedo[2]), float(sky.Albedo[0]), "the sky is blue")

	assert.Zero(t, float(floor.Mask))
	assert.Less(t, float(floor.Depth), float(sphere.Depth), "the floor in front is nearer")
	assert.Greater(t, float(floor.Normal[1]), 0.8, "the floor faces up")
	for y := 50; y < 64; y++ {
		assert.Equal(t, floor.Normal, s.At(5, y).Normal, "the floor is flat")
	}

	assert.Equal(t, 1.0, float(sphere.Mask))
	assert.Less(t, float(sphere.Depth), 1.0)
	assert.Greater(t, float(sphere.Normal[2]), 0.9, "the middle of the sphere faces the camera")
	assert.Greater(t, float(sphere.Albedo[0]), 2*float(sphere.Albedo[2]), "the sphere is red")
}

func TestSphereCoversADiscWithASoftEdge(t *testing.T) {
	s := renderScene(64)
	full, part := 0, 0
	for _, p := range s.Pixels {
		switch m := float(p.Mask); {
		case m == 1:
			full++
		case m > 0:
			part++
		}
	}
	radius := math.Sqrt(float64(full+part/2) / math.Pi)
	assert.InDelta(t, 14, radius, 4)
	assert.InDelta(t, 2*math.Pi*radius, part, 2*math.Pi*radius*0.6, "the edge is about a pixel wide")
}

func TestSphereThrowsAShadow(t *testing.T) {
	// Seen from the light, the plane is darker behind the sphere than in the open.
	towards := lightFrom
	open := hit{plane, vec{-1.4, 0, 0.4}, vec{0, 1, 0}}
	behind := hit{plane, sphereCentre.sub(towards.scale(sphereCentre[1] / towards[1])), vec{0, 1, 0}}
	direction := func(h hit) vec { return normalized(h.at.sub(eye)) }
	brightness := func(h hit) float32 {
		c := h.shade(direction(h), towards)
		base := checker(h.at)
		return c[0] / base[0]
	}
	assert.Less(t, brightness(behind), brightness(open)/3)
}

func TestEmptySceneHasNoPixels(t *testing.T) {
	assert.Empty(t, renderScene(0).Pixels)
	assert.Empty(t, renderScene(-5).Pixels)
}

// Every machine must compute the same bit patterns, since they go through the hardware and into the digests of runs.
func TestSceneIsTheSameOnEveryMachine(t *testing.T) {
	digest := xxhash.New()
	for _, p := range renderScene(128).Pixels {
		require.NoError(t, binary.Write(digest, binary.LittleEndian, p))
	}
	assert.Equal(t, uint64(sceneDigest), digest.Sum64(), "digest %#x", digest.Sum64())
}

const sceneDigest = 0x1ff2546becdcf14c
