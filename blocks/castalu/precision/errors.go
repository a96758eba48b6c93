package precision

import (
	"fmt"
	"math"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/flow"
)

// The rounding of fp32: relative to the value, and below the least normal number. The
// units of log2, exp2 and pow round a little worse (docs/float.md).
const (
	roundoff  = 1.0 / (1 << 24)
	tiny      = 0x1p-149
	function  = 0.51 * 2 * roundoff
	power     = 0.57 * 2 * roundoff
	greatest  = math.MaxFloat32
	safety    = 1 + 1e-9 // for the float64 in which bounds are computed
	squareSum = 8 * roundoff
)

// Cause says why there is no bound.
type Cause struct {
	Node   *flow.Node
	Reason string
}

// String is the place and the reason.
func (c *Cause) String() string { return fmt.Sprintf("%v: %s", c.Node, c.Reason) }

// errors bounds how far computed values are from those of real arithmetic, for a plan.
type errors struct {
	*values
	plan *Plan
	of   []float64 // by Node.ID: as computed by its instruction, in the instruction's type
	none *Cause    // the first node without a bound
}

// bound computes the errors of a plan.
func (v *values) bound(p *Plan) *errors {
	e := &errors{values: v, plan: p, of: make([]float64, len(v.graph.Nodes))}
	for _, n := range v.graph.Nodes {
		x := e.error(n)
		if math.IsNaN(x) {
			x = math.Inf(1)
		}
		if math.IsInf(x, 1) && e.none == nil {
			e.none = &Cause{n, "no bound is known"}
		}
		e.of[n.ID] = x * safety
	}
	return e
}

// fail is an error without a bound.
func (e *errors) fail(n *flow.Node, format string, args ...any) float64 {
	if e.none == nil {
		e.none = &Cause{n, fmt.Sprintf(format, args...)}
	}
	return math.Inf(1)
}

// in is the type of the instruction that computes a node.
func (e *errors) in(n *flow.Node) castalu.Type { return e.plan.Type[n.ID] }

// inner reports whether the result of a node is an operand within an instruction.
func (e *errors) inner(n *flow.Node) bool { return e.plan.Root[n.ID] != n }

// reached is the interval of what the hardware may have for a node: limited where its
// type limits it.
func (e *errors) reached(n *flow.Node) Interval {
	i := e.values.of[n.ID]
	if !e.in(n).Float() && !e.inner(n) {
		i = e.matters(n)
	}
	return i.wider(e.of[n.ID])
}

// stored is the type in which the result of a node stands.
func (p *Plan) stored(n *flow.Node) castalu.Type {
	for modifies(n) {
		n = n.In[0]
	}
	return p.Type[n.ID]
}

// operand is the error of an operand as the instruction sees it: after its cast.
func (e *errors) operandError(n *flow.Node, slot int) float64 {
	x, t := n.In[slot], e.in(n)
	if x.Op == flow.Constant {
		return castConstant(x.Value, t)
	}
	if e.inner(x) {
		return e.of[x.ID]
	}
	return e.of[x.ID] + e.cast(e.plan.stored(x), t, e.reached(x), e.values.operand(n, slot))
}

// castConstant is how far a constant is from its value in a type.
func castConstant(v float64, t castalu.Type) float64 {
	if t.Float() {
		return math.Abs(v - float64(float32(v)))
	}
	c := max(holds(t).Low, min(v, 1))
	return math.Abs(v - math.RoundToEven(c*one(t))/one(t))
}

// cast is what a cast adds to the error of a value; matters is where the value matters.
func (e *errors) cast(from, to castalu.Type, reached, matters Interval) float64 {
	switch {
	case from == to:
		return 0
	case to.Float() && from.Float():
		return 0
	case to.Float():
		return roundoff * reached.magnitude()
	}
	out := half(to) + beyond(matters, to)
	if !from.Float() && math.Mod(one(to), one(from)) == 0 {
		out -= half(to) // every code of the one is a code of the other
	}
	return out
}

// beyond is how much a type cuts off an interval.
func beyond(i Interval, t castalu.Type) float64 {
	h := holds(t)
	return max(0, h.Low-i.Low, i.High-h.High)
}

// error is the error of a node.
func (e *errors) error(n *flow.Node) float64 {
	var x [3]float64
	for slot := range n.In {
		if modifies(n) {
			break
		}
		x[slot] = e.operandError(n, slot)
		if math.IsInf(x[slot], 1) {
			return x[slot]
		}
	}
	switch n.Op {
	case flow.Input, flow.Constant:
		return 0
	case flow.Absolute, flow.Negate:
		return e.of[n.In[0].ID] // changed where it is taken
	case flow.Sample:
		return e.sample(n, x)
	case flow.Less, flow.LessEqual, flow.Equal:
		if e.certain(n, x[0]+x[1]) {
			return 0
		}
		return 1
	}
	through := e.through(n, x)
	if math.IsInf(through, 1) {
		return through
	}
	out := through + e.rounding(n, through)
	if n.Op == flow.Saturate {
		i := e.values.of[n.ID]
		out = min(out, max(i.High, 1-i.Low))
	}
	if reach := e.values.of[n.ID]; e.in(n).Float() && !(reach.magnitude()+out < greatest) {
		if !reach.bounded() {
			return e.fail(n, "its range has no bound")
		}
		return e.fail(n, "its range %v exceeds that of fp32", reach)
	}
	return out
}

