package precision_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/precision/plantest"
	"posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/internal/long"
)

// A law is the bound for one operation, or for one function of several: how far its result
// may be off, given the errors of its operands and its own rounding.
type law struct {
	name string
	ops  []flow.Op      // that it covers
	of   []flow.LawKind // that it covers
	make func(d *drawing) flow.Vector
	// steps is the number of moves in a case, if not usualSteps: more where many places must
	// be at an end together.
	steps int
}

var (
	anything = [2]float64{-2, 2}
	positive = [2]float64{0.01, 4}
	fraction = [2]float64{0, 1}
)

// unary and binary are the laws of an operation on values within bounds.
func unary(op flow.Op, bounds ...[2]float64) law {
	return law{name: op.String(), ops: []flow.Op{op}, make: func(d *drawing) flow.Vector {
		return d.Do(op, d.operand(bounds[d.structure.IntN(len(bounds))]))
	}}
}

func binary(op flow.Op) law {
	return law{name: op.String(), ops: []flow.Op{op}, make: func(d *drawing) flow.Vector {
		x := d.operand(anything)
		if d.structure.IntN(8) == 0 {
			return d.Do(op, x, x)
		}
		return d.Do(op, x, d.operand(anything))
	}}
}

// comparison compares two operands that may be near to each other.
func comparison(op flow.Op) law {
	return law{name: op.String(), ops: []flow.Op{op}, make: func(d *drawing) flow.Vector { return d.compare(op) }}
}

func (d *drawing) compare(op flow.Op) flow.Vector {
	near := [2]float64{0.5, 0.5 + math.Ldexp(1, -d.structure.IntN(24))}
	return d.Do(op, d.operand(near), d.operand(near))
}

func (d *drawing) truth() flow.Vector { return d.compare(flow.Less + flow.Op(d.structure.IntN(3))) }

func (d *drawing) operands(n int, bounds [2]float64) (v flow.Vector) {
	for range n {
		v = append(v, d.operand(bounds)...)
	}
	return v
}

