package ioarbiter

import (
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// A yuvChannel is Y, U or V as an integer: (offset + Σ coefficient · component) >> shift, over red, green and blue. The
// coefficients approximate those of the standards times 2^shift, chosen so that the result is the exact quotient,
// rounded to nearest, for every colour. Only Y has ties, which round up, so its offset is a little more than
// 16½·2^shift.
type yuvChannel struct {
	shift        int
	offset       int64
	coefficients [2][3]int64 // of BT.601 and BT.709; each has the same sign in both
}

// The shortest coefficients with a common shift and offset for which all 2^24 colours come out right.
var yuvChannels = [3]yuvChannel{
	{26, 33<<25 + 144, [2][3]int64{{17232768, 33831552, 6570352}, {12253131, 41220317, 4161223}}},
	{23, 257 << 22, [2][3]int64{{-1243383, -2441025, 3684408}, {-844261, -2840148, 3684409}}},
	{23, 257 << 22, [2][3]int64{{3684408, -3085232, -599176}, {3684408, -3346569, -337839}}},
}

// toYUV converts three UNORM8 components, red lowest, to Y, U and V of BT.601 or BT.709, Y lowest, in the limited
// range: Y from 16 to 235, U and V from 16 to 240. The result is convertSteps registers behind the operands.
func toYUV(line *float.Line, bt709, rgb hdl.Bits) hdl.Bits {
	var products [3][3]hdl.Bits
	for i, c := range yuvChannels {
		for k := range products[i] {
			low, high := magnitude(c.coefficients[0][k]), magnitude(c.coefficients[1][k])
			w := hdl.CountWidth(int(max(low, high)))
			products[i][k] = rgb.Slice(8*k+7, 8*k).Mul(hdl.Mux(bt709, hdl.Const(w, high), hdl.Const(w, low)))
		}
	}
	products = float.After(line, products, 1)
	var channels [3]hdl.Bits
	for i, c := range yuvChannels {
		w := c.shift + 8 // the whole sum fits; that partial sums may wrap around does no harm
		sum := hdl.Const(w, c.offset)
		for k, product := range products[i] {
			if p := sized(product, w); c.coefficients[0][k] < 0 {
				sum = sum.Sub(p)
			} else {
				sum = sum.Add(p)
			}
		}
		channels[i] = sum.Slice(w-1, c.shift)
	}
	channels = float.After(line, channels, convertSteps-1)
	return hdl.Pack(channels[0], channels[1], channels[2])
}

func magnitude(x int64) int64 { return max(x, -x) }
