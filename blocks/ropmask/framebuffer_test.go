package ropmask_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
)

func framebufferConfig(targets, addressBits int, blend bool) ropmask.FramebufferConfig {
	c := ropmask.FramebufferConfig{Config: ropmask.NewConfig(4, isa.PackedOnce), Store: ropmask.NewStoreConfig(targets, addressBits)}
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
		"ropmask: the set of formats 0x1 cannot be built; choose from " + "RGBA32F RGBA16F RG16F R32F RGBA8 RG8 RGB10A2 RGBA8UI RGBA32UI": func(c *ropmask.FramebufferConfig) {
			c.Store.Formats = isa.FormatsOf(isa.NoFormat)
		},
	} {
		c := framebufferConfig(4, 4, true)
		change(&c)
		_, err := ropmask.NewFramebuffer(c)
		assert.EqualError(t, err, want)
	}
}

// Every texel, read through the read port, equals the model's; power-on is
// random, so nothing depends on unreset registers.
func TestRandomPixelsAreInMemoryAsTheModelSays(t *testing.T) {
	for _, targets := range []int{1, 4, 8} {
		for _, blend := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d targets, blend %v", targets, blend), func(t *testing.T) {
				t.Parallel()
				c := framebufferConfig(targets, 3, blend)
				h := stimulus.ExerciseFramebuffer(t, c, 5, 4000, bench.PowerOn(5))
				assert.Greater(t, len(h.Results), 100)
			})
		}
	}
}

func TestEnginesAgreeOnTheFramebuffer(t *testing.T) {
	digests := map[uint64]bool{}
	for _, e := range sim.Engines() {
		h := stimulus.ExerciseFramebuffer(t, framebufferConfig(2, 2, true), 3, 600, bench.Engine(e), bench.Digest())
		digests[h.Digest()] = true
	}
	assert.Len(t, digests, 1)
}

// broadcast is a state of non-MRT output: vector 0 to all targets.
func broadcast(generated isa.Mask, enables ...isa.Mask) model.State {
	s := model.State{Draw: model.Draw{
		OutputMap: isa.OutputMapWord(isa.Masks{generated, generated}),
		CtSelect:  isa.CtSelectWord(len(enables), isa.IdentitySelect()),
	}}
	for t, m := range enables {
		s.CtWrite[t] = isa.CtWriteWord(m)
	}
	return s
}

// A source's A takes part in blending even where it is not stored: the first source's in a target whose format has no
// A, and the second's in one whose mask has none.
func TestAnAlphaThatIsNotStoredBlends(t *testing.T) {
	h := stimulus.NewFramebufferHarness(t, framebufferConfig(2, 1, true), 0, 0)
	h.Bind(0, isa.RG16F, isa.Blend{})
	h.Bind(1, isa.RGBA32F, isa.Blend{})
	s := broadcast(15, 15, 7)
	h.Send(0, s, []model.Vector{{Color: isa.Color{fp(1), fp(1), fp(1), fp(1)}}, {Index: 1}})

	h.Bind(0, isa.RG16F, isa.Over())
	h.Bind(1, isa.RGBA32F, isa.Blend{Enable: true, Color: isa.Equation{Source: isa.SecondAlpha, Destination: isa.One}})
	h.Send(0, s, []model.Vector{{Color: isa.Color{fp(2), fp(4), fp(8), fp(0.5)}}, {Index: 1, Color: isa.Color{3: fp(0.25)}}})
	h.Settle()
	assert.Equal(t, []model.Texel{{0x41003e00}}, h.Read(0, 1), "1.5 and 2.5")
	assert.Equal(t, []model.Texel{{fp(1.5), fp(2), fp(3), 0}}, h.Read(1, 1))
	h.Check()
}

