package isa

import (
	"slices"

	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/isa/units"
)

// The state object of a built-in macro has the states of all units. These are the words at which they begin.
const (
	RasterAt  = 0
	TextureAt = RasterAt + units.RasterWords
	DepthAt   = TextureAt + units.TextureWords
	SurfaceAt = DepthAt + units.DepthWords
)

// MacroState is the state of all units in the state object of a built-in macro.
type MacroState struct {
	Raster  units.RasterState
	Texture units.TextureState
	Depth   units.DepthState
	Surface units.SurfaceState
}

// Words are the first words of the state object; the others are unused.
func (s MacroState) Words() []uint32 {
	return slices.Concat(s.Raster.Words(), s.Texture.Words(), s.Depth.Words(), s.Surface.Words())
}

// Numbers of the built-in macros.
const (
	BlitMacro = FirstMacro + iota
	ClearMacro
	TriangleMacro
	ZOnlyMacro
)

// FormatsOf are the formats of a macro's parameters.
func FormatsOf(m microcode.Macro) (list []Format) {
	for _, p := range m.Parameters {
		list = append(list, map[microcode.Format]Format{microcode.Integer: Integer, microcode.Fixed: Fixed}[p.Format])
	}
	return list
}

// MacroFormats are the formats of the parameters of the built-in macros.
func MacroFormats() (formats [Macros][MaxLength]Format) {
	for k, m := range microcode.Macros() {
		copy(formats[k][:], FormatsOf(m))
	}
	return formats
}
