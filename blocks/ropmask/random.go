package ropmask

import "math/rand/v2"

// RandomState returns a state of the driver. Plain random words would hardly
// ever meet the cases that matter, so it favours them: each mode, vectors
// generated fully or not at all, targets without a buffer or with nothing to
// write, identity and shuffled selects, several vectors on one target, target
// counts 0 and above 8, and bits set that belong to no field.
func RandomState(rng *rand.Rand) State {
	var s State
	var generated Masks
	for v := range generated {
		generated[v] = randomMask(rng)
	}
	if oneIn(rng, 12) {
		generated = Masks{}
	}
	s.OutputMap = OutputMapWord(generated)
	s.MrtEnable, s.CtMrtEnable = !oneIn(rng, 5), !oneIn(rng, 5)

	s.CtSelect = CtSelectWord(randomCount(rng), randomSelect(rng))
	for t := range Targets {
		s.CtWrite[t] = CtWriteWord(randomMask(rng))
		s.FormatMask[t] = randomMask(rng)
	}
	if oneIn(rng, 4) {
		s.CtSelect |= rng.Uint32() &^ (1<<(targetCountBits+targetBits*Vectors) - 1)
		for t := range Targets {
			s.CtWrite[t] |= rng.Uint32() &^ CtWriteWord(AllComponents)
		}
	}
	s.SingleCtWrite = oneIn(rng, 5)

	s.Blend, s.Blendable, s.AlphaAffectsColor = randomFlags(rng), randomFlags(rng), randomFlags(rng)
	if oneIn(rng, 3) {
		s.DualSource = randomFlags(rng)
	}
	return s
}

// RandomPixel returns the vectors of one pixel under the state: each one that
// the output map enables once, in any order, and now and then one that it does
// not enable. There is always at least one, so that the hardware has a beat to
// mark as the last.
func RandomPixel(rng *rand.Rand, s State) []Vector {
	var vectors []Vector
	for v := range Vectors {
		if s.Generates(v) != 0 || oneIn(rng, 6) {
			vectors = append(vectors, Vector{Index: v, Color: randomColor(rng)})
		}
	}
	if len(vectors) == 0 {
		vectors = append(vectors, Vector{Index: rng.IntN(Vectors), Color: randomColor(rng)})
	}
	if oneIn(rng, 2) {
		rng.Shuffle(len(vectors), func(i, j int) { vectors[i], vectors[j] = vectors[j], vectors[i] })
	}
	return vectors
}

// RandomSetup returns a format, now and then none, and blending for a target.
func RandomSetup(rng *rand.Rand) (Format, Blend) {
	equation := func() Equation {
		return Equation{Function(rng.IntN(functionCount)), Factor(rng.IntN(factorCount)), Factor(rng.IntN(factorCount))}
	}
	return Format(rng.IntN(formatCount)), Blend{Enable: !oneIn(rng, 4), Color: equation(), Alpha: equation()}
}

func oneIn(rng *rand.Rand, n int) bool { return rng.IntN(n) == 0 }

func randomMask(rng *rand.Rand) Mask {
	switch rng.IntN(5) {
	case 0:
		return 0
	case 1:
		return AllComponents
	}
	return Mask(rng.IntN(int(AllComponents) + 1))
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
		return Targets
	}
	return rng.IntN(1 << targetCountBits)
}

func randomSelect(rng *rand.Rand) [Vectors]int {
	targets := IdentitySelect()
	switch rng.IntN(3) {
	case 0:
		rng.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	case 1:
		for v := range targets {
			targets[v] = rng.IntN(Targets)
		}
	}
	return targets
}

// randomColor draws components from all bit patterns; one in eight is a value
// that a mistaken default or a missing component would have.
func randomColor(rng *rand.Rand) Color {
	var c Color
	for k := range c {
		c[k] = rng.Uint32()
		if oneIn(rng, 8) {
			c[k] = defaultColor()[rng.IntN(Components)]
		}
	}
	return c
}
