package flow

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Vector is the nodes of a value's components, 1 to 4. They may belong to different
// bundles: swizzles and constructors make no nodes.
type Vector []*Node

// Builder builds a graph. It folds constants, and makes equal operations only once.
type Builder struct {
	Graph *Graph
	known map[string]*Bundle
	at    Position
}

// NewBuilder returns a builder of an empty graph.
func NewBuilder() *Builder { return &Builder{Graph: &Graph{}, known: map[string]*Bundle{}} }

// At sets the position of the nodes that are made from now on, and returns the previous one.
func (b *Builder) At(p Position) (before Position) {
	before, b.at = b.at, p
	return before
}

// Number is a constant.
func (b *Builder) Number(x float64) Vector { return b.Near(x, 0) }

// Near is a constant whose exact value differs from x by at most off.
func (b *Builder) Near(x, off float64) Vector {
	return b.bundle(1, func(int) Node { return Node{Op: Constant, Value: x, Off: off} })
}

// Variable adds an input or a uniform, and returns its components.
func (b *Builder) Variable(v Variable) Vector {
	b.Graph.Variables = append(b.Graph.Variables, v)
	index := len(b.Graph.Variables) - 1
	out := b.bundle(v.Width, func(k int) Node { return Node{Op: Input, Index: index, Component: k} })
	out[0].Bundle.Name = v.Name
	out[0].Bundle.Unit = v.Source.Kind == SphereNormal
	return out
}

// Sampler adds a sampler and returns its index.
func (b *Builder) Sampler(s Sampler) int {
	b.Graph.Samplers = append(b.Graph.Samplers, s)
	return len(b.Graph.Samplers) - 1
}

// Texture is the four components of a sample at uv, which runs from 0 to 1 across the
// image. The Sample has its coordinates in texels.
func (b *Builder) Texture(sampler int, uv Vector) Vector {
	w, h := b.Graph.Samplers[sampler].Image.Size()
	at := b.Do(Multiply, uv, Join(b.Number(float64(w)), b.Number(float64(h))))
	return b.bundle(4, func(k int) Node { return Node{Op: Sample, In: at, Index: sampler, Component: k} })
}

// Join concatenates the components of all vectors.
func Join(list ...Vector) Vector {
	var out Vector
	for _, v := range list {
		out = append(out, v...)
	}
	return out
}

// bundle makes the nodes of one operation, or finds existing ones. If all elements are
// equal, they share one node.
func (b *Builder) bundle(width int, make func(k int) Node) Vector {
	nodes := []Node{make(0)}
	for k := 1; k < width; k++ {
		nodes = append(nodes, make(k))
	}
	var keys []byte
	first, alike := 0, true // the length of the first key
	for k := range nodes {
		from := len(keys)
		keys = nodes[k].appendKey(keys)
		if k == 0 {
			first = len(keys)
		}
		alike = alike && bytes.Equal(keys[from:], keys[:first])
	}
	if alike {
		nodes, keys = nodes[:1], keys[:first]
	}
	key := string(keys)
	found, ok := b.known[key]
	if !ok {
		found = &Bundle{Position: b.at}
		for k := range nodes {
			n := &nodes[k]
			n.ID, n.Bundle, n.Element = len(b.Graph.Nodes), found, k
			found.Nodes = append(found.Nodes, n)
			b.Graph.Nodes = append(b.Graph.Nodes, n)
		}
		b.known[key] = found
	}
	out := Vector{}
	for k := range width {
		out = append(out, found.Nodes[min(k, len(found.Nodes)-1)])
	}
	return out
}

// appendKey appends a key that is equal for nodes that compute the same value, and that is
// not the prefix of another key.
func (n *Node) appendKey(key []byte) []byte {
	key = append(key, byte(n.Op), byte(n.Component), byte(len(n.In)))
	key = binary.AppendUvarint(key, uint64(n.Index))
	key = binary.AppendUvarint(key, math.Float64bits(n.Value))
	key = binary.AppendUvarint(key, math.Float64bits(n.Off))
	in := n.In
	if len(in) == 2 && in[0].ID > in[1].ID && n.Op.commutes() {
		in = []*Node{in[1], in[0]}
	}
	for _, x := range in {
		key = binary.AppendUvarint(key, uint64(x.ID))
	}
	return key
}

