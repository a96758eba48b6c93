package precision

import (
	"fmt"
	"math"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// Options say how far a shader is transformed.
type Options struct {
	// Literal applies the patent's rules as they stand, without the analysis: values may not
	// fit their types.
	Literal bool
	// MaxError keeps more operations in floating point, or in 24 bits, until the bound is at
	// most this many steps of the output; 0 sets no limit.
	MaxError float64
}

// Widened is a type that was changed after the rules.
type Widened struct {
	Bundle   *flow.Bundle
	From, To isa.Type
	Reason   string
}

// Bound bounds the distance of the output from the shader in real arithmetic.
type Bound struct {
	Steps float64 // of the output's declared bits; of 8 bits if it declares none
	Of    [4]float64
	None  *Cause // why there is no bound; nil if there is one
}

// String is "2.31 steps", or "no bound: …" with the place.
func (b Bound) String() string {
	if b.None != nil {
		return "no bound: " + b.None.String()
	}
	steps := fmt.Sprintf("%.4g", b.Steps)
	if steps == "1" {
		return "1 step"
	}
	return steps + " steps"
}

// Result is a transformed shader.
type Result struct {
	Annotated *Annotated
	Passes    [][]Step // what the rules did; the last has no steps
	Widened   []Widened
	Plan      *Plan
	Bound     Bound
	Energy    Energy
}

// OutputStep is one step of the output's declared resolution, or of 8 bits, as for a display,
// if it declares none.
func OutputStep(o flow.Output) float64 {
	if o.Bits == flow.Full || !o.Declared {
		return 1.0 / 255
	}
	bits := o.Bits
	if o.Sign != flow.Positive {
		bits--
	}
	step := 1.0
	if bits > 0 {
		step = 1 / (math.Ldexp(1, bits) - 1)
	}
	if o.Exponent != flow.Unbounded {
		step = math.Ldexp(step, o.Exponent)
	}
	return step
}

// Float is the plan in which everything is computed in fp32, and its bound.
func Float(g *flow.Graph) (*Plan, Bound) {
	p := newPlan(g, make([]isa.Type, len(g.Nodes)))
	return p, analyse(g).outputBound(p)
}

// outputBound is the bound of a plan.
func (v *values) outputBound(p *Plan) Bound { return v.bound(p).output() }

// output is the bound of the output.
func (e *errors) output() Bound {
	var b Bound
	step := OutputStep(e.graph.Output)
	for k, n := range e.graph.Output.Nodes {
		b.Of[k] = e.outputError(n) * safety / step
		b.Steps = max(b.Steps, b.Of[k])
	}
	if math.IsInf(b.Steps, 1) {
		b.None = e.none
	}
	return b
}

// Transform chooses types by the rules and, unless they are taken literally, widens those
// that cannot hold their values or their resolution.
func Transform(g *flow.Graph, o Options) (*Result, error) {
	r := &Result{}
	r.Annotated, r.Passes = Propagate(g)
	v := analyse(g)
	t := newTransformer(v, r.Annotated.selectTypes())
	if !o.Literal {
		t.dropSigns()
		t.widen()
	}
	if err := t.meet(o.MaxError); err != nil {
		return nil, err
	}
	if !o.Literal {
		t.keepDots()
	}
	r.Plan, r.Widened = newPlan(g, t.types), t.widened
	r.Bound = v.outputBound(r.Plan)
	r.Energy = EnergyOf(r.Plan)
	return r, nil
}

type transformer struct {
	*values
	types   []isa.Type
	weight  [][4]float64
	step    float64
	widened []Widened
	index   map[*flow.Bundle]int // in widened

	planner *planner // of types
	checked int      // how many bundles were checked
}

func newTransformer(v *values, types []isa.Type) *transformer {
	return &transformer{values: v, types: types, weight: v.weights(), step: OutputStep(v.graph.Output), index: map[*flow.Bundle]int{}}
}

// set changes the type of a bundle.
func (t *transformer) set(b *flow.Bundle, to isa.Type, reason string) {
	from := t.types[b.Nodes[0].ID]
	for _, n := range b.Nodes {
		t.types[n.ID] = to
	}
	if k, ok := t.index[b]; ok {
		t.widened[k].To, t.widened[k].Reason = to, reason
		return
	}
	t.index[b] = len(t.widened)
	t.widened = append(t.widened, Widened{b, from, to, reason})
}

// dropSigns gives unsigned types, which have twice the resolution, to instructions whose
// values are never below 0. The intervals know the signs of more values than the rules do.
func (t *transformer) dropSigns() {
	p := newPlan(t.graph, t.types)
	needed := make([]bool, len(t.graph.Nodes)) // by the ID of a root
	for again := true; again; {
		again = false
		for _, n := range t.graph.Nodes {
			sign := needed[p.Root[n.ID].ID] || signs(n) || t.relevant(n).Low < 0 || n.Op == flow.Subtract
			for slot := range n.In {
				sign = sign || t.operand(n, slot).Low < 0
			}
			for _, x := range n.Bundle.Nodes { // a bundle has one type
				if root := p.Root[x.ID]; sign && !needed[root.ID] {
					needed[root.ID], again = true, true
				}
			}
		}
	}
	for _, n := range t.graph.Nodes {
		if typ := t.types[n.ID]; !typ.Float() && !needed[p.Root[n.ID].ID] {
			t.types[n.ID] = fixed[false][typ.Width()]
		}
	}
}

// widen widens types until each holds its values and its resolution. Whether one does
// depends on the plan of its bundle and of what that reads: after a change, its cluster is
// checked again. What reads a cluster comes later in the graph, and is checked after it.
func (t *transformer) widen() {
	t.planner = newPlanner(t.graph, t.types)
	pending := newNodeSet(len(t.graph.Nodes)) // the first nodes of the bundles to be checked
	for _, n := range t.graph.Nodes {
		pending.add(n.Bundle.Nodes[0].ID)
	}
	p := t.planner.Plan
	for id := pending.first(); id >= 0; id = pending.first() {
		pending.remove(id)
		n := t.graph.Nodes[id]
		if p.Type[id].Float() || modifies(n) {
			continue
		}
		t.checked++
		if to, reason, ok := t.check(p, n.Bundle); !ok {
			t.widenGroup(n.Bundle, to, reason)
			for _, x := range t.planner.of(n.Bundle) {
				pending.add(x.ID)
			}
		}
	}
}

// keepDots computes the products of a dot product in fp32 if their sum is: one instruction
// then costs less than three.
func (t *transformer) keepDots() {
	f := newFuser(t.graph, t.types)
	for _, n := range t.graph.Nodes {
		if !t.types[n.ID].Float() {
			continue
		}
		products, sums, ok := f.dotOf(n)
		if !ok {
			continue
		}
		for _, x := range append(products, sums...) {
			if !t.types[x.ID].Float() {
				t.set(x.Bundle, isa.FP32, "the sum of the dot product is in fp32: one instruction computes it")
			}
		}
	}
}

// widenGroup widens a bundle and plans its cluster anew. The type of a Saturate is that of
// the node it limits, and the types of a dot product's products and sums change together.
func (t *transformer) widenGroup(b *flow.Bundle, to isa.Type, reason string) {
	defer t.planner.again(b)
	p := t.planner
	n := b.Nodes[0]
	for (n.Op == flow.Saturate || n.Op == flow.SaturateSigned) && p.Root[n.In[0].ID] == n {
		t.types[n.ID] = to
		n = n.In[0]
	}
	t.set(n.Bundle, to, reason)
	if to.Float() {
		return // a sum in fp32 does not widen its products
	}
	root := p.Root[n.ID]
	group := append([]*flow.Node{root}, p.into[root.ID]...)
	slices.SortFunc(group, func(a, b *flow.Node) int { return a.ID - b.ID })
	for _, x := range group {
		if x == x.Bundle.Nodes[0] && x.Op != flow.Saturate && x.Op != flow.SaturateSigned && t.types[x.ID] != to {
			t.set(x.Bundle, to, "computed with "+n.String())
		}
	}
}

// check reports whether a bundle's type holds its values and its resolution; if not, it
// returns the next wider type, and why.
func (t *transformer) check(p *Plan, b *flow.Bundle) (to isa.Type, reason string, ok bool) {
	typ := p.Type[b.Nodes[0].ID]
	for _, n := range b.Nodes {
		if !typ.Signed() && signs(n) {
			return withSign(typ), "an inverted sign needs a signed type", false
		}
		if p.Root[n.ID] == n {
			if to, why, ok := t.fits(t.relevant(n), typ, largest(t.weight[n.ID])); !ok {
				return to, "its range " + why, false
			}
		}
		for slot, x := range n.In {
			r := p.reads(n, slot)
			if r.fused || n.Op == flow.Select && slot == 2 {
				continue
			}
			weight := largest(t.weight[n.ID]) * t.slope(n, slot)
			if to, why, ok := t.fits(t.operand(n, slot), typ, weight); !ok {
				return to, fmt.Sprintf("operand %v: range %s", x, why), false
			}
			if steps := r.rounding() * weight / t.step; steps > oneStep {
				return wider(typ), fmt.Sprintf("rounding %v to %v may change the output by %s", x, typ, stepsText(steps)), false
			}
		}
		if n.Op == flow.Multiply {
			if steps := half(typ) * largest(t.weight[n.ID]) / t.step; steps > oneStep {
				return wider(typ), fmt.Sprintf("its rounding to %v may change the output by %s", typ, stepsText(steps)), false
			}
		}
	}
	return typ, "", true
}

// oneStep is the most steps by which one rounding may change the output: a little more than
// 1, since half a step of s12 is slightly more than a step of u12.
const oneStep = 1.001

func stepsText(x float64) string {
	if math.IsInf(x, 1) || math.IsNaN(x) {
		return "any number of steps: a comparison depends on it, or an operation whose error has no bound"
	}
	return fmt.Sprintf("%.3g steps", x)
}

// fits reports whether a type holds an interval, or cuts off no more than one rounding may
// change; if not, it returns the next wider type, and why.
func (t *transformer) fits(i Interval, typ isa.Type, weight float64) (to isa.Type, reason string, ok bool) {
	cut := func(typ isa.Type) bool {
		b := beyond(i, typ)
		return b > 0 && !(b*weight <= oneStep*t.step)
	}
	if !cut(typ) {
		return typ, "", true
	}
	if s := withSign(typ); !cut(s) {
		return s, fmt.Sprintf("%v needs a sign", i), false
	}
	return isa.FP32, fmt.Sprintf("%v exceeds %v of %v", i, holds(typ), typ), false
}

// meet widens the type that contributes most to the bound, until the bound is at most most
// steps.
func (t *transformer) meet(most float64) error {
	if most <= 0 {
		return nil
	}
	t.planner = newPlanner(t.graph, t.types)
	for p := t.planner.Plan; ; {
		b := t.outputBound(p)
		if b.None != nil {
			return fmt.Errorf("there is no bound of the error, and none can be met: %v", b.None)
		}
		if b.Steps <= most {
			return nil
		}
		worst, share, fixed := t.worst(p)
		if !fixed {
			amount := fmt.Sprintf("%.4g steps", share)
			if math.IsInf(share, 1) { // the bound is finite only because the output is limited
				amount = "whose error may change the output by any number of steps"
			}
			return fmt.Errorf("the error is at most %.4g steps even in fp32, more than %.4g: most of it comes from %v, %s; allow more, or rewrite it",
				b.Steps, most, worst, amount)
		}
		t.widenGroup(worst.Bundle, wider(p.Type[worst.ID]), fmt.Sprintf("adds %.3g steps to the error", share))
	}
}

// worst is the node that adds most to the error of the output, among those in fixed point if
// there are any, and how many steps it adds.
func (t *transformer) worst(p *Plan) (worst *flow.Node, share float64, isFixed bool) {
	e := t.bound(p)
	for _, n := range t.graph.Nodes {
		if n.Op == flow.Input || n.Op == flow.Constant || modifies(n) {
			continue
		}
		typ := p.Type[n.ID]
		own := e.rounding(n, distance{}).within(t.of[n.ID].magnitude())
		if n.Op == flow.Sample || e.total(n) == 0 {
			own = e.total(n)
		}
		added := own * largest(t.weight[n.ID])
		for slot := range n.In {
			if r := p.reads(n, slot); !typ.Float() && !r.fused {
				added += e.read(r, distance{}, t.operand(n, slot)).abs * largest(t.weight[n.ID]) * t.slope(n, slot)
			}
		}
		added /= t.step
		if math.IsNaN(added) {
			added = 0
		}
		if f := !typ.Float(); worst == nil || f && !isFixed || f == isFixed && added > share {
			worst, share, isFixed = n, added, f
		}
	}
	return worst, share, isFixed
}
