package isa

// PacketKind is what a beat of the raster stream is.
type PacketKind uint8

// The kinds of packets. A rasterizer sends pixels and loads.
const (
	PixelPacket    PacketKind = iota // a pixel, to be shaded by the program of its set
	LoadPacket                       // a register load
	BlockPacket                      // no pixel of the set follows
	AllocatePacket                   // pixels of the set follow, with so many registers
)

// Token is what a beat of the instruction stream is.
type Token uint8

// The beats of the instruction stream.
const (
	InstructionToken Token = iota
	ValidToken             // the instructions ahead of it are of the pass that was triggered
	InvalidToken           // they are to be discarded
)