var laws = []law{
	{name: "input", ops: []flow.Op{flow.Input}, make: func(d *drawing) flow.Vector { return d.register(anything) }},
	{name: "constant", ops: []flow.Op{flow.Constant}, make: func(d *drawing) flow.Vector { return d.number(anything) }},
	{name: "sample", ops: []flow.Op{flow.Sample}, make: (*drawing).sample},
	binary(flow.Add), binary(flow.Subtract), binary(flow.Multiply), binary(flow.Min), binary(flow.Max),
	unary(flow.Absolute, anything), unary(flow.Negate, anything), unary(flow.Saturate, anything), unary(flow.SaturateSigned, anything),
	comparison(flow.Less), comparison(flow.LessEqual), comparison(flow.Equal),
	{name: "select", ops: []flow.Op{flow.Select}, make: func(d *drawing) flow.Vector {
		return d.Do(flow.Select, d.operand(anything), d.operand(anything), d.truth())
	}},
	unary(flow.Reciprocal, [2]float64{0.05, 8}, [2]float64{-8, -0.05}), unary(flow.SquareRoot, positive, fraction), unary(flow.ReciprocalRoot, positive),
	unary(flow.Log2, positive), unary(flow.Exp2, [2]float64{-6, 6}),
	{name: "pow", ops: []flow.Op{flow.Power}, make: func(d *drawing) flow.Vector {
		base := [][2]float64{positive, fraction, {0.01, 1}}[d.structure.IntN(3)]
		if d.structure.IntN(3) == 0 {
			return d.Do(flow.Power, d.operand(base), d.Number(float64(float32(0.1+0.9*d.place())))) // exact in fp32
		}
		return d.Do(flow.Power, d.operand(base), d.operand([2]float64{0.1, 6}))
	}},
	{name: "multiply and add", make: func(d *drawing) flow.Vector {
		op := flow.Add + flow.Op(d.structure.IntN(2))
		product, term := d.Do(flow.Multiply, d.operand(anything), d.operand(anything)), d.operand(anything)
		if d.structure.IntN(2) == 0 {
			return d.Do(op, term, product)
		}
		return d.Do(op, product, term)
	}},
	{name: "root of a square", make: func(d *drawing) flow.Vector {
		x := d.operand(anything)
		return d.Do(flow.SquareRoot, d.Do(flow.Multiply, x, x))
	}},
	{name: "inverse root", make: func(d *drawing) flow.Vector {
		return d.Do(flow.Reciprocal, d.Do(flow.SquareRoot, d.operand(positive)))
	}},
	{name: "quotient", make: func(d *drawing) flow.Vector {
		return d.Divide(d.operand(anything), d.operand([2]float64{0.05, 8}))
	}},
	{name: "dot product", of: []flow.LawKind{flow.DotOf}, make: func(d *drawing) flow.Vector {
		n := 2 + d.structure.IntN(3)
		return d.Dot(d.operands(n, anything), d.operands(n, anything))
	}},
	{name: "length", of: []flow.LawKind{flow.LengthOf}, make: func(d *drawing) flow.Vector {
		return d.Length(d.operands(2+d.structure.IntN(3), anything))
	}},
	{name: "direction", of: []flow.LawKind{flow.Direction}, make: func(d *drawing) flow.Vector {
		return d.Normalize(append(d.operands(1+d.structure.IntN(2), anything), d.operand(positive)...))[:1]
	}},
	{name: "mixture", of: []flow.LawKind{flow.MixOf}, steps: 40, make: func(d *drawing) flow.Vector {
		x, y := d.operand(anything), d.operand(anything)
		if d.structure.IntN(8) == 0 {
			return d.Mix(x, y, x)
		}
		return d.Mix(x, y, d.operand(fraction))
	}},
	{name: "mixture beyond an end", of: []flow.LawKind{flow.MixOf}, steps: 40, make: func(d *drawing) flow.Vector {
		near := [2]float64{0.5, 0.5 + math.Ldexp(1, -4-d.structure.IntN(8))}
		return d.Mix(d.operand(near), d.operand(near), d.operand([2]float64{0.9, 1})) // whose computed weights may be -d and 1+d
	}},
	{name: "mixture with its own weight", of: []flow.LawKind{flow.MixOf}, make: func(d *drawing) flow.Vector {
		t := d.operand(fraction)
		x, rest := d.operand(anything), d.Do(flow.Subtract, d.Number(1), t)
		switch d.structure.IntN(4) {
		case 0:
			return d.Mix(x, rest, t)
		case 1:
			return d.Mix(rest, x, t)
		case 2:
			return d.Mix(x, d.Do(flow.Multiply, x, rest), t)
		}
		return d.Mix(d.Do(flow.Multiply, x, t), x, t)
	}},
	{name: "greater of a choice", make: func(d *drawing) flow.Vector {
		op := []flow.Op{flow.Min, flow.Max}[d.structure.IntN(2)]
		return d.Do(op, d.Do(flow.Select, d.operand(fraction), d.operand(fraction), d.truth()), d.operand(fraction))
	}},
	{name: "power of a modified value", make: func(d *drawing) flow.Vector {
		x := d.add(&flow.Node{Op: flow.Negate, In: d.register([2]float64{-4, 0})})
		return d.Do(flow.Power, x, d.operand([2]float64{0.1, 6}))
	}},
	{name: "smooth step of a magnitude", of: []flow.LawKind{flow.HermiteOf}, make: func(d *drawing) flow.Vector {
		return d.Smoothstep(d.Number(0), d.Number(1), d.add(&flow.Node{Op: flow.Absolute, In: d.register([2]float64{0.9, 1})}))
	}},
	{name: "reflection", of: []flow.LawKind{flow.ReflectOf}, make: func(d *drawing) flow.Vector {
		n := 2 + d.structure.IntN(2)
		return d.Reflect(d.operands(n, anything), d.operands(n, fraction))[:1]
	}},
	{name: "smooth step", of: []flow.LawKind{flow.HermiteOf}, make: func(d *drawing) flow.Vector {
		return d.Smoothstep(d.Number(0), d.Number(1), d.operand(anything))
	}},
}