// rounding is what the instruction adds at a node: the rounding of a result or of a
// product, and what its type cuts off.
func (e *errors) rounding(n *flow.Node, through float64) float64 {
	t := e.in(n)
	if !t.Float() {
		out := 0.0
		if n.Op == flow.Multiply {
			out = half(t)
		}
		if !e.inner(n) {
			out += beyond(e.matters(n), t)
		}
		return out
	}
	reach := e.values.of[n.ID].magnitude() + through
	relative := roundoff
	switch n.Op {
	case flow.Min, flow.Max, flow.Absolute, flow.Negate, flow.Saturate, flow.SaturateSigned, flow.Select:
		return 0
	case flow.Multiply:
		if e.inner(n) && e.multiplyAdd(e.plan.Root[n.ID]) {
			return 0
		}
		if powerOfTwo(n.In[0]) || powerOfTwo(n.In[1]) {
			return tiny
		}
	case flow.SquareRoot:
		if e.inner(n) {
			if r := e.plan.Root[n.ID]; r.Op != flow.Saturate && r.Op != flow.SaturateSigned {
				return 0
			}
		}
	case flow.Reciprocal:
		if e.inner(n) && e.divides(n) {
			return 0
		}
	case flow.Log2, flow.Exp2:
		relative = function
	case flow.Power:
		relative = power
	}
	return relative*reach + tiny
}

// below is the operation that a root limits, or the root itself.
func (e *errors) below(root *flow.Node) *flow.Node {
	for (root.Op == flow.Saturate || root.Op == flow.SaturateSigned) && e.inner(root.In[0]) {
		root = root.In[0]
	}
	return root
}

// multiplyAdd reports whether the root's instruction is a fused multiply-add: a sum, one
// of whose terms is within, and not that of a dot product, whose parts are rounded.
func (e *errors) multiplyAdd(root *flow.Node) bool {
	n := e.below(root)
	if !adds(n) {
		return false
	}
	inner := 0
	for _, x := range n.In {
		if e.inner(x) {
			inner++
			if x.Op != flow.Multiply {
				return false
			}
		}
	}
	return inner == 1
}

// divides reports whether a reciprocal is within a division.
func (e *errors) divides(n *flow.Node) bool { return e.below(e.plan.Root[n.ID]).Op == flow.Multiply }

func powerOfTwo(n *flow.Node) bool {
	fraction, _ := math.Frexp(math.Abs(n.Value))
	return n.Op == flow.Constant && fraction == 0.5
}

// certain reports whether a comparison comes out as in real arithmetic, with an error of
// the difference of its operands.
func (e *errors) certain(n *flow.Node, err float64) bool {
	d := e.difference(n)
	return err == 0 || d.Low > err || d.High < -err
}

// through is the error that those of the operands come to in real arithmetic.
func (e *errors) through(n *flow.Node, x [3]float64) float64 {
	i := func(slot int) Interval { // of the operand in the shader, and what may stand for it
		return e.values.of[n.In[slot].ID]
	}
	switch n.Op {
	case flow.Add, flow.Subtract:
		return x[0] + x[1]
	case flow.Multiply:
		if !i(0).bounded() && x[1] > 0 || !i(1).bounded() && x[0] > 0 {
			return e.fail(n, "a factor has no bound")
		}
		out := x[0] * x[1]
		if x[1] > 0 {
			out += i(0).magnitude() * x[1]
		}
		if x[0] > 0 {
			out += i(1).magnitude() * x[0]
		}
		return out
	case flow.Min, flow.Max:
		return max(x[0], x[1])
	case flow.Absolute, flow.Negate, flow.Saturate, flow.SaturateSigned:
		return x[0]
	case flow.Select:
		out := max(x[0], x[1])
		if e.of[n.In[2].ID] > 0 { // either arm may come
			a, b := e.values.operand(n, 0), e.values.operand(n, 1)
			out += max(a.High-b.Low, b.High-a.Low, 0)
		}
		return out
	case flow.Reciprocal:
		m := i(0).least()
		if m <= x[0] {
			return e.fail(n, "the divisor's range %v reaches 0%s", i(0), within(x[0]))
		}
		return x[0] / (m * (m - x[0]))
	case flow.SquareRoot:
		return e.root(n, i(0), x[0])
	case flow.ReciprocalRoot:
		m := i(0).Low
		if m <= x[0] {
			return e.fail(n, "the range %v of the operand of inversesqrt reaches 0%s", i(0), within(x[0]))
		}
		return 1/math.Sqrt(m-x[0]) - 1/math.Sqrt(m)
	case flow.Log2:
		m := i(0).Low
		if m <= x[0] {
			return e.fail(n, "the range %v of the operand of log2 reaches 0%s", i(0), within(x[0]))
		}
		return math.Log2(m) - math.Log2(m-x[0])
	case flow.Exp2:
		if x[0] == 0 {
			return 0
		}
		return math.Exp2(i(0).High) * math.Expm1(x[0]*math.Ln2)
	case flow.Power:
		return e.power(n, i(0), i(1), x[0], x[1])
	}
	return math.Inf(1)
}

