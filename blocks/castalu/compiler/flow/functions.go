package flow

import "slices"

// The functions of the language that take several operations. A [Law] states what the
// definition of a function says about the result and the formula does not.

// sum is v0 + v1, (v0 + v1) + v2 or (v0 + v1) + (v2 + v3), as the processor's dot products add.
func (b *Builder) sum(v Vector) Vector {
	switch len(v) {
	case 2:
		return b.Do(Add, v[:1], v[1:])
	case 3:
		return b.Do(Add, b.sum(v[:2]), v[2:])
	}
	return b.Do(Add, b.sum(v[:2]), b.sum(v[2:]))
}

// withLaw attaches a law to the nodes of a value, except to those that are operands
// themselves.
func withLaw(v Vector, law func(k int) Law) Vector {
	for k, n := range v {
		if l := law(k); n.Law == nil && n.Op != Constant && n.Op != Input && l.precedes(n) {
			n.Law = &l
		}
	}
	return v
}

// precedes reports whether all nodes that the law refers to precede a node.
func (l *Law) precedes(n *Node) bool {
	for _, v := range []Vector{l.A, l.B, {l.T}} {
		for _, x := range v {
			if x != nil && x.ID >= n.ID {
				return false
			}
		}
	}
	return true
}

// Dot is the dot product of two vectors of one width.
func (b *Builder) Dot(x, y Vector) Vector {
	if len(x) == 1 {
		return b.Do(Multiply, x, y)
	}
	return withLaw(b.sum(b.doTogether(Multiply, x, y)), func(int) Law { return Law{Kind: DotOf, A: x, B: y} })
}

// Length is the length of a vector.
func (b *Builder) Length(x Vector) Vector {
	if len(x) == 1 {
		return b.Do(Absolute, x)
	}
	return withLaw(b.Do(SquareRoot, b.Dot(x, x)), func(int) Law { return Law{Kind: LengthOf, A: x} })
}

// Normalize is x ÷ |x|: one square root, one reciprocal and one product per component.
func (b *Builder) Normalize(x Vector) Vector {
	if len(x) == 1 { // the sign
		return b.Do(Multiply, x, b.Do(Reciprocal, b.Do(Absolute, x)))
	}
	out := b.Do(Multiply, x, b.Do(Reciprocal, b.Length(x)))
	if one := out[0].Bundle; len(one.Nodes) == len(x) && one.Nodes[0] == out[0] {
		one.Unit = true
	}
	return withLaw(out, func(int) Law { return Law{Kind: Direction} })
}

// Cross is the cross product of two vectors of 3.
func (b *Builder) Cross(x, y Vector) Vector {
	turn := func(v Vector, by int) Vector { return Vector{v[(1+by)%3], v[(2+by)%3], v[by%3]} }
	return b.Do(Subtract, b.Do(Multiply, turn(x, 0), turn(y, 1)), b.Do(Multiply, turn(x, 1), turn(y, 0)))
}

// Reflect is x − 2 (n · x) n.
func (b *Builder) Reflect(x, n Vector) Vector {
	d := b.Dot(n, x)
	out := b.Do(Subtract, x, b.Do(Multiply, b.Do(Add, d, d), n))
	return withLaw(out, func(int) Law { return Law{Kind: ReflectOf, A: x, B: n} })
}

// Mix is x (1 − t) + y t.
func (b *Builder) Mix(x, y, t Vector) Vector {
	out := b.Do(Add, b.Do(Multiply, x, b.Do(Subtract, b.Number(1), t)), b.Do(Multiply, y, t))
	at := func(v Vector, k int) *Node { return v[min(k, len(v)-1)] }
	return withLaw(out, func(k int) Law {
		return Law{Kind: MixOf, A: Vector{at(x, k)}, B: Vector{at(y, k)}, T: at(t, k)}
	})
}

// Clamp is min(max(x, low), high).
func (b *Builder) Clamp(x, low, high Vector) Vector {
	if all(low, 0) && all(high, 1) {
		return b.Do(Saturate, x)
	}
	if all(low, -1) && all(high, 1) {
		return b.Do(SaturateSigned, x)
	}
	return b.Do(Min, b.Do(Max, x, low), high)
}

func all(v Vector, x float64) bool {
	return !slices.ContainsFunc(v, func(n *Node) bool { return n.Op != Constant || n.Value != x })
}

// Step is 0 where x is below the edge, else 1.
func (b *Builder) Step(edge, x Vector) Vector { return b.Do(LessEqual, edge, x) }

// Smoothstep is t²(3 − 2t), where t = (x − low) ÷ (high − low), limited to [0, 1].
func (b *Builder) Smoothstep(low, high, x Vector) Vector {
	t := b.Do(Saturate, b.Divide(b.Do(Subtract, x, low), b.Do(Subtract, high, low)))
	out := b.Do(Multiply, b.Do(Multiply, t, t), b.Do(Subtract, b.Number(3), b.Do(Multiply, b.Number(2), t)))
	return withLaw(out, func(k int) Law { return Law{Kind: HermiteOf, T: t[min(k, len(t)-1)]} })
}

// Divide is x ÷ y: a reciprocal and a product. The quotient of constants is rounded once.
func (b *Builder) Divide(x, y Vector) Vector {
	var quotients Vector
	for k := range max(len(x), len(y)) {
		n, d := x[min(k, len(x)-1)], y[min(k, len(y)-1)]
		q, ok := quotient(estimate{n.Value, n.Off}, estimate{d.Value, d.Off})
		if n.Op != Constant || d.Op != Constant || !ok {
			return b.Do(Multiply, x, b.Do(Reciprocal, y))
		}
		quotients = append(quotients, b.Near(q.value, q.off)...)
	}
	return quotients
}

// Not, And and Or combine truths.
func (b *Builder) Not(x Vector) Vector    { return b.Do(Equal, x, b.Number(0)) }
func (b *Builder) And(x, y Vector) Vector { return b.Do(Min, x, y) }
func (b *Builder) Or(x, y Vector) Vector  { return b.Do(Max, x, y) }
