package ropmask

import (
	"fmt"
	"slices"
	"strings"
)

// Format is how a render target stores a pixel. In a texel R has the lowest
// bits, then G, B and A, each of them without a gap after the one before; so
// the first component of RGBA8 is byte 0, and RGB10A2 is OpenGL's
// UNSIGNED_INT_2_10_10_10_REV.
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

	formatCount = iota
)

// formatBits is the width of a format's number.
const formatBits = 4

// codec is how one component is stored.
type codec uint8

const (
	none codec = iota
	raw32
	half
	unorm8
	unorm10
	unorm2
	uint8s
)

// width is the number of bits of a stored component.
func (c codec) width() int {
	return [...]int{none: 0, raw32: 32, half: 16, unorm8: 8, unorm10: 10, unorm2: 2, uint8s: 8}[c]
}

// formats has, for each format, its name and how its components are stored.
var formats = [formatCount]struct {
	name    string
	stored  [Components]codec
	integer bool // components are unsigned integers, not fp32
}{
	NoFormat: {name: "none"},
	RGBA32F:  {"RGBA32F", [Components]codec{raw32, raw32, raw32, raw32}, false},
	RGBA16F:  {"RGBA16F", [Components]codec{half, half, half, half}, false},
	RG16F:    {"RG16F", [Components]codec{half, half}, false},
	R32F:     {"R32F", [Components]codec{raw32}, false},
	RGBA8:    {"RGBA8", [Components]codec{unorm8, unorm8, unorm8, unorm8}, false},
	RG8:      {"RG8", [Components]codec{unorm8, unorm8}, false},
	RGB10A2:  {"RGB10A2", [Components]codec{unorm10, unorm10, unorm10, unorm2}, false},
	RGBA8UI:  {"RGBA8UI", [Components]codec{uint8s, uint8s, uint8s, uint8s}, true},
	RGBA32UI: {"RGBA32UI", [Components]codec{raw32, raw32, raw32, raw32}, true},
}

// String returns the name, "RGBA16F".
func (f Format) String() string {
	if f >= formatCount {
		return fmt.Sprintf("format %d", uint8(f))
	}
	return formats[f].name
}

// stored returns how the components are stored; a number that is not a format
// stores none.
func (f Format) stored() [Components]codec {
	if f >= formatCount {
		return [Components]codec{}
	}
	return formats[f].stored
}

// Mask returns the format mask: the components that the format has.
func (f Format) Mask() Mask {
	var m Mask
	for k, c := range f.stored() {
		if c != none {
			m |= 1 << k
		}
	}
	return m
}

// Bits returns the size of a texel in bits: 0 to 128.
func (f Format) Bits() int {
	n := 0
	for _, c := range f.stored() {
		n += c.width()
	}
	return n
}

// place returns the lowest bit and the width of component k in a texel; the
// width is 0 where the format does not have it. No component crosses a word.
func (f Format) place(k int) (low, width int) {
	stored := f.stored()
	for _, c := range stored[:k] {
		low += c.width()
	}
	return low, stored[k].width()
}

// Integer reports whether components are unsigned integers. They come from the
// shader as integers, not as fp32, and are never blended.
func (f Format) Integer() bool { return f < formatCount && formats[f].integer }

// Normalised reports whether components are UNORM, from 0 to 1.
func (f Format) Normalised() bool {
	switch f.stored()[R] {
	case unorm8, unorm10:
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
const AllFormats Formats = 1<<formatCount - 1<<RGBA32F

// noFormats is in a set that was made with a number that is not a format.
const noFormats Formats = 1 << 15

// FormatsOf returns the set of some formats. [StoreConfig.Check] refuses a set
// with a number that is not a format.
func FormatsOf(list ...Format) Formats {
	var s Formats
	for _, f := range list {
		if f >= formatCount {
			s |= noFormats
		} else {
			s |= 1 << f
		}
	}
	return s
}

// Has reports whether a format is in the set.
func (s Formats) Has(f Format) bool { return f < formatCount && s>>f&1 != 0 }

// List returns the formats of the set in the order of their numbers.
func (s Formats) List() []Format {
	var list []Format
	for f := range Format(formatCount) {
		if s.Has(f) {
			list = append(list, f)
		}
	}
	return list
}

// mask has the components that any format of the set has.
func (s Formats) mask() (m Mask) {
	for _, f := range s.List() {
		m |= f.Mask()
	}
	return m
}

// blendableOnes is the set of the formats that can be blended.
func (s Formats) blendableOnes() (b Formats) {
	for _, f := range s.List() {
		if f.Blendable() {
			b |= FormatsOf(f)
		}
	}
	return b
}

// clamps reports whether a format of the set is UNORM.
func (s Formats) clamps() bool {
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
