package fuzz

import (
	"math/big"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl/ir"
	"posedge/internal/quality/oracle"
)

// Stimulus draws rows of inputs for a design, a reset among them, in declaration
// order, in words of 64 bits. An input's values depend only on the seed and its name,
// so that they stay the same when another input is dropped. Inputs of one width are
// now and then equal.
func Stimulus(top *ir.Module, seed uint64, cycles int) [][]uint64 {
	rows := make([][]uint64, cycles)
	column := func(name string, width int, draw func(r *rand.Rand, cycle int) *big.Int) {
		r := rand.New(rand.NewPCG(seed, xxhash.Sum64String(name)))
		v := new(big.Int)
		for cycle := range rows {
			if x := draw(r, cycle); x != nil {
				v = x
			}
			rows[cycle] = oracle.Words(rows[cycle], v, width)
		}
	}
	common := func(cycle, width int) *big.Int {
		return randomNumber(rand.New(rand.NewPCG(seed, uint64(cycle))), width)
	}
	for _, p := range top.Ports {
		switch p.Kind {
		case ir.ResetInput:
			column(p.Name, 1, func(r *rand.Rand, cycle int) *big.Int {
				return oracle.Truth(cycle == 0 && seed%2 == 0 || r.IntN(12) == 0)
			})
		case ir.Input:
			column(p.Name, p.Width, func(r *rand.Rand, cycle int) *big.Int {
				switch r.IntN(6) {
				case 0:
					return nil // what it was
				case 1:
					return common(cycle, p.Width) // what other inputs of the width have
				}
				return randomNumber(r, p.Width)
			})
		}
	}
	return rows
}
