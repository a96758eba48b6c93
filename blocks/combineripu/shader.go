package combineripu

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Shaded is a finished pixel.
type Shaded struct {
	X      hdl.Bits `doc:"its place"`                                              // 16
	Y      hdl.Bits `doc:""`                                                       // 16
	Colour hdl.Bits `doc:"red 7:0, green 15:8, blue 23:16, alpha 31:24: R0's low"` // 32
}

func shadedShape() Shaded { return Shaded{hdl.Width(16), hdl.Width(16), hdl.Width(32)} }

// Shader is a small stand-in for a shader: it takes pixels in groups, as many as its registers hold, and executes each
// instruction of a pass for all pixels of a group. Each group is a pass; with Stored only the first of an allocation asks
// for its program.
type Shader struct {
	In           hdl.Sink[Packet[Pixel]]  `doc:"the raster stream; loads are dropped"`
	Instructions hdl.Sink[Emission]       `doc:"instructions and tokens; registers are numbers"`
	Program      hdl.Source[ProgramEvent] `doc:"what the instruction emulator waits for"`
	Out          hdl.Source[Shaded]       `doc:"pixels, in the order in which they came"`

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
		hdl.NewSink(packetShape(c, PixelShape())), hdl.NewSink(c.emission()), hdl.NewSource(c.programEvent()),
		hdl.NewSource(shadedShape()), c,
	}
}

// ModuleName is combineripu_shader with what it depends on of the configuration.
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
	gathering phase = iota // pixels come, and their registers are loaded
	executing              // a pass goes on
	leaving                // its pixels leave
)

var phases = [...]string{"gathering", "executing", "leaving"}

func (p phase) String() string { return phases[p] }

// group is what a shader knows of its group.
type group struct {
	phase      hdl.State[phase]
	allocation Allocation
	set        hdl.Bits
	pixels     hdl.Bits // of the group, so far
	pixel      hdl.Bits // that is loaded, executed or leaves
	base       hdl.Bits // its first register
	inside     hdl.Bits // operations in the lane
	places     *hdl.Mem[place]
}

// place is a pixel's.
type place struct{ X, Y hdl.Bits }

// next goes to the next pixel.
func (g *group) next() {
	g.pixel.Set(g.pixel.Add(1))
	g.base.Set(g.base.Add(g.allocation.Count.ZeroExtend(fileBits)))
}

// first goes back to the first pixel.
func (g *group) first() {
	g.pixel.Set(0)
	g.base.Set(0)
}

// last is 1 at the last pixel of the group.
func (g *group) last() hdl.Bits { return g.pixel.ZeroExtend(groupBits + 1).Add(1).Eq(g.pixels) }

// Describe builds the parts around the registers of the group.
func (s *Shader) Describe(m *hdl.Module) {
	g := &group{
		hdl.FSM(m, "phase", gathering, executing, leaving), hdl.RegOf(m, "allocation", allocationShape()), m.Reg("program_set", s.config.set().Width()),
		m.Reg("pixels", groupBits+1), m.Reg("pixel", groupBits), m.Reg("base", fileBits), m.Reg("in_lane", groupBits+1),
		hdl.NewMem(m, "places", place{hdl.Width(16), hdl.Width(16)}, maxGroup, hdl.NoInit()),
	}
	file := hdl.Instance(m, "registers", newRegisterFile())
	processor := hdl.Instance(m, "instructions", newInstructionProcessor(s.config))
	processor.In.From(s.Instructions)
	valid := s.Instructions.Fire().And(s.Instructions.Data.Token.Eq(int(ValidToken)))
	m.If(valid, func() { m.Assert("valid_is_of_the_program", s.Instructions.Data.Set.Eq(g.set)) })

	load, begins := s.gather(m, g)
	processor.Again.Set(begins)
	result := s.execute(m, g, file, processor.Out)
	hdl.Set(file.Write.Data, hdl.MuxOf(g.phase.Is(gathering), load, result))
	s.leave(m, g, file.Value[0].Data)
}

