package compiler

import (
	"fmt"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
)

// selected is the instruction that computes one node.
type selected struct {
	op    isa.Op
	scale isa.Scale
	clamp isa.Clamp
	in    [3][]taken // by input; one per product of a dot product, otherwise one
}

// taken is an operand of a node, negated if the operation subtracts it.
type taken struct {
	node    *flow.Node
	negated bool
}

var operations = map[flow.Op]isa.Op{
	flow.Add: isa.Add, flow.Subtract: isa.Subtract, flow.Multiply: isa.Multiply, flow.Min: isa.Min, flow.Max: isa.Max,
	flow.Less: isa.Less, flow.LessEqual: isa.LessEqual, flow.Equal: isa.Equal, flow.Select: isa.Select,
	flow.Reciprocal: isa.Reciprocal, flow.SquareRoot: isa.SquareRoot, flow.ReciprocalRoot: isa.ReciprocalRoot,
	flow.Log2: isa.Log2, flow.Exp2: isa.Exp2, flow.Power: isa.Power,
	flow.Negate: isa.Move, flow.Absolute: isa.Move, // where a modifier cannot be used
}

func modifies(n *flow.Node) bool { return n.Op == flow.Negate || n.Op == flow.Absolute }

// A selector finds instructions for the nodes of a plan.
type selector struct {
	*draft
	of map[*flow.Node]*value
	// moved are the negated and absolute values that instructions of unsigned types read: a
	// mov computes them.
	moved       map[*flow.Node]bool
	complements map[*flow.Node]bool        // 1 − x, computed by a modifier
	coordinates map[[2]*flow.Node][]*value // in 24.8
}

// newDraft selects the instructions, in the order of the graph.
func newDraft(p *precision.Plan) (*draft, error) {
	d := &selector{draft: &draft{plan: p, copies: map[ref][]*value{}}, of: map[*flow.Node]*value{}, moved: map[*flow.Node]bool{}, complements: map[*flow.Node]bool{}, coordinates: map[[2]*flow.Node][]*value{}}
	chosen := map[*flow.Node]selected{}
	for _, n := range p.Graph.Nodes {
		if p.Root[n.ID] != n || n.Op <= flow.Sample || modifies(n) {
			continue
		}
		s, err := d.choose(n)
		if err != nil {
			return nil, err
		}
		chosen[n] = s
		for _, list := range s.in {
			for _, x := range list {
				if modifies(x.node) && !p.Type[n.ID].Signed() {
					d.moved[x.node] = true
				}
			}
		}
	}
	d.scale(chosen)
	d.findComplements(chosen)
	kills := map[*flow.Node]bool{}
	for _, n := range p.Graph.Kills {
		kills[n] = true
	}
	d.readInputs()
	done := map[*flow.Bundle]bool{}
	for _, n := range p.Graph.Nodes {
		if done[n.Bundle] {
			continue
		}
		done[n.Bundle] = true
		switch {
		case n.Op <= flow.Constant:
		case n.Op == flow.Sample:
			d.sample(n)
		default:
			d.arithmetic(n.Bundle, chosen)
		}
		for _, k := range n.Bundle.Nodes {
			if kills[k] {
				d.kill(k)
			}
		}
	}
	end := d.add(step{op: isa.End, name: p.Graph.Output.Name, position: p.Graph.Output.Position})
	for _, n := range p.Graph.Output.Nodes {
		end.in[0] = append(end.in[0], d.ref(n, isa.FP32))
	}
	d.formats()
	return d.draft, nil
}

func (d *selector) add(s step) *step {
	s.index = len(d.steps)
	d.steps = append(d.steps, &s)
	return &s
}

// fused reports whether the instruction of root also computes n.
func (d *selector) fused(n, root *flow.Node) bool {
	r := d.plan.Root[n.ID]
	return r != n && r.Bundle == root.Bundle && !modifies(n)
}