// Every kind of node must have a law that is tested.
func TestEveryKindOfNodeHasALaw(t *testing.T) {
	ops, kinds := map[flow.Op]bool{}, map[flow.LawKind]bool{}
	for _, l := range laws {
		for _, op := range l.ops {
			ops[op] = true
		}
		for _, k := range l.of {
			kinds[k] = true
		}
	}
	for op := range flow.Op(flow.NumOps) {
		assert.True(t, ops[op], "no law of %v", op)
	}
	for k := range flow.LawKind(flow.NumLaws) {
		assert.True(t, kinds[k], "no law of kind %d", k)
	}
}

// Against exact arithmetic, the error of each kind of node is within its law, given the
// errors of its operands. Intervals, distances and roundings are moved, by hill climbing,
// towards the greatest share of the bound.
func TestLawsHold(t *testing.T) {
	if testing.Short() {
		holdLaws(t, 200)
		return
	}
	holdLaws(t, 1000)
}

func TestLongLawsHold(t *testing.T) {
	long.Only(t)
	holdLaws(t, 10_000)
}

var fixedTypes = precision.FixedTypes()

var theModel = sync.OnceValues(stimulus.NewModel)

// usualSteps is the usual number of moves in a case.
const usualSteps = 6

func holdLaws(t *testing.T, cases int) {
	model, err := theModel()
	require.NoError(t, err)
	types := map[isa.Type]int{}
	for k, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			bounded, near := 0, 0
			for n := range cases {
				seed := uint64(n)<<8 + uint64(k)
				rng := rand.New(rand.NewPCG(seed, 41))
				worst := climb(t, l, model, seed, rng)
				if worst.share >= 0 {
					bounded++
					types[worst.in]++
				}
				if worst.share > 0.5 {
					near++
				}
			}
			t.Logf("%d of %d have a bound, %d come near to it", bounded, cases, near)
			assert.Greater(t, bounded, cases/4, "cases with a bound")
			assert.Greater(t, near, cases/50, "cases that come near to the bound")
		})
	}
	for _, typ := range append(fixedTypes[:len(fixedTypes):len(fixedTypes)], isa.FP32) {
		assert.Greater(t, types[typ], cases/4, "cases in %v", typ)
	}
}

// outcome is the outcome of a case.
type outcome struct {
	share float64  // of the bound that is reached; below 0 if there is no bound
	in    isa.Type // of the last operation
}

// climb moves the places of a case towards the greatest share of its bound, which must not
// exceed 1.
func climb(t *testing.T, l law, model model.Model, seed uint64, rng *rand.Rand) outcome {
	best := outcome{share: -1}
	var places []float64
	for step := range cmp.Or(l.steps, usualSteps) {
		moved := append([]float64(nil), places...)
		for n := range moved {
			switch rng.IntN(max(2, len(moved)/2)) {
			case 0:
				moved[n] = rng.Float64()
			case 1:
				moved[n] = min(1, max(0, moved[n]+0.1*rng.NormFloat64()))
			}
			if rng.IntN(4*len(moved)) == 0 {
				moved[n] = float64(rng.IntN(2))
			}
		}
		d := newDrawing(seed, moved, rng)
		o := d.outcome(l, model)
		if (o.share > 1-1e-6 || o.share >= 0 && d.tight()) && !d.keeps() {
			require.Fail(t, "beyond the bound", "case %d, step %d, %.9g of the bound:\n%v", seed, step, o.share, d)
		}
		if o.share > best.share || step == 0 || best.share < 0 {
			best, places = o, d.places
		}
	}
	return best
}

// A drawing makes a graph for one law. A seed determines its structure, and places from 0 to 1
// its continuous parameters.
type drawing struct {
	*flow.Builder
	structure *rand.Rand
	places    []float64
	at        int
	more      *rand.Rand

	image    *texture.Image
	text     map[*flow.Node]*big.Float // constants in real arithmetic
	abs, rel []float64                 // of the operands, by variable
	reals    []*big.Float              // their values in real arithmetic
	bits     [][4]uint32               // as they were computed
	formats  []isa.Type                // their types
	wrong    bool                      // no computed value is within the distance of the real one
	plan     *precision.Plan
	bound    float64
	computed *big.Float // the output; nil for NaN and infinity
}

