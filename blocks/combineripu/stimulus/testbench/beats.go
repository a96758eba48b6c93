package testbench

import (
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
)

// The beats of the unit's streams as Go values.
type (
	inputBeat struct {
		Load   bool
		Offset uint16
		Word   uint32
		Pixel  pixelBeat
	}
	packetBeat struct {
		Kind       isa.PacketKind
		Set        int
		Offset     uint16
		Word       uint32
		Allocation allocationBeat
		Pixel      pixelBeat
	}
	allocationBeat struct {
		Count int
		Load  uint16
		Table [isa.NumRegisters]uint8
	}
	pixelBeat struct {
		X, Y                    uint16
		Fog, Primary, Secondary vectorBeat
		Texture                 [4]vectorBeat
	}
	vectorBeat   [4]uint16
	eventBeat    struct{ Block, Set int }
	emissionBeat struct {
		Token       isa.Token
		Set         int
		Instruction isa.Instruction
	}
	shadedBeat struct {
		X, Y   uint16
		Colour uint32
	}
)

func vectorOf(v model.Values) (b vectorBeat) {
	for k, x := range v {
		b[k] = uint16(max(-256, min(x, 255))) & 511 // as the formulas limit it
	}
	return b
}

func pixelOf(p model.Pixel) pixelBeat {
	b := pixelBeat{X: uint16(p.X), Y: uint16(p.Y), Fog: vectorOf(p.Fog), Primary: vectorOf(p.Primary), Secondary: vectorOf(p.Secondary)}
	for k, t := range p.Texture {
		b.Texture[k] = vectorOf(t)
	}
	return b
}

// colourOf is a colour as the shader sends it: red in bits 7:0, alpha in bits 31:24.
func colourOf(x uint32) model.Colour {
	return model.Colour{uint8(x), uint8(x >> 8), uint8(x >> 16), uint8(x >> 24)}
}

// valuesOf is the inverse of pixelOf.
func valuesOf(b pixelBeat) model.Pixel {
	values := func(b vectorBeat) (v model.Values) {
		for k, x := range b {
			v[k] = int(int16(x<<7) >> 7)
		}
		return v
	}
	p := model.Pixel{X: int(b.X), Y: int(b.Y), Fog: values(b.Fog), Primary: values(b.Primary), Secondary: values(b.Secondary)}
	for k, t := range b.Texture {
		p.Texture[k] = values(t)
	}
	return p
}
