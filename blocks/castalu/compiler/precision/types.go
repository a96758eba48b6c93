package precision

import (
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// The fixed-point types that may be chosen, by whether they are signed and by their
// resolution, the sign included. s9, the type of register combiners, is not chosen.
var fixed = map[bool]map[int]isa.Type{
	false: {12: isa.U12, 24: isa.U24},
	true:  {12: isa.S12, 24: isa.S24},
}

// resolution is the bits of a fixed-point type, the sign included; [flow.Full] for a
// floating-point type.
func resolution(t isa.Type) int {
	if t.Float() {
		return flow.Full
	}
	return t.Width()
}

// half is the most by which rounding to a fixed-point type changes a value in its range.
func half(t isa.Type) float64 { return 0.5 / one(t) }

// one is the code of 1.0.
func one(t isa.Type) float64 { return float64(int(1)<<t.Bits() - 1) }

// holds is the interval of a type's values.
func holds(t isa.Type) Interval {
	switch {
	case t.Float():
		return everything
	case t.Signed():
		return Interval{-1, 1}
	}
	return Interval{0, 1}
}

// wider is the next wider type; a sign is kept.
func wider(t isa.Type) isa.Type {
	switch t {
	case isa.U12:
		return isa.U24
	case isa.S12:
		return isa.S24
	}
	return isa.FP32
}

// withSign is the signed type of the same width.
func withSign(t isa.Type) isa.Type {
	if t.Float() {
		return t
	}
	return fixed[true][t.Width()]
}

// signs reports whether an operand passes through a modifier that needs a sign.
func signs(n *flow.Node) bool {
	return slices.ContainsFunc(n.In, func(x *flow.Node) bool { return x.Op == flow.Negate || x.Op == flow.Absolute })
}

// modifies reports whether a node is a modifier of the instructions that read it.
func modifies(n *flow.Node) bool { return n.Op == flow.Negate || n.Op == flow.Absolute }

// mayBeFixed reports whether the operation exists in fixed point and may leave fp32;
// comparisons stay there.
func mayBeFixed(n *flow.Node) bool {
	switch n.Op {
	case flow.Add, flow.Subtract, flow.Multiply, flow.Min, flow.Max, flow.Saturate, flow.SaturateSigned, flow.Select:
		return true
	}
	return false
}

// selectTypes chooses a type for each bundle by its attributes: a range above 1 has no
// fixed type, and the highest resolution of its elements decides.
func (a *Annotated) selectTypes() []isa.Type {
	types := make([]isa.Type, len(a.Graph.Nodes))
	for _, n := range a.Graph.Nodes {
		if n == n.Bundle.Nodes[0] {
			t := a.typeOf(n.Bundle)
			for _, x := range n.Bundle.Nodes {
				types[x.ID] = t
			}
		}
	}
	return types
}

func (a *Annotated) typeOf(b *flow.Bundle) isa.Type {
	bits, sign := 0, false
	for _, n := range b.Nodes {
		if !mayBeFixed(n) {
			return isa.FP32
		}
		out := a.Of(n)
		complement := a.complement(n)
		sign = sign || out.Sign != flow.Positive && !complement || signs(n)
		bits = max(bits, out.Bits)
		if out.Exponent > 0 {
			return isa.FP32
		}
		for slot, e := range a.In[n.ID] {
			if n.Op == flow.Select && slot == 2 {
				continue
			}
			limit := a.limits(n, slot)
			if e.Exponent > 0 && !limit {
				return isa.FP32
			}
			sign = sign || e.Sign != flow.Positive && !limit && !complement
		}
	}
	switch {
	case bits <= 12:
		return fixed[sign][12]
	case bits <= 24:
		return fixed[sign][24]
	}
	return isa.FP32
}

// complement reports whether a node is 1 − x, where x is within [0, 1]: it needs no sign, and
// in the type of x it is a modifier.
func (a *Annotated) complement(n *flow.Node) bool {
	if n.Op != flow.Subtract || n.In[0].Op != flow.Constant || n.In[0].Value != 1 {
		return false
	}
	x := a.Of(n.In[1])
	return x.Sign == flow.Positive && x.Exponent <= 0
}

// limits reports whether the operation itself limits an operand that is beyond the type's
// range.
func (a *Annotated) limits(n *flow.Node, slot int) bool {
	switch n.Op {
	case flow.Saturate, flow.SaturateSigned:
		return true
	case flow.Max:
		other := n.In[1-slot]
		return other.Op == flow.Constant && other.Value >= 0 && a.In[n.ID][slot].Exponent <= 0
	}
	return false
}