func newDrawing(seed uint64, places []float64, more *rand.Rand) *drawing {
	return &drawing{Builder: flow.NewBuilder(), structure: rand.New(rand.NewPCG(seed, 42)), places: places, more: more, text: map[*flow.Node]*big.Float{}}
}

func (d *drawing) place() float64 {
	if d.at == len(d.places) {
		d.places = append(d.places, d.more.Float64())
	}
	d.at++
	return d.places[d.at-1]
}

// operand is a register or a constant, sometimes behind a modifier.
func (d *drawing) operand(bounds [2]float64) flow.Vector {
	if d.structure.IntN(4) > 0 {
		if d.structure.IntN(4) == 0 {
			return d.number(bounds)
		}
		return d.register(bounds)
	}
	op := flow.Absolute
	if d.structure.IntN(2) == 0 && bounds[0] < 0 {
		op, bounds = flow.Negate, [2]float64{-bounds[1], -bounds[0]}
	}
	x := d.number
	if d.structure.IntN(2) == 0 {
		x = d.register
	}
	return d.add(&flow.Node{Op: op, In: x(bounds)})
}

// add makes a node that the builder would fold.
func (d *drawing) add(n *flow.Node) flow.Vector {
	n.ID, n.Bundle = len(d.Graph.Nodes), &flow.Bundle{Nodes: []*flow.Node{n}}
	d.Graph.Nodes = append(d.Graph.Nodes, n)
	return flow.Vector{n}
}

// number is a constant.
func (d *drawing) number(bounds [2]float64) flow.Vector {
	x := bounds[0] + (bounds[1]-bounds[0])*d.place()
	off := 0.0
	if d.structure.IntN(8) == 0 {
		off = math.Ldexp(math.Abs(x), -10-d.structure.IntN(30))
	}
	v := d.Near(x, off)
	d.text[v[0]] = new(big.Float).SetPrec(plantest.Precision).Add(plantest.Number(x), plantest.Number(off*math.Round(2*d.place()-1)))
	return v
}

// register is a value that another instruction computed: with an interval, a distance from
// the real value, and a type.
func (d *drawing) register(bounds [2]float64) flow.Vector {
	typ := isa.FP32
	if d.structure.IntN(3) == 0 {
		typ = fixedTypes[d.structure.IntN(len(fixedTypes))]
		least := -1.0
		if !typ.Signed() {
			least = 0
		}
		bounds[0], bounds[1] = max(least, min(bounds[0], 0.5)), min(bounds[1], 1)
		if bounds[1] <= bounds[0] {
			bounds = [2]float64{least, 1}
		}
	} else if d.structure.IntN(4) == 0 && bounds == anything {
		scale := math.Ldexp(1, []int{d.structure.IntN(40) - 20, -75, -140}[d.structure.IntN(3)]) // to subnormal numbers
		bounds[0], bounds[1] = bounds[0]*scale, bounds[1]*scale
	}
	width := bounds[1] - bounds[0]
	low := bounds[0] + width*d.place()
	high := low + (bounds[1]-low)*d.place()*d.place()
	if d.structure.IntN(3) == 0 {
		low, high = bounds[0], bounds[1]
	}
	abs, rel := 0.0, 0.0
	if d.structure.IntN(3) > 0 {
		abs = math.Ldexp(max(math.Abs(low), math.Abs(high))*d.place(), d.scale())
	}
	if d.structure.IntN(3) == 0 {
		rel = math.Ldexp(d.place(), d.scale())
	}
	d.draw(low, high, abs, rel, typ)
	v := d.Variable(flow.Variable{Name: "x", Width: 1, Attributes: flow.Unknown, Source: flow.Source{Kind: flow.Random, Low: low, High: high}})
	d.formats, d.abs, d.rel = append(d.formats, typ), append(d.abs, abs), append(d.rel, rel)
	return v
}

