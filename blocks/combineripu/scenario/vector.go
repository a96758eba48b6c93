package scenario

import "math"

// A vector is a point or a direction: x to the right, y up, z towards the viewer. Each product is rounded before it is
// added, so that pictures are equal on every machine.
type vector struct{ x, y, z float64 }

func (v vector) plus(w vector) vector  { return vector{v.x + w.x, v.y + w.y, v.z + w.z} }
func (v vector) minus(w vector) vector { return vector{v.x - w.x, v.y - w.y, v.z - w.z} }

func (v vector) times(f float64) vector {
	return vector{times(v.x, f), times(v.y, f), times(v.z, f)}
}

func (v vector) dot(w vector) float64 {
	return times(v.x, w.x) + times(v.y, w.y) + times(v.z, w.z)
}

func (v vector) length() float64 { return math.Sqrt(v.dot(v)) }
func (v vector) unit() vector    { return v.times(1 / v.length()) }

// times is a product that is not fused with an addition.
func times(a, b float64) float64 { return float64(a * b) }

// mix goes from v to w as the share goes from 0 to 1.
func mix(v, w vector, share float64) vector { return v.times(1 - share).plus(w.times(share)) }

// smooth rises from 0 to 1 as x goes from a to b.
func smooth(a, b, x float64) float64 {
	t := min(max((x-a)/(b-a), 0), 1)
	return times(times(t, t), 3-times(2, t))
}

// shade is a colour, red, green and blue from 0 to 1.
type shade = vector

// hex is a shade of 0xrrggbb.
func hex(rgb int) shade {
	return shade{float64(rgb >> 16 & 255), float64(rgb >> 8 & 255), float64(rgb & 255)}.times(1. / 255)
}

// chance is a number from 0 to 1 that looks random and depends on two others.
func chance(a, b int) float64 {
	h := uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64((h^h>>15)>>8) / (1 << 24)
}