// A setup that is offered while pixels keep coming is taken once the pixels inside are written, and before any others
// enter.
func TestASetupGoesBetweenPixels(t *testing.T) {
	h := stimulus.NewFramebufferHarness(t, framebufferConfig(8, 7, true), 0, 0)
	for target := range isa.Targets {
		h.Bind(target, isa.RGBA32F, isa.Blend{})
	}
	s := broadcast(15, 15, 15, 15, 15, 15, 15, 15, 15)
	for i := range uint32(100) { // eight writes each, so that pixels wait
		h.Send(i, s, []model.Vector{{Color: isa.Color{fp(1)}}, {Index: 1}})
	}
	h.Until(1000, "half of the pixels", func() bool { return h.Waiting() < 100 })
	h.Offer(0, isa.NoFormat, isa.Blend{})
	h.Until(500, "the setup", func() bool { return h.SetupsWaiting() == 0 })
	left := h.Waiting()
	assert.Greater(t, left, 40)
	h.Settle()
	written := 0
	for _, x := range h.Read(0, 100) {
		if x[0] != 0 {
			written++
		}
	}
	assert.Equal(t, 100-(left+1)/2, written, "the pixels before the setup")
}

// Blending other pixels in each cycle is as fast as the output map alone.
func TestPixelsFollowInAFramebufferWithoutABubble(t *testing.T) {
	h := stimulus.NewFramebufferHarness(t, framebufferConfig(2, 6, true), 0, 0)
	h.Bind(0, isa.RGBA8, isa.Over())
	h.Bind(1, isa.RGBA16F, isa.Over())
	start := h.Cycle()
	for i := range uint32(64) { // two writes each
		h.Send(i, broadcast(15, 15, 15), []model.Vector{{Color: isa.Color{3: fp(0.5)}}, {Index: 1}})
	}
	h.Settle()
	assert.LessOrEqual(t, int(h.Cycle()-start), 128+20)
	h.Check()
}

// Setups that change nothing, at any time, change nothing; the description
// asserts that an offered pixel stays offered.
func TestSetupsAtAnyTimeDisturbNoPixel(t *testing.T) {
	h := stimulus.NewFramebufferHarness(t, framebufferConfig(8, 4, true), 0, 0)
	for target := range isa.Targets {
		h.Bind(target, isa.RGBA16F, isa.Over())
	}
	s := broadcast(15, 15, 15, 15, 15, 15, 15, 15, 15)
	s.OutputMap = isa.OutputMapWord(isa.Masks{15}) // a pixel is one vector
	for i := range uint32(60) {
		h.Send(i%16, s, []model.Vector{{Color: isa.Color{fp(1), 0, 0, fp(0.5)}}})
	}
	for i := 0; h.Waiting() > 0; i++ {
		if h.SetupsWaiting() == 0 {
			h.Offer(i%8, isa.RGBA16F, isa.Over())
		}
		h.Ticks(1 + i*7%97)
	}
	h.Check()
}

// The default of an integer target is the integer 1 for A, not the bits of fp32 1.
func TestTheDefaultOfAnIntegerTargetIsAnInteger(t *testing.T) {
	h := stimulus.NewFramebufferHarness(t, framebufferConfig(2, 3, true), 0, 0)
	h.Bind(0, isa.RGBA8UI, isa.Blend{})
	h.Bind(1, isa.RGBA32UI, isa.Blend{})
	s := broadcast(15, 15, 15)
	s.OutputMap = isa.OutputMapWord(isa.Masks{1})
	h.Send(0, s, []model.Vector{{Color: isa.Color{7}}})
	assert.Equal(t, model.Texel{0x01000007}, h.Texels(0, 1)[0])
	assert.Equal(t, model.Texel{7, 0, 0, 1}, h.Texels(1, 1)[0])
	h.Bind(0, isa.RGBA8, isa.Blend{})
	h.Send(0, s, []model.Vector{{Color: isa.Color{fp(1)}}})
	assert.Equal(t, model.Texel{0xff0000ff}, h.Texels(0, 1)[0])
}
