package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// Shader is a small stand-in for a shader. It gathers pixels into groups, as many as its registers hold, and executes
// each instruction of a pass for all pixels of a group. Each group takes a pass; with Stored, only the first group of
// an allocation requests the program.
type Shader struct {
	In           hdl.Sink[Packet[Pixel]]  `doc:"the raster stream; loads are dropped"`
	Instructions hdl.Sink[Emission]       `doc:"instructions and tokens; registers are given by number"`
	Program      hdl.Source[ProgramEvent] `doc:"triggers and blocks, to the instruction emulator"`
	Out          hdl.Source[Shaded]       `doc:"pixels, in their order of arrival"`

	config Config
}

// NewShader makes the shader; it returns the error of [Config.Check].
func NewShader(c Config) (*Shader, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newShader(c), nil
}

func newShader(c Config) *Shader {
	return &Shader{
		In:           hdl.NewSink(PacketShape(c, PixelShape())),
		Instructions: hdl.NewSink(EmissionShape(c)),
		Program:      hdl.NewSource(ProgramEventShape(c)),
		Out:          hdl.NewSource(ShadedShape()),
		config:       c,
	}
}

// ModuleName is combineripu_shader with the configuration.
func (s *Shader) ModuleName() string {
	c := s.config
	return "combineripu_shader_" + c.Name()
}

// ModuleDoc describes the shader in its Verilog.
func (s *Shader) ModuleDoc() string {
	return "Executes the programs of a combiner IPU on groups of pixels, with " + s.config.Lane.String() + " arithmetic."
}

// phase is what a shader does with its group.
type phase uint8

const (
	gathering phase = iota // pixels arrive, and their registers are loaded
	executing              // a pass is running
	draining               // its last results leave the lane
)

var phases = [...]string{"gathering", "executing", "draining"}

func (p phase) String() string { return phases[p] }

// group is the state of the group that is being gathered or executed.
type group struct {
	phase      hdl.State[phase]
	allocation Allocation
	set        hdl.Bits
	pixels     hdl.Bits // gathered so far
	pixel      hdl.Bits // the one being loaded or executed
	base       hdl.Bits // its first register
	inside     hdl.Bits // operations in flight in the lane
}

// leaver sends the pixels of the previous group. One bank holds the group that is leaving, the other collects the next.
type leaver struct {
	places  *hdl.Mem[place]
	colours *hdl.Mem[Vector]
	filled  hdl.Bits // the bank of the group being gathered or executed
	bank    hdl.Bits // the bank of the leaving group
	pixels  hdl.Bits // of the leaving group; 0 if there is none
	pixel   hdl.Bits // the next to leave
}

// busy is 1 while pixels leave.
func (l *leaver) busy() hdl.Bits { return l.pixels.Ne(0) }

// place is a pixel's position.
type place struct {
	X, Y hdl.Bits `width:"16"`
}

// next advances to the next pixel.
func (g *group) next() {
	g.pixel.Set(g.pixel.Add(1))
	g.base.Set(g.base.Add(g.allocation.Count.ZeroExtend(fileBits)))
}

// first returns to the first pixel.
func (g *group) first() {
	g.pixel.Set(0)
	g.base.Set(0)
}

// last is 1 at the last pixel of the group.
func (g *group) last() hdl.Bits { return g.pixel.ZeroExtend(groupBits + 1).Add(1).Eq(g.pixels) }

// Describe builds the parts around the registers of the group.
func (s *Shader) Describe(m *hdl.Module) {
	common := commonShapes()
	g := &group{
		phase:      hdl.FSM(m, "phase", gathering, executing, draining),
		allocation: hdl.RegOf(m, "allocation", common.Allocation),
		set:        m.Reg("program_set", s.config.setWidth()),
		pixels:     m.Reg("pixels", groupBits+1),
		pixel:      m.Reg("pixel", groupBits),
		base:       m.Reg("base", fileBits),
		inside:     m.Reg("in_lane", groupBits+1),
	}
	out := &leaver{
		places:  hdl.NewMem(m, "places", common.Place, 2*maxGroup, hdl.NoInit()),
		colours: hdl.NewMem(m, "colours", common.Colour, 2*maxGroup, hdl.NoInit()),
		filled:  m.Reg("filled_bank", 1),
		bank:    m.Reg("leaving_bank", 1),
		pixels:  m.Reg("leaving_pixels", groupBits+1),
		pixel:   m.Reg("leaving_pixel", groupBits),
	}
	file := hdl.Instance(m, "registers", newRegisterFile())
	processor := hdl.Instance(m, "instructions", newInstructionProcessor(s.config))
	processor.In.From(s.Instructions)
	valid := s.Instructions.Fire().And(s.Instructions.Data.Token.Eq(int(isa.ValidToken)))
	m.If(valid, func() { m.Assert("valid_is_of_the_program", s.Instructions.Data.Set.Eq(g.set)) })

	load, begins := s.gather(m, g, out)
	processor.Again.Set(begins)
	result, executed := s.execute(m, g, out, file, processor.Out)
	hdl.Set(file.Write.Data, hdl.MuxOf(g.phase.Is(gathering), load, result))
	s.leave(m, g, out, executed)
}

