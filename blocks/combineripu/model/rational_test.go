package model_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// A real is a number of the extension's formulas, exact, with a bound on the error of hardware's number in steps of
// 1/255: half a step for each product, for each ½ that is subtracted or added, and for each halving.
type real struct {
	x     *big.Rat
	bound float64
}

func realOf(code int) real {
	return real{big.NewRat(int64(max(-model.One, min(code, model.One))), model.One), 0}
}

func (a real) add(b real) real { return real{new(big.Rat).Add(a.x, b.x), a.bound + b.bound} }
func (a real) times(n int64, d int64) real {
	r := big.NewRat(n, d)
	f, _ := new(big.Rat).Abs(r).Float64()
	return real{r.Mul(r, a.x), a.bound * f}
}
func (a real) plus(n, d, halves int64) real {
	return real{new(big.Rat).Add(a.x, big.NewRat(n, d)), a.bound + float64(halves)/2}
}
func (a real) atLeast(n int64) real {
	if a.x.Cmp(big.NewRat(n, 1)) < 0 {
		return real{big.NewRat(n, 1), a.bound}
	}
	return a
}
func (a real) atMost(n int64) real {
	if a.x.Cmp(big.NewRat(n, 1)) > 0 {
		return real{big.NewRat(n, 1), a.bound}
	}
	return a
}
func (a real) mul(b real) real {
	size := func(r real) float64 { f, _ := new(big.Rat).Abs(r.x).Float64(); return f }
	return real{new(big.Rat).Mul(a.x, b.x), size(a)*b.bound + size(b)*a.bound + a.bound*b.bound/model.One + 0.5}
}

// mapped is the extension's mapping, using max; its inputs need no clamp.
func (a real) mapped(mapping uint32) real {
	e := a.atLeast(0)
	switch mapping {
	case 0:
		return e
	case 1:
		return e.atMost(1).times(-1, 1).plus(1, 1, 0)
	case 2:
		return e.times(2, 1).plus(-1, 1, 0)
	case 3:
		return e.times(-2, 1).plus(1, 1, 0)
	case 4:
		return e.plus(-1, 2, 1)
	case 5:
		return e.times(-1, 1).plus(1, 2, 1)
	case 7:
		return a.times(-1, 1)
	}
	return a
}

// combiners are the extension's registers in real numbers, for legal words.
type combiners struct {
	r     [16][4]real
	doubt bool // the multiplexer's alpha is too near its threshold to predict what hardware does
}

func (c *combiners) fetch(b uint32, component int, constants [2]uint32) real {
	if b>>4&1 != 0 {
		component = 3
	} else if component == 3 {
		component = 2
	}
	source := c.r[b&15][component]
	if b&15 == 1 || b&15 == 2 {
		source = realOf(int(constants[b&15-1] >> []int{16, 8, 0, 24}[component] & 255))
	}
	return source.mapped(b >> 5 & 7)
}

func (c *combiners) stage(s isa.StageWords, constants [2]uint32) {
	alpha := c.r[12][3]
	threshold, _ := alpha.plus(-1, 2, 0).x.Float64()
	next := c.r
	for component := range 4 {
		in, out := s.InRGB, s.OutRGB
		if component == 3 {
			in, out = s.InAlpha, s.OutAlpha
		}
		fetch := func(place, component int) real { return c.fetch(in>>(24-8*place)&255, component, constants) }
		ab, cd := fetch(0, component).mul(fetch(1, component)), fetch(2, component).mul(fetch(3, component))
		third := ab.add(cd)
		if out>>14&1 != 0 {
			if third = cd; threshold < 0 {
				third = ab
			}
			if distance := threshold * model.One; out>>8&15 != 0 && distance <= alpha.bound+0.5 && distance >= -alpha.bound-0.5 {
				c.doubt = true
			}
		}
		if component < 3 {
			for place, result := range map[int]*real{0: &ab, 2: &cd} {
				if out>>(13-place/2)&1 != 0 {
					*result = realOf(0)
					for k := range 3 {
						*result = result.add(fetch(place, k).mul(fetch(place+1, k)))
					}
				}
			}
		}
		for shift, result := range map[int]real{4: ab, 0: cd, 8: third} {
			to := out >> shift & 15
			if to == 0 {
				continue
			}
			if out>>15&1 != 0 {
				result = result.plus(-1, 2, 1)
			}
			switch out >> 16 & 3 {
			case 1:
				result = result.times(2, 1)
			case 2:
				result = result.times(4, 1)
			case 3:
				result = result.times(1, 2).plus(0, 1, 1)
			}
			result = result.atLeast(-1).atMost(1)
			next[to][component] = result
			if blue := component == 2 && (shift == 4 && out>>19&1 != 0 || shift == 0 && out>>18&1 != 0); blue {
				next[to][3] = result // the alpha portion comes later, and may overwrite it
			}
		}
	}
	c.r = next
}

func (c *combiners) final(w *isa.Words) (colour [4]real) {
	zero := realOf(0)
	for component := range 3 {
		e := c.fetch(w.Final[1]>>24, component, w.FinalConstants).mul(c.fetch(w.Final[1]>>16&255, component, w.FinalConstants))
		sum := c.r[12][component].mapped(w.Final[1] >> 5 & 1).add(c.r[5][component].mapped(w.Final[1] >> 6 & 1))
		if w.Final[1]&0x80 != 0 {
			sum = sum.atMost(1)
		}
		var in [4]real
		for place := range in {
			b := w.Final[0] >> (24 - 8*place) & 255
			c.r[14] = [4]real{sum, sum, sum, zero}
			c.r[15] = [4]real{e, e, e, zero}
			in[place] = c.fetch(b, component, w.FinalConstants)
		}
		rest := in[0].times(-1, 1).plus(1, 1, 0)
		// A sum that is not clamped is two products: half a step more, for B and for C.
		colour[component] = in[0].mul(in[1]).add(rest.mul(in[2])).add(in[3]).atMost(1)
		colour[component].bound++
	}
	colour[3] = c.fetch(w.Final[1]>>8&255, 3, w.FinalConstants)
	return colour
}

func TestFormulasStayNearTheRealNumbers(t *testing.T) {
	t.Parallel()
	seen := map[bool]int{}
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := stimulus.Words(rng, 3, stimulus.Mix(seed%2)) // legal ones
		w.Control |= 0x100
		require.Equal(t, -1, model.Translate(&w, isa.MaxStages).Illegal)
		pixel := stimulus.Pixel(rng)
		c := combiners{}
		for r := range c.r {
			for k, v := range pixel.Initial(isa.Register(r)) {
				c.r[r][k] = realOf(v)
			}
		}
		for i := range w.Active(isa.MaxStages) {
			c.stage(w.Stages[i], w.Constants(i))
		}
		want := c.final(&w)
		if c.doubt {
			continue
		}
		got := model.Combine(&w, isa.MaxStages, pixel)
		for k := range want {
			x, _ := want[k].x.Float64()
			assert.InDelta(t, x*model.One, float64(got[k]), want[k].bound+1e-6, "seed %d, component %d", seed, k)
			seen[want[k].bound < 8]++
		}
	}
	assert.Greater(t, seen[true], 3000, "bounds below 8 steps; %d were wider", seen[false])
}
