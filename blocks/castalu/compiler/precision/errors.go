package precision

import (
	"fmt"
	"math"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// The rounding of fp32: relative to the value, and below the least normal number. The
// units of log2, exp2 and pow round a little worse (docs/float.md).
const (
	roundoff  = 1.0 / (1 << 24)
	tiny      = 0x1p-149
	function  = 0.51 * 2 * roundoff
	power     = 0.57 * 2 * roundoff
	greatest  = math.MaxFloat32
	safety    = 1 + 1e-9 // covers the rounding of bounds, which are computed in float64
	squareSum = 8 * roundoff
)

// Cause is the reason why there is no bound.
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
	of   []distance // by Node.ID: of its instruction's result, in the instruction's type
	none *Cause     // the first node without a bound
	// picks marks the nodes that depend on a Select whose condition may be computed wrongly. Their
	// distance holds only where their value matters; beyond that, they may be anything.
	picks map[*flow.Node]bool
}

// total is a node's distance in absolute terms.
func (e *errors) total(n *flow.Node) float64 {
	return e.of[n.ID].within(e.values.of[n.ID].magnitude())
}

// bound computes the errors of a plan.
func (v *values) bound(p *Plan) *errors {
	e := &errors{values: v, plan: p, of: make([]distance, len(v.graph.Nodes))}
	for _, n := range v.graph.Nodes {
		e.of[n.ID] = e.distance(n)
	}
	return e
}

// distance is the distance of a node, given those of its operands.
func (e *errors) distance(n *flow.Node) distance {
	magnitude := e.values.of[n.ID].magnitude()
	d := e.byLaw(n, e.error(n))
	if n.Op == flow.Select && e.total(n.In[2]) > 0 || slices.ContainsFunc(n.In, func(x *flow.Node) bool { return e.picks[x] }) {
		if e.picks == nil {
			e.picks = map[*flow.Node]bool{}
		}
		e.picks[n] = true
	}
	if d.infinite() || math.IsNaN(d.within(magnitude)) {
		d = e.fail(n, "no bound is known")
	}
	if d.rel > 0.5 { // the computed value may have the other sign, which limits cut differently
		d = distance{abs: d.within(magnitude)}
	}
	return distance{d.abs * safety, d.rel * safety}
}

// fail is the distance of a node without a bound. It keeps the first cause.
func (e *errors) fail(n *flow.Node, format string, args ...any) distance {
	if e.none == nil {
		e.none = &Cause{n, fmt.Sprintf(format, args...)}
	}
	return unboundedDistance
}

// typeOf is the type of the instruction that computes a node.
func (e *errors) typeOf(n *flow.Node) isa.Type { return e.plan.Type[n.ID] }

// fused reports whether a node is fused into the instruction of another.
func (e *errors) fused(n *flow.Node) bool { return e.plan.Root[n.ID] != n }

// computedRange is the interval of a node's computed value, before modifiers. A fixed-point type
// limits it to where the value matters.
func (e *errors) computedRange(n *flow.Node) Interval {
	for modifies(n) {
		n = n.In[0]
	}
	i := e.values.of[n.ID]
	if !e.typeOf(n).Float() && !e.fused(n) {
		i = e.relevant(n)
	}
	return i.wider(e.total(n))
}

// operandError is the distance of an operand as the instruction sees it: after its cast.
func (e *errors) operandError(n *flow.Node, slot int) distance {
	r := e.plan.reads(n, slot)
	return e.read(r, e.of[r.node.ID], e.values.operand(n, slot))
}

// outputError is the distance of a node as it leaves the shader, in fp32.
func (e *errors) outputError(n *flow.Node) float64 {
	return e.read(e.plan.leaves(n), e.of[n.ID], e.values.relevant(n)).within(e.values.of[n.ID].magnitude())
}

// read is the distance of a value after the casts of a reading, given its distance before
// them; relevant is the interval in which the value matters.
func (e *errors) read(r reading, d distance, relevant Interval) distance {
	if r.fused {
		return d
	}
	if r.constant() {
		d.abs += castConstant(r.source.Value, r.types[0])
	}
	for k, to := range r.types[1:] {
		if from := r.types[k]; to.Float() && !from.Float() {
			d = d.rounded(roundoff)
		} else {
			d.abs += cast(from, to, relevant)
		}
	}
	return d
}

// castConstant is how far a constant is from its value in a type.
func castConstant(v float64, t isa.Type) float64 {
	if t.Float() {
		return math.Abs(v - float64(float32(v)))
	}
	h := holds(t)
	c := max(h.Low, min(v, h.High))
	off := math.Abs(math.FMA(v, one(t), -math.RoundToEven(c*one(t)))) // in codes, exactly
	if c == v {
		off = min(off, 1-off) // the product may be rounded to the wrong side of half a code
	}
	return off / one(t)
}

