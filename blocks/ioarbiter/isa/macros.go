package isa

import "posedge/blocks/ioarbiter/isa/microcode"

// The state object of a built-in macro has the states of all units. These are the words at which they begin.
const (
	RasterAt  = 0
	TextureAt = 3
	DepthAt   = 6
	SurfaceAt = 8
)

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