// scale is the exponent of a distance: large as often as small.
func (d *drawing) scale() int {
	if d.structure.IntN(2) == 0 {
		return -1 - d.structure.IntN(6)
	}
	return -4 - d.structure.IntN(30)
}

// draw draws the real value of a register, and a computed one within the distance from it,
// perhaps outside the interval.
func (d *drawing) draw(low, high, abs, rel float64, typ isa.Type) {
	at, apart := low+(high-low)*d.end(), 2*d.end()-1
	bits, _ := isa.As(typ).Nearest(at + apart*(abs+rel*math.Abs(at)))
	computed := plantest.Value(typ, bits)
	real := plantest.Number(at)
	if !within(computed, real, abs, rel) { // it was rounded: the real value moves instead
		c, _ := computed.Float64()
		real = plantest.Number(min(high, max(low, (c-apart*abs)/(1+math.Copysign(apart*rel, c*apart)))))
		if abs == 0 && rel == 0 || apart == 0 {
			real = computed
		}
	}
	d.wrong = d.wrong || !within(computed, real, abs, rel) || real.Cmp(big.NewFloat(low)) < 0 || real.Cmp(big.NewFloat(high)) > 0
	d.reals, d.bits = append(d.reals, real), append(d.bits, [4]uint32{bits})
}

// end is a place that is often 0 or 1.
func (d *drawing) end() float64 {
	x := d.place()
	return min(1, max(0, 1.5*x-0.25))
}

// within reports whether a computed value is within a distance of the real one.
func within(computed, real *big.Float, abs, rel float64) bool {
	off := new(big.Float).SetPrec(plantest.Precision).Sub(computed, real)
	most := new(big.Float).SetPrec(plantest.Precision).Mul(plantest.Number(rel), new(big.Float).Abs(real))
	return off.Abs(off).Cmp(most.Add(most, plantest.Number(abs))) <= 0
}

// sample reads a small image.
func (d *drawing) sample() flow.Vector {
	m, err := texture.New(1+d.structure.IntN(4), 1+d.structure.IntN(4), func(x, y int) [4]uint8 {
		return [4]uint8{uint8(d.structure.IntN(4) * 85), uint8(d.structure.IntN(256))}
	})
	if err != nil {
		panic(err)
	}
	d.image = m
	sampler := d.Builder.Sampler(flow.Sampler{Name: "image", Image: m})
	return d.add(&flow.Node{Op: flow.Sample, In: flow.Join(d.operand(anything), d.operand(anything)), Index: sampler, Component: d.structure.IntN(2)})
}

// outcome is the error of the computed output as a share of the bound.
func (d *drawing) outcome(l law, model model.Model) outcome {
	v := l.make(d)
	if d.structure.IntN(4) == 0 {
		v = d.Do(flow.Saturate+flow.Op(d.structure.IntN(2)), v)
	}
	for k := range d.Graph.Output.Nodes {
		d.Graph.Output.Nodes[k] = v[0]
	}
	d.plan = precision.NewPlan(d.Graph, d.types())
	out := outcome{share: -1, in: d.plan.Type[v[0].ID]}
	bound := precision.BoundFrom(d.plan, d.abs, d.rel)
	if d.wrong || bound.None != nil {
		return out
	}
	d.bound = bound.Steps * precision.OutputStep(d.Graph.Output)
	e := plantest.Evaluation{Plan: d.plan, Model: model, Inputs: d.bits, Texel: d.texel}
	d.computed = plantest.Value(isa.FP32, e.Run().Vectors[0][0])
	if d.computed == nil {
		out.share = math.Inf(1)
		return out
	}
	c, _ := d.computed.Float64()
	off := math.Abs(c - d.nearly())
	switch {
	case off <= d.bound*1e-9:
		out.share = 0
	default:
		out.share = off / d.bound
	}
	return out
}