// cast is the error that a cast to fixed point adds to a value; relevant is the interval in
// which the value matters.
func cast(from, to isa.Type, relevant Interval) float64 {
	if from == to || to.Float() {
		return 0
	}
	out := half(to) + beyond(relevant, to)
	if !from.Float() && math.Mod(one(to), one(from)) == 0 {
		out -= half(to) // every code of from is a code of to
	}
	return out
}

// beyond is how much a type cuts off an interval.
func beyond(i Interval, t isa.Type) float64 {
	h := holds(t)
	return max(0, h.Low-i.Low, i.High-h.High)
}

// error is the distance of a node according to its operation, without its law.
func (e *errors) error(n *flow.Node) distance {
	if modifies(n) {
		return e.of[n.In[0].ID] // the reader applies the modifier
	}
	var x [3]distance
	for slot := range n.In {
		x[slot] = e.operandError(n, slot)
		if x[slot].infinite() {
			return x[slot]
		}
	}
	switch n.Op {
	case flow.Input:
		return distance{}
	case flow.Constant:
		return distance{abs: n.Off}
	case flow.Sample:
		return e.sample(n, x)
	case flow.Less, flow.LessEqual, flow.Equal:
		if e.certain(n, x[0].within(e.magnitude(n, 0))+x[1].within(e.magnitude(n, 1))) {
			return distance{}
		}
		return distance{abs: 1}
	}
	out := e.propagate(n, x)
	if out.infinite() {
		return out
	}
	out = e.rounding(n, out)
	reach := e.values.of[n.ID]
	if limit := max(reach.High, 1-reach.Low); n.Op == flow.Saturate && out.within(reach.magnitude()) > limit {
		out = distance{abs: limit}
	}
	if e.typeOf(n).Float() && !(reach.magnitude()+out.within(reach.magnitude()) < greatest) {
		if !reach.bounded() {
			return e.fail(n, "its range has no bound")
		}
		return e.fail(n, "its range %v exceeds that of fp32", reach)
	}
	return out
}

// magnitude is that of an operand.
func (e *errors) magnitude(n *flow.Node, slot int) float64 {
	return e.values.of[n.In[slot].ID].magnitude()
}

// rounding adds the errors that the instruction makes at a node: the rounding of a result or
// of a product, and what its type cuts off.
func (e *errors) rounding(n *flow.Node, d distance) distance {
	t := e.typeOf(n)
	if !t.Float() {
		if n.Op == flow.Multiply {
			d.abs += half(t)
		}
		if !e.fused(n) {
			d.abs += beyond(e.relevant(n), t)
		}
		return d
	}
	relative := roundoff
	switch n.Op {
	case flow.Min, flow.Max, flow.Absolute, flow.Negate, flow.Saturate, flow.SaturateSigned, flow.Select:
		return d
	case flow.Multiply:
		if e.fused(n) && e.multiplyAdd(e.plan.Root[n.ID]) {
			return d
		}
		if e.fused(n.In[0]) || e.fused(n.In[1]) {
			break // a quotient, which is rounded, even of a power of two
		}
		switch factor := max(powerOfTwo(n.In[0]), powerOfTwo(n.In[1])); {
		case factor >= 1:
			return d
		case factor > 0: // exact, unless the result is subnormal
			relative = 0
		}
	case flow.SquareRoot:
		if e.fused(n) {
			if r := e.plan.Root[n.ID]; r.Op != flow.Saturate && r.Op != flow.SaturateSigned {
				return d
			}
		}
	case flow.Reciprocal:
		if e.fused(n) && e.divides(n) {
			return d
		}
	case flow.Log2, flow.Exp2:
		relative = function
	case flow.Power:
		relative = power
	}
	d = d.rounded(relative)
	d.abs += tiny
	return d
}

// below is the operation that a root limits, or the root itself.
func (e *errors) below(root *flow.Node) *flow.Node {
	for (root.Op == flow.Saturate || root.Op == flow.SaturateSigned) && e.fused(root.In[0]) {
		root = root.In[0]
	}
	return root
}

// multiplyAdd reports whether the root's instruction is a fused multiply-add: a sum with
// exactly one product fused into it. In a dot product, each part is rounded.
func (e *errors) multiplyAdd(root *flow.Node) bool {
	n := e.below(root)
	if !adds(n) {
		return false
	}
	products := 0
	for _, x := range n.In {
		if e.fused(x) {
			products++
			if x.Op != flow.Multiply {
				return false
			}
		}
	}
	return products == 1
}

// divides reports whether a fused reciprocal is part of a division.
func (e *errors) divides(n *flow.Node) bool { return e.below(e.plan.Root[n.ID]).Op == flow.Multiply }

// powerOfTwo is the magnitude of a constant that is a power of two, or 0.
func powerOfTwo(n *flow.Node) float64 {
	if fraction, _ := math.Frexp(math.Abs(n.Value)); n.Op == flow.Constant && fraction == 0.5 {
		return math.Abs(n.Value)
	}
	return 0
}

