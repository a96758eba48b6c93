package drawing

import (
	"math"

	"posedge/blocks/castalu/compiler/flow"
)

// fetcher is an image as the texture unit samples it; the coordinates are in texels, 24.8.
type fetcher interface{ Fetch(u, v int32) [4]uint8 }

// Textures returns a [posedge/blocks/castalu/model.Machine].Call that responds as castalu's
// texture units do: unit n reads the image of sampler n. A request has two words, the
// coordinates in texels in 24.8; the response is red, green, blue and alpha in fp32. Any other
// request has status 1 and no words in its response.
func Textures(samplers []flow.Sampler) func(unit int, words []uint32) (status uint32, answer []uint32) {
	return func(unit int, words []uint32) (uint32, []uint32) {
		if unit >= len(samplers) || len(words) != 2 {
			return 1, nil
		}
		var answer []uint32
		for _, x := range samplers[unit].Image.(fetcher).Fetch(int32(words[0]), int32(words[1])) {
			answer = append(answer, math.Float32bits(unorm8(x)))
		}
		return 0, answer
	}
}

// unorm8 is the value of 8 bits, from 0 to 1, in fp32.
func unorm8(x uint8) float32 { return float32(float64(x) / 255) }