// nearly is the output in real arithmetic, approximated in float64.
func (d *drawing) nearly() float64 {
	of := make([]float64, len(d.Graph.Nodes))
	for _, n := range d.Graph.Nodes {
		var in [3]float64
		for k, x := range n.In {
			in[k] = of[x.ID]
		}
		switch n.Op {
		case flow.Input:
			of[n.ID], _ = d.reals[n.Index].Float64()
		case flow.Constant:
			of[n.ID] = n.Value
			if x := d.text[n]; x != nil {
				of[n.ID], _ = x.Float64()
			}
		case flow.Sample:
			of[n.ID] = d.image.At(in[0], in[1])[n.Component]
		default:
			of[n.ID] = n.Op.Compute(in[:len(n.In)])
		}
	}
	return of[d.Graph.Output.Nodes[0].ID]
}

// types draws the types of the operations, most of which share one.
func (d *drawing) types() []isa.Type {
	some := append(fixedTypes[:len(fixedTypes):len(fixedTypes)], isa.FP32)
	usual := some[d.structure.IntN(len(some))]
	list := make([]isa.Type, len(d.Graph.Nodes))
	for _, n := range d.Graph.Nodes {
		switch {
		case n.Op == flow.Input:
			list[n.ID] = d.formats[n.Index]
		case n != n.Bundle.Nodes[0]:
			list[n.ID] = list[n.Bundle.Nodes[0].ID]
		case precision.Modifies(n):
			list[n.ID] = some[d.structure.IntN(len(some))]
		case precision.MayBeFixed(n) && d.structure.IntN(4) == 0:
			list[n.ID] = some[d.structure.IntN(len(some))]
		case precision.MayBeFixed(n):
			list[n.ID] = usual
		}
	}
	return list
}

// texel is the response of the texture unit.
func (d *drawing) texel(_ int, words []uint32) (out [4]uint32) {
	for k, x := range d.image.Fetch(int32(words[0]), int32(words[1])) {
		out[k] = math.Float32bits(float32(float64(x) / 255))
	}
	return out
}

// tight reports whether float64 is too coarse to compare with the bound.
func (d *drawing) tight() bool {
	c, _ := d.computed.Float64()
	return d.bound < 1e-9*math.Abs(c)
}

// keeps reports whether the output is off by at most the bound, in exact arithmetic.
func (d *drawing) keeps() bool {
	if d.computed == nil {
		return false
	}
	of := make([]*big.Float, len(d.Graph.Nodes))
	for _, n := range d.Graph.Nodes {
		switch n.Op {
		case flow.Input:
			of[n.ID] = d.reals[n.Index]
		case flow.Constant:
			if of[n.ID] = d.text[n]; of[n.ID] == nil {
				of[n.ID] = plantest.Number(n.Value)
			}
		case flow.Sample: // in float64, whose rounding is far below the 8 bits of a texel
			u, _ := of[n.In[0].ID].Float64()
			v, _ := of[n.In[1].ID].Float64()
			of[n.ID] = plantest.Number(d.image.At(u, v)[n.Component])
		default:
			var in []*big.Float
			for _, x := range n.In {
				in = append(in, of[x.ID])
			}
			if of[n.ID] = plantest.Real(n.Op, in...); of[n.ID] == nil {
				return false
			}
		}
	}
	off := new(big.Float).SetPrec(plantest.Precision).Sub(d.computed, of[d.Graph.Output.Nodes[0].ID])
	return off.Abs(off).Cmp(big.NewFloat(d.bound)) <= 0
}

// String describes the case.
func (d *drawing) String() string {
	text := ""
	for _, n := range d.Graph.Nodes {
		text += fmt.Sprintf("n%d: %v %v in %v, root n%d, of", n.ID, n.Op, n.Value, d.plan.Type[n.ID], d.plan.Root[n.ID].ID)
		for _, x := range n.In {
			text += fmt.Sprintf(" n%d", x.ID)
		}
		if n.Op == flow.Input {
			text += fmt.Sprintf(": real %.20g, computed %v, within %v, off by at most %v + %v", d.reals[n.Index], plantest.Value(d.formats[n.Index], d.bits[n.Index][0]),
				d.Graph.Variables[n.Index].Source, d.abs[n.Index], d.rel[n.Index])
		}
		text += "\n"
	}
	return text + fmt.Sprintf("computed %v, bound %v", d.computed, d.bound)
}