// gather takes pixels, and loads their registers, while there are some and there is room; it takes the tokens when no
// pixel is inside, and drops loads. It returns what is loaded, and whether a pass begins whose program is stored.
func (s *Shader) gather(m *hdl.Module, g *group) (load fileWrite, begins hdl.Bits) {
	in, here := s.In.Data, g.phase.Is(gathering)
	is := func(k PacketKind) hdl.Bits { return s.In.Valid.And(in.Kind.Eq(int(k))).And(here) }
	var room []hdl.Bits
	for count := range NumRegisters + 1 {
		room = append(room, hdl.Const(groupBits+1, min(fileRegisters/max(count, 1), maxGroup)))
	}
	full := m.Named("full", g.pixels.Eq(hdl.Select(g.allocation.Count, room)))
	empty := m.Named("empty", g.pixels.Eq(0))

	l := hdl.Instance(m, "loader", newLoader())
	l.Active.Set(is(PixelPacket).And(full.Not()))
	hdl.Set(l.Pixel.Data, in.Pixel)
	l.Load.Set(g.allocation.Load)
	hdl.Set(l.Table.Data, g.allocation.Table)
	load = fileWrite{l.Enable.Bits, g.base.Add(l.Number.ZeroExtend(fileBits)), hdl.Const(2, RGBHalf|AlphaHalf), l.Value.Data}
	m.If(is(PixelPacket), func() { m.Assert("pixel_is_of_the_program", in.Set.Eq(g.set).And(g.allocation.Count.Ne(0))) })

	wanted, asks := m.Reg("wanted", 1), m.Reg("asks", 1) // the program was not asked for; it is asked for now
	begins = m.Named("begins", l.Done.And(empty))
	blocks := m.Named("blocks", is(BlockPacket).And(empty))
	s.Program.Send(asks.Or(blocks), ProgramEvent{asks.Not(), hdl.Mux(asks, g.set, in.Set)})
	allocates := m.Named("allocates", is(AllocatePacket).And(empty))
	s.In.Ready.Set(l.Done.Or(is(LoadPacket)).Or(allocates).Or(blocks.And(asks.Not()).And(s.Program.Ready)))
	m.If(asks.And(s.Program.Ready), func() { asks.Set(0) })
	m.If(allocates, func() {
		hdl.Set(g.allocation, in.Allocation)
		g.set.Set(in.Set)
		wanted.Set(1)
	})
	m.If(begins, func() {
		asks.Set(wanted)
		wanted.Set(bit(!s.config.Stored))
	})
	hdl.Unused(in.Offset, in.Word)

	ends := full.Or(s.In.Valid.Not()).Or(is(BlockPacket)).Or(is(AllocatePacket))
	m.If(l.Done, func() {
		g.pixels.Set(g.pixels.Add(1))
		g.next()
	}).ElseIf(here.And(empty.Not()).And(ends), func() {
		g.phase.Goto(executing)
		g.first()
	})
	m.If(l.Done, func() { g.places.Write(g.pixel, place{in.Pixel.X, in.Pixel.Y}) })
	return load, begins.And(wanted.Not())
}

// execute gives the lane an operation a cycle: an instruction for each pixel of the group. Results come in order, so that
// a pixel's last one is in its register when fewer operations are inside than the group has pixels. It returns what is
// written.
func (s *Shader) execute(m *hdl.Module, g *group, file *registerFile, from hdl.Source[InstructionBits]) fileWrite {
	in, out := s.config.lane(m)
	i := from.Data
	o := laneOperation{Pixel: g.pixel, Dest: g.base.Add(i.Dest.ZeroExtend(fileBits)), Instruction: i.operation()}
	for n, operand := range i.In {
		number := operand.Register
		if n == 0 {
			number = lib.Gate(g.phase.Is(executing), number) // R0 leaves by this port
		}
		file.Address[n].Set(g.base.Add(number.ZeroExtend(fileBits)))
		zero := hdl.Const(9, 0)
		o.Operands[n] = hdl.Select(operand.Kind, []Vector{
			ZeroOperand:      {zero, zero, zero, zero},
			Constant0Operand: constantBits(i.Constants[0]),
			Constant1Operand: constantBits(i.Constants[1]),
			RegisterOperand:  file.Value[n].Data,
		})
	}
	in.Send(g.phase.Is(executing).And(from.Valid).And(g.inside.Lt(g.pixels)), o)
	m.If(in.Fire(), func() {
		g.next()
		m.If(g.last(), func() {
			g.first()
			m.If(i.Last, func() { g.phase.Goto(leaving) })
		})
	})
	from.Ready.Set(in.Fire().And(g.last()))
	out.Ready.Set(1)
	m.If(in.Fire().Ne(out.Fire()), func() { g.inside.Set(hdl.Mux(in.Fire(), g.inside.Add(1), g.inside.Sub(1))) })
	r := out.Data
	hdl.Unused(r.Pixel)
	return fileWrite{out.Valid.Bits, r.Dest, r.Halves, r.Value}
}

// constantBits is a constant word as a register.
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

// leave sends the pixels of the group, each as soon as its results are in its registers.
func (s *Shader) leave(m *hdl.Module, g *group, result Vector) {
	at := g.places.Read(g.pixel)
	var colour []hdl.Operand
	for _, x := range result {
		colour = append(colour, x.Truncate(8))
	}
	written := g.inside.Add(g.pixel.ZeroExtend(groupBits + 1)).Lt(g.pixels)
	s.Out.Send(g.phase.Is(leaving).And(written), Shaded{at.X, at.Y, hdl.Pack(colour...)})
	m.If(s.Out.Fire(), func() {
		g.next()
		m.If(g.last(), func() {
			g.first()
			g.pixels.Set(0)
			g.phase.Goto(gathering)
		})
	})
}
