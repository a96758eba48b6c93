package precision

import (
	"fmt"
	"math"

	"posedge/blocks/castalu/compiler/flow"
)

func off(err float64) string {
	if err == 0 {
		return ""
	}
	return fmt.Sprintf(" within its error of %.3g", err)
}

// root is the distance of a square root. Near 0 it is the root of the operand's distance,
// provided that the operand cannot be computed below 0. The length of a vector changes by no
// more than the vector.
func (e *errors) root(n *flow.Node, i Interval, x distance) distance {
	var out distance
	switch relative := x.abs/i.Low + x.rel; {
	case i.Low > 0 && relative < 1:
		out = distance{rel: relative / (1 + math.Sqrt(1-relative))}
	case !e.neverNegative(n.In[0]) || x.rel >= 1:
		return e.fail(n, "the range %v of the operand of sqrt reaches below 0%s; take max(…, 0.0) of it", i, off(x.within(i.magnitude())))
	default:
		out = distance{math.Sqrt(x.abs), 1 - math.Sqrt(1-x.rel)}
	}
	if l := n.Law; l != nil && l.Kind == flow.LengthOf && e.sumInFloat(n.In[0]) {
		sum := 0.0
		for _, v := range l.A {
			sum += e.total(v) * e.total(v)
		}
		// The sum of squares is rounded relative to itself, which the root halves.
		length := distance{math.Sqrt(sum)*(1+squareSum) + math.Sqrt(8*tiny), squareSum}
		if m := math.Sqrt(i.High); length.within(m) < out.within(m) {
			return length
		}
	}
	return out
}

// sumInFloat reports whether a sum and its terms are computed in floating point, where
// products are rounded relative to themselves; in fixed point they are not.
func (e *errors) sumInFloat(n *flow.Node) bool {
	if n.Op == flow.Add && !(e.sumInFloat(n.In[0]) && e.sumInFloat(n.In[1])) {
		return false
	}
	return e.typeOf(n).Float()
}

// power is the distance of x^y, where x is off by dx and y by ey.
func (e *errors) power(n *flow.Node, x, y Interval, dx distance, ey float64) distance {
	ex := dx.within(x.magnitude())
	if x.Low < 0 || x.Low-ex < 0 && !e.neverNegative(n.In[0]) {
		return e.fail(n, "the range %v of the base of pow reaches below 0%s; take max(…, 0.0) of it", x, off(ex))
	}
	most := y.wider(ey)
	if relative := dx.abs/x.Low + dx.rel; x.Low > 0 && relative < 1 {
		logs := max(math.Abs(math.Log(x.Low)), math.Abs(math.Log(x.High)))
		return distance{rel: math.Expm1(-most.magnitude()*math.Log1p(-relative) + ey*logs)}
	}
	switch {
	case dx.rel >= 1 || most.Low <= 0:
		return e.fail(n, "pow of a base that reaches 0 and an exponent that is not above 0")
	case most.Low < 1 && (y.Low != y.High || ey != 0):
		return e.fail(n, "pow of a base that reaches 0 and an exponent that reaches below 1")
	}
	out := distance{rel: math.Expm1(-most.High * math.Log1p(-dx.rel))}
	if dx.abs > 0 {
		if most.Low < 1 {
			out.abs = math.Pow(dx.abs, y.Low) // |a^p − b^p| ≤ |a − b|^p for p ≤ 1
		} else {
			reach := x.High + ex
			out.abs = dx.abs * most.High * max(math.Pow(reach, most.High-1), math.Pow(reach, most.Low-1))
		}
	}
	if ey > 0 {
		reach := x.High + ex
		change := max(1/(math.E*most.Low), math.Abs(math.Log(reach))*max(math.Pow(reach, most.High), math.Pow(reach, most.Low)))
		out.abs += ey * change // the greatest x^y |ln x|, below 1 and above it
	}
	return out
}

// neverNegative reports whether the computed value cannot be below 0.
func (e *errors) neverNegative(n *flow.Node) bool {
	if t := e.typeOf(n); !t.Float() && !t.Signed() && !modifies(n) { // a modifier is applied in its reader's type
		return true
	}
	switch n.Op {
	case flow.Multiply:
		return n.In[0] == n.In[1] || e.neverNegative(n.In[0]) && e.neverNegative(n.In[1])
	case flow.Add, flow.Min, flow.Select:
		return e.neverNegative(n.In[0]) && e.neverNegative(n.In[1])
	case flow.Max:
		return e.neverNegative(n.In[0]) || e.neverNegative(n.In[1])
	case flow.Absolute, flow.Saturate, flow.SquareRoot, flow.ReciprocalRoot, flow.Exp2, flow.Power, flow.Sample,
		flow.Less, flow.LessEqual, flow.Equal:
		return true
	case flow.Reciprocal:
		return e.neverNegative(n.In[0])
	}
	d := e.of[n.ID]
	return e.values.of[n.ID].Low*(1-d.rel)-d.abs >= 0
}
