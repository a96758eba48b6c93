package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// System is a combiner IPU with a shader, and a queue of packets between them.
type System struct {
	In  hdl.Sink[Input[Pixel]] `doc:"loads and pixels of the rasterizer"`
	Out hdl.Source[Shaded]     `doc:"shaded pixels, in order"`

	Counts        hdl.OutOf[Counts]
	Illegal       hdl.Out `doc:"1 from the first program with an illegal word on"`
	IllegalOffset hdl.Out `doc:"its offset"`

	config Config
}

// NewSystem makes the system; it returns the error of [Config.Check].
func NewSystem(c Config) (*System, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return &System{
		In: hdl.NewSink(InputShape(PixelShape())), Out: hdl.NewSource(ShadedShape()),
		Counts: hdl.OutputOf(CountsShape()), Illegal: hdl.Output(1), IllegalOffset: hdl.Output(isa.OffsetBits),
		config: c,
	}, nil
}

// ModuleName is combineripu_system with the configuration.
func (s *System) ModuleName() string { return "combineripu_system_" + s.config.Name() }

// ModuleDoc describes the system in its Verilog.
func (s *System) ModuleDoc() string {
	return fmt.Sprintf("Combiner IPU (US8004523) with a shader: %d program states of %d stages.", s.config.Sets, s.config.Stages)
}

// queueDepth is the number of packets that wait for the shader: those of a program while the one before it runs.
const queueDepth = 64

// Describe joins the two by a queue, into which loads do not go.
func (s *System) Describe(m *hdl.Module) {
	unit := hdl.Instance(m, "unit", newUnit(s.config))
	queue := hdl.Instance(m, "queue", lib.NewFIFO(PacketShape(s.config, PixelShape()), queueDepth, lib.BlockRAM()))
	shader := hdl.Instance(m, "shader", newShader(s.config))
	unit.In.From(s.In)
	packet := unit.Raster
	load := packet.Data.Kind.Eq(int(isa.LoadPacket))
	queue.Push.Send(packet.Valid.And(load.Not()), packet.Data)
	packet.Ready.Set(queue.Push.Ready.Or(load))
	shader.In.From(queue.Pop)
	unit.Program.From(shader.Program)
	shader.Instructions.From(unit.Instructions)
	s.Out.From(shader.Out)
	s.Counts.Set(unit.Counts.Data)
	s.Illegal.Set(unit.Illegal)
	s.IllegalOffset.Set(unit.IllegalOffset)
}