// choose finds the instruction of a root.
func (d *selector) choose(root *flow.Node) (selected, error) {
	var s selected
	n := root
	for n.Op == flow.Saturate || n.Op == flow.SaturateSigned {
		if n.Op == flow.Saturate || s.clamp == isa.ClampUnit {
			s.clamp = isa.ClampUnit
		} else {
			s.clamp = isa.ClampSigned
		}
		if !d.fused(n.In[0], root) {
			s.op, s.in[0] = isa.Move, []taken{{node: n.In[0]}}
			return s, nil
		}
		n = n.In[0]
	}
	s.op = operations[n.Op]
	inside := func(x *flow.Node, op flow.Op) bool { return x.Op == op && d.fused(x, root) }
	fail := func() (selected, error) {
		return s, fmt.Errorf("castalu: the plan fuses more into %v than an instruction computes", root)
	}
	var in []taken
	switch {
	case n.Op == flow.Add && d.dot(&s, n, root):
		return s, nil
	case n.Op == flow.Add || n.Op == flow.Subtract:
		for k, x := range n.In {
			other := n.In[1-k]
			if !inside(x, flow.Multiply) {
				continue
			}
			s.op = isa.MultiplyAdd
			minus := n.Op == flow.Subtract
			if minus && !d.plan.Type[root.ID].Signed() {
				return s, fmt.Errorf("castalu: the plan fuses a product into %v, but %v has no sign to subtract with", root, d.plan.Type[root.ID])
			}
			in = []taken{{x.In[0], minus && k == 1}, {x.In[1], false}, {other, minus && k == 0}}
			break
		}
	case n.Op == flow.Multiply:
		for k, x := range n.In {
			if inside(x, flow.Reciprocal) {
				s.op = isa.Divide
				in = []taken{{node: n.In[1-k]}, {node: x.In[0]}}
				break
			}
		}
	case n.Op == flow.Reciprocal && inside(n.In[0], flow.SquareRoot):
		s.op = isa.ReciprocalRoot
		in = []taken{{node: n.In[0].In[0]}}
	}
	if in == nil {
		for _, x := range n.In {
			in = append(in, taken{node: x})
		}
	}
	for k, x := range in {
		if d.fused(x.node, root) {
			return fail()
		}
		s.in[k] = []taken{x}
	}
	return s, nil
}

// dot finds a dot product whose last sum is n.
func (d *selector) dot(s *selected, n, root *flow.Node) bool {
	a, b := n.In[0], n.In[1]
	sum := func(x *flow.Node) bool {
		return x.Op == flow.Add && d.fused(x, root) && x.In[0].Op == flow.Multiply && x.In[1].Op == flow.Multiply && d.fused(x.In[0], root) && d.fused(x.In[1], root)
	}
	if !sum(a) {
		a, b = b, a
	}
	var products []*flow.Node
	switch {
	case sum(a) && sum(b):
		s.op, products = isa.Dot4, append(products, a.In[0], a.In[1], b.In[0], b.In[1])
	case sum(a) && b.Op == flow.Multiply && d.fused(b, root):
		s.op, products = isa.Dot3, append(products, a.In[0], a.In[1], b)
	default:
		return false
	}
	for _, p := range products {
		for k, x := range p.In {
			s.in[k] = append(s.in[k], taken{node: x})
		}
	}
	return true
}

// readInputs assigns registers to the inputs that are used.
func (d *selector) readInputs() {
	used := map[int]bool{}
	for _, n := range d.plan.Graph.Nodes {
		if n.Op == flow.Input {
			used[n.Index] = true
		}
	}
	webs := map[int]*web{}
	for k, v := range d.plan.Graph.Variables {
		if used[k] && !v.Uniform {
			webs[k] = &web{register: len(d.inputs)}
			d.inputs = append(d.inputs, k)
		}
	}
	for _, n := range d.plan.Graph.Nodes {
		if w := webs[n.Index]; n.Op == flow.Input && w != nil {
			v := d.value(value{name: n.Bundle.Name, format: isa.As(isa.FP32), settled: true, place: n.Component})
			v.web = w
			w.values = append(w.values, v)
			d.of[n] = v
		}
	}
}

// ref is a node as an operand of an instruction of type t.
func (d *selector) ref(n *flow.Node, t isa.Type) ref {
	if modifies(n) && (d.moved[n] && !t.Signed()) {
		return ref{value: d.of[n]}
	}
	if modifies(n) {
		r := d.ref(n.In[0], t)
		if n.Op == flow.Negate {
			r.modifier = negate(r.modifier)
		} else {
			r.modifier = isa.Absolute
		}
		return r
	}
	if d.complements[n] {
		r := d.ref(n.In[1], t)
		r.modifier = isa.OneMinus
		return r
	}
	if v := d.of[n]; v != nil {
		return ref{value: v}
	}
	return ref{constant: n}
}

// negate is −m(x).
func negate(m isa.Modifier) isa.Modifier {
	switch m {
	case isa.Plain:
		return isa.Negate
	case isa.Negate:
		return isa.Plain
	case isa.Absolute:
		return isa.NegateAbsolute
	}
	return isa.Absolute
}

// A kind is what the nodes of one instruction have in common.
type kind struct {
	op    isa.Op
	scale isa.Scale
	clamp isa.Clamp
}

