package flow

import "math"

// Compute is the operation in real arithmetic, approximated in float64. It is NaN for Input,
// Constant and Sample, which are not operations on x.
func (o Op) Compute(x []float64) float64 {
	truth := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch o {
	case Add:
		return x[0] + x[1]
	case Subtract:
		return x[0] - x[1]
	case Multiply:
		return x[0] * x[1]
	case Min:
		return min(x[0], x[1])
	case Max:
		return max(x[0], x[1])
	case Absolute:
		return math.Abs(x[0])
	case Negate:
		return -x[0]
	case Saturate:
		return max(0, min(x[0], 1))
	case SaturateSigned:
		return max(-1, min(x[0], 1))
	case Less:
		return truth(x[0] < x[1])
	case LessEqual:
		return truth(x[0] <= x[1])
	case Equal:
		return truth(x[0] == x[1])
	case Select:
		if x[2] == 1 {
			return x[1]
		}
		return x[0]
	case Reciprocal:
		return 1 / x[0]
	case SquareRoot:
		return math.Sqrt(x[0])
	case ReciprocalRoot:
		return 1 / math.Sqrt(x[0])
	case Log2:
		return math.Log2(x[0])
	case Exp2:
		return math.Exp2(x[0])
	case Power:
		return math.Pow(x[0], x[1])
	}
	return math.NaN()
}

// Values are the values in a shader for one pixel.
type Values struct {
	Of     []float64 // by Node.ID
	Color  [4]float64
	Killed bool
}

// Evaluate computes a shader in real arithmetic, approximated in float64. values are those
// of Graph.Variables; for uniforms, Variable.Value is used instead.
func (g *Graph) Evaluate(values [][4]float64) Values {
	out := Values{Of: make([]float64, len(g.Nodes))}
	var x [3]float64
	for _, n := range g.Nodes {
		for i, in := range n.In {
			x[i] = out.Of[in.ID]
		}
		switch {
		case n.Op == Constant:
			out.Of[n.ID] = n.Value
		case n.Op == Sample:
			out.Of[n.ID] = g.Samplers[n.Index].Image.At(x[0], x[1])[n.Component]
		case n.Op != Input:
			out.Of[n.ID] = n.Op.Compute(x[:len(n.In)])
		case g.Variables[n.Index].Uniform:
			out.Of[n.ID] = g.Variables[n.Index].Value[n.Component]
		default:
			out.Of[n.ID] = values[n.Index][n.Component]
		}
	}
	for k, n := range g.Output.Nodes {
		out.Color[k] = out.Of[n.ID]
	}
	for _, n := range g.Kills {
		out.Killed = out.Killed || out.Of[n.ID] == 1
	}
	return out
}