// certain reports whether a comparison comes out as in real arithmetic if the difference of
// its operands is off by err.
func (e *errors) certain(n *flow.Node, err float64) bool {
	d := e.difference(n)
	return err == 0 || d.Low > err || d.High < -err
}

// propagate carries the distances of the operands through the operation in real arithmetic.
func (e *errors) propagate(n *flow.Node, x [3]distance) distance {
	i := func(slot int) Interval { return e.values.of[n.In[slot].ID] }
	total := func(slot int) float64 { return x[slot].within(i(slot).magnitude()) }
	switch n.Op {
	case flow.Add, flow.Subtract:
		second := i(1)
		if n.Op == flow.Subtract {
			second = second.neg()
		}
		if i(0).Low >= 0 && second.Low >= 0 || i(0).High <= 0 && second.High <= 0 {
			return distance{x[0].abs + x[1].abs, max(x[0].rel, x[1].rel)}
		}
		return distance{abs: total(0) + total(1)}
	case flow.Multiply:
		if !i(0).bounded() && x[1].abs > 0 || !i(1).bounded() && x[0].abs > 0 {
			return e.fail(n, "a factor has no bound")
		}
		out := distance{x[0].abs * x[1].abs, x[0].rel + x[1].rel + x[0].rel*x[1].rel}
		for k := range 2 {
			if x[1-k].abs > 0 {
				out.abs += i(k).magnitude() * (1 + x[k].rel) * x[1-k].abs
			}
		}
		return out
	case flow.Min, flow.Max:
		if e.picks[n.In[0]] || e.picks[n.In[1]] { // it may be beyond the other operand, which is off, too
			return distance{abs: total(0) + total(1)}
		}
		if e.monotone(n) {
			return x[0].larger(x[1])
		}
		return distance{abs: max(total(0), total(1))}
	case flow.Absolute, flow.Negate, flow.Saturate, flow.SaturateSigned:
		return x[0]
	case flow.Select:
		out := x[0].larger(x[1])
		if e.total(n.In[2]) > 0 { // either arm may be chosen
			a, b := e.values.operand(n, 0), e.values.operand(n, 1)
			out = distance{abs: max(total(0), total(1)) + max(a.High-b.Low, b.High-a.Low, 0)}
		}
		return out
	case flow.Reciprocal:
		m := i(0).least()
		relative := x[0].abs/m + x[0].rel
		if m == 0 || relative >= 1 {
			return e.fail(n, "the divisor's range %v reaches 0%s; keep it away from 0", i(0), off(total(0)))
		}
		return distance{rel: relative / (1 - relative)}
	case flow.SquareRoot:
		return e.root(n, i(0), x[0])
	case flow.ReciprocalRoot:
		m := i(0).Low
		relative := x[0].abs/m + x[0].rel
		if m <= 0 || relative >= 1 {
			return e.fail(n, "the range %v of the operand of inversesqrt reaches 0%s", i(0), off(total(0)))
		}
		return distance{rel: 1/math.Sqrt(1-relative) - 1}
	case flow.Log2:
		m := i(0).Low
		relative := x[0].abs/m + x[0].rel
		if m <= 0 || relative >= 1 {
			return e.fail(n, "the range %v of the operand of log2 reaches 0%s", i(0), off(total(0)))
		}
		return distance{abs: -math.Log2(1 - relative)}
	case flow.Exp2:
		return distance{rel: math.Expm1(total(0) * math.Ln2)}
	case flow.Power:
		return e.power(n, i(0), i(1), x[0], total(1))
	}
	return unboundedDistance
}

// monotone reports whether the lesser or the greater of two values keeps their relative
// distance: neither is below 0, or one is a constant that is not.
func (e *errors) monotone(n *flow.Node) bool {
	x, y := n.In[0], n.In[1]
	if x.Op == flow.Constant {
		x, y = y, x
	}
	return e.values.of[y.ID].Low >= 0 && (y.Op == flow.Constant || e.values.of[x.ID].Low >= 0)
}

// sample is the distance of a sample: the effect of its coordinates' distance and rounding,
// and the rounding of its result to 8 bits.
func (e *errors) sample(n *flow.Node, x [3]distance) distance {
	s := e.graph.Samplers[n.Index].Image
	u, v := s.Slope()
	k := n.Component
	var moved [2]float64
	for slot := range n.In {
		if !(e.computedRange(n.In[slot]).magnitude() < 1<<23) {
			return e.fail(n, "the coordinates' range %v exceeds that of 24.8", e.values.of[n.In[slot].ID])
		}
		moved[slot] = x[slot].within(e.magnitude(n, slot)) + flow.CoordinateError
	}
	low, high := s.Range()
	return distance{abs: min(u[k]*moved[0]+v[k]*moved[1], high[k]-low[k]) + flow.TexelError + roundoff}
}
