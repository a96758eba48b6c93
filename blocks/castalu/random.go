package castalu

import "math/rand/v2"

// RandomInstruction draws an arithmetic instruction that has a meaning.
func RandomInstruction(rng *rand.Rand, op Op, t Type) Instruction {
	i := Instruction{Op: op, Type: t}
	n := 1 + rng.IntN(4) // elements
	switch op {
	case Dot3, Dot4:
		n = 3 + int(op-Dot3)
	case Kill:
		n = 1
	}
	wide := rng.IntN(max(op.Inputs(), 1)) // the input that has them all
	for k := range op.Inputs() {
		s := &i.In[k]
		s.Width = n
		if k != wide && rng.IntN(3) == 0 {
			s.Width = 1
		}
		s.Constant = rng.IntN(4) == 0
		s.Index = rng.IntN(1 << registerBits)
		if s.Constant {
			s.Index = rng.IntN(1 << constantBits)
		}
		for c := range s.Width {
			s.Swizzle[c] = uint8(rng.IntN(4))
		}
		s.Modifier = i.randomModifier(rng)
		s.From = i.randomFormat(rng)
	}
	if op == Select || op == Kill {
		i.Condition = Condition(rng.IntN(NumConditions))
	}
	if op == Kill {
		return i
	}
	i.Bias = !t.Float() && rng.IntN(4) == 0
	if rng.IntN(2) == 0 {
		i.Scale = Scale(rng.IntN(4))
		i.Clamp = Clamp(rng.IntN(NumClamps))
	}
	i.To = i.randomFormat(rng)
	i.Dest = rng.IntN(1 << registerBits)
	limit := 4
	if e := i.Elements(); e > 1 {
		limit = e
	}
	i.Mask = uint8(1 + rng.IntN(1<<limit-1))
	return i
}

func (i Instruction) randomModifier(rng *rand.Rand) Modifier {
	switch {
	case rng.IntN(2) == 0:
		return Plain
	case i.Type.Float():
		return Modifier(rng.IntN(int(OneMinus)))
	}
	list := []Modifier{Plain, Absolute, Negate, NegateAbsolute, OneMinus, UnsignedIdentity, UnsignedInvert, ExpandNormal,
		ExpandNegate, HalfBiasNormal, HalfBiasNegate, SignedIdentity, SignedNegate}
	return list[rng.IntN(len(list))]
}

func (i Instruction) randomFormat(rng *rand.Rand) Format {
	n := 1 + NumTypes
	if i.distinct() {
		n = NumFormats
	}
	if f := Format(rng.IntN(n)); f != As(i.Type) && rng.IntN(2) == 0 {
		return f
	}
	return None
}
