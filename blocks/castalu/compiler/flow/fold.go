package flow

import (
	"math"
	"math/big"
	"strings"

	"posedge/internal/bigmath"
)

// An estimate is a constant in float64, and a bound on its distance from the real number.
// Text and folding round to float64; the rounding errors are carried along, so that the
// bound of the shader's error includes them.
type estimate struct{ value, off float64 }

// least is the smallest magnitude that the real number may have.
func (e estimate) least() float64 { return math.Abs(e.value) - e.off }

// above is the sum of the nonnegative parts of an error, rounded up.
func above(parts ...float64) float64 {
	sum := 0.0
	for _, x := range parts {
		sum += x
	}
	if sum == 0 {
		return 0
	}
	return math.Nextafter(sum*(1+0x1p-50), math.Inf(1))
}

// halfUlp is the most by which rounding to x can change a number.
func halfUlp(x float64) float64 {
	x = math.Abs(x)
	return max((math.Nextafter(x, math.Inf(1))-x)/2, math.SmallestNonzeroFloat64)
}

// underflow bounds the error of a product's remainder, which may be too small for float64.
func underflow(x float64) float64 {
	if math.Abs(x) < 0x1p-960 {
		return math.SmallestNonzeroFloat64
	}
	return 0
}

// Decimal reads a number of moderate length: the nearest float64, and a bound on its error.
func Decimal(text string) (x, off float64, err error) {
	r, _, err := new(big.Float).SetPrec(64).SetMode(big.ToNearestEven).Parse(text, 10)
	if err != nil {
		return 0, 0, err
	}
	x, _ = r.Float64()
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	switch {
	case !strings.ContainsAny(mantissa, "123456789"):
		return 0, 0, nil
	case math.IsInf(x, 0) || math.Abs(x) < 0x1p-200 || math.Abs(x) > 0x1p200:
		return x, halfUlp(x) * (1 + 0x1p-10), nil // 64 bits were rounded to 53
	}
	exact, _ := new(big.Rat).SetString(text)
	x, isExact := exact.Float64()
	if !isExact {
		off, _ = exact.Sub(exact, new(big.Rat).SetFloat64(x)).Float64()
		off = above(math.Abs(off))
	}
	return x, off, nil
}

// fold computes an operation on constants. It is false if the result is not a finite number,
// or if the operands' errors leave it open, as in a comparison of two that may be equal.
func fold(op Op, x []estimate) (estimate, bool) {
	out := estimate{value: op.Compute(values(x))}
	ok := true
	switch op {
	case Add, Subtract:
		y := x[1]
		if op == Subtract {
			y.value = -y.value
		}
		out.off = above(x[0].off, y.off, math.Abs(roundingError(x[0].value, y.value, out.value)))
	case Multiply:
		a, b := x[0], x[1]
		rest := math.FMA(a.value, b.value, -out.value)
		out.off = above(math.Abs(a.value)*b.off, math.Abs(b.value)*a.off, a.off*b.off, math.Abs(rest))
		if a.value != 0 && b.value != 0 {
			out.off = above(out.off, underflow(out.value))
		}
	case Min, Max:
		out.off = max(x[0].off, x[1].off)
	case Absolute, Negate, Saturate, SaturateSigned:
		out.off = x[0].off
	case Less, LessEqual, Equal:
		off := above(x[0].off, x[1].off)
		ok = off == 0 || math.Abs(x[0].value-x[1].value) > above(off)
	case Select:
		out.off = x[int(x[2].value)].off
	case Reciprocal:
		out, ok = quotient(estimate{value: 1}, x[0])
	case SquareRoot:
		out, ok = root(x[0])
	case ReciprocalRoot:
		if out, ok = root(x[0]); ok {
			out, ok = quotient(estimate{value: 1}, out)
		}
	case Log2, Exp2, Power:
		out, ok = function(op, x)
	default:
		return estimate{}, false
	}
	return out, ok && !math.IsNaN(out.value) && !math.IsInf(out.value, 0) && !math.IsNaN(out.off) && !math.IsInf(out.off, 0)
}

