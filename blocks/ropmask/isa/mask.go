package isa

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Vectors is the number of output vectors of a pixel shader, Targets the
// number of render targets, and Components the number of components of each.
const (
	Vectors    = 8
	Targets    = 8
	Components = 4
)

// The components of a vector in transmit order, which are also the bit
// numbers of a Mask and the indices of a Color.
const (
	R = iota
	G
	B
	A
)

// Color holds the components R, G, B, A of a vector as fp32 bit patterns. The
// unit never computes with them, so any 32 bits pass through unchanged.
type Color [Components]uint32

// DefaultColor returns the components that are written where the write mask
// allows a component that the shader does not generate: 0, 0, 0, 1.
func DefaultColor() Color { return Color{A: math.Float32bits(1)} }

// Integers converts fp32 components to the nearest unsigned integers; NaN and
// values below 0 become 0, and values too large the largest.
func (c Color) Integers() (list Color) {
	for k, x := range c {
		switch v := math.RoundToEven(float64(math.Float32frombits(x))); {
		case v >= 1<<32:
			list[k] = math.MaxUint32
		case v > 0:
			list[k] = uint32(v)
		}
	}
	return list
}

// Mask has one bit for each component of a vector: bit 0 is R, bit 3 is A.
type Mask uint8

// AllComponents is the mask 1111.
const AllComponents Mask = 1<<Components - 1

// Has reports whether component k (R to A) is in the mask.
func (m Mask) Has(k int) bool { return k >= 0 && k < Components && m>>k&1 != 0 }

// Count returns the number of components in the mask, 0 to 4.
func (m Mask) Count() int { return bits.OnesCount8(uint8(m & AllComponents)) }

// String prints the components R, G, B, A from left to right, as the patent
// does: RGB without A is "1110". Bits above A are not part of a mask and are
// not printed.
func (m Mask) String() string {
	text := [Components]byte{'0', '0', '0', '0'}
	for k := range text {
		if m.Has(k) {
			text[k] = '1'
		}
	}
	return string(text[:])
}

// parseMask reads a mask as String prints it: four digits 0 or 1, R first.
func parseMask(text string) (Mask, error) {
	if len(text) != Components {
		return 0, fmt.Errorf("ropmask: mask %q has %d characters; write four digits R G B A, such as 1110", text, len(text))
	}
	var m Mask
	for k := range Components {
		switch text[k] {
		case '0':
		case '1':
			m |= 1 << k
		default:
			return 0, fmt.Errorf("ropmask: mask %q has %q as digit %d; write four digits 0 or 1 in the order R G B A", text, text[k], k+1)
		}
	}
	return m, nil
}

// Masks holds one mask for each vector or for each target.
type Masks [8]Mask

// String prints all eight masks, lowest index first.
func (m Masks) String() string { return m.First(len(m)) }

// First prints the masks 0 to n-1 with a space between them: "1000 1010 0000".
// It prints none for n below 1 and all eight for n above 8.
func (m Masks) First(n int) string {
	n = min(max(n, 0), len(m))
	text := make([]string, n)
	for i := range text {
		text[i] = m[i].String()
	}
	return strings.Join(text, " ")
}

// ParseMasks reads up to eight masks with spaces between them, lowest index
// first; missing ones are 0000.
func ParseMasks(text string) (Masks, error) {
	var masks Masks
	fields := strings.Fields(text)
	if len(fields) > len(masks) {
		return Masks{}, fmt.Errorf("ropmask: %d masks given; there are %d at most", len(fields), len(masks))
	}
	for i, field := range fields {
		m, err := parseMask(field)
		if err != nil {
			return Masks{}, fmt.Errorf("mask %d: %w", i, err)
		}
		masks[i] = m
	}
	return masks, nil
}
