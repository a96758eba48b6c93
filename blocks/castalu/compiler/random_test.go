package compiler_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
)

// image is a sampler's image; only its size matters here.
type image struct{ width, height int }

func (i image) Size() (int, int)              { return i.width, i.height }
func (i image) At(u, v float64) [4]float64    { return [4]float64{} }
func (i image) Range() (low, high [4]float64) { return }
func (i image) Slope() (u, v [4]float64)      { return }

// randomGraph draws a graph of every operation on vectors of 1 to 4 components.
func randomGraph(rng *rand.Rand, operations int) *flow.Graph {
	b := flow.NewBuilder()
	var known []flow.Vector
	for k := range 1 + rng.IntN(4) {
		known = append(known, b.Variable(flow.Variable{Name: fmt.Sprintf("in%d", k), Width: 1 + rng.IntN(4)}))
	}
	for k := range rng.IntN(3) {
		v := flow.Variable{Name: fmt.Sprintf("uniform%d", k), Width: 1 + rng.IntN(4), Uniform: true}
		for c := range v.Value {
			v.Value[c] = randomNumber(rng)
		}
		known = append(known, b.Variable(v))
	}
	samplers := 1 + rng.IntN(2)
	for k := range samplers {
		b.Sampler(flow.Sampler{Name: fmt.Sprintf("sampler%d", k), Image: image{1 + rng.IntN(8), 1 + rng.IntN(8)}})
	}
	// take draws n components from the known vectors, swizzled and mixed.
	take := func(n int) flow.Vector {
		var v flow.Vector
		for len(v) < n {
			from := known[max(rng.IntN(len(known)), rng.IntN(len(known)))]
			switch rng.IntN(8) {
			case 0:
				v = append(v, b.Number(randomNumber(rng))[0])
			case 1, 2:
				v = append(v, from[rng.IntN(len(from))])
			default:
				k := rng.IntN(len(from))
				v = append(v, from[k:min(len(from), k+n-len(v))]...)
			}
		}
		return v
	}
	truth := func(n int) flow.Vector {
		v := b.Do(flow.Less+flow.Op(rng.IntN(3)), take(n), take(n))
		switch rng.IntN(5) {
		case 0:
			v = b.Not(v)
		case 1:
			v = b.And(v, b.Do(flow.Less, take(n), take(n)))
		case 2:
			v = b.Or(v, b.Do(flow.Less, take(n), take(1)))
		}
		return v
	}
	for k := range operations {
		b.At(flow.Position{Line: k + 1, Column: 1})
		n := 1 + rng.IntN(4)
		var v flow.Vector
		switch op := flow.Add + flow.Op(rng.IntN(flow.NumOps-int(flow.Add)+9)); op {
		case flow.Less, flow.LessEqual, flow.Equal:
			v = truth(n)
		case flow.Select:
			v = b.Do(op, take(n), take(n), truth(n))
		case flow.Add, flow.Subtract, flow.Multiply, flow.Min, flow.Max, flow.Power:
			if v = take(n); rng.IntN(2) == 0 && op != flow.Power {
				v = b.Do(flow.Multiply, v, take(n))
			}
			v = b.Do(op, v, take(n))
		default:
			if int(op) < flow.NumOps {
				v = b.Do(op, take(n))
				break
			}
			switch int(op) - flow.NumOps {
			case 0:
				v = b.Texture(rng.IntN(samplers), take(2))
			case 1:
				if rng.IntN(4) == 0 {
					b.Kill(truth(1)[0])
				}
				continue
			case 2:
				v = b.Normalize(take(2 + rng.IntN(3)))
			case 3:
				v = b.Mix(take(n), take(n), take(1))
			case 4:
				v = b.Divide(take(n), take(1))
			case 5:
				v = b.Cross(take(3), take(3))
			case 6:
				v = b.Reflect(take(3), take(3))
			case 7:
				if v = take(n); rng.IntN(2) == 0 {
					v = b.Do(flow.Multiply, take(n), b.Do(flow.Subtract, b.Number(1), v))
					break
				}
				v = b.Do(flow.Subtract, v, b.Do(flow.Multiply, take(n), take(1)))
			default:
				n = 3 + rng.IntN(2)
				v = b.Dot(take(n), take(n))
			}
		}
		switch rng.IntN(12) {
		case 0:
			v = b.Do(flow.Multiply, v, b.Number([]float64{2, 4, 0.5}[rng.IntN(3)]))
		case 1:
			v = b.Do(flow.Add, v, v)
		}
		if rng.IntN(3) == 0 {
			v = b.Do(flow.Saturate+flow.Op(rng.IntN(2)), v)
		}
		if rng.IntN(2) == 0 {
			b.Named(fmt.Sprintf("v%d", k), v)
		}
		known = append(known, v)
	}
	o := flow.Output{Name: "color", Declared: rng.IntN(2) == 0}
	if rng.IntN(2) == 0 {
		o.Sign = flow.Positive
	}
	out := take(4)
	if rng.IntN(2) == 0 {
		out = append(take(3), b.Number(1)[0])
	}
	return b.Finish(o, out)
}

func randomNumber(rng *rand.Rand) float64 {
	switch rng.IntN(6) {
	case 0:
		return float64(rng.IntN(9) - 4)
	case 1:
		return 20 * (rng.Float64() - 0.5)
	}
	return 2*rng.Float64() - 1
}