func (o Op) commutes() bool {
	switch o {
	case Add, Multiply, Min, Max, Equal:
		return true
	}
	return false
}

// Do applies an operation component by component; an operand of one component is used for
// all components of the others. Components whose operands are constants are folded one by
// one. The others are simplified only if all of them can be, since one instruction
// computes them together.
func (b *Builder) Do(op Op, in ...Vector) Vector {
	slots := components(op, in)
	out := make(Vector, len(slots))
	open := b.foldEach(op, slots, out)
	b.computeEach(op, slots, out, open)
	return out
}

// doTogether is Do, but folds constants only if all components can be simplified: for the
// products of a dot product, which one instruction multiplies and sums.
func (b *Builder) doTogether(op Op, in ...Vector) Vector {
	slots := components(op, in)
	out := make(Vector, len(slots))
	all := make([]int, len(slots))
	for k := range all {
		all[k] = k
	}
	b.computeEach(op, slots, out, all)
	return out
}

// components are the operands of an operation, component by component.
func components(op Op, in []Vector) [][]*Node {
	width := 1
	for _, v := range in {
		width = max(width, len(v))
	}
	slots := make([][]*Node, width)
	for k := range slots {
		for _, v := range in {
			if len(v) != width && len(v) != 1 {
				panic(fmt.Sprintf("flow: %v of %d and %d components", op, len(v), width))
			}
			slots[k] = append(slots[k], v[min(k, len(v)-1)])
		}
	}
	return slots
}

// foldEach folds the components whose operands are constants, and returns the others.
func (b *Builder) foldEach(op Op, slots [][]*Node, out Vector) (open []int) {
	for k, in := range slots {
		if out[k] = b.constant(op, in); out[k] == nil {
			open = append(open, k)
		}
	}
	return open
}

// computeEach makes the nodes of the components that are open, unless all of them can be
// simplified.
func (b *Builder) computeEach(op Op, slots [][]*Node, out Vector, open []int) {
	if len(open) == 0 {
		return
	}
	simple := Vector{}
	for _, k := range open {
		if n := b.simplify(op, slots[k]); n != nil {
			simple = append(simple, n)
		}
	}
	if len(simple) < len(open) {
		simple = b.bundle(len(open), func(k int) Node { return Node{Op: op, In: slots[open[k]]} })
	}
	for k, n := range simple {
		out[open[k]] = n
	}
}

// constant is the result of an operation on constants, or nil.
func (b *Builder) constant(op Op, in []*Node) *Node {
	var x []estimate
	for _, n := range in {
		if n.Op != Constant {
			return nil
		}
		x = append(x, estimate{n.Value, n.Off})
	}
	e, ok := fold(op, x)
	if !ok {
		return nil
	}
	return b.Near(e.value, e.off)[0]
}

// simplify returns a node that equals the operation's result without computing it, or nil.
func (b *Builder) simplify(op Op, in []*Node) *Node {
	is := func(n *Node, x float64) bool { return n.Op == Constant && n.Value == x && n.Off == 0 }
	if n := b.constant(op, in); n != nil {
		return n
	}
	switch op {
	case Add:
		if is(in[0], 0) {
			return in[1]
		}
		if is(in[1], 0) {
			return in[0]
		}
	case Subtract:
		if is(in[1], 0) {
			return in[0]
		}
	case Multiply:
		if is(in[0], 0) || is(in[1], 0) {
			return b.Number(0)[0]
		}
		if is(in[0], 1) {
			return in[1]
		}
		if is(in[1], 1) {
			return in[0]
		}
	case Negate:
		if in[0].Op == Negate {
			return in[0].In[0]
		}
	case Absolute:
		if in[0].Op == Negate {
			return b.Do(Absolute, Vector{in[0].In[0]})[0]
		}
		if in[0].Op == Saturate || in[0].Op == Absolute {
			return in[0]
		}
	case Saturate, SaturateSigned:
		if in[0].Op == Saturate || in[0].Op == op {
			return in[0]
		}
	case Max:
		if in[0] == in[1] || is(in[1], 0) && in[0].Op == Saturate {
			return in[0]
		}
	case Min:
		if in[0] == in[1] || is(in[1], 1) && in[0].Op == Saturate {
			return in[0]
		}
	case Select:
		if in[2].Op == Constant {
			return in[int(in[2].Value)]
		}
		if in[0] == in[1] {
			return in[0]
		}
	}
	return nil
}

