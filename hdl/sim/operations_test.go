package sim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/quality/oracle"
)

var testWidths = []int{1, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 1024, 1100}

// corners are the operands at which carries, signs and shifts change.
func corners(width int, random *rand.Rand) []*big.Int {
	top := new(big.Int).Lsh(big.NewInt(1), uint(width-1))
	list := []*big.Int{
		new(big.Int),
		oracle.Modulo(big.NewInt(1), width),
		oracle.Modulo(big.NewInt(-1), width), // all ones
		top,                                  // the least signed number
		oracle.Modulo(new(big.Int).Sub(top, big.NewInt(1)), width), // the greatest
		oracle.Modulo(new(big.Int).Add(top, big.NewInt(1)), width), //
		oracle.Modulo(big.NewInt(int64(width)), width),             // a shift by the width
		oracle.Modulo(big.NewInt(int64(width-1)), width),           //
		oracle.Modulo(new(big.Int).Lsh(big.NewInt(1), 64), width),  // a carry between words
		oracle.Modulo(new(big.Int).SetUint64(0xffffffffffffffff), width),
	}
	for range 3 {
		list = append(list, randomBig(random, width))
	}
	return list
}

func randomBig(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	for range (width + 63) / 64 {
		v.Lsh(v, 64).Or(v, Num(r.Uint64()))
	}
	return oracle.Modulo(v, width)
}

// operation is an expression over x and y, of the same width, and z of 13 bits,
// and its value by arithmetic.
type operation struct {
	name  string
	build func(x, y, z ir.Expr) ir.Expr
	want  func(x, y, z *big.Int) *big.Int
}

// operations are all operators and the other expressions, for operands of w bits.
func operations(w int, random *rand.Rand) (list []operation) {
	for op := range ir.NumUnaryOps {
		list = append(list, operation{op.String(),
			func(x, _, _ ir.Expr) ir.Expr { return Un(op, x) },
			func(x, _, _ *big.Int) *big.Int { return oracle.Unary(op, x, w) }})
	}
	for op := range ir.NumBinaryOps {
		list = append(list, operation{op.String(),
			func(x, y, _ ir.Expr) ir.Expr { return Bin(op, x, y) },
			func(x, y, _ *big.Int) *big.Int { return oracle.Binary(op, x, y, w, w) }})
		if c := op.Class(); c == ir.ClassShift || c == ir.ClassProduct {
			list = append(list, operation{op.String() + "_13",
				func(x, _, z ir.Expr) ir.Expr { return Bin(op, x, z) },
				func(x, _, z *big.Int) *big.Int { return oracle.Binary(op, x, z, w, 13) }})
		}
	}
	for k := range 6 {
		lo := random.IntN(w)
		hi := lo + random.IntN(w-lo)
		list = append(list, operation{fmt.Sprintf("slice_%d_%d_%d", hi, lo, k),
			func(x, _, _ ir.Expr) ir.Expr { return Slice(x, hi, lo) },
			func(x, _, _ *big.Int) *big.Int { return oracle.Modulo(new(big.Int).Rsh(x, uint(lo)), hi-lo+1) }})
	}
	not := func(v *big.Int, width int) *big.Int { return oracle.Unary(ir.OpNot, v, width) }
	return append(list,
		operation{"joined",
			func(x, y, z ir.Expr) ir.Expr { return Cat(x, z, y) },
			func(x, y, z *big.Int) *big.Int {
				v := new(big.Int).Lsh(x, 13)
				return v.Or(v, z).Lsh(v, uint(w)).Or(v, y)
			}},
		operation{"chosen_by_a_bit",
			func(x, y, z ir.Expr) ir.Expr { return Pick(Slice(z, 0, 0), x, y) },
			func(x, y, z *big.Int) *big.Int { return []*big.Int{x, y}[z.Bit(0)] }},
		operation{"chosen_of_three",
			func(x, y, z ir.Expr) ir.Expr { return Pick(Slice(z, 1, 0), x, y, Un(ir.OpNot, x)) },
			func(x, y, z *big.Int) *big.Int { return []*big.Int{x, y, not(x, w), new(big.Int)}[z.Uint64()%4] }},
		operation{"chosen_by_a_wide_index",
			func(x, _, z ir.Expr) ir.Expr { return Pick(x, z, Un(ir.OpNot, z)) },
			func(x, _, z *big.Int) *big.Int {
				if x.Cmp(big.NewInt(2)) >= 0 {
					return new(big.Int)
				}
				return []*big.Int{z, not(z, 13)}[x.Uint64()]
			}})
}