// randomPlan draws types, and fuses nodes where that is legal.
func randomPlan(rng *rand.Rand, g *flow.Graph) *precision.Plan {
	p := &precision.Plan{Graph: g, Type: make([]isa.Type, len(g.Nodes)), Root: make([]*flow.Node, len(g.Nodes))}
	users := map[*flow.Node]map[*flow.Bundle]bool{}
	use := func(n *flow.Node, by *flow.Bundle) {
		if users[n] == nil {
			users[n] = map[*flow.Bundle]bool{}
		}
		users[n][by] = true
	}
	for _, n := range g.Nodes {
		for _, x := range n.In {
			use(x, n.Bundle)
		}
	}
	for _, n := range append(g.Output.Nodes[:], g.Kills...) {
		use(n, nil)
	}
	within := func(b *flow.Bundle, set ...*flow.Bundle) bool { // whether all uses of b are in the set
		for _, n := range b.Nodes {
			for u := range users[n] {
				if !slices.Contains(set, u) {
					return false
				}
			}
		}
		return true
	}
	mix := rng.IntN(3) // 0: all in fp32, 1: few types, 2: any
	fewTypes := []isa.Type{isa.FP32, isa.Type(rng.IntN(isa.NumTypes)), isa.S12}
	typeOf := map[*flow.Bundle]isa.Type{}
	into := map[*flow.Bundle]*flow.Bundle{}
	special := func(o flow.Op) bool { return o >= flow.Reciprocal }
	bundles := []*flow.Bundle{}
	for k := len(g.Nodes) - 1; k >= 0; k-- {
		if b := g.Nodes[k].Bundle; len(bundles) == 0 || bundles[len(bundles)-1] != b {
			bundles = append(bundles, b)
		}
	}
	root := func(b *flow.Bundle) *flow.Bundle {
		for into[b] != nil {
			b = into[b]
		}
		return b
	}
	inner := func(b *flow.Bundle) []*flow.Bundle {
		var list []*flow.Bundle
		for _, n := range b.Nodes {
			for _, x := range n.In {
				list = append(list, x.Bundle)
			}
		}
		return list
	}
	for _, b := range bundles {
		op := b.Nodes[0].Op
		t := isa.FP32
		switch mix {
		case 1:
			t = fewTypes[rng.IntN(3)]
		case 2:
			t = isa.Type(rng.IntN(isa.NumTypes))
		}
		if special(op) {
			t = isa.Type(rng.IntN(2) * min(mix, 1))
		}
		if op <= flow.Sample || op >= flow.Less && op <= flow.Equal {
			t = isa.FP32
		}
		if r := root(b); r != b {
			t = typeOf[r]
		}
		typeOf[b] = t
		if rng.IntN(5) == 0 {
			continue // nothing is fused into it
		}
		switch op {
		case flow.Saturate, flow.SaturateSigned:
			for _, x := range inner(b) {
				o := x.Nodes[0].Op
				compares := o >= flow.Less && o <= flow.Equal
				if o <= flow.Sample || o == flow.Negate || o == flow.Absolute || !within(x, b) || special(o) && !t.Float() || compares && t != isa.FP32 {
					continue
				}
				into[x] = b
			}
		case flow.Add, flow.Subtract:
			if dot(b, within, func(x *flow.Bundle) { into[x] = b }) || op == flow.Subtract && !t.Signed() || into[b] != nil && into[b].Nodes[0].Op == flow.Add {
				continue
			}
			for _, x := range inner(b) {
				if x.Nodes[0].Op == flow.Multiply && within(x, b) && once(b, x, into) {
					into[x] = b
				}
			}
		case flow.Multiply:
			if into[b] != nil && into[b].Nodes[0].Op < flow.Saturate {
				continue
			}
			for _, x := range inner(b) {
				if x.Nodes[0].Op == flow.Reciprocal && t.Float() && within(x, b) && once(b, x, into) {
					into[x] = b
				}
			}
		case flow.Reciprocal:
			if into[b] != nil && into[b].Nodes[0].Op == flow.Multiply {
				continue
			}
			for _, x := range inner(b) {
				if x.Nodes[0].Op == flow.SquareRoot && within(x, b) {
					into[x] = b
				}
			}
		}
	}
	for _, n := range g.Nodes {
		r := root(n.Bundle)
		p.Type[n.ID] = typeOf[r]
		p.Root[n.ID] = n
		if r != n.Bundle {
			p.Root[n.ID] = r.Nodes[0]
		}
	}
	return p
}

// once reports whether each node of b takes at most one operand of x, and none that is
// fused already.
func once(b, x *flow.Bundle, into map[*flow.Bundle]*flow.Bundle) bool {
	for _, n := range b.Nodes {
		count := 0
		for _, in := range n.In {
			if in.Bundle == x || into[in.Bundle] == b {
				count++
			}
		}
		if count > 1 {
			return false
		}
	}
	return true
}

// dot fuses the products and sums of a dot product into their last sum b.
func dot(b *flow.Bundle, within func(b *flow.Bundle, set ...*flow.Bundle) bool, fuse func(*flow.Bundle)) bool {
	n := b.Nodes[0]
	if len(b.Nodes) > 1 || n.Op != flow.Add {
		return false
	}
	set := []*flow.Bundle{b}
	var products []*flow.Bundle
	for _, x := range n.In {
		switch {
		case x.Op == flow.Multiply:
			products = append(products, x.Bundle)
		case x.Op == flow.Add && len(x.Bundle.Nodes) == 1 && x.In[0].Op == flow.Multiply && x.In[1].Op == flow.Multiply && within(x.Bundle, b):
			set = append(set, x.Bundle)
			products = append(products, x.In[0].Bundle, x.In[1].Bundle)
		default:
			return false
		}
	}
	for _, p := range products {
		if !within(p, set...) {
			return false
		}
	}
	if len(set) == 1 {
		return false
	}
	for _, x := range append(set[1:], products...) {
		fuse(x)
	}
	return true
}

func randomFloat(rng *rand.Rand) uint32 {
	if rng.IntN(40) == 0 {
		return rng.Uint32()
	}
	return math.Float32bits(float32(randomNumber(rng)))
}