func within(err float64) string {
	if err == 0 {
		return ""
	}
	return fmt.Sprintf(" within its error of %.3g", err)
}

// root is the error of a square root. At 0 it is the root of the operand's, if that cannot
// be computed below 0; the length of a vector changes by no more than the vector.
func (e *errors) root(n *flow.Node, i Interval, err float64) float64 {
	if i.Low-err > 0 {
		return err / (math.Sqrt(i.Low) + math.Sqrt(i.Low-err))
	}
	if !e.neverNegative(n.In[0]) {
		return e.fail(n, "the range %v of the operand of sqrt reaches below 0%s", i, within(err))
	}
	out := math.Sqrt(err)
	if l := n.Law; l != nil && l.Kind == flow.LengthOf && e.in(n.In[0]).Float() {
		sum := 0.0
		for _, x := range l.A {
			sum += e.of[x.ID] * e.of[x.ID]
		}
		// The sum of squares is rounded relative to itself, which the root halves.
		out = min(out, math.Sqrt(sum)+squareSum*(i.wider(err).rising(func(x float64) float64 { return math.Sqrt(max(x, 0)) }).High)+math.Sqrt(8*tiny))
	}
	return out
}

// power is the error of x^y.
func (e *errors) power(n *flow.Node, x, y Interval, ex, ey float64) float64 {
	if x.Low < 0 || x.Low-ex < 0 && !e.neverNegative(n.In[0]) {
		return e.fail(n, "the range %v of the base of pow reaches below 0%s", x, within(ex))
	}
	bx, by := x.wider(ex), y.wider(ey)
	bx.Low = max(bx.Low, 0)
	if bx.Low == 0 && by.Low <= 0 {
		return e.fail(n, "pow of a base that reaches 0 and an exponent that is not above 0")
	}
	out := 0.0
	switch {
	case ex == 0:
	case bx.Low == 0 && by.Low < 1:
		if y.Low != y.High || ey != 0 {
			return e.fail(n, "pow of a base that reaches 0 and an exponent that reaches below 1")
		}
		out += math.Pow(ex, y.Low) // |a^p − b^p| ≤ |a − b|^p for p ≤ 1
	default:
		out += ex * by.High * max(corners(bx, by, func(x, y float64) float64 { return math.Pow(x, y-1) }).High, 0)
	}
	if ey > 0 {
		change := math.Abs(math.Log(bx.High)) * math.Pow(bx.High, by.High)
		if bx.Low > 0 {
			change = max(change, corners(bx, by, func(x, y float64) float64 { return math.Abs(math.Log(x)) * math.Pow(x, y) }).High)
		}
		change = max(change, 1/(math.E*by.Low)) // the greatest x^y |ln x| of x below 1
		out += ey * change
	}
	return out
}

// neverNegative reports whether the computed value cannot be below 0.
func (e *errors) neverNegative(n *flow.Node) bool {
	if t := e.in(n); !t.Float() && !t.Signed() {
		return true
	}
	switch n.Op {
	case flow.Multiply:
		return n.In[0] == n.In[1] || e.neverNegative(n.In[0]) && e.neverNegative(n.In[1])
	case flow.Add, flow.Min:
		return e.neverNegative(n.In[0]) && e.neverNegative(n.In[1])
	case flow.Max:
		return e.neverNegative(n.In[0]) || e.neverNegative(n.In[1])
	case flow.Select:
		return e.neverNegative(n.In[0]) && e.neverNegative(n.In[1])
	case flow.Absolute, flow.Saturate, flow.SquareRoot, flow.ReciprocalRoot, flow.Exp2, flow.Power, flow.Sample,
		flow.Less, flow.LessEqual, flow.Equal:
		return true
	case flow.Reciprocal:
		return e.neverNegative(n.In[0])
	}
	return e.values.of[n.ID].Low-e.of[n.ID] >= 0
}

// sample is the error of a texture: that of its coordinates, their rounding, and the 8
// bits of its result.
func (e *errors) sample(n *flow.Node, x [3]float64) float64 {
	u, v := e.graph.Samplers[n.Index].Image.Slope()
	k := n.Component
	for slot := range n.In {
		if !(e.reached(n.In[slot]).magnitude() < 1<<23) {
			return e.fail(n, "the coordinates' range %v exceeds that of 24.8", e.values.of[n.In[slot].ID])
		}
	}
	low, high := e.graph.Samplers[n.Index].Image.Range()
	moved := u[k]*(x[0]+flow.CoordinateError) + v[k]*(x[1]+flow.CoordinateError)
	return min(moved, high[k]-low[k]) + flow.TexelError + roundoff
}
