package precision

import (
	"math"

	"posedge/blocks/castalu/compiler/flow"
)

// weights bound how much a change of a node changes each component of the output: the sum
// over all paths of the products of the derivatives. They are +Inf for the operands of a
// comparison, which a small change can invert.
func (v *values) weights() [][4]float64 {
	w := make([][4]float64, len(v.graph.Nodes))
	for k, n := range v.graph.Output.Nodes {
		w[n.ID][k]++
	}
	for _, n := range v.graph.Kills {
		for k := range 4 {
			w[n.ID][k] = math.Inf(1)
		}
	}
	for at := len(v.graph.Nodes) - 1; at >= 0; at-- {
		n := v.graph.Nodes[at]
		for slot, x := range n.In {
			s := v.slope(n, slot)
			for k := range 4 {
				if w[n.ID][k] > 0 && s > 0 {
					w[x.ID][k] += w[n.ID][k] * s
				}
			}
		}
	}
	return w
}

// slope bounds how much a change of an operand changes the result.
func (v *values) slope(n *flow.Node, slot int) float64 {
	i := func(k int) Interval { return v.of[n.In[k].ID] }
	switch n.Op {
	case flow.Multiply:
		return i(1 - slot).magnitude()
	case flow.Less, flow.LessEqual, flow.Equal:
		return math.Inf(1)
	case flow.Select:
		if slot == 2 {
			return math.Inf(1)
		}
	case flow.Reciprocal:
		return 1 / (i(0).least() * i(0).least())
	case flow.SquareRoot:
		return 0.5 / math.Sqrt(max(i(0).Low, 0))
	case flow.ReciprocalRoot:
		return 0.5 * math.Pow(max(i(0).Low, 0), -1.5)
	case flow.Log2:
		return 1 / (math.Ln2 * max(i(0).Low, 0))
	case flow.Exp2:
		return math.Ln2 * math.Exp2(i(0).High)
	case flow.Power:
		return v.powerSlope(i(0), i(1), slot)
	case flow.Sample:
		su, sv := v.graph.Samplers[n.Index].Image.Slope()
		return [2][4]float64{su, sv}[slot][n.Component]
	}
	return 1
}

func (v *values) powerSlope(x, y Interval, slot int) float64 {
	if x.Low < 0 {
		return math.Inf(1)
	}
	if slot == 0 {
		s := y.magnitude() * corners(x, y, func(x, y float64) float64 { return math.Pow(x, y-1) }).High
		if math.IsNaN(s) {
			return math.Inf(1)
		}
		return s
	}
	if y.Low <= 0 && x.Low == 0 {
		return math.Inf(1)
	}
	return max(1/(math.E*max(y.Low, 1e-3)), math.Abs(math.Log(max(x.High, 1)))*math.Pow(x.High, y.High), math.Abs(math.Log(max(x.Low, 1e-30)))*math.Pow(x.High, y.High))
}

// largest is the greatest of a node's weights.
func largest(w [4]float64) float64 { return max(w[0], w[1], w[2], w[3]) }
