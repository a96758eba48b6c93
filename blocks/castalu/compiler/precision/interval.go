package precision

import (
	"fmt"
	"math"
)

// Interval is the real numbers from Low to High.
type Interval struct{ Low, High float64 }

var everything = Interval{math.Inf(-1), math.Inf(1)}

// String is "[-1, 0.25]".
func (i Interval) String() string { return fmt.Sprintf("[%.6g, %.6g]", i.Low, i.High) }

func point(x float64) Interval { return Interval{x, x} }

// magnitude is the largest |x|, and least the smallest.
func (i Interval) magnitude() float64 { return max(math.Abs(i.Low), math.Abs(i.High)) }
func (i Interval) least() float64     { return max(i.Low, -i.High, 0) }

// wider is the interval, extended by e at both ends.
func (i Interval) wider(e float64) Interval { return Interval{i.Low - e, i.High + e} }

// and is the intersection; if it is empty, which rounding can cause, it is the end of j that
// is next to i.
func (i Interval) and(j Interval) Interval {
	return Interval{max(j.Low, min(j.High, i.Low)), max(j.Low, min(j.High, i.High))}
}

func (i Interval) or(j Interval) Interval {
	return Interval{min(i.Low, j.Low), max(i.High, j.High)}
}

func (i Interval) neg() Interval           { return Interval{-i.High, -i.Low} }
func (i Interval) add(j Interval) Interval { return Interval{i.Low + j.Low, i.High + j.High} }
func (i Interval) abs() Interval           { return Interval{i.least(), i.magnitude()} }

// mul takes 0 × ∞ as 0: an infinite end stands for arbitrarily large numbers.
func (i Interval) mul(j Interval) Interval {
	return corners(i, j, func(x, y float64) float64 {
		if x == 0 || y == 0 {
			return 0
		}
		return x * y
	})
}

// corners is the interval of a function whose extremes are at the corners.
func corners(i, j Interval, f func(x, y float64) float64) Interval {
	a, b, c, d := f(i.Low, j.Low), f(i.Low, j.High), f(i.High, j.Low), f(i.High, j.High)
	return Interval{min(a, b, c, d), max(a, b, c, d)}
}

// rising is the interval of a non-decreasing function.
func (i Interval) rising(f func(float64) float64) Interval { return Interval{f(i.Low), f(i.High)} }

func (i Interval) bounded() bool { return !math.IsInf(i.Low, 0) && !math.IsInf(i.High, 0) }
