package ropmask

import (
	"posedge/hdl"

	"posedge/blocks/ropmask/isa"
)

// Beat is one vector of a pixel on its way into the unit.
type Beat struct {
	State  StateBits                // used with the first beat of a pixel
	Vector hdl.Bits                 `width:"vector" doc:"the index of the vector"`
	Color  [isa.Components]hdl.Bits `width:"component" doc:"R, G, B, A"`
	Last   hdl.Bits                 `width:"1" doc:"the last vector of the pixel"`
}

// StateBits is the driver's state of a pixel as signals, with what follows from the
// formats and blending of the targets.
type StateBits struct {
	Draw
	FormatMask        [isa.Targets]hdl.Bits `width:"mask" doc:"components of the format, 0 where no buffer is bound"`
	Blend             hdl.Bits              `width:"targets" doc:"bit t of target t: SET_BLEND(t)"`
	Blendable         hdl.Bits              `width:"targets" doc:"the format can be blended"`
	AlphaAffectsColor hdl.Bits              `width:"targets" doc:"the blend mode lets A affect R, G or B"`
	DualSource        hdl.Bits              `width:"targets" doc:"the blend mode takes two sources"`
}

// Route is what the selection logic derives from a state: up to eight slots,
// one for each vector in MRT mode, one for each target in the others. It
// crosses to the raster operations unit once for each pixel, and that unit
// unpacks with the same masks.
type Route struct {
	Mrt    hdl.Bits          `width:"1" doc:"a slot is a vector"`
	Slots  [isa.Targets]Slot // in transmit and write order
	Second hdl.Bits          `width:"mask" doc:"components of vector 1 that are sent as second source"`
}

// Slot is one vector on its way to one target.
type Slot struct {
	Target    hdl.Bits `width:"target"`
	Mask      hdl.Bits `width:"mask" doc:"components to write, 0 if there are none"`
	Generated hdl.Bits `width:"mask" doc:"components of the vector that the shader generates"`
	Update    hdl.Bits `width:"mask" doc:"component update mask: what is sent"`
	Dual      hdl.Bits `width:"1" doc:"the target takes the second source"`
}

// TargetWrite is the part of a pixel that a render target receives at once.
type TargetWrite struct {
	Mask        hdl.Bits                 `width:"mask" doc:"the components to write"`
	Color       [isa.Components]hdl.Bits `width:"component" doc:"the first source; 0 outside the mask"`
	Second      [isa.Components]hdl.Bits `width:"component" doc:"the second source; 0 outside the mask, or if there is none"`
	Alpha       hdl.Bits                 `width:"component" doc:"the A of the first source for blending, even where the mask has no A"`
	SecondAlpha hdl.Bits                 `width:"component" doc:"the A of the second source for blending, even where the mask has no A; 0 if there is none"`
}

// TargetSetup binds a buffer to a render target.
type TargetSetup struct {
	Target hdl.Bits  `width:"target" doc:"the render target; one without memory stays without a buffer"`
	Format hdl.Bits  `width:"format" doc:"the number of the format, 0 for no buffer"`
	Blend  BlendBits // how the target is blended
}

// BlendBits is an [isa.Blend] as signals.
type BlendBits struct {
	Enable hdl.Bits     `width:"1" doc:"1 blends, if the format can be blended"`
	Color  EquationBits // of R, G and B
	Alpha  EquationBits // of A
}

// EquationBits is an [isa.Equation] as signals.
type EquationBits struct {
	Function    hdl.Bits `width:"function" doc:"0 add, 1 subtract, 2 reverse subtract, 3 min, 4 to 7 max"`
	Source      hdl.Bits `width:"factor" doc:"factor of the source; 14 is 0, 15 is 1"`
	Destination hdl.Bits `width:"factor" doc:"factor of the destination; 14 is 0, 15 is 1"`
}

// PixelBeat is one vector of a pixel on its way into a framebuffer.
type PixelBeat struct {
	Address hdl.Bits                 `width:"address" doc:"the pixel's address in each target"` // used with the first beat of a pixel
	State   Draw                     // used with the first beat of a pixel
	Vector  hdl.Bits                 `width:"vector" doc:"the index of the vector"`
	Color   [isa.Components]hdl.Bits `width:"component" doc:"R, G, B, A"`
	Last    hdl.Bits                 `width:"1" doc:"the last vector of the pixel"`
}

