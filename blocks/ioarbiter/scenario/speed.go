package scenario

import (
	"fmt"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/texture"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// speedSide is the side of the speed harness's stores, in pixels.
const speedSide = 16

// speedHarness has SMs without stalls that request one operation after the other, with random parameters.
type speedHarness struct {
	Checksum hdl.Out `doc:"of all responses"`
	config   ioarbiter.Config
	system   *ioarbiter.System
}

func newSpeedHarness(c ioarbiter.Config) (hdl.Component, error) {
	y, err := ioarbiter.NewSystem(c, ioarbiter.Stores{Texels: speedSide * speedSide, Width: speedSide, Height: speedSide})
	if err != nil {
		return nil, err
	}
	return &speedHarness{Checksum: hdl.Output(64), config: c, system: y}, nil
}

// ModuleName is the system's name with the harness.
func (h *speedHarness) ModuleName() string { return h.system.ModuleName() + "_harness" }

// Describe puts SMs and global memory around a system.
func (h *speedHarness) Describe(m *hdl.Module) {
	y := hdl.Instance(m, "system", h.system)
	texel := m.Reg("texel", 9)
	loading := m.Named("loading", texel.Bit(8).Not())
	m.If(loading, func() { texel.Set(texel.Add(1)) })
	hdl.Set(y.Texels.Data, texture.Store{Enable: loading, Address: texel.Truncate(8), Data: harness.Xorshift(m, "texels", 32, harness.Seed32(1))})
	h.objects(m, y)
	tieOff(y)
	hdl.Unused(y.Counters.Data)

	var seen []hdl.Bits
	for k := range y.SM {
		seen = append(seen, h.sm(m.Scope(fmt.Sprintf("sm_%d", k)), k, y.SM[k], loading))
	}
	harness.Fold(m, h.Checksum, harness.Always(), harness.XorAll(append(seen, texel.ZeroExtend(64))))
}

// objects answers reads of state objects: object n is a state for unit n.
func (h *speedHarness) objects(m *hdl.Module, y *ioarbiter.System) {
	states := make([][fixed.StateWords]uint32, isa.SurfaceUnit+1)
	copy(states[isa.RasterUnit][:], units.RasterState{Scissor: true, X1: speedSide, Y1: speedSide}.Words())
	copy(states[isa.TextureUnit][:], units.TextureState{Width: speedSide, Height: speedSide, Bilinear: true}.Words())
	copy(states[isa.DepthUnit][:], units.DepthState{Function: units.LessOrEqual, Write: true, Clear: units.MaxDepth}.Words())
	var words []hdl.Bits
	for _, s := range states {
		for _, w := range s {
			words = append(words, hdl.Const(32, w))
		}
	}
	at := m.Reg("object_word", 6)
	reading := m.Reg("object_busy", 1)
	y.Reads.Ready.Set(reading.Not())
	y.Lines.Send(reading, ioarbiter.ReadData{Data: hdl.Select(at, words), Error: hdl.Const(1, 0)})
	m.If(y.Reads.Fire(), func() {
		reading.Set(1)
		at.Set(hdl.Cat(y.Reads.Data.Truncate(2), hdl.Const(4, 0)))
	}).ElseIf(y.Lines.Fire(), func() {
		at.Set(at.Add(1))
		reading.Set(at.Slice(3, 0).Ne(15))
	})
}

// sm is an SM that always offers a request. Word 0 of a block points to the state for the operation; the others are
// random numbers that serve as places on the screen, integers and masks.
func (h *speedHarness) sm(m *hdl.Module, k int, sm ioarbiter.SM, loading hdl.Bits) (seen hdl.Bits) {
	c := h.config
	n := len(c.Operations)
	var lengths, kinds []hdl.Bits
	for _, o := range c.Operations {
		lengths = append(lengths, hdl.Const(7, 1+len(o.Request)))
		kinds = append(kinds, hdl.Const(32, o.Unit*isa.ObjectWords))
	}
	operation := m.Reg("operation", 4, hdl.ResetTo(5*k))
	tag := m.Reg("tag", 8)
	sm.Requests.Send(loading.Not(), ioarbiter.Request{
		Unit: operation.ZeroExtend(5), Address: hdl.Cat(operation, tag.Slice(1, 0), hdl.Const(6, 0)),
		Length: hdl.Select(operation, lengths), Response: hdl.Cat(tag.Truncate(6), hdl.Const(6, 0)), Tag: tag,
	})
	m.If(sm.Requests.Fire(), func() {
		operation.Set(hdl.Mux(operation.Eq(n-1), 0, operation.Add(1)))
		tag.Set(tag.Add(1))
	})

	random := harness.Xorshift(m, "random", 32, harness.Seed32(2+k))
	full, data := m.Reg("full", 1), m.Reg("data", 32)
	at := sm.Reads.Data
	sm.Reads.Ready.Set(full.Not().Or(sm.Data.Ready))
	// As fp32, 2 to 32; as an integer, 0 or 1 in the field of a place; as a mask, some bits.
	place := hdl.Cat(hdl.Const(6, 0x10), random.Slice(1, 0), random.Slice(18, 2), hdl.Const(6, 0), random.Bit(25))
	m.If(sm.Reads.Fire(), func() {
		data.Set(hdl.Mux(at.Slice(5, 0).Eq(0), hdl.Select(at.Slice(11, 8), kinds), place))
	})
	m.If(sm.Reads.Ready, func() { full.Set(sm.Reads.Valid) })
	sm.Data.Send(full, ioarbiter.ReadData{Data: data, Error: hdl.Const(1, 0)})

	written := m.Reg("written", 1)
	sm.Writes.Ready.Set(written.Not().Or(sm.Written.Ready))
	m.If(sm.Writes.Ready, func() { written.Set(sm.Writes.Valid) })
	sm.Written.Send(written, hdl.Const(1, 0))
	sm.Acks.Ready.Set(1)
	response := lib.Gate(sm.Writes.Fire(), harness.Narrow(hdl.Cat(sm.Writes.Data.Address, sm.Writes.Data.Data)))
	return response.Xor(lib.Gate(sm.Acks.Fire(), hdl.Flatten(sm.Acks.Data).ZeroExtend(64)))
}
