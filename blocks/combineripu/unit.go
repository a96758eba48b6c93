package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// Unit is the combiner IPU: control storage, raster state machine, register allocation, instruction emulator and remap.
type Unit struct {
	In           hdl.Sink[Input[Pixel]]    `doc:"loads and pixels from the rasterizer"`
	Raster       hdl.Source[Packet[Pixel]] `doc:"the same with tokens, to the shader"`
	Program      hdl.Sink[ProgramEvent]    `doc:"program triggers and blocks, from the shader"`
	Instructions hdl.Source[Emission]      `doc:"to the shader"`

	Counts        hdl.OutOf[Counts]
	Illegal       hdl.Out `doc:"1 once registers have been allocated for a program with an illegal word"`
	IllegalOffset hdl.Out `doc:"the offset of the first such word"`

	config Config
}

// NewUnit makes the unit; it returns the error of [Config.Check].
func NewUnit(c Config) (*Unit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newUnit(c), nil
}

func newUnit(c Config) *Unit {
	return &Unit{
		In:            hdl.NewSink(InputShape(PixelShape())),
		Raster:        hdl.NewSource(PacketShape(c, PixelShape())),
		Program:       hdl.NewSink(ProgramEventShape(c)),
		Instructions:  hdl.NewSource(EmissionShape(c)),
		Counts:        hdl.OutputOf(CountsShape()),
		Illegal:       hdl.Output(1),
		IllegalOffset: hdl.Output(isa.OffsetBits),
		config:        c,
	}
}

// ModuleName is combineripu with the parameters that the unit depends on.
func (u *Unit) ModuleName() string { return "combineripu_" + u.config.name() }

// ModuleDoc describes the unit in its Verilog.
func (u *Unit) ModuleDoc() string {
	return fmt.Sprintf("Combiner IPU (US8004523): register-combiner state becomes shader programs; %d program states of %d stages.", u.config.Sets, u.config.Stages)
}

// Describe connects the parts.
func (u *Unit) Describe(m *hdl.Module) {
	c := u.config
	storage := hdl.Instance(m, "storage", newControlStorage(c))
	machine := hdl.Instance(m, "raster_machine", newRasterMachine(c, PixelShape()))
	allocator := hdl.Instance(m, "allocator", newAllocator(c))
	emulator := hdl.Instance(m, "emulator", newEmulator(c))

	machine.In.From(u.In)
	u.Raster.From(machine.Out)
	machine.connect(storage)

	allocator.Trigger.From(machine.Trigger)
	machine.Counted.From(allocator.Counted)
	storage.Allocating.Set(allocator.Position.Data)
	allocator.Words.Set(storage.AllocatingWords.Data)

	emulator.Programs.From(allocator.Programs)
	emulator.Events.From(u.Program)
	machine.Freed.From(emulator.Freed)
	storage.Emulating.Set(emulator.Position.Data)
	emulator.Words.Set(storage.EmulatingWords.Data)
	allocator.Emulating.Set(emulator.Position.Data)
	emulator.Live.Set(allocator.EmulatingLive.Data)

	if c.Remap {
		remap := hdl.Instance(m, "remap", NewRemap(c))
		remap.In.From(emulator.Out)
		allocator.TableOf.Set(remap.Set)
		remap.Table.Set(allocator.Table.Data)
		u.Instructions.From(remap.Out)
	} else {
		u.Instructions.From(emulator.Out)
		allocator.TableOf.Set(0)
		hdl.Unused(allocator.Table)
	}
	u.Counts.Set(Counts{
		machine.Pixels.Bits, machine.Programs.Bits, machine.Blocks.Bits, machine.Stalled.Bits, machine.Counting.Bits,
		emulator.Sent.Bits, emulator.Resent.Bits, emulator.Invalidated.Bits,
	})
	u.Illegal.Set(allocator.Illegal)
	u.IllegalOffset.Set(allocator.IllegalOffset)
}