// Draw is the driver's state of a pixel as signals: the words of package isa.
// Bits of a word that belong to no field are ignored.
type Draw struct {
	OutputMap     hdl.Bits              `width:"32" doc:"word 18 of the shader program header"`
	MrtEnable     hdl.Bits              `width:"1" doc:"MrtEnable of the header's word 0"`
	CtSelect      hdl.Bits              `width:"32" doc:"SET_CT_SELECT"`
	CtMrtEnable   hdl.Bits              `width:"1" doc:"SET_CT_MRT_ENABLE"`
	CtWrite       [isa.Targets]hdl.Bits `width:"32" doc:"SET_CT_WRITE(t)"`
	SingleCtWrite hdl.Bits              `width:"1" doc:"SET_SINGLE_CT_WRITE_CONTROL"`
}

// ReadRequest asks for a texel.
type ReadRequest struct {
	Target  hdl.Bits `width:"stored_target" doc:"the render target; ignored if there is only one"`
	Address hdl.Bits `width:"address" doc:"the pixel"`
}

// TexelBits is a stored pixel. A write in a format with fewer bits makes the
// upper words 0.
type TexelBits struct {
	Words [isa.TexelWords]hdl.Bits `width:"32" doc:"the stored pixel, lowest word first"`
}

// packet is one beat over the crossbar: up to lanes components of one pixel.
type packet struct {
	Data  []hdl.Bits `width:"component" len:"lanes" doc:"components in transmit order, lane 0 first"`
	Count hdl.Bits   `width:"count" doc:"number of valid lanes, 1 to all"`
}

// storeWrite is one write on its way into memory. Format and blending come with
// it, so they may change from one write to the next.
type storeWrite struct {
	Target  hdl.Bits                 `width:"stored_target" doc:"the render target; ignored if there is only one"`
	Address hdl.Bits                 `width:"address" doc:"the pixel"`
	Format  hdl.Bits                 `width:"format" doc:"the number of the format"`
	Blend   BlendBits                // the target's blending
	Mask    hdl.Bits                 `width:"mask" doc:"the components to write, if the format has them"`
	Color   [isa.Components]hdl.Bits `width:"component" doc:"the source: fp32, or integers for an integer format; blending always needs A"`
	Second  [isa.Components]hdl.Bits `width:"component" doc:"the second source; blending always needs A"`
}

// fixedShapes are the beats and words that are the same in every configuration.
type fixedShapes struct {
	Beat    Beat
	State   StateBits
	Route   Route
	Header  header
	Target  TargetWrite
	Setup   TargetSetup
	Binding binding
	Lane    laneInput
	Texel   TexelBits
}

func fixed() fixedShapes {
	return hdl.Shape[fixedShapes](hdl.Widths{
		"vector":    hdl.IndexWidth(isa.Vectors),
		"target":    hdl.IndexWidth(isa.Targets),
		"targets":   isa.Targets,
		"component": componentBits,
		"mask":      isa.Components,
		"format":    isa.FormatBits,
		"function":  isa.FunctionBits,
		"factor":    isa.FactorBits,
	})
}

// BeatShape is the shape of a [Unit]'s pixels.
func BeatShape() Beat { return fixed().Beat }

// TargetShape is the shape of a [Unit]'s targets.
func TargetShape() TargetWrite { return fixed().Target }

// StateShape is the shape of the state that a [Selection] takes.
func StateShape() StateBits { return fixed().State }

// RouteShape is the shape of the route that a [Selection] makes.
func RouteShape() Route { return fixed().Route }

// SetupShape is the shape of a [Framebuffer]'s setups.
func SetupShape() TargetSetup { return fixed().Setup }

// TexelShape is the shape of the texels that a [Framebuffer] answers with.
func TexelShape() TexelBits { return fixed().Texel }

// packetShape is the shape of a packet, or of a group that is sent in packets.
func packetShape(lanes int) packet {
	return hdl.Shape[packet](hdl.Widths{"lanes": lanes, "component": componentBits, "count": hdl.CountWidth(lanes)})
}

// storeShapes are the beats that depend on the memory.
type storeShapes struct {
	Pixel PixelBeat
	Read  ReadRequest
	Write storeWrite
}

func (c StoreConfig) shapes() storeShapes {
	return hdl.Shape[storeShapes](hdl.Widths{
		"address":       c.AddressBits,
		"stored_target": hdl.IndexWidth(c.Targets),
		"vector":        hdl.IndexWidth(isa.Vectors),
		"component":     componentBits,
		"mask":          isa.Components,
		"format":        isa.FormatBits,
		"function":      isa.FunctionBits,
		"factor":        isa.FactorBits,
	})
}

// PixelShape is the shape of the pixels of a [Framebuffer] with this memory.
func (c StoreConfig) PixelShape() PixelBeat { return c.shapes().Pixel }

// ReadShape is the shape of the requests for texels of this memory.
func (c StoreConfig) ReadShape() ReadRequest { return c.shapes().Read }
