package stimulus

import (
	"math"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
)

// FramebufferHarness drives a framebuffer and compares its memory with the model.
type FramebufferHarness struct {
	*bench.TB
	Unit    *ropmask.Framebuffer
	Model   *model.Framebuffer
	Results []model.Result // the model's results, in the order of the pixels

	r      bench.Reporter
	config ropmask.FramebufferConfig
	setup  *bench.Driver
	pixels *bench.Driver
	reads  *bench.Driver
	texels *bench.Monitor[texelValue]
}

// texelValue is a [ropmask.TexelBits] as a Go value.
type texelValue struct{ Words model.Texel }

// NewFramebufferHarness makes a framebuffer and its bench. In each cycle the inputs pause with probability gap, and the
// output of texels stalls with probability stall.
func NewFramebufferHarness(r bench.Reporter, c ropmask.FramebufferConfig, gap, stall float64, opts ...bench.Option) *FramebufferHarness {
	r.Helper()
	u, err := ropmask.NewFramebuffer(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return DriveFramebuffer(bench.New(r, u, opts...), u, c, gap, stall)
}

// DriveFramebuffer is [NewFramebufferHarness] on a bench of the framebuffer.
func DriveFramebuffer(tb *bench.TB, u *ropmask.Framebuffer, c ropmask.FramebufferConfig, gap, stall float64) *FramebufferHarness {
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

// Bind sets up a target for the pixels that follow. It waits until the pixels before have entered.
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

// SendPaced sends a pixel, and waits until most of its beats have entered.
func (h *FramebufferHarness) SendPaced(address uint32, s model.State, vectors []model.Vector) {
	h.r.Helper()
	h.Send(address, s, vectors)
	h.Until(100, "room for a pixel", func() bool { return h.Waiting() < 8 })
}

// Waiting is the number of beats that have not entered.
func (h *FramebufferHarness) Waiting() int { return h.pixels.Waiting() }

// Settle waits until all pixels are in memory.
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

// Texels waits until all pixels are in memory, and returns the first texels of a target, compared with the model.
func (h *FramebufferHarness) Texels(target, pixels int) []model.Texel {
	h.r.Helper()
	h.Settle()
	list := h.Read(target, pixels)
	for i, texel := range list {
		if want := h.Model.Memory[target][i]; texel != want {
			h.r.Fatalf("pixel %d of target %d is %08x, but %08x in the model", i, target, texel, want)
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
	checkCounters(h.TB, h.Unit.Sent, h.Unit.Conventional, h.Results)
}

// ExerciseFramebuffer sends random pixels under random setups, with random gaps and stalls, for at least the given number
// of cycles, and compares the memory with the model.
func ExerciseFramebuffer(r bench.Reporter, c ropmask.FramebufferConfig, seed uint64, cycles int, opts ...bench.Option) *FramebufferHarness {
	r.Helper()
	h := NewFramebufferHarness(r, c, Gap, Stall, append([]bench.Option{bench.Seed(seed)}, opts...)...)
	h.Exercise(seed, cycles)
	return h
}

// Exercise sends random pixels under random setups for at least the given number of cycles, and compares the memory with the
// model.
func (h *FramebufferHarness) Exercise(seed uint64, cycles int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for t := range h.config.Store.Targets { // the contents at power-on
		h.Model.Memory[t] = h.Read(t, len(h.Model.Memory[t]))
	}
	for h.Cycle() < uint64(cycles) {
		for range 1 + rng.IntN(3) {
			f, b := Setup(rng)
			h.Bind(rng.IntN(isa.Targets), f, b)
		}
		for range 30 {
			s := State(rng)
			vectors := Pixel(rng, s)
			for i := range vectors {
				for k := range vectors[i].Color { // mostly from 0 to 1, where each operand of blending has an effect
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
