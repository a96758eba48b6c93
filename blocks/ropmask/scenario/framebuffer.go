package scenario

import (
	"math"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

// FramebufferHarness is a bench around a framebuffer that compares the memory
// with the model.
type FramebufferHarness struct {
	*bench.TB
	Unit    *ropmask.Framebuffer
	Model   *model.Framebuffer
	Results []model.Result // what the model says about each pixel, in order
	Drawn   uint64         // cycles until the G-buffer was drawn

	r      bench.Reporter
	config ropmask.FramebufferConfig
	setup  *bench.Driver
	pixels *bench.Driver
	reads  *bench.Driver
	texels *bench.Monitor[texelValue]
}

// texelValue is a [ropmask.TexelBits] as a Go value.
type texelValue struct{ Words model.Texel }

// NewFramebufferHarness makes a bench around a framebuffer. Input pauses with
// probability gap and texels are not taken with probability stall.
func NewFramebufferHarness(r bench.Reporter, c ropmask.FramebufferConfig, gap, stall float64, opts ...bench.Option) *FramebufferHarness {
	r.Helper()
	u, err := ropmask.NewFramebuffer(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return attachFramebuffer(bench.New(r, u, opts...), u, c, gap, stall)
}

// attachFramebuffer is [NewFramebufferHarness] on a bench that is there.
func attachFramebuffer(tb *bench.TB, u *ropmask.Framebuffer, c ropmask.FramebufferConfig, gap, stall float64) *FramebufferHarness {
	r := tb.Reporter()
	expected, err := model.NewFramebuffer(model.Unit{Embodiment: c.Embodiment, Default: c.Default}, model.Store(c.Store))
	if err != nil {
		r.Fatalf("%v", err)
	}
	return &FramebufferHarness{
		TB: tb, Unit: u, Model: expected, r: r, config: c,
		setup:  bench.Drive(tb, u.Setup, gap),
		pixels: bench.Drive(tb, u.Pixels, gap),
		reads:  bench.Drive(tb, u.Reads, gap),
		texels: bench.Collect[texelValue](tb, u.Texels, stall),
	}
}

// Bind sets a target up for the pixels that follow; it waits until the pixels before it have entered.
func (h *FramebufferHarness) Bind(target int, f isa.Format, b isa.Blend) {
	h.r.Helper()
	h.pixels.Drain(1000 + 100*h.pixels.Waiting())
	h.Offer(target, f, b)
	h.setup.Drain(10000)
}

// Offer queues a setup without waiting for the pixels before it.
func (h *FramebufferHarness) Offer(target int, f isa.Format, b isa.Blend) {
	h.r.Helper()
	v := model.Setup{Target: target, Format: f, Blend: b}
	if err := h.Model.Set(v); err != nil {
		h.r.Fatalf("%v", err)
	}
	h.setup.Send(v)
}

// SetupsWaiting is the number of setups that have not been taken.
func (h *FramebufferHarness) SetupsWaiting() int { return h.setup.Waiting() }

// Send queues a pixel.
func (h *FramebufferHarness) Send(address uint32, s model.State, vectors []model.Vector) {
	h.r.Helper()
	result, err := h.Model.Pixel(address, s, vectors)
	if err != nil {
		h.r.Fatalf("%v", err)
	}
	h.Results = append(h.Results, result)
	for _, b := range model.PixelBeats(address, s, vectors) {
		h.pixels.Send(b)
	}
}

// Waiting is the number of beats that have not entered.
func (h *FramebufferHarness) Waiting() int { return h.pixels.Waiting() }

// Settle runs until all pixels are in memory.
func (h *FramebufferHarness) Settle() {
	h.r.Helper()
	h.pixels.Drain(1000 + 200*h.pixels.Waiting())
	h.Until(1000, "the last write", func() bool { return h.Get(h.Unit.Busy) == 0 })
}

// Read returns the texels of a target, read through the hardware's own port.
func (h *FramebufferHarness) Read(target, pixels int) []model.Texel {
	h.r.Helper()
	before := len(h.texels.Beats())
	for i := range pixels {
		h.reads.Send(struct{ Target, Address int }{target, i})
	}
	h.texels.Wait(before+pixels, 1000+100*pixels)
	var list []model.Texel
	for _, v := range h.texels.Beats()[before:] {
		list = append(list, v.Words)
	}
	return list
}

// Texels runs until all pixels are in memory, and returns the first texels of a
// target, after comparing them with the model.
func (h *FramebufferHarness) Texels(target, pixels int) []model.Texel {
	h.r.Helper()
	h.Settle()
	list := h.Read(target, pixels)
	for i, texel := range list {
		if want := h.Model.Memory[target][i]; texel != want {
			h.r.Fatalf("pixel %d of target %d is %08x, the model says %08x", i, target, texel, want)
		}
	}
	return list
}

// Check compares every texel of every target, and the counters, with the model.
func (h *FramebufferHarness) Check() {
	h.r.Helper()
	for t := range h.config.Store.Targets {
		h.Texels(t, len(h.Model.Memory[t]))
	}
	sent, conventional := totals(h.Results)
	if got := h.Get(h.Unit.Sent); got != uint64(uint32(sent)) {
		h.r.Fatalf("the framebuffer counts %d components sent, the model %d", got, sent)
	}
	if got := h.Get(h.Unit.Conventional); got != uint64(uint32(conventional)) {
		h.r.Fatalf("the framebuffer counts %d components of a conventional shader, the model %d", got, conventional)
	}
}

// ExerciseFramebuffer runs random pixels under random setups with random gaps
// and stalls for at least the given number of cycles, and compares the memory
// with the model.
func ExerciseFramebuffer(r bench.Reporter, c ropmask.FramebufferConfig, seed uint64, cycles int, opts ...bench.Option) *FramebufferHarness {
	r.Helper()
	h := NewFramebufferHarness(r, c, gapOfExercise, stallOfExercise, append([]bench.Option{bench.Seed(seed)}, opts...)...)
	h.exercise(seed, cycles)
	return h
}

func (h *FramebufferHarness) exercise(seed uint64, cycles int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for t := range h.config.Store.Targets { // what is there at power-on
		h.Model.Memory[t] = h.Read(t, len(h.Model.Memory[t]))
	}
	for h.Cycle() < uint64(cycles) {
		for range 1 + rng.IntN(3) {
			f, b := stimulus.Setup(rng)
			h.Bind(rng.IntN(isa.Targets), f, b)
		}
		for range 30 {
			s := stimulus.State(rng)
			vectors := stimulus.Pixel(rng, s)
			for i := range vectors {
				for k := range vectors[i].Color { // mostly from 0 to 1, where each operand of blending matters
					if rng.IntN(6) != 0 {
						vectors[i].Color[k] = math.Float32bits(rng.Float32())
					}
				}
			}
			h.Send(rng.Uint32N(1<<h.config.Store.AddressBits), s, vectors)
		}
		if rng.IntN(4) == 0 {
			h.Check()
		}
	}
	h.Check()
}
