package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// System is a combiner IPU with a shader, and a queue of packets between them.
type System struct {
	In  hdl.Sink[Input[Pixel]] `doc:"loads and pixels from the rasterizer"`
	Out hdl.Source[Shaded]     `doc:"shaded pixels, in order"`

	Counts        hdl.OutOf[Counts]
	Illegal       hdl.Out `doc:"1 once registers have been allocated for a program with an illegal word"`
	IllegalOffset hdl.Out `doc:"the offset of the first such word"`

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

// queueDepth is how many packets can wait for the shader, such as those of the next program while one runs.
const queueDepth = 64

// Describe connects the unit to the shader by a queue, and drops loads in front of it.
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
