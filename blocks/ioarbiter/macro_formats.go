package ioarbiter

import "posedge/blocks/ioarbiter/microcode"

// MacroFormats are the formats of the parameters of the macros that come along, for [Config].
func MacroFormats() (formats [Macros][MaxLength]Format) {
	for k, m := range microcode.Macros() {
		for j, p := range m.Parameters {
			if p.Format == microcode.Fixed {
				formats[k][j] = Fixed
			}
		}
	}
	return formats
}
