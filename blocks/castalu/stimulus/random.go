package stimulus

import (
	"math/rand/v2"
	"posedge/blocks/castalu/isa"
)

// RandomInstruction draws a legal arithmetic instruction.
func RandomInstruction(rng *rand.Rand, op isa.Op, t isa.Type) isa.Instruction {
	i := isa.Instruction{Op: op, Type: t}
	n := 1 + rng.IntN(4) // elements
	switch op {
	case isa.Dot3, isa.Dot4:
		n = 3 + int(op-isa.Dot3)
	case isa.Kill:
		n = 1
	}
	wide := rng.IntN(max(op.Inputs(), 1)) // the input that has all of them
	for k := range op.Inputs() {
		s := &i.In[k]
		s.Width = n
		if k != wide && rng.IntN(3) == 0 {
			s.Width = 1
		}
		s.Constant = rng.IntN(4) == 0
		s.Index = rng.IntN(1 << isa.RegisterBits)
		if s.Constant {
			s.Index = rng.IntN(1 << isa.ConstantBits)
		}
		for c := range s.Width {
			s.Swizzle[c] = uint8(rng.IntN(4))
		}
		s.Modifier = randomModifier(i, rng)
		s.From = randomFormat(i, rng)
	}
	if op == isa.Select || op == isa.Kill {
		i.Condition = isa.Condition(rng.IntN(isa.NumConditions))
	}
	if op == isa.Kill {
		return i
	}
	i.Bias = !t.Float() && rng.IntN(4) == 0
	if rng.IntN(2) == 0 {
		i.Scale = isa.Scale(rng.IntN(4))
		i.Clamp = isa.Clamp(rng.IntN(isa.NumClamps))
	}
	i.To = randomFormat(i, rng)
	i.Dest = rng.IntN(1 << isa.RegisterBits)
	limit := 4
	if e := i.Elements(); e > 1 {
		limit = e
	}
	i.Mask = uint8(1 + rng.IntN(1<<limit-1))
	return i
}

func randomModifier(i isa.Instruction, rng *rand.Rand) isa.Modifier {
	switch {
	case rng.IntN(2) == 0:
		return isa.Plain
	case i.Type.Float():
		return isa.Modifier(rng.IntN(int(isa.OneMinus)))
	}
	list := []isa.Modifier{isa.Plain, isa.Absolute, isa.Negate, isa.NegateAbsolute, isa.OneMinus, isa.UnsignedIdentity, isa.UnsignedInvert, isa.ExpandNormal,
		isa.ExpandNegate, isa.HalfBiasNormal, isa.HalfBiasNegate, isa.SignedIdentity, isa.SignedNegate}
	return list[rng.IntN(len(list))]
}

func randomFormat(i isa.Instruction, rng *rand.Rand) isa.Format {
	n := 1 + isa.NumTypes
	if i.IsDistinctCast() {
		n = isa.NumFormats
	}
	if f := isa.Format(rng.IntN(n)); f != isa.As(i.Type) && rng.IntN(2) == 0 {
		return f
	}
	return isa.None
}
