package combineripu

import "posedge/hdl"

// PacketKind is what a beat of the raster stream is.
type PacketKind uint8

// The kinds of packets. A rasterizer sends pixels and loads.
const (
	PixelPacket    PacketKind = iota // a pixel, to be shaded by the program of its set
	LoadPacket                       // a register load
	BlockPacket                      // no pixel of the set follows
	AllocatePacket                   // pixels of the set follow, with so many registers

	packetKindBits = 2
)

// Input is a beat of the raster stream as a rasterizer sends it, with pixels of the shape P.
type Input[P any] struct {
	Load   hdl.Bits `doc:"1: a register load, 0: a pixel"`
	Offset hdl.Bits `doc:"of a load: the register"` // 13
	Word   hdl.Bits `doc:"of a load: what to load"` // 32
	Pixel  P
}

// Packet is a beat of the raster stream with tokens.
type Packet[P any] struct {
	Kind       hdl.Bits `doc:"0 pixel, 1 load, 2 block, 3 allocate"` // 2
	Set        hdl.Bits `doc:"of a pixel, block or allocate: the program state"`
	Offset     hdl.Bits `doc:"of a load: the register"` // 13
	Word       hdl.Bits `doc:"of a load: what to load"` // 32
	Allocation Allocation
	Pixel      P
}

// Allocation says which registers a program needs.
type Allocation struct {
	Count hdl.Bits               `doc:"registers, from R0 on"`                                 // 5
	Load  hdl.Bits               `doc:"bit c: the register of code c gets the pixel's value"`  // 16
	Table [NumRegisters]hdl.Bits `doc:"by code: the register's number; 0 of what is not used"` // 4 each
}

// Vector is a register's value: red, green, blue and alpha, in two's complement; 255 is 1.0 and -256 means -1.0 too.
type Vector [4]hdl.Bits // 9 each

// Pixel is what a pixel brings.
type Pixel struct {
	X         hdl.Bits  `doc:"its column"` // 16
	Y         hdl.Bits  `doc:"its row"`    // 16
	Fog       Vector    `doc:"the fog's colour, and its factor"`
	Primary   Vector    `doc:"primary colour"`
	Secondary Vector    `doc:"secondary colour"`
	Texture   [4]Vector `doc:"texels"`
}

// SetBeat names a program state.
type SetBeat struct{ Set hdl.Bits }

// ProgramEvent is a beat of the program stream, from a shader back to the instruction emulator.
type ProgramEvent struct {
	Block hdl.Bits `doc:"1: all pixels before the block of the set have left; 0: the program trigger, a pass begins"`
	Set   hdl.Bits
}

// Token is what a beat of the instruction stream is.
type Token uint8

// The beats of the instruction stream.
const (
	InstructionToken Token = iota
	ValidToken             // the instructions ahead of it are of the pass that was triggered
	InvalidToken           // they are to be discarded
)

// Emission is a beat of the instruction stream.
type Emission struct {
	Token       hdl.Bits        `doc:"0 instruction, 1 valid, 2 invalid"` // 2
	Set         hdl.Bits        `doc:"whose program it is"`
	Instruction InstructionBits `doc:"of a token: zeros"`
}

// Position is a step of a program state that is read: a general stage, or the final combiner.
type Position struct {
	Set   hdl.Bits
	Stage hdl.Bits `doc:"the general stage; their number in the unit is the final combiner"`
}

// StepWords is what control storage holds of one step: of a stage its input and output words (RGB, alpha), of the final
// combiner its two words and zeros. The constants are those that the step reads.
type StepWords struct {
	Words     [4]hdl.Bits `doc:"IN_RGB, IN_ALPHA, OUT_RGB, OUT_ALPHA; FINAL0, FINAL1, 0, 0"` // 32 each
	Constants [2]hdl.Bits // 32 each
	Active    hdl.Bits    `doc:"general stages that take part"`               // as a stage's number
	Odd       hdl.Bits    `doc:"1: MUX selects by the least significant bit"` // 1
	Count     hdl.Bits    `doc:"control bits 3:0 as they were written"`       // 4
}

// Live says which results of a stage are read later, and which halves of their destinations they write. Of the final
// combiner all are 0.
type Live struct {
	AB  LiveResult
	CD  LiveResult
	Sum LiveResult
}

// LiveResult is an operation's result in both portions.
type LiveResult struct {
	RGB       hdl.Bits `doc:"1: the RGB portion's writes red, green and blue"`
	Blue      hdl.Bits `doc:"1: the RGB portion's writes its blue to alpha"`
	AlphaHalf hdl.Bits `doc:"1: the alpha portion's writes alpha"`
}

func vectorShape() Vector {
	b := hdl.Width(9)
	return Vector{b, b, b, b}
}

// PixelShape is the shape of [Pixel].
func PixelShape() Pixel {
	v := vectorShape()
	return Pixel{hdl.Width(16), hdl.Width(16), v, v, v, [4]Vector{v, v, v, v}}
}

func allocationShape() Allocation {
	a := Allocation{Count: hdl.Width(5), Load: hdl.Width(NumRegisters)}
	for k := range a.Table {
		a.Table[k] = hdl.Width(4)
	}
	return a
}

func liveShape() Live {
	r := LiveResult{hdl.Width(1), hdl.Width(1), hdl.Width(1)}
	return Live{r, r, r}
}

func inputShape[P any](pixel P) Input[P] {
	return Input[P]{hdl.Width(1), hdl.Width(OffsetBits), hdl.Width(32), pixel}
}

func packetShape[P any](c Config, pixel P) Packet[P] {
	return Packet[P]{hdl.Width(packetKindBits), c.set(), hdl.Width(OffsetBits), hdl.Width(32), allocationShape(), pixel}
}

func (c Config) position() Position { return Position{c.set(), c.stage()} }

func (c Config) stepWords() StepWords {
	w := hdl.Width(32)
	return StepWords{[4]hdl.Bits{w, w, w, w}, [2]hdl.Bits{w, w}, c.stage(), hdl.Width(1), hdl.Width(4)}
}

func (c Config) setBeat() SetBeat           { return SetBeat{c.set()} }
func (c Config) programEvent() ProgramEvent { return ProgramEvent{hdl.Width(1), c.set()} }
func (c Config) emission() Emission {
	return Emission{hdl.Width(2), c.set(), instructionShape()}
}