// Every operation at every width agrees with arithmetic, with and without the
// optimiser.
func TestOperations(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, w := range testWidths {
			t.Run(fmt.Sprint(w), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(w), 1))
				m := Module("ops")
				x, y, z := Ref(m.In("x", w)), Ref(m.In("y", w)), Ref(m.In("z", 13))
				table := operations(w, random)
				for _, o := range table {
					m.Drive(o.name, o.build(x, y, z))
				}
				plain := compile(t, m, sim.WithEngine(e))
				raw := compile(t, m, sim.WithEngine(e), sim.WithoutPass("fold"), sim.WithoutPass("knownbits"), sim.WithoutPass("dce"))
				runs := []rig{{plain.New(), t}, {raw.New(), t}}
				for _, a := range corners(w, random) {
					for _, b := range corners(w, random) {
						c := randomBig(random, 13)
						if random.IntN(2) == 0 {
							c = big.NewInt(int64(random.IntN(w + 3)))
						}
						for _, r := range runs {
							r.setBig("x", a)
							r.setBig("y", b)
							r.setBig("z", c)
							for _, o := range table {
								want, got := o.want(a, b, c), r.getBig(o.name)
								require.Zero(t, want.Cmp(got), "%s of %x, %x, %x is %x, got %x", o.name, a, b, c, want, got)
							}
						}
					}
				}
			})
		}
	})
}

// Folding computes the same as the engine: the same operations on constants.
func TestOperationsOnConstantsFoldToTheSameValue(t *testing.T) {
	for _, w := range []int{1, 7, 64, 65, 200} {
		random := rand.New(rand.NewPCG(uint64(w), 2))
		for range 40 {
			list := corners(w, random)
			a, b := list[random.IntN(len(list))], list[random.IntN(len(list))]
			m := Module("constants")
			x, y := &ir.Const{Value: a, Bits: w}, &ir.Const{Value: b, Bits: w}
			for op := range ir.NumBinaryOps {
				m.Drive(op.String(), Bin(op, x, y))
			}
			r := rig{compile(t, m).New(), t}
			for op := range ir.NumBinaryOps {
				require.Equal(t, oracle.Binary(op, a, b, w, w).String(), r.GetBig(r.port(op.String())).String(), "%s of %x and %x", op, a, b)
			}
		}
	}
}

// Comparisons with zero on the left and a conjunction on the right, as the
// condition of a branch or a choice: wazero 1.12 inverts 0 < x&y.
func TestComparesOfZeroWithAConjunction(t *testing.T) {
	var compares []ir.BinaryOp
	for op := range ir.NumBinaryOps {
		if op.IsCompare() {
			compares = append(compares, op)
		}
	}
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, w := range []int{4, 32, 64} {
			m := Module("zero")
			x, y := m.In("x", w), m.In("y", w)
			for i, op := range compares {
				// A separate conjunction for each, as the fault needs; y is all ones.
				less := Bin(op, Lit(w, 0), Bin(ir.OpAnd, Ref(x), Bin(ir.OpOr, Ref(y), Lit(w, uint64(i)))))
				m.Drive(op.String(), Pick(less, Bin(ir.OpSub, Ref(y), Ref(x)), Plus(Ref(x), Ref(y))))
				m.Drive(op.String()+"_bit", less)
				// A lot of logic that only this register needs: worth a branch.
				hit, much := m.Bare(op.String()+"_hit", w), Plus(Ref(x), Lit(w, uint64(i)))
				for k := range 12 {
					much = Bin(ir.OpXor, Plus(much, Ref(y)), Bin(ir.OpMul, Slice(much, w/2-1, 0), Lit(w/2, uint64(k&3))))
				}
				m.Add(When(less, Put(hit, Bin(ir.OpOr, much, Lit(w, 1)))))
			}
			for _, options := range [][]sim.Option{nil, {sim.WithoutPass("simplify")}} {
				r := rig{compile(t, m, append(options, sim.WithEngine(e))...).New(), t}
				ones := oracle.Modulo(big.NewInt(-1), w)
				require.NoError(t, r.SetBig(r.port("y"), ones))
				for _, a := range []*big.Int{Num(0), Num(5), oracle.Modulo(Num(1<<63|1<<31|8), w)} {
					require.NoError(t, r.SetBig(r.port("x"), a))
					before := r.Snapshot()
					r.tick(1)
					for _, op := range compares {
						hit, err := r.PeekBig(op.String() + "_hit")
						require.NoError(t, err)
						require.EqualValues(t, oracle.Binary(op, new(big.Int), a, w, w).Sign(), hit.Sign(), "0 %s %x", op, a)
					}
					require.NoError(t, r.Restore(before))
					for _, op := range compares {
						less := oracle.Binary(op, new(big.Int), a, w, w)
						chosen := new(big.Int).Sub(ones, a)
						if less.Sign() != 0 {
							chosen = oracle.Modulo(new(big.Int).Add(a, ones), w)
						}
						require.Equal(t, less.String(), r.GetBig(r.port(op.String()+"_bit")).String(), "0 %s %x", op, a)
						require.Equal(t, chosen.String(), r.GetBig(r.port(op.String())).String(), "0 %s %x", op, a)
					}
				}
			}
		}
	})
}
