package isa

// PacketKind is the kind of a beat of the raster stream.
type PacketKind uint8

// The kinds of packets. A rasterizer sends pixels and loads.
const (
	PixelPacket    PacketKind = iota // a pixel, to be shaded by the program of its set
	LoadPacket                       // a register load
	BlockPacket                      // no more pixels of the set follow
	AllocatePacket                   // pixels of the set follow; it carries their allocation
)

// Token is the kind of a beat of the instruction stream.
type Token uint8

// The beats of the instruction stream.
const (
	InstructionToken Token = iota
	ValidToken             // the instructions before it belong to the triggered pass
	InvalidToken           // the instructions before it are to be discarded
)
