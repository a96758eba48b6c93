package ropmask_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/scenario"
	"posedge/hdl"
)

func framebufferConfig(targets, addressBits int, blend bool) ropmask.FramebufferConfig {
	c := ropmask.FramebufferConfig{Config: ropmask.NewConfig(4, ropmask.PackedOnce), Store: ropmask.NewStoreConfig(targets, addressBits)}
	c.Store.Blend = blend
	return c
}

func TestAFramebufferLeavesNothingUnread(t *testing.T) {
	for _, targets := range []int{1, 4, 8} {
		for _, blend := range []bool{false, true} {
			u, err := ropmask.NewFramebuffer(framebufferConfig(targets, 5, blend))
			require.NoError(t, err)
			d, err := hdl.Elaborate(u)
			require.NoError(t, err)
			assert.Empty(t, d.Notes)
		}
	}
}

func TestStoresThatCannotBeBuiltAreRefused(t *testing.T) {
	for want, change := range map[string]func(*ropmask.FramebufferConfig){
		"ropmask: 3 lanes cannot be built; choose 1, 2, 4 or 8":              func(c *ropmask.FramebufferConfig) { c.Lanes = 3 },
		"ropmask: memory for 3 targets cannot be built; choose 1, 2, 4 or 8": func(c *ropmask.FramebufferConfig) { c.Store.Targets = 3 },
		"ropmask: addresses of 17 bits cannot be built; choose 1 to 16":      func(c *ropmask.FramebufferConfig) { c.Store.AddressBits = 17 },
		"ropmask: the set of formats 0x1 cannot be built; choose of " + "RGBA32F RGBA16F RG16F R32F RGBA8 RG8 RGB10A2 RGBA8UI RGBA32UI": func(c *ropmask.FramebufferConfig) {
			c.Store.Formats = ropmask.FormatsOf(ropmask.NoFormat)
		},
	} {
		c := framebufferConfig(4, 4, true)
		change(&c)
		_, err := ropmask.NewFramebuffer(c)
		assert.EqualError(t, err, want)
		_, err = ropmask.NewFramebufferModel(c)
		assert.EqualError(t, err, want)
	}
}

// Every texel, read through the port for it, is what the model has; power-on is
// random, so nothing rests on unreset registers.
func TestRandomPixelsAreInMemoryAsTheModelSays(t *testing.T) {
	for _, targets := range []int{1, 4, 8} {
		for _, blend := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d targets, blend %v", targets, blend), func(t *testing.T) {
				t.Parallel()
				c := framebufferConfig(targets, 3, blend)
				h := scenario.ExerciseFramebuffer(t, c, 5, 12000, bench.PowerOn(5))
				assert.Greater(t, len(h.Results), 100)
			})
		}
	}
}
