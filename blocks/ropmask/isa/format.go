package isa

import (
	"fmt"
	"slices"
	"strings"
)

// Format is how a render target stores a pixel. R has the lowest bits of a texel, then come G, B and A without gaps:
// the first component of RGBA8 is byte 0, and RGB10A2 is OpenGL's UNSIGNED_INT_2_10_10_10_REV.
type Format uint8

const (
	// NoFormat is a target to which no buffer is bound: nothing is written.
	NoFormat Format = iota
	RGBA32F         // four binary32
	RGBA16F         // four binary16
	RG16F           // two binary16
	R32F            // one binary32
	RGBA8           // four UNORM8
	RG8             // two UNORM8
	RGB10A2         // three UNORM10 and a UNORM2
	RGBA8UI         // four unsigned integers of 8 bits
	RGBA32UI        // four unsigned integers of 32 bits

	// FormatCount is one more than the highest number of a format.
	FormatCount = iota
)

// FormatBits is the width of a format's number.
const FormatBits = 4

// TexelWords is the number of words of 32 bits of the largest texel.
const TexelWords = 4

// Codec is how one component is stored.
type Codec uint8

const (
	NotStored Codec = iota // the format does not have the component
	Raw32                  // 32 bits as they are
	Half                   // binary16
	Unorm8
	Unorm10
	Unorm2
	Uint8s // unsigned integers of 8 bits
)

// Width is the number of bits of a stored component.
func (c Codec) Width() int {
	return [...]int{NotStored: 0, Raw32: 32, Half: 16, Unorm8: 8, Unorm10: 10, Unorm2: 2, Uint8s: 8}[c]
}

// formats has, for each format, its name and how its components are stored.
var formats = [FormatCount]struct {
	name    string
	stored  [Components]Codec
	integer bool // components are unsigned integers, not fp32
}{
	NoFormat: {name: "none"},
	RGBA32F:  {"RGBA32F", [Components]Codec{Raw32, Raw32, Raw32, Raw32}, false},
	RGBA16F:  {"RGBA16F", [Components]Codec{Half, Half, Half, Half}, false},
	RG16F:    {"RG16F", [Components]Codec{Half, Half}, false},
	R32F:     {"R32F", [Components]Codec{Raw32}, false},
	RGBA8:    {"RGBA8", [Components]Codec{Unorm8, Unorm8, Unorm8, Unorm8}, false},
	RG8:      {"RG8", [Components]Codec{Unorm8, Unorm8}, false},
	RGB10A2:  {"RGB10A2", [Components]Codec{Unorm10, Unorm10, Unorm10, Unorm2}, false},
	RGBA8UI:  {"RGBA8UI", [Components]Codec{Uint8s, Uint8s, Uint8s, Uint8s}, true},
	RGBA32UI: {"RGBA32UI", [Components]Codec{Raw32, Raw32, Raw32, Raw32}, true},
}

// String returns the name, "RGBA16F".
func (f Format) String() string {
	if f >= FormatCount {
		return fmt.Sprintf("format %d", uint8(f))
	}
	return formats[f].name
}

// Stored returns how the components are stored; a number that is not a format
// stores none.
func (f Format) Stored() [Components]Codec {
	if f >= FormatCount {
		return [Components]Codec{}
	}
	return formats[f].stored
}

// Mask returns the format mask: the components that the format has.
func (f Format) Mask() Mask {
	var m Mask
	for k, c := range f.Stored() {
		if c != NotStored {
			m |= 1 << k
		}
	}
	return m
}

// Bits returns the size of a texel in bits: 0 to 128.
func (f Format) Bits() int {
	n := 0
	for _, c := range f.Stored() {
		n += c.Width()
	}
	return n
}

// Place returns the lowest bit and the width of component k in a texel; the width is 0 if the format lacks the
// component. No component crosses a word.
func (f Format) Place(k int) (low, width int) {
	stored := f.Stored()
	for _, c := range stored[:k] {
		low += c.Width()
	}
	return low, stored[k].Width()
}

// Integer reports whether components are unsigned integers. They come from the
// shader as integers, not as fp32, and are never blended.
func (f Format) Integer() bool { return f < FormatCount && formats[f].integer }

// Normalised reports whether components are UNORM, from 0 to 1.
func (f Format) Normalised() bool {
	switch f.Stored()[R] {
	case Unorm8, Unorm10:
		return true
	}
	return false
}

// Blendable reports whether blending has an effect. The patent calls only
// floating-point formats blendable; as in OpenGL, UNORM formats are too.
func (f Format) Blendable() bool { return f.Bits() > 0 && !f.Integer() }

// Formats is a set of formats; bit f is format f.
type Formats uint16

// AllFormats has every format.
const AllFormats Formats = 1<<FormatCount - 1<<RGBA32F

// NotAFormat is in a set that was made with a number that is not a format.
const NotAFormat Formats = 1 << 15

// FormatsOf returns the set of some formats. A number that is not a format puts
// [NotAFormat] into the set, which no configuration accepts.
func FormatsOf(list ...Format) Formats {
	var s Formats
	for _, f := range list {
		if f >= FormatCount {
			s |= NotAFormat
		} else {
			s |= 1 << f
		}
	}
	return s
}

// Has reports whether a format is in the set.
func (s Formats) Has(f Format) bool { return f < FormatCount && s>>f&1 != 0 }

// List returns the formats of the set in the order of their numbers.
func (s Formats) List() []Format {
	var list []Format
	for f := range Format(FormatCount) {
		if s.Has(f) {
			list = append(list, f)
		}
	}
	return list
}

// Mask has the components that any format of the set has.
func (s Formats) Mask() (m Mask) {
	for _, f := range s.List() {
		m |= f.Mask()
	}
	return m
}

// Blendable is the set of the formats that can be blended.
func (s Formats) Blendable() (b Formats) {
	for _, f := range s.List() {
		if f.Blendable() {
			b |= FormatsOf(f)
		}
	}
	return b
}

// Clamps reports whether a format of the set is UNORM.
func (s Formats) Clamps() bool {
	return slices.ContainsFunc(s.List(), Format.Normalised)
}

// String returns the names with a space between them.
func (s Formats) String() string {
	var names []string
	for _, f := range s.List() {
		names = append(names, f.String())
	}
	return strings.Join(names, " ")
}
