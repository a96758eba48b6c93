package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// packetKindBits is the width of an [isa.PacketKind].
const packetKindBits = 2

// Input is a beat of the raster stream as a rasterizer sends it, with pixels of the shape P.
type Input[P any] struct {
	Load   hdl.Bits `doc:"1: a register load, 0: a pixel"`
	Offset hdl.Bits `doc:"of a load: the register's offset"`
	Word   hdl.Bits `doc:"of a load: the word to load"`
	Pixel  P
}

// Packet is a beat of the raster stream with tokens.
type Packet[P any] struct {
	Kind       hdl.Bits `doc:"0 pixel, 1 load, 2 block, 3 allocate"`
	Set        hdl.Bits `doc:"of a pixel, block or allocate: the program state"`
	Offset     hdl.Bits `doc:"of a load: the register's offset"`
	Word       hdl.Bits `doc:"of a load: the word to load"`
	Allocation Allocation
	Pixel      P
}

// Allocation states which registers a program needs.
type Allocation struct {
	Count hdl.Bits                   `width:"5" doc:"number of registers, from R0 on"`
	Load  hdl.Bits                   `width:"registers" doc:"bit c: the register of code c is loaded from the pixel"`
	Table [isa.NumRegisters]hdl.Bits `width:"4" doc:"by code: the register's number; 0 if it is not used"`
}

// Vector is a register's value: red, green, blue and alpha, in two's complement. 255 is 1.0; -255 and -256 are both
// -1.0.
type Vector [4]hdl.Bits

// Pixel is a pixel's position and input values.
type Pixel struct {
	X         hdl.Bits  `width:"16" doc:"its column"`
	Y         hdl.Bits  `width:"16" doc:"its row"`
	Fog       Vector    `width:"9" doc:"the fog's colour, and its factor"`
	Primary   Vector    `width:"9" doc:"primary colour"`
	Secondary Vector    `width:"9" doc:"secondary colour"`
	Texture   [4]Vector `width:"9" doc:"texels"`
}

// Shaded is a finished pixel.
type Shaded struct {
	X      hdl.Bits `width:"16" doc:"its column"`
	Y      hdl.Bits `width:"16" doc:"its row"`
	Colour hdl.Bits `width:"32" doc:"the low 8 bits of R0: red 7:0, green 15:8, blue 23:16, alpha 31:24"`
}

// Counts are a unit's event counters; they wrap.
type Counts struct {
	Pixels      hdl.Bits `width:"counters" doc:"pixels that have left"`
	Programs    hdl.Bits `width:"counters" doc:"allocations"`
	Blocks      hdl.Bits `width:"counters" doc:"block tokens"`
	Stalled     hdl.Bits `width:"counters" doc:"cycles in which the rasterizer waits for a free program state"`
	Counting    hdl.Bits `width:"counters" doc:"cycles in which it waits for a register count"`
	Sent        hdl.Bits `width:"counters" doc:"instructions sent"`
	Resent      hdl.Bits `width:"counters" doc:"of these, those already sent in an earlier pass"`
	Invalidated hdl.Bits `width:"counters" doc:"instructions discarded"`
}

const counterBits = 32

// SetBeat names a program state.
type SetBeat struct {
	Set hdl.Bits `width:"set"`
}

// ProgramEvent is a beat of the program stream, from a shader back to the instruction emulator.
type ProgramEvent struct {
	Block hdl.Bits `width:"1" doc:"1: block, all pixels before the set's block have left; 0: program trigger, a pass begins"`
	Set   hdl.Bits `width:"set"`
}

// Emission is a beat of the instruction stream.
type Emission struct {
	Token       hdl.Bits        `width:"2" doc:"0 instruction, 1 valid, 2 invalid"`
	Set         hdl.Bits        `width:"set" doc:"the program state whose program it is"`
	Instruction InstructionBits `doc:"zeros in a token"`
}

// InstructionBits is an [isa.Instruction] in hardware, field by field.
type InstructionBits struct {
	Op        hdl.Bits       `width:"3" doc:"0 MOV, 1 ADD, 2 MUL, 3 MAD, 4 DP3, 5 SEL"`
	Dest      hdl.Bits       `width:"4" doc:"the register written"`
	Halves    hdl.Bits       `width:"2" doc:"bit 0 writes red, green and blue; bit 1 alpha"`
	In        [3]OperandBits `doc:"the sources"`
	Bias      hdl.Bits       `width:"1" doc:"1 subtracts 128"`
	Scale     hdl.Bits       `width:"2" doc:"0 x1, 1 x2, 2 x4, 3 x1/2"`
	Final     hdl.Bits       `width:"1" doc:"the result's range, 1: 0 to 255, 0: -255 to 255"`
	Odd       hdl.Bits       `width:"1" doc:"SEL tests whether s2 is 1: odd, 0: at least 128"`
	Last      hdl.Bits       `width:"1" doc:"1: the program's last instruction"`
	Constants [2]hdl.Bits    `width:"32" doc:"the stage's constants, A R G B from bit 31 down"`
}