func values(x []estimate) []float64 {
	var out []float64
	for _, e := range x {
		out = append(out, e.value)
	}
	return out
}

// roundingError is the exact rounding error of the sum of x and y (Knuth's TwoSum).
func roundingError(x, y, sum float64) float64 {
	back := sum - x
	return (x - (sum - back)) + (y - back)
}

// quotient is x ÷ y.
func quotient(x, y estimate) (estimate, bool) {
	if !(y.least() > 0) {
		return estimate{}, false
	}
	q := x.value / y.value
	rest := math.Abs(math.FMA(-q, y.value, x.value)) / math.Abs(y.value)
	off := above(rest, (x.off+math.Abs(q)*y.off)/(y.least()*(1-0x1p-50)))
	if x.value != 0 {
		off = above(off, underflow(q))
	}
	return estimate{q, off}, !math.IsInf(q, 0)
}

// root is √x.
func root(x estimate) (estimate, bool) {
	if x == (estimate{}) {
		return x, true
	}
	if !(x.value >= x.off) {
		return estimate{}, false
	}
	s := math.Sqrt(x.value)
	rest := math.Abs(math.FMA(-s, s, x.value))
	return estimate{s, above(rest/s, x.off/s, underflow(x.value))}, true
}

// function is log2, exp2 or pow, which package bigmath computes to more digits than float64
// has.
func function(op Op, x []estimate) (estimate, bool) {
	a, one := x[0], estimate{value: 1}
	positive := a.least() > 0 && a.value > 0
	switch op {
	case Log2:
		if !positive {
			return estimate{}, false
		}
		logarithm := bigmath.Log2(number(a.value))
		if half, e := math.Frexp(a.value); half == 0.5 {
			logarithm = number(float64(e - 1))
		}
		return nearest(logarithm, a.off/a.least()/math.Ln2), true
	case Exp2:
		if math.Abs(a.value) > 2000 {
			return estimate{}, false
		}
		power := bigmath.Exp2(number(a.value))
		if n := int(a.value); float64(n) == a.value {
			power = number(1).SetMantExp(number(1), n)
		}
		return scaled(power, a.off*math.Ln2), true
	}
	b := x[1]
	switch {
	case a == (estimate{}) && b.value > 0 && b.least() > 0:
		return estimate{}, true
	case a == one || b == (estimate{}) && positive:
		return one, true
	case !positive || math.Abs(b.value*math.Log2(a.value)) > 2000:
		return estimate{}, false
	}
	logs := above((math.Abs(b.value)+b.off)*-math.Log1p(-a.off/a.value), b.off*math.Abs(math.Log(a.value)))
	if n := int(b.value); float64(n) == b.value && n > 0 && n <= 64 { // exact where the result has few digits
		y := new(big.Float).SetPrec(64 * 53).SetInt64(1)
		for range n {
			y.Mul(y, number(a.value))
		}
		return scaled(y, logs), true
	}
	return scaled(bigmath.Pow(number(a.value), number(b.value)), logs), true
}

func number(x float64) *big.Float { return new(big.Float).SetFloat64(x) }

// nearest is y in float64, where y approximates a function's result, and off bounds the
// effect of the operands' errors.
func nearest(y *big.Float, off float64) estimate {
	value, _ := y.Float64()
	rest, _ := new(big.Float).Sub(y, number(value)).Float64()
	var digits float64 // the error of bigmath
	if y.Prec() == bigmath.Precision {
		digits = math.Ldexp(math.Abs(value), -bigmath.Accuracy)
	}
	return estimate{value, above(math.Abs(rest), off, digits)}
}

// scaled is nearest, where the error is given for the natural logarithm of y.
func scaled(y *big.Float, logarithm float64) estimate {
	value, _ := y.Float64()
	return nearest(y, value*math.Expm1(logarithm))
}