// Named names the bundles of a value after the variable that it is assigned to, unless they
// have a name.
func (b *Builder) Named(name string, v Vector) {
	for _, n := range v {
		if n.Bundle.Name == "" && n.Op != Constant {
			n.Bundle.Name = name
		}
	}
}

// Kill ends the work item if the truth is 1.
func (b *Builder) Kill(truth *Node) { b.Graph.Kills = append(b.Graph.Kills, truth) }

// Finish makes v, of 4 components, the output, limits it to the declared range, and
// removes unused nodes. The builder cannot be used again.
func (b *Builder) Finish(o Output, v Vector) *Graph {
	if o.Declared {
		v = b.limitTo(o.Attributes, v)
	}
	b.Named(o.Name, v)
	copy(o.Nodes[:], v)
	g := b.Graph
	g.Output = o
	g.prune()
	return g
}

// limitTo limits the components of v to a range. A range within [0, 1] or [−1, 1] begins
// with that limit, which the output stage of an instruction can apply.
func (b *Builder) limitTo(a Attributes, v Vector) Vector {
	low, high := a.Limits()
	from, to := math.Inf(-1), math.Inf(1)
	switch {
	case high > 1 || low < -1:
	case low == 0:
		from, to = 0, 1
		v = b.limit(v, Saturate)
	default:
		from, to = -1, 1
		v = b.limit(v, SaturateSigned)
	}
	if from < low {
		v = b.limit(v, Max, b.Number(low)[0])
	}
	if to > high {
		v = b.limit(v, Min, b.Number(high)[0])
	}
	return v
}

// limit applies a limiting operation to the components of v, except those that are known to
// be within the limit, such as a constant alpha. Components that one operation made are
// limited together, since its instruction may be able to do so.
func (b *Builder) limit(v Vector, op Op, bound ...*Node) Vector {
	limited := map[*Node]*Node{}
	for _, n := range v {
		if x := b.simplify(op, append([]*Node{n}, bound...)); x != nil {
			limited[n] = x
		}
	}
	for _, n := range v {
		var open Vector
		for _, x := range n.Bundle.Nodes {
			if limited[x] == nil && slices.Contains(v, x) {
				open = append(open, x)
			}
		}
		in := []Vector{open}
		for _, x := range bound {
			in = append(in, Vector{x})
		}
		for k, x := range open {
			limited[x] = b.Do(op, in...)[k]
		}
	}
	out := Vector{}
	for _, n := range v {
		out = append(out, limited[n])
	}
	return out
}

// prune removes the nodes on which neither the output nor a Kill depends.
func (g *Graph) prune() {
	alive := make([]bool, len(g.Nodes))
	for _, n := range g.Output.Nodes {
		alive[n.ID] = true
	}
	for _, n := range g.Kills {
		alive[n.ID] = true
	}
	for k := len(g.Nodes) - 1; k >= 0; k-- {
		if alive[k] {
			for _, x := range g.Nodes[k].In {
				alive[x.ID] = true
			}
		}
	}
	var nodes []*Node
	bundles := map[*Bundle][]*Node{}
	for k, n := range g.Nodes {
		if alive[k] {
			n.ID = len(nodes)
			nodes = append(nodes, n)
			bundles[n.Bundle] = append(bundles[n.Bundle], n)
		}
	}
	g.Nodes = nodes
	for bundle, list := range bundles {
		if len(list) < len(bundle.Nodes) {
			bundle.Unit = false
		}
		bundle.Nodes = list
		for k, n := range list {
			n.Element = k
		}
	}
	for _, n := range nodes {
		if l := n.Law; l != nil {
			for _, v := range [][]*Node{l.A, l.B, {l.T}} {
				for _, x := range v {
					if x != nil && !g.has(x) {
						n.Law = nil
					}
				}
			}
		}
	}
}

func (g *Graph) has(n *Node) bool { return n.ID < len(g.Nodes) && g.Nodes[n.ID] == n }
