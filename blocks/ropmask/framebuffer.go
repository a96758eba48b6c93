package ropmask

import (
	"fmt"
	"slices"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// FramebufferConfig holds the parameters of a [Framebuffer].
type FramebufferConfig struct {
	Config
	Store StoreConfig
}

// Check returns an error that names the parameter that cannot be built.
func (c FramebufferConfig) Check() error {
	if err := c.Config.Check(); err != nil {
		return err
	}
	return c.Store.Check()
}

// Name is the configuration as part of a module's name.
func (c FramebufferConfig) Name() string { return c.Config.Name() + "_" + c.Store.Name() }

// Framebuffer is the output map with render targets in memory behind it. The
// writes of all targets go through one write unit: the raster operations unit
// makes one per cycle, so a unit for each target would be no faster.
//
// A target's setup stays until it is set again. It is taken when the pixels
// before it have been written, and holds for the pixels after it. At reset no
// target has a buffer; reset leaves the memory as it is.
type Framebuffer struct {
	Setup        hdl.Sink[TargetSetup] `doc:"format and blending of a target; taken before a pixel that is offered with it"`
	Pixels       hdl.Sink[PixelBeat]   `doc:"the vectors of the pixels; an enabled vector that does not arrive counts as not generated"`
	Reads        hdl.Sink[ReadRequest] `doc:"requests for texels, taken when no write is made; wait until Busy is 0 to see all pixels"`
	Texels       hdl.Source[TexelBits] `doc:"the texels, in the order of the requests"`
	Busy         hdl.Out               `doc:"pixels are inside that are not yet in memory"`
	Sent         hdl.Out               `doc:"components sent over the crossbar since reset, modulo 2^32"`
	Conventional hdl.Out               `doc:"components that a shader without an output map would have sent, modulo 2^32"`

	config FramebufferConfig
}

// NewFramebuffer makes a framebuffer; it returns the error of
// [FramebufferConfig.Check].
func NewFramebuffer(config FramebufferConfig) (*Framebuffer, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	return &Framebuffer{
		Setup:        hdl.NewSink(SetupShape()),
		Pixels:       hdl.NewSink(config.Store.PixelShape()),
		Reads:        hdl.NewSink(config.Store.ReadShape()),
		Texels:       hdl.NewSource(TexelShape()),
		Busy:         hdl.Output(1),
		Sent:         hdl.Output(counterBits),
		Conventional: hdl.Output(counterBits),
		config:       config,
	}, nil
}

// ModuleName is ropmask_framebuffer with the configuration.
func (f *Framebuffer) ModuleName() string { return "ropmask_framebuffer_" + f.config.Name() }

// ModuleDoc describes the framebuffer in its Verilog.
func (f *Framebuffer) ModuleDoc() string {
	c := f.config
	return fmt.Sprintf("Pixel shader output map (US8922555) with %d render targets of %d pixels in memory: %d lanes, components sent %v.",
		c.Store.Targets, 1<<c.Store.AddressBits, c.Lanes, c.Embodiment)
}

// pixelsInside is how many pixels may be between the arrival of their first vector and their last write: at least as
// many as the queues of both sides hold.
const pixelsInside = 32

// Describe puts the addresses of the pixels into a queue beside the output map; its head is the address of the pixel
// being written.
func (f *Framebuffer) Describe(m *hdl.Module) {
	c := f.config
	shader, rop := join(m, c.Config)
	store := hdl.Instance(m, "store", newWriteUnit(c.Store))
	addresses := hdl.Instance(m, "addresses", lib.NewFIFO(hdl.Width(c.Store.AddressBits), pixelsInside))

	// A pixel that has begun goes on; none begins while a setup waits, except one
	// that was offered before.
	in := f.Pixels.Data
	inPixel, stalled := m.Reg("in_pixel", 1), m.Reg("pixel_stalled", 1)
	targets := f.setups(m, addresses.Level.Eq(0))
	begin := m.Named("may_begin", f.Setup.Valid.Not().Or(stalled).And(addresses.Push.Ready))
	may := m.Named("pixel_allowed", inPixel.Or(begin))
	stalled.Set(f.Pixels.Valid.And(may).And(shader.Pixels.Ready.Not()))
	m.Assert("pixel_stays_offered", stalled.And(f.Pixels.Valid).And(may.Not()).Not())
	m.Assert("setup_between_pixels", f.Setup.Fire().And(stalled.Or(inPixel)).Not())
	shader.Pixels.Send(f.Pixels.Valid.And(may), Beat{
		State: f.state(in.State, targets), Vector: in.Vector, Color: in.Color, Last: in.Last,
	})
	f.Pixels.Ready.Set(may.And(shader.Pixels.Ready))
	fire := m.Named("fire", f.Pixels.Fire())
	m.If(fire, func() { inPixel.Set(in.Last.Not()) })
	addresses.Push.Send(fire.And(inPixel.Not()), in.Address)
	addresses.Pop.Ready.Set(rop.PixelDone)
	hdl.Unused(addresses.Pop.Valid) // a pixel that is written has its address there

	f.writes(m, rop, store, addresses.Pop.Data, targets)
	store.Reads.From(f.Reads)
	f.Texels.From(store.Texels)
	f.Busy.Set(addresses.Level.Ne(0).Or(store.Idle.Not()))
	f.Sent.Set(shader.Sent)
	f.Conventional.Set(shader.Conventional)
}

// binding is the setup of one target.
type binding struct {
	Format hdl.Bits `width:"format"`
	Blend  BlendBits
}

// setups keeps the setup of each target for which there is memory.
func (f *Framebuffer) setups(m *hdl.Module, empty hdl.Bits) []binding {
	f.Setup.Ready.Set(empty)
	in := binding{Format: f.Setup.Data.Format, Blend: f.Setup.Data.Blend}
	var list []binding
	for t := range f.config.Store.Targets {
		b := hdl.RegOf(m, indexed("target", t), fixed().Binding)
		m.If(f.Setup.Fire().And(f.Setup.Data.Target.Eq(t)), func() { hdl.Set(b, in) })
		list = append(list, b)
	}
	return list
}

// state completes the driver's state of a pixel with what follows from the setups, as Bind of the model's State does.
func (f *Framebuffer) state(in Draw, targets []binding) StateBits {
	c := f.config.Store
	s := StateBits{Draw: in}
	no := hdl.Const(1, 0)
	var blend, blendable, alpha, dual []hdl.Operand
	for t := range isa.Targets {
		if t >= len(targets) {
			s.FormatMask[t] = hdl.Const(isa.Components, 0)
			blend, blendable, alpha, dual = append(blend, no), append(blendable, no), append(alpha, no), append(dual, no)
			continue
		}
		b := targets[t]
		s.FormatMask[t] = c.logic().maskOf(b.Format)
		on, can := no, no
		if c.blends() {
			on, can = b.Blend.Enable, c.logic().blendable(b.Format)
		}
		blend, blendable = append(blend, on), append(blendable, can)
		alpha = append(alpha, b.Blend.alphaAffectsColor())
		dual = append(dual, on.And(can).And(b.Blend.takesSecond()))
	}
	s.Blend, s.Blendable = hdl.Pack(blend...), hdl.Pack(blendable...)
	s.AlphaAffectsColor, s.DualSource = hdl.Pack(alpha...), hdl.Pack(dual...)
	return s
}

// writes merges the targets' streams, at most one of them valid, into the store's.
func (f *Framebuffer) writes(m *hdl.Module, rop *rasterOps, store *writeUnit, address hdl.Bits, targets []binding) {
	var valid []hdl.Bits
	offered := hdl.Const(1, 0)
	for t := range isa.Targets {
		valid = append(valid, rop.Targets[t].Valid.Bits)
		offered = offered.Or(valid[t])
		rop.Targets[t].Ready.Set(store.Writes.Ready)
		if t > 0 {
			hdl.Unused(rop.Targets[t].Data) // the same as that of target 0
		}
	}
	target := m.Named("target", lib.Lowest(valid[:len(targets)]))
	to := hdl.Select(target, targets)
	w := rop.Targets[0].Data
	out := storeWrite{
		Target: target, Address: address,
		Format: to.Format, Blend: to.Blend,
		Mask: w.Mask, Color: w.Color, Second: w.Second,
	}
	out.Color[isa.A], out.Second[isa.A] = w.Alpha, w.SecondAlpha
	if slices.ContainsFunc(f.config.Store.Formats.List(), isa.Format.Integer) {
		isInteger := m.Named("is_integer", f.config.Store.logic().isInteger(to.Format))
		for k, d := range f.config.Default.Integers() {
			byDefault := isInteger.And(rop.Generated.Bit(k).Not())
			out.Color[k] = m.Named(indexed("color", k), hdl.Mux(byDefault, hdl.Const(componentBits, d), out.Color[k]))
		}
	} else {
		hdl.Unused(rop.Generated)
	}

	hdl.Unused(w.Color[isa.A], w.Second[isa.A])
	store.Writes.Send(offered, out)
}