// OperandBits is an [isa.Operand] in hardware.
type OperandBits struct {
	Kind     hdl.Bits `width:"2" doc:"0 ZERO, 1 the first constant, 2 the second, 3 a register"`
	Register hdl.Bits `width:"4" doc:"its code; after remapping, its number"`
	RGB      hdl.Bits `width:"1" doc:"the RGB lanes read 0: red, green and blue, 1: alpha"`
	Alpha    hdl.Bits `width:"1" doc:"the alpha lane reads 0: blue, 1: alpha"`
	Mapping  hdl.Bits `width:"3" doc:"the input mapping"`
}

// Position selects a step of a program state: a general stage, or the final combiner.
type Position struct {
	Set   hdl.Bits `width:"set"`
	Stage hdl.Bits `width:"stage" doc:"the general stage; the number of stages built selects the final combiner"`
}

// StepWords are the words of one step: a stage's input and output words (RGB, alpha), or the final combiner's two words
// and zeros. The constants are those that the step reads.
type StepWords struct {
	Words     [4]hdl.Bits `width:"32" doc:"IN_RGB, IN_ALPHA, OUT_RGB, OUT_ALPHA; FINAL0, FINAL1, 0, 0"`
	Constants [2]hdl.Bits `width:"32"`
	Active    hdl.Bits    `width:"stage" doc:"number of active general stages"`
	Odd       hdl.Bits    `width:"1" doc:"1: MUX selects by the least significant bit"`
	Count     hdl.Bits    `width:"4" doc:"control bits 3:0, as written"`
}

// Live marks the results of a stage that are read later, and the halves of their destinations that they write. It is 0
// for the final combiner.
type Live struct {
	AB  LiveResult
	CD  LiveResult
	Sum LiveResult
}

// LiveResult is an operation's result in both portions.
type LiveResult struct {
	RGB       hdl.Bits `width:"1" doc:"1: the RGB portion's result writes red, green and blue"`
	Blue      hdl.Bits `width:"1" doc:"1: the RGB portion's result writes its blue to alpha"`
	AlphaHalf hdl.Bits `width:"1" doc:"1: the alpha portion's result writes alpha"`
}

// InputShape is the shape of [Input] for pixels of the given shape.
func InputShape[P any](pixel P) Input[P] {
	return Input[P]{Load: hdl.Width(1), Offset: hdl.Width(isa.OffsetBits), Word: hdl.Width(32), Pixel: pixel}
}

// PacketShape is the shape of a configuration's [Packet] for pixels of the given shape.
func PacketShape[P any](c Config, pixel P) Packet[P] {
	return Packet[P]{
		Kind: hdl.Width(packetKindBits), Set: hdl.Width(c.setWidth()), Offset: hdl.Width(isa.OffsetBits), Word: hdl.Width(32),
		Allocation: commonShapes().Allocation, Pixel: pixel,
	}
}

// PixelShape is the shape of [Pixel].
func PixelShape() Pixel { return hdl.Shape[Pixel](nil) }

// ShadedShape is the shape of [Shaded].
func ShadedShape() Shaded { return hdl.Shape[Shaded](nil) }

// CountsShape is the shape of [Counts].
func CountsShape() Counts { return hdl.Shape[Counts](hdl.Widths{"counters": counterBits}) }

// ProgramEventShape is the shape of a configuration's [ProgramEvent].
func ProgramEventShape(c Config) ProgramEvent {
	return hdl.Shape[ProgramEvent](hdl.Widths{"set": c.setWidth()})
}

// EmissionShape is the shape of a configuration's [Emission].
func EmissionShape(c Config) Emission { return hdl.Shape[Emission](hdl.Widths{"set": c.setWidth()}) }

// shapes are the beats and words inside a unit that depend on its configuration; common are those that do not.
type shapes struct {
	SetBeat  SetBeat
	Position Position
	Words    StepWords
	Step     stepBits
	Stored   setBits
}

func (c Config) shapes() shapes {
	return hdl.Shape[shapes](hdl.Widths{"set": c.setWidth(), "stage": c.stageWidth(), "stages": c.Stages})
}

type common struct {
	Allocation    Allocation
	Live          Live
	Load          loadBits
	Halves        halvesBits
	Slots         [numSlots]slotBits
	Vector        Vector `width:"9"`
	FileWrite     fileWrite
	LaneOperation laneOperation
	LaneResult    laneResult
	Place         place
	Colour        Vector `width:"8"`
}

func commonShapes() common {
	return hdl.Shape[common](hdl.Widths{"offset": isa.OffsetBits, "registers": isa.NumRegisters, "group": groupBits, "file": fileBits})
}

// zeros is the value 0 of a shape.
func zeros[T any](shape T) T { return hdl.Unflatten(shape, hdl.Const(hdl.WidthOf(shape), 0)) }
