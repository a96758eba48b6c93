// Package plantest evaluates plans for tests: in the arithmetic of the unit, node by node, as
// [precision.Plan] specifies, and in real arithmetic.
package plantest

import (
	"math"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
)

// An Evaluation computes a plan node by node, each with a separate instruction of one element.
type Evaluation struct {
	*precision.Plan
	Model  model.Model
	Inputs [][4]uint32 // by variable, in the type of its nodes: fp32 in the compiler's plans
	Texel  func(sampler int, words []uint32) [4]uint32
	done   map[*flow.Node]uint32 // in the type of the node
}

// Run computes the output, in fp32, or a kill.
func (e *Evaluation) Run() model.Ended {
	e.done = map[*flow.Node]uint32{}
	for _, n := range e.Graph.Kills {
		if x := e.operand(n, isa.FP32); x<<1 != 0 {
			return model.Ended{Killed: true}
		}
	}
	var color [4]uint32
	for k, n := range e.Graph.Output.Nodes {
		color[k] = e.operand(n, isa.FP32)
	}
	return model.Ended{Vectors: [][4]uint32{color}}
}

// execute executes an instruction on single elements, in the type of the operation.
func (e *Evaluation) execute(i isa.Instruction, in ...[4]uint32) uint32 {
	i.Mask = 1
	var x [3][4]uint32
	for k := range in {
		i.In[k].Index = k
		x[k] = in[k]
		i.In[k].Width = 1
		switch i.Op {
		case isa.Dot3, isa.Dot4:
			i.In[k].Width = 3 + int(i.Op-isa.Dot3)
			i.In[k].Swizzle = [4]uint8{0, 1, 2, uint8(3 * int(i.Op-isa.Dot3))}
		}
	}
	w, err := i.Encode()
	if err != nil {
		panic(err)
	}
	return e.Model.Execute(w, x).Value[0]
}

func (e *Evaluation) changed(m isa.Modifier, t isa.Type, x uint32) uint32 {
	i := isa.Instruction{Op: isa.Move, Type: t}
	i.In[0].Modifier = m
	return e.execute(i, [4]uint32{x})
}

// operand is a node as an operand of an instruction of type t.
func (e *Evaluation) operand(n *flow.Node, t isa.Type) uint32 {
	switch n.Op {
	case flow.Constant:
		if t.Float() {
			bits, _ := isa.As(t).Nearest(n.Value)
			return bits
		}
		low := -1.0
		if !t.Signed() {
			low = 0
		}
		bits, _ := isa.As(t).Nearest(math.Max(low, math.Min(1, n.Value)))
		return bits
	case flow.Negate, flow.Absolute:
		m := isa.Negate
		if n.Op == flow.Absolute {
			m = isa.Absolute
		}
		in := t
		if !t.Signed() {
			if in = e.Type[n.ID]; !in.Signed() {
				in = isa.FP32
			}
		}
		return cast(in, t, e.changed(m, in, e.operand(n.In[0], in)))
	}
	return cast(e.Type[n.ID], t, e.value(n))
}

func cast(from, to isa.Type, x uint32) uint32 {
	if from == to {
		return x
	}
	return isa.Cast(isa.As(from), isa.As(to), x)
}

// value is a root, an input or a sample.
func (e *Evaluation) value(n *flow.Node) uint32 {
	if x, ok := e.done[n]; ok {
		return x
	}
	var x uint32
	switch n.Op {
	case flow.Input:
		x = e.Inputs[n.Index][n.Component]
	case flow.Sample:
		var at []uint32
		for _, in := range n.In {
			at = append(at, isa.Cast(isa.As(isa.FP32), isa.Fixed24, e.operand(in, isa.FP32)))
		}
		x = e.Texel(n.Index, at)[n.Component]
	default:
		x = e.compute(n, n)
	}
	e.done[n] = x
	return x
}

var same = map[flow.Op]isa.Op{
	flow.Add: isa.Add, flow.Subtract: isa.Subtract, flow.Multiply: isa.Multiply, flow.Min: isa.Min, flow.Max: isa.Max,
	flow.Less: isa.Less, flow.LessEqual: isa.LessEqual, flow.Equal: isa.Equal, flow.Select: isa.Select,
	flow.Reciprocal: isa.Reciprocal, flow.SquareRoot: isa.SquareRoot, flow.ReciprocalRoot: isa.ReciprocalRoot,
	flow.Log2: isa.Log2, flow.Exp2: isa.Exp2, flow.Power: isa.Power,
}

// compute computes n as root's instruction does.
func (e *Evaluation) compute(n, root *flow.Node) uint32 {
	t := e.Type[root.ID]
	i := isa.Instruction{Op: same[n.Op], Type: t}
	for n.Op == flow.Saturate || n.Op == flow.SaturateSigned {
		if i.Clamp != isa.ClampUnit {
			i.Clamp = isa.ClampSigned
			if n.Op == flow.Saturate {
				i.Clamp = isa.ClampUnit
			}
		}
		n = n.In[0]
		if !e.inside(n, root) {
			i.Op = isa.Move
			return e.execute(i, [4]uint32{e.operand(n, t)})
		}
		i.Op = same[n.Op]
	}
	one := func(n *flow.Node) [4]uint32 { return [4]uint32{e.operand(n, t)} }
	minus := func(x [4]uint32) [4]uint32 { return [4]uint32{e.changed(isa.Negate, t, x[0])} }
	var products []*flow.Node // those that the instruction sums
	var others []*flow.Node
	var walk func(n *flow.Node)
	walk = func(x *flow.Node) {
		switch {
		case !e.inside(x, root):
			others = append(others, x)
		case x.Op == flow.Multiply:
			products = append(products, x)
		default:
			walk(x.In[0])
			walk(x.In[1])
		}
	}
	switch n.Op {
	case flow.Add, flow.Subtract:
		walk(n.In[0])
		walk(n.In[1])
		switch {
		case len(products) > 2: // a dot product; ((a + b) + c) whichever way it is written
			if len(products) == 3 && e.inside(n.In[0], root) && n.In[0].Op == flow.Multiply {
				products = []*flow.Node{products[1], products[2], products[0]}
			}
			i.Op = isa.Dot3 + isa.Op(len(products)-3)
			var a, b [4]uint32
			for k, p := range products {
				a[k], b[k] = e.operand(p.In[0], t), e.operand(p.In[1], t)
			}
			return e.execute(i, a, b)
		case len(products) == 1:
			p := products[0]
			a, b, c := one(p.In[0]), one(p.In[1]), one(others[0])
			i.Op = isa.MultiplyAdd
			if n.Op == flow.Subtract && n.In[0] == p {
				c = minus(c)
			} else if n.Op == flow.Subtract {
				a = minus(a)
			}
			return e.execute(i, a, b, c)
		}
	case flow.Multiply:
		for k, x := range n.In {
			if e.inside(x, root) {
				i.Op = isa.Divide
				return e.execute(i, one(n.In[1-k]), one(x.In[0]))
			}
		}
	case flow.Reciprocal:
		if x := n.In[0]; e.inside(x, root) {
			i.Op = isa.ReciprocalRoot
			return e.execute(i, one(x.In[0]))
		}
	case flow.Select:
		i.Condition = isa.NonZero
	}
	var in [][4]uint32
	for _, x := range n.In {
		in = append(in, one(x))
	}
	return e.execute(i, in...)
}

func (e *Evaluation) inside(n, root *flow.Node) bool {
	r := e.Root[n.ID]
	return r != n && r.Bundle == root.Bundle
}
