package ropmask

import (
	"fmt"
	"strings"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// StoreConfig holds the parameters of the memory behind a [Framebuffer].
type StoreConfig struct {
	// Targets is how many render targets there is memory for: 1, 2, 4 or 8.
	Targets int
	// AddressBits is the width of a pixel's address; a target has
	// 2^AddressBits pixels: 1 to 16.
	AddressBits int
	// Formats are the formats that can be stored; a write in any other has no effect.
	Formats isa.Formats
	// Blend is whether there is blending hardware, for the formats that can be
	// blended. Without it nothing is blended.
	Blend bool
}

// blends reports whether anything can be blended.
func (c StoreConfig) blends() bool { return c.Blend && c.Formats.Blendable() != 0 }

// NewStoreConfig returns a configuration with all formats and blending.
func NewStoreConfig(targets, addressBits int) StoreConfig {
	return StoreConfig{Targets: targets, AddressBits: addressBits, Formats: isa.AllFormats, Blend: true}
}

// Check returns an error that names the parameter that cannot be built.
func (c StoreConfig) Check() error {
	switch c.Targets {
	case 1, 2, 4, 8:
	default:
		return fmt.Errorf("ropmask: memory for %d targets cannot be built; choose 1, 2, 4 or 8", c.Targets)
	}
	if c.AddressBits < 1 || c.AddressBits > 16 {
		return fmt.Errorf("ropmask: addresses of %d bits cannot be built; choose 1 to 16", c.AddressBits)
	}
	if c.Formats&isa.NotAFormat != 0 {
		return fmt.Errorf("ropmask: the set of formats has a number that is not a format; choose from %v", isa.AllFormats)
	}
	if c.Formats == 0 || c.Formats&^isa.AllFormats != 0 {
		return fmt.Errorf("ropmask: the set of formats %#x cannot be built; choose from %v", uint16(c.Formats), isa.AllFormats)
	}
	return nil
}

// Name is the configuration as part of a module's name: "t4_a14_blend", with
// the formats unless it has all: "t4_a14_rgba8_rg8".
func (c StoreConfig) Name() string {
	name := fmt.Sprintf("t%d_a%d", c.Targets, c.AddressBits)
	if c.blends() {
		name += "_blend"
	}
	if c.Formats != isa.AllFormats {
		name += "_" + strings.ReplaceAll(strings.ToLower(c.Formats.String()), " ", "_")
	}
	return name
}

// Latency is the number of cycles from taking a write until a write that needs
// its texel, or a read, can be taken.
func (c StoreConfig) Latency() int { return c.stages() + 1 }

// stages is the number of cycles that a write is in flight: the first with the old texel, the last with the new one.
func (c StoreConfig) stages() int {
	n := 1 + encodeStages
	if c.blends() {
		n += 1 + laneStages
	}
	return n
}

// writeUnit is the render target write unit: it blends writes with what is stored, converts them to the format, and
// stores the components of the mask in its own memory. It takes a write every cycle; one that needs the old texel, to
// blend or to keep components, waits while an earlier write to the same pixel is in flight.
type writeUnit struct {
	Writes hdl.Sink[storeWrite]  `doc:"writes, in order"`
	Reads  hdl.Sink[ReadRequest] `doc:"requests for texels, taken when no write is offered; they see all writes taken before"`
	Texels hdl.Source[TexelBits] `doc:"the texels, in the order of the requests"`
	Idle   hdl.Out               `doc:"no write is in flight"`

	config StoreConfig
}

// newWriteUnit makes a write unit; its parameters are checked when it is
// described.
func newWriteUnit(config StoreConfig) *writeUnit {
	shape := config
	if shape.Check() != nil { // until the error is reported
		shape = NewStoreConfig(1, 1)
	}
	return &writeUnit{
		Writes: hdl.NewSink(shape.shapes().Write),
		Reads:  hdl.NewSink(shape.ReadShape()),
		Texels: hdl.NewSource(TexelShape()),
		Idle:   hdl.Output(1),
		config: config,
	}
}

// ModuleName is ropmask_write with the configuration.
func (u *writeUnit) ModuleName() string { return "ropmask_write_" + u.config.Name() }

// ModuleDoc describes the unit in its Verilog.
func (u *writeUnit) ModuleDoc() string {
	blend := "no blending"
	if u.config.blends() {
		blend = "blending"
	}
	return fmt.Sprintf("Render target write unit (US8922555): %v; %s.", u.config.Formats, blend)
}

// texelsWaiting is how many texels may wait to be taken.
const texelsWaiting = 4

// Describe builds a pipeline that never stalls once a write is taken; what must wait is decided only there.
func (u *writeUnit) Describe(m *hdl.Module) {
	c := u.config
	if err := c.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	in := u.Writes.Data
	mask := m.Named("mask", in.Mask.And(c.logic().maskOf(in.Format)))
	blend := hdl.Const(1, 0)
	if c.blends() {
		blend = m.Named("blend", in.Blend.Enable.And(c.logic().blendable(in.Format)))
	} else {
		hdl.Unused(in.Blend, in.Second)
	}
	whole := mask.Eq(c.logic().maskOf(in.Format))
	needsOld := m.Named("needs_old", blend.Or(whole.Not()))

	// The pixels of writes in flight, one for each stage.
	offered := u.Writes.Valid.Bits
	place := m.Named("place", hdl.Mux(offered, c.place(in.Target, in.Address), c.place(u.Reads.Data.Target, u.Reads.Data.Address)))
	var valid, places []hdl.Bits
	conflict, busy := hdl.Const(1, 0), hdl.Const(1, 0)
	for i := range c.stages() {
		valid = append(valid, m.Reg(indexed("valid", i+1), 1))
		places = append(places, m.Reg(indexed("place", i+1), place.Width(), hdl.NoReset()))
		conflict = conflict.Or(valid[i].And(places[i].Eq(place)))
		busy = busy.Or(valid[i])
	}
	conflict = m.Named("conflict", conflict)
	u.Idle.Set(busy.Not())
	u.Writes.Ready.Set(needsOld.And(conflict).Not())
	write := m.Named("write", u.Writes.Fire())
	valid[0].Set(write.And(mask.ReduceOr()))
	places[0].Set(place)
	for i := range c.stages() - 1 {
		valid[i+1].Set(valid[i])
		places[i+1].Set(places[i])
	}

	read := u.reads(m, offered.Or(conflict).Not())
	var memories []*hdl.Mem[hdl.Bits]
	var old []hdl.Bits
	for w := range c.logic().words() {
		mem := hdl.NewMem(m, indexed("texels", w), hdl.Width(32), c.Targets<<c.AddressBits)
		memories = append(memories, mem)
		old = append(old, mem.ReadReg(indexed("old", w), place, write.And(needsOld).Or(read), hdl.Forbidden))
	}
	u.answer(m, read, old)

	words := u.datapath(m, in, mask, blend, old)
	last := c.stages() - 1
	m.If(valid[last], func() {
		for w, mem := range memories {
			mem.Write(places[last], words[w])
		}
	})
}

// place is the index of a pixel in the memory.
func (c StoreConfig) place(target, address hdl.Bits) hdl.Bits {
	if c.Targets == 1 {
		hdl.Unused(target)
		return address
	}
	return hdl.Cat(target, address)
}

// reads takes a request when it is allowed to and there is room for its texel.
func (u *writeUnit) reads(m *hdl.Module, may hdl.Bits) (read hdl.Bits) {
	waiting := m.Reg("waiting", hdl.CountWidth(texelsWaiting)) // requests whose texels have not been taken
	u.Reads.Ready.Set(may.And(waiting.Ne(texelsWaiting)))
	read = m.Named("read", u.Reads.Fire())
	m.If(read.And(u.Texels.Fire().Not()), func() {
		waiting.Set(waiting.Add(1))
	}).ElseIf(read.Not().And(u.Texels.Fire()), func() {
		waiting.Set(waiting.Sub(1))
	})
	return read
}

// answer queues the texels that were read.
func (u *writeUnit) answer(m *hdl.Module, read hdl.Bits, old []hdl.Bits) {
	arrived := m.Reg("arrived", 1)
	arrived.Set(read)
	var texel TexelBits
	for w := range texel.Words {
		texel.Words[w] = hdl.Const(32, 0)
		if w < len(old) {
			texel.Words[w] = old[w]
		}
	}
	queue := hdl.Instance(m, "answers", lib.NewFIFO(TexelShape(), texelsWaiting))
	queue.Push.Send(arrived, texel)
	hdl.Unused(queue.Push.Ready, queue.Level) // there is room: waiting counts it
	u.Texels.From(queue.Pop)
}

// datapath makes the new texel of a write, in the last stage.
func (u *writeUnit) datapath(m *hdl.Module, in storeWrite, mask, blend hdl.Bits, old []hdl.Bits) []hdl.Bits {
	c := u.config
	type keeping struct {
		Format hdl.Bits
		Mask   hdl.Bits
		Old    []hdl.Bits
	}
	format := delay(m, "format", in.Format, 1)
	keep := keeping{format, delay(m, "mask", mask, 1), old}
	var color [isa.Components]hdl.Bits // of the components that a format has
	if c.blends() {
		color = u.blending(m, in, blend, format, old)
		keep = delay(m, "beside_blending", keep, 1+laneStages)
	} else {
		for k := range color {
			if c.Formats.Mask().Has(k) {
				color[k] = delay(m, indexed("color", k), in.Color[k], 1)
			}
		}
		hdl.Unused(in.Color)
	}
	encoded := c.logic().encodeTexel(m, delay(m, "format_stored", keep.Format, encodeStages), color)
	keep = delay(m, "beside_encoding", keep, encodeStages)
	bits := c.logic().bitMasks(keep.Format, keep.Mask)
	var words []hdl.Bits
	for w := range encoded {
		words = append(words, m.Named(indexed("word", w), encoded[w].And(bits[w]).Or(keep.Old[w].And(bits[w].Not()))))
	}
	return words
}

// blending decodes the texel, clamps the sources where the format does, and
// blends each component that a blendable format has in a separate lane: 1 +
// laneStages cycles after the old texel and its format. Components that only an
// integer format has bypass the lanes.
func (u *writeUnit) blending(m *hdl.Module, in storeWrite, blend, format hdl.Bits, old []hdl.Bits) [isa.Components]hdl.Bits {
	blendable := formatLogic{u.config.Formats.Blendable()}
	lanes := blendable.Mask()
	hdl.Unused(in.Color, in.Second, in.Blend.Color, in.Blend.Alpha) // not all formats need all
	on := delay(m, "source_on", blend, 1)
	clamp := hdl.Const(1, 0)
	if blendable.Clamps() {
		clamp = m.Named("clamp", on.And(blendable.normalised(format)))
	}
	// source is component k of a source, in step with the old texel; sources for
	// stored UNORM are clamped.
	source := func(name string, k int, x hdl.Bits) hdl.Bits {
		x = delay(m, indexed("source_"+name, k), x, 1)
		if blendable.Clamps() {
			x = m.Named(indexed(name, k), hdl.Mux(clamp, clampUnit(x), x))
		}
		return x
	}
	// The operands of the lanes.
	operand := func(name string, x hdl.Bits) hdl.Bits { return delay(m, "operand_"+name, x, 1) }
	equation := func(name string, e EquationBits) EquationBits {
		return delay(m, "operand_"+name, delay(m, "source_"+name, e, 1), 1)
	}
	var first, second, destination, out [isa.Components]hdl.Bits
	for k := range isa.Components {
		if lanes.Has(k) || k == isa.A {
			first[k] = operand(indexed("first", k), source("first", k, in.Color[k]))
			second[k] = operand(indexed("second", k), source("second", k, in.Second[k]))
		} else if u.config.Formats.Mask().Has(k) {
			out[k] = delay(m, indexed("beside_lanes", k), in.Color[k], 2+laneStages)
		}
		if lanes.Has(k) {
			destination[k] = operand(indexed("destination", k), blendable.decodeTexel(m, format, old, k))
		}
	}
	if !lanes.Has(isa.A) {
		destination[isa.A] = float.Binary32.One()
		if u.config.Formats.Mask().Has(isa.A) {
			out[isa.A] = delay(m, indexed("beside_lanes", isa.A), first[isa.A], laneStages)
		}
	}
	on = operand("on", on)
	var color, alpha EquationBits
	if lanes&^(1<<isa.A) != 0 {
		color = equation("color", in.Blend.Color)
	}
	if lanes.Has(isa.A) {
		alpha = equation("alpha", in.Blend.Alpha)
	}
	for k := range isa.Components {
		if !lanes.Has(k) {
			continue
		}
		lane := hdl.Instance(m, indexed("lane", k), newBlendLane())
		of := color
		if k == isa.A {
			of = alpha
		}
		lane.In.Set(laneInput{
			Blend: on, Equation: of,
			Source: first[k], SourceAlpha: first[isa.A],
			Destination: destination[k], DestinationAlpha: destination[isa.A],
			Second: second[k], SecondAlpha: second[isa.A],
		})
		out[k] = lane.Out.Bits
	}
	return out
}