// gather takes pixels and loads their registers while the group has room. It takes tokens only when the group is empty,
// and drops loads. A block is returned once the last pixel has left. gather returns the register to load, and whether a
// pass of an already stored program begins.
func (s *Shader) gather(m *hdl.Module, g *group, o *leaver) (load fileWrite, begins hdl.Bits) {
	in, here := s.In.Data, g.phase.Is(gathering)
	is := func(k isa.PacketKind) hdl.Bits { return s.In.Valid.And(in.Kind.Eq(int(k))).And(here) }
	var room []hdl.Bits
	for count := range isa.NumRegisters + 1 {
		room = append(room, hdl.Const(groupBits+1, min(fileRegisters/max(count, 1), maxGroup)))
	}
	full := m.Named("full", g.pixels.Eq(hdl.Select(g.allocation.Count, room)))
	empty := m.Named("empty", g.pixels.Eq(0))

	l := hdl.Instance(m, "loader", newLoader())
	l.Active.Set(is(isa.PixelPacket).And(full.Not()))
	hdl.Set(l.Pixel.Data, in.Pixel)
	l.Load.Set(g.allocation.Load)
	hdl.Set(l.Table.Data, g.allocation.Table)
	load = fileWrite{l.Enable.Bits, g.base.Add(l.Number.ZeroExtend(fileBits)), hdl.Const(2, isa.RGBHalf|isa.AlphaHalf), l.Value.Data}
	m.If(is(isa.PixelPacket), func() { m.Assert("pixel_is_of_the_program", in.Set.Eq(g.set).And(g.allocation.Count.Ne(0))) })

	wanted, request := m.Reg("program_wanted", 1), m.Reg("request_pending", 1) // the program has not been requested yet; its request is pending
	begins = m.Named("pass_begins", l.Done.And(empty))
	due, blocked := m.Reg("block_pending", 1), m.Reg("block_set", s.config.setWidth()) // a block waits for the last pixel
	blocks := m.Named("blocks", is(isa.BlockPacket).And(empty).And(due.Not()))
	returns := m.Named("returns", due.And(o.busy().Not()))
	s.Program.Send(returns.Or(request.And(due.Not())), ProgramEvent{due, hdl.Mux(due, blocked, g.set)})
	allocates := m.Named("allocates", is(isa.AllocatePacket).And(empty))
	s.In.Ready.Set(l.Done.Or(is(isa.LoadPacket)).Or(allocates).Or(blocks))
	m.If(request.And(due.Not()).And(s.Program.Ready), func() { request.Set(0) })
	m.If(returns.And(s.Program.Ready), func() { due.Set(0) })
	m.If(blocks, func() {
		due.Set(1)
		blocked.Set(in.Set)
	})
	m.If(allocates, func() {
		hdl.Set(g.allocation, in.Allocation)
		g.set.Set(in.Set)
		wanted.Set(1)
	})
	m.If(begins, func() {
		request.Set(wanted)
		wanted.Set(bit(!s.config.Stored))
	})
	hdl.Unused(in.Offset, in.Word)

	ends := full.Or(s.In.Valid.Not()).Or(is(isa.BlockPacket)).Or(is(isa.AllocatePacket))
	m.If(l.Done, func() {
		g.pixels.Set(g.pixels.Add(1))
		g.next()
	}).ElseIf(here.And(empty.Not()).And(ends), func() {
		g.phase.Goto(executing)
		g.first()
	})
	m.If(l.Done, func() { o.places.Write(hdl.Cat(o.filled, g.pixel), place{in.Pixel.X, in.Pixel.Y}) })
	return load, begins.And(wanted.Not())
}

