package stimulus

import (
	"math/rand/v2"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
)

// State returns a state of the driver. Plain random words would hardly ever hit the interesting cases, so it favours
// them: each mode, vectors generated fully or not at all, targets without a buffer or with nothing to write, identity
// and shuffled selects, several vectors on one target, target counts 0 and above 8, and bits set that belong to no
// field.
func State(rng *rand.Rand) model.State {
	var s model.State
	var generated isa.Masks
	for v := range generated {
		generated[v] = randomMask(rng)
	}
	if oneIn(rng, 12) {
		generated = isa.Masks{}
	}
	s.OutputMap = isa.OutputMapWord(generated)
	s.MrtEnable, s.CtMrtEnable = !oneIn(rng, 5), !oneIn(rng, 5)

	s.CtSelect = isa.CtSelectWord(randomCount(rng), randomSelect(rng))
	for t := range isa.Targets {
		s.CtWrite[t] = isa.CtWriteWord(randomMask(rng))
		s.FormatMask[t] = randomMask(rng)
	}
	if oneIn(rng, 4) {
		s.CtSelect |= rng.Uint32() &^ (1<<(isa.TargetCountBits+isa.TargetBits*isa.Vectors) - 1)
		for t := range isa.Targets {
			s.CtWrite[t] |= rng.Uint32() &^ isa.CtWriteWord(isa.AllComponents)
		}
	}
	s.SingleCtWrite = oneIn(rng, 5)

	s.Blend, s.Blendable, s.AlphaAffectsColor = randomFlags(rng), randomFlags(rng), randomFlags(rng)
	if oneIn(rng, 3) {
		s.DualSource = randomFlags(rng)
	}
	return s
}

// Pixel returns the vectors of one pixel under the state: each one that
// the output map enables once, in any order, and now and then one that it does
// not enable. There is always at least one, so that the hardware has a beat to
// mark as the last.
func Pixel(rng *rand.Rand, s model.State) []model.Vector {
	var vectors []model.Vector
	for v := range isa.Vectors {
		if s.Generates(v) != 0 || oneIn(rng, 6) {
			vectors = append(vectors, model.Vector{Index: v, Color: randomColor(rng)})
		}
	}
	if len(vectors) == 0 {
		vectors = append(vectors, model.Vector{Index: rng.IntN(isa.Vectors), Color: randomColor(rng)})
	}
	if oneIn(rng, 2) {
		rng.Shuffle(len(vectors), func(i, j int) { vectors[i], vectors[j] = vectors[j], vectors[i] })
	}
	return vectors
}

// Setup returns a format, now and then none, and blending for a target.
func Setup(rng *rand.Rand) (isa.Format, isa.Blend) {
	equation := func() isa.Equation {
		return isa.Equation{
			Function:    isa.Function(rng.IntN(isa.FunctionCount)),
			Source:      isa.Factor(rng.IntN(isa.FactorCount)),
			Destination: isa.Factor(rng.IntN(isa.FactorCount)),
		}
	}
	return isa.Format(rng.IntN(isa.FormatCount)), isa.Blend{Enable: !oneIn(rng, 4), Color: equation(), Alpha: equation()}
}

func oneIn(rng *rand.Rand, n int) bool { return rng.IntN(n) == 0 }

func randomMask(rng *rand.Rand) isa.Mask {
	switch rng.IntN(5) {
	case 0:
		return 0
	case 1:
		return isa.AllComponents
	}
	return isa.Mask(rng.IntN(int(isa.AllComponents) + 1))
}

func randomFlags(rng *rand.Rand) uint8 {
	switch rng.IntN(4) {
	case 0:
		return 0
	case 1:
		return 0xff
	}
	return uint8(rng.Uint32())
}

func randomCount(rng *rand.Rand) int {
	if oneIn(rng, 3) {
		return isa.Targets
	}
	return rng.IntN(1 << isa.TargetCountBits)
}

func randomSelect(rng *rand.Rand) [isa.Vectors]int {
	targets := isa.IdentitySelect()
	switch rng.IntN(3) {
	case 0:
		rng.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	case 1:
		for v := range targets {
			targets[v] = rng.IntN(isa.Targets)
		}
	}
	return targets
}

// randomColor draws components from all bit patterns; one in eight is a value
// that a mistaken default or a missing component would have.
func randomColor(rng *rand.Rand) isa.Color {
	var c isa.Color
	for k := range c {
		c[k] = rng.Uint32()
		if oneIn(rng, 8) {
			c[k] = isa.DefaultColor()[rng.IntN(isa.Components)]
		}
	}
	return c
}

// EachEquation calls f for every function with every pair of factors.
func EachEquation(f func(e isa.Equation)) {
	for function := isa.Add; function <= isa.Max; function++ {
		for s := isa.Zero; s <= isa.OneMinusSecondAlpha; s++ {
			for d := isa.Zero; d <= isa.OneMinusSecondAlpha; d++ {
				f(isa.Equation{Function: function, Source: s, Destination: d})
			}
		}
	}
}