// arithmetic makes the instructions of a bundle: one for all nodes of a kind.
func (d *selector) arithmetic(b *flow.Bundle, chosen map[*flow.Node]selected) {
	groups := map[kind]*step{}
	for _, n := range d.ordered(b) {
		t := d.plan.Type[n.ID]
		if d.moved[n] {
			if !t.Signed() {
				t = isa.FP32
			}
			d.element(groups, kind{op: isa.Move}, t, n, [3][]ref{{d.ref(n, t)}})
			continue
		}
		s, ok := chosen[n]
		if !ok {
			continue
		}
		var in [3][]ref
		for k, list := range s.in {
			for _, x := range list {
				r := d.ref(x.node, t)
				if x.negated {
					r.modifier = negate(r.modifier)
				}
				in[k] = append(in[k], r)
			}
		}
		if s.op == isa.Dot3 || s.op == isa.Dot4 {
			clear(groups) // a dot product's instruction has one element
		}
		d.element(groups, kind{s.op, s.scale, s.clamp}, t, n, in)
	}
}

// element adds a node to the step of its kind.
func (d *selector) element(groups map[kind]*step, k kind, t isa.Type, n *flow.Node, in [3][]ref) {
	s := groups[k]
	if s == nil {
		s = d.add(step{op: k.op, scale: k.scale, clamp: k.clamp, t: t, name: n.Bundle.Name, position: n.Bundle.Position})
		if k.op == isa.Select {
			s.condition = isa.NonZero
		}
		groups[k] = s
	}
	for i, list := range in {
		s.in[i] = append(s.in[i], list...)
	}
	v := d.value(value{name: elementName(n), def: s, place: free})
	s.out = append(s.out, v)
	if len(s.out) > 1 { // they are side by side in one register
		w := s.out[0].web
		w.values = append(w.values, v)
		v.web = w
		for i, v := range s.out {
			v.place = i
		}
	}
	d.of[n] = v
}

func elementName(n *flow.Node) string {
	name := n.Bundle.Name
	if name != "" && len(n.Bundle.Nodes) > 1 {
		name += "." + components[n.Element:n.Element+1]
	}
	return name
}

const components = "xyzw"

// ordered returns the nodes of a bundle, in the order of the output if all of them are
// components of it.
func (d *selector) ordered(b *flow.Bundle) []*flow.Node {
	at := map[*flow.Node]int{}
	for k, n := range d.plan.Graph.Output.Nodes {
		at[n] = k
	}
	list := slices.Clone(b.Nodes)
	for _, n := range list {
		if _, ok := at[n]; !ok {
			return list
		}
	}
	slices.SortStableFunc(list, func(a, b *flow.Node) int { return at[a] - at[b] })
	return list
}

// sample makes the steps of a bundle of samples: a mov of the coordinates to 24.8, which
// other samplers may share, and a request whose response has four components.
func (d *selector) sample(n *flow.Node) {
	pair := [2]*flow.Node{n.In[0], n.In[1]}
	if d.coordinates[pair] == nil {
		s := d.add(step{op: isa.Move, name: n.Bundle.Name, position: n.Bundle.Position})
		at := &web{register: free}
		for k, x := range n.In {
			s.in[0] = append(s.in[0], d.ref(x, isa.FP32))
			v := d.value(value{name: n.Bundle.Name, format: isa.Fixed24, settled: true, def: s, place: k})
			v.web = at
			at.values = append(at.values, v)
			s.out = append(s.out, v)
		}
		d.coordinates[pair] = s.out
	}
	r := d.add(step{op: isa.Request, unit: n.Index, name: n.Bundle.Name, position: n.Bundle.Position})
	for _, v := range d.coordinates[pair] {
		r.in[0] = append(r.in[0], ref{value: v})
	}
	r.status = d.value(value{name: n.Bundle.Name, settled: true, def: r, place: 0})
	texel := &web{register: free}
	for k := range 4 {
		v := d.value(value{name: n.Bundle.Name, format: isa.As(isa.FP32), settled: true, def: r, place: k})
		v.web = texel
		texel.values = append(texel.values, v)
		r.out = append(r.out, v)
	}
	for _, x := range n.Bundle.Nodes {
		d.of[x] = r.out[x.Component]
	}
}

// kill ends the work item if a truth is 1.
func (d *selector) kill(truth *flow.Node) {
	r := d.ref(truth, isa.FP32)
	r.modifier = isa.Plain // no modifier changes whether it is 0
	d.add(step{op: isa.Kill, condition: isa.NonZero, in: [3][]ref{{r}}, name: "discard", position: truth.Bundle.Position})
}
