package precision

import "math"

// distance bounds how far a computed value is from x, the real one: at most
// abs + rel × |x|. Rounding in floating point counts in rel, which a division by a small
// number does not increase; rounding in fixed point counts in abs.
type distance struct{ abs, rel float64 }

// within is the distance in absolute terms, for values up to a magnitude.
func (d distance) within(magnitude float64) float64 {
	if d.rel == 0 {
		return d.abs
	}
	return d.abs + d.rel*magnitude
}

func (d distance) infinite() bool { return !(d.abs < math.Inf(1) && d.rel < math.Inf(1)) }

// larger bounds either of two values.
func (d distance) larger(than distance) distance {
	return distance{max(d.abs, than.abs), max(d.rel, than.rel)}
}

// rounded adds a rounding relative to the computed value.
func (d distance) rounded(by float64) distance {
	return distance{d.abs * (1 + by), d.rel + by*(1+d.rel)}
}

var unboundedDistance = distance{abs: math.Inf(1)}
