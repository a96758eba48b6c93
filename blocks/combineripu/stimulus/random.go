package stimulus

import (
	"math/rand/v2"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
)

// Mix is a kind of random program state.
type Mix int

// The mixes.
const (
	LegalMix  Mix = iota // what GL could have set
	HazardMix            // legal, with three registers, so that results overwrite what others still read
	WildMix              // any bits
	EdgeMix              // corner cases, legal or not: constants, equal operands in both portions, all destinations

	NumMixes = 4
)

// Words is a random program state for a unit with the given number of stages.
func Words(rng *rand.Rand, stages int, mix Mix) isa.Words {
	w := isa.Words{}
	g := &generator{rng, mix}
	n := 1 + rng.IntN(stages)
	if mix >= WildMix && rng.IntN(8) == 0 {
		n = rng.IntN(16)
	}
	w.Control = uint32(n) | uint32(rng.IntN(2))<<8 | uint32(rng.IntN(2))<<12 | uint32(rng.IntN(2))<<16
	for i := range w.Stages {
		s := &w.Stages[i]
		s.InRGB, s.OutRGB = g.input(false), g.output(false)
		s.InAlpha, s.OutAlpha = g.input(true), g.output(true)
		if rng.IntN(2) == 0 && mix != WildMix { // both portions do the same
			s.InAlpha, s.OutAlpha = s.InRGB&^0x10101010|uint32(rng.IntN(2))*0x10101010, s.OutRGB&^0xc3000
			if mix == LegalMix || mix == HazardMix {
				s.InAlpha = legalInput(s.InAlpha)
			}
		}
		s.Constants = [2]uint32{rng.Uint32(), rng.Uint32()}
	}
	w.Final = [2]uint32{g.final0(), g.final1()}
	w.FinalConstants = [2]uint32{rng.Uint32(), rng.Uint32()}
	return w
}

// Stage is the random words of a general stage, without constants.
func Stage(rng *rand.Rand, mix Mix) isa.StageWords {
	g := &generator{rng, mix}
	return isa.StageWords{InRGB: g.input(false), InAlpha: g.input(true), OutRGB: g.output(false), OutAlpha: g.output(true)}
}

// generator makes words of a mix.
type generator struct {
	*rand.Rand
	mix Mix
}

func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

var hazardRegisters = []isa.Register{isa.Primary, isa.Secondary, isa.Spare0}

// source is a register that may be read.
func (g *generator) source() isa.Register {
	switch {
	case g.mix == HazardMix && !g.chance(5):
		return hazardRegisters[g.IntN(3)]
	case g.chance(4):
		return isa.Zero
	}
	return []isa.Register{isa.Constant0, isa.Constant1, isa.Fog, isa.Primary, isa.Secondary, isa.Texture0, isa.Texture1, isa.Texture2, isa.Texture3, isa.Spare0, isa.Spare1}[g.IntN(11)]
}

func (g *generator) target() isa.Register {
	switch {
	case g.mix == HazardMix:
		return hazardRegisters[g.IntN(3)]
	case g.chance(4):
		return isa.Zero
	}
	return []isa.Register{isa.Primary, isa.Secondary, isa.Texture0, isa.Texture1, isa.Texture2, isa.Texture3, isa.Spare0, isa.Spare1}[g.IntN(8)]
}

// legalInput replaces fog's alpha in an input word, which a general stage may not read.
func legalInput(word uint32) uint32 {
	for k := range 4 {
		if word>>(8*k)&15 == uint32(isa.Fog) {
			word &^= 0x10 << (8 * k)
		}
	}
	return word
}

func (g *generator) input(alpha bool) uint32 {
	word := uint32(0)
	for range 4 {
		b := uint32(g.source()) | uint32(g.IntN(2))<<4
		if alpha && g.chance(2) {
			b |= 0x10
		}
		if g.chance(3) {
			b |= uint32([]isa.Mapping{isa.UnsignedIdentity, isa.UnsignedInvert, isa.SignedIdentity}[g.IntN(3)]) << 5
		} else {
			b |= uint32(g.IntN(8)) << 5
		}
		word = word<<8 | b
	}
	switch {
	case g.mix == WildMix && g.chance(2), g.mix == EdgeMix && g.chance(6):
		return g.Uint32()
	case g.mix == EdgeMix:
		return word
	}
	return legalInput(word)
}

func (g *generator) output(alpha bool) uint32 {
	if g.mix == WildMix && g.chance(2) || g.mix == EdgeMix && g.chance(6) {
		return g.Uint32()
	}
	ab, cd, sum := g.target(), g.target(), g.target()
	if g.mix != EdgeMix || g.chance(2) {
		for ab != isa.Zero && (ab == cd || ab == sum) {
			ab = g.target()
			if g.chance(8) {
				ab = isa.Zero
			}
		}
		for cd != isa.Zero && (cd == ab || cd == sum) {
			cd = g.target()
			if g.chance(8) {
				cd = isa.Zero
			}
		}
	}
	word := uint32(ab)<<4 | uint32(cd) | uint32(sum)<<8 | uint32(g.IntN(2))<<14
	if !alpha {
		if g.chance(4) {
			word |= uint32(g.IntN(4)) << 12
		}
		if g.chance(3) {
			word |= uint32(g.IntN(4)) << 18
		}
	}
	if g.chance(3) {
		word |= uint32(g.IntN(2)) << 15
		scales := 4
		if word>>15&1 != 0 && g.mix != EdgeMix {
			scales = 2 // a bias is not allowed with the others
		}
		word |= uint32(g.IntN(scales)) << 16
	}
	return word
}

func (g *generator) final0() uint32 {
	if g.mix == WildMix && g.chance(2) {
		return g.Uint32()
	}
	word := uint32(0)
	for k := range 4 {
		r := g.source()
		switch {
		case g.chance(4) && k > 0:
			r = isa.Sum
		case g.chance(4):
			r = isa.Product
		}
		b := uint32(r) | uint32(g.IntN(2))<<5
		if r < isa.Sum {
			b |= uint32(g.IntN(2)) << 4
		}
		word = word<<8 | b
	}
	return word
}

func (g *generator) final1() uint32 {
	if g.mix == WildMix && g.chance(2) {
		return g.Uint32()
	}
	word := uint32(0)
	for range 3 {
		word = word<<8 | uint32(g.source()) | uint32(g.IntN(4))<<4
	}
	return word<<8 | uint32(g.IntN(8))<<5
}

// Pixel is a random pixel; the ends of the range are frequent among its values.
func Pixel(rng *rand.Rand) model.Pixel {
	p := model.Pixel{X: rng.IntN(1 << 16), Y: rng.IntN(1 << 16)}
	for _, v := range []*model.Values{&p.Fog, &p.Primary, &p.Secondary, &p.Texture[0], &p.Texture[1], &p.Texture[2], &p.Texture[3]} {
		for k := range v {
			switch rng.IntN(8) {
			case 0:
				v[k] = []int{-256, -255, -1, 0, 1, 127, 128, 254, 255}[rng.IntN(9)]
			case 1, 2:
				v[k] = rng.IntN(512) - 256
			default:
				v[k] = rng.IntN(256)
			}
		}
	}
	return p
}