// execute issues an operation per cycle to the lane: each instruction, for every pixel of the group in turn. Results
// come in order, so a pixel's last one is in its register once fewer operations are in flight than the group has
// pixels. The last instruction waits until the previous group has left. A result for R0 is also kept for output.
// execute returns the register write, and whether the group's last operation is issued in this cycle.
func (s *Shader) execute(m *hdl.Module, g *group, to *leaver, file *registerFile, from hdl.Source[InstructionBits]) (fileWrite, hdl.Bits) {
	in, out := s.config.lane(m)
	i := from.Data
	o := laneOperation{Pixel: g.pixel, Dest: g.base.Add(i.Dest.ZeroExtend(fileBits)), Instruction: i.operation()}
	for n, operand := range i.In {
		file.Address[n].Set(g.base.Add(operand.Register.ZeroExtend(fileBits)))
		zero := hdl.Const(9, 0)
		o.Operands[n] = hdl.Select(operand.Kind, []Vector{
			isa.ZeroOperand:      {zero, zero, zero, zero},
			isa.Constant0Operand: constantBits(i.Constants[0]),
			isa.Constant1Operand: constantBits(i.Constants[1]),
			isa.RegisterOperand:  file.Value[n].Data,
		})
	}
	stalls := m.Named("stalls", i.Last.And(to.busy()))
	in.Send(g.phase.Is(executing).And(from.Valid).And(g.inside.Lt(g.pixels)).And(stalls.Not()), o)
	ends := m.Named("instruction_ends", in.Fire().And(g.last()))
	executed := m.Named("executed", ends.And(i.Last))
	m.If(in.Fire(), func() { g.next() })
	m.If(ends, func() { g.first() })
	m.If(executed, func() { g.phase.Goto(draining) })
	from.Ready.Set(ends)
	out.Ready.Set(1)
	m.If(in.Fire().Ne(out.Fire()), func() { g.inside.Set(hdl.Mux(in.Fire(), g.inside.Add(1), g.inside.Sub(1))) })
	r := out.Data

	base := m.Reg("result_base", fileBits) // the first register of the pixel whose result arrives
	m.If(out.Fire(), func() {
		last := r.Pixel.ZeroExtend(groupBits + 1).Add(1).Eq(g.pixels)
		base.Set(hdl.Mux(last, 0, base.Add(g.allocation.Count.ZeroExtend(fileBits))))
		m.If(r.Dest.Eq(base), func() {
			var colour Vector
			for k, x := range r.Value {
				colour[k] = x.Truncate(8)
			}
			to.colours.WriteMasked(hdl.Cat(to.filled, r.Pixel), colour, halvesMask(r.Halves))
		})
	})
	return fileWrite{out.Valid.Bits, r.Dest, r.Halves, r.Value}, executed
}

// constantBits is a constant word as a register's value.
func constantBits(word hdl.Bits) Vector {
	at := func(low int) hdl.Bits { return word.Slice(low+7, low).ZeroExtend(9) }
	return Vector{at(16), at(8), at(0), at(24)}
}

// lane builds the arithmetic.
func (c Config) lane(m *hdl.Module) (hdl.Sink[laneOperation], hdl.Source[laneResult]) {
	if c.Lane == OwnLane {
		l := hdl.Instance(m, "lane", newOwnLane())
		return l.In, l.Out
	}
	l := hdl.Instance(m, "lane", newCastLane())
	return l.In, l.Out
}

// leave sends the pixels of an executed group, each as soon as its results are there, while the next group is gathered.
func (s *Shader) leave(m *hdl.Module, g *group, o *leaver, begins hdl.Bits) {
	m.If(g.phase.Is(draining).And(g.inside.Eq(0)), func() {
		g.pixels.Set(0)
		g.phase.Goto(gathering)
		o.filled.Set(o.filled.Not())
	})
	written := g.phase.Is(draining).Not().Or(g.inside.Add(o.pixel.ZeroExtend(groupBits + 1)).Lt(o.pixels))
	from := hdl.Cat(o.bank, o.pixel)
	at := o.places.Read(from)
	s.Out.Send(o.busy().And(written), Shaded{at.X, at.Y, hdl.Flatten(o.colours.Read(from))})
	m.If(begins, func() {
		o.bank.Set(o.filled)
		o.pixels.Set(g.pixels)
		o.pixel.Set(0)
	}).ElseIf(s.Out.Fire(), func() {
		o.pixel.Set(o.pixel.Add(1))
		m.If(o.pixel.ZeroExtend(groupBits+1).Add(1).Eq(o.pixels), func() { o.pixels.Set(0) })
	})
}
