package texture

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// MaxTexels is the size of the largest texel memory.
const MaxTexels = 1 << 16

// Texture samples textures of RGBA8 texels in a memory of its own. It answers each request once, in order, and reads a
// texel a cycle: a sample takes one cycle, or four if it is bilinear. It takes state while no request is inside, except
// one whose response is offered. The state holds for all later requests, including one that is taken in the same cycle.
// State powers up as 0: there is no texture. A texel that is stored while a request reads it may be the old or the new
// value.
type Texture struct {
	State hdl.Sink[fixed.StateWrite] `doc:"registers of the state; ready while no request is inside"`
	In    hdl.Sink[Request]          `doc:"what to sample"`
	Out   hdl.Source[Response]       `doc:"the samples"`
	Store hdl.InOf[Store]            `doc:"writes the texels"`

	texels int
}

// New makes a unit with a memory of 1 to 65536 texels; other sizes are an error.
func New(texels int) (*Texture, error) {
	if texels < 1 || texels > MaxTexels {
		return nil, fmt.Errorf("texture: a memory of %d texels cannot be built; choose 1 to %d", texels, MaxTexels)
	}
	return &Texture{
		State:  hdl.NewSink(fixed.StateShape()),
		In:     hdl.NewSink(RequestShape()),
		Out:    hdl.NewSource(ResponseShape()),
		Store:  hdl.InputOf(StoreShape(texels)),
		texels: texels,
	}, nil
}

// ModuleName is ioarbiter_texture with the size of the memory.
func (t *Texture) ModuleName() string { return fmt.Sprintf("ioarbiter_texture_t%d", t.texels) }

// ModuleDoc describes the unit in its Verilog.
func (t *Texture) ModuleDoc() string {
	return fmt.Sprintf("Texture unit with a memory of %d texels of RGBA8: nearest and bilinear, a texel read a cycle.", t.texels)
}

// Describe builds a pipeline in which a texel moves a step a cycle: its number, the number divided by the texture's
// size, its place in the texture, its address, its value, and the value times its weight. All steps hold while a sample
// is complete and the previous response not taken.
func (t *Texture) Describe(m *hdl.Module) {
	s := t.state(m)
	move := m.Wire("move", 1)
	steps := pipeline{m, move}
	numbered, walking := t.walk(steps, s)
	divided := then(steps, "divided", numbered, func(n numbers) quotients {
		return quotients{s.u.divide(n.U), s.v.divide(n.V), n.Of}
	})
	placed := then(steps, "placed", divided, func(q quotients) place {
		return place{s.u.place(q.U), s.v.place(q.V), q.Of}
	})
	addressed := then(steps, "addressed", placed, func(p place) address {
		w := 2*placeBits + 1
		at := s.base.Truncate(w).Add(p.Y.Mul(s.u.count)).Add(p.X.ZeroExtend(w))
		return address{at.Truncate(hdl.IndexWidth(t.texels)), p.Of}
	})
	read := then(steps, "read", addressed, func(a address) tap { return a.Of })
	texel := t.memory(m, addressed.data.At, move.And(addressed.valid))
	weighted := then(steps, "weighted", read, func(of tap) products {
		p := products{Turn: of.Turn}
		for k := range p.Channels {
			p.Channels[k] = of.Weight.Mul(texel.Slice(8*k+7, 8*k)).Truncate(sumBits)
		}
		return p
	})
	inside := walking
	for _, valid := range []hdl.Bits{numbered.valid, divided.valid, placed.valid, addressed.valid, read.valid, weighted.valid} {
		inside = inside.Or(valid)
	}
	t.State.Ready.Set(inside.Not())
	t.respond(m, s, weighted, move)
}

// memory builds the memory of texels, and returns the texel at an address, a cycle later.
func (t *Texture) memory(m *hdl.Module, at, enable hdl.Bits) hdl.Bits {
	texels := hdl.NewMem(m, "texels", hdl.Width(wordBits), t.texels, hdl.NoInit())
	store := t.Store.Data
	m.If(store.Enable, func() { texels.Write(store.Address, store.Data) })
	return texels.ReadReg("texel", at, enable, hdl.ReadFirst)
}

// respond adds the products of a sample, puts the samples of a request together, and offers them.
func (t *Texture) respond(m *hdl.Module, s settings, in step[products], move hdl.Bits) {
	of := in.data.Turn
	offered := m.Reg("offered", 1)
	out := hdl.RegOf(m, "out", ResponseShape(), hdl.NoReset())
	t.Out.Send(offered, out)
	move.Set(offered.And(t.Out.Ready.Not()).And(in.valid).And(of.Last).Not())

	var texel hdl.Bits
	add := m.Named("add", in.valid.And(move))
	for k, p := range in.data.Channels {
		sum := m.Reg(fmt.Sprintf("sum_%d", k), sumBits, hdl.NoReset())
		total := m.Named(fmt.Sprintf("total_%d", k), hdl.Mux(of.First, 1<<15, sum).Add(p))
		m.If(add, func() { sum.Set(total) })
		if c := total.Slice(sumBits-1, 16); k == 0 {
			texel = c
		} else {
			texel = hdl.Cat(c, texel)
		}
	}
	sampled := m.Named("sampled", add.And(of.Last))
	texel = m.Named("sample", lib.Gate(s.fault.Not(), texel))
	for k := range out.Texels {
		m.If(sampled.And(of.Index.Eq(k)), func() { out.Texels[k].Set(texel) })
		if k > 0 { // a request without Quad ends with its first sample
			m.If(sampled.And(of.Index.Eq(0)), func() { out.Texels[k].Set(0) })
		}
	}
	m.If(t.Out.Ready, func() { offered.Set(0) })
	m.If(sampled, func() {
		offered.Set(of.End)
		out.Fault.Set(s.fault)
	})
}
