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

// corners are the operands at which carries, signs and shifts turn.
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

// Every operation at every width is what arithmetic says, with the optimiser
// and without.
func TestOperations(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, w := range testWidths {
			t.Run(fmt.Sprint(w), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(w), 1))
				m := Module("ops")
				x, y, z := m.In("x", w), m.In("y", w), m.In("z", 13)
				want := map[string]func(x, y, z *big.Int) *big.Int{}
				for op := ir.OpNot; op <= ir.OpPopCount; op++ {
					name := op.String()
					m.Drive(name, Un(op, Ref(x)))
					want[name] = func(x, _, _ *big.Int) *big.Int { return oracle.Unary(op, x, w) }
				}
				for op := ir.OpAdd; op <= ir.OpShrS; op++ {
					name := op.String()
					m.Drive(name, Bin(op, Ref(x), Ref(y)))
					want[name] = func(x, y, _ *big.Int) *big.Int { return oracle.Binary(op, x, y, w, w) }
					if op.IsShift() || op == ir.OpMul || op == ir.OpMulS {
						m.Drive(name+"_13", Bin(op, Ref(x), Ref(z)))
						want[name+"_13"] = func(x, _, z *big.Int) *big.Int { return oracle.Binary(op, x, z, w, 13) }
					}
				}
				m.Drive("pair", Cat(Ref(x), Ref(z), Ref(y)))
				want["pair"] = func(x, y, z *big.Int) *big.Int {
					v := new(big.Int).Lsh(x, 13)
					return v.Or(v, z).Lsh(v, uint(w)).Or(v, y)
				}
				for range 6 {
					lo := random.IntN(w)
					hi := lo + random.IntN(w-lo)
					name := fmt.Sprintf("slice_%d_%d_%d", hi, lo, len(m.Ports))
					m.Drive(name, Slice(Ref(x), hi, lo))
					want[name] = func(x, _, _ *big.Int) *big.Int { return oracle.Modulo(new(big.Int).Rsh(x, uint(lo)), hi-lo+1) }
				}
				m.Drive("mux", Pick(Slice(Ref(z), 0, 0), Ref(x), Ref(y)))
				want["mux"] = func(x, y, z *big.Int) *big.Int { return []*big.Int{x, y}[z.Bit(0)] }
				m.Drive("select", Pick(Slice(Ref(z), 1, 0), Ref(x), Ref(y), Un(ir.OpNot, Ref(x))))
				want["select"] = func(x, y, z *big.Int) *big.Int {
					return []*big.Int{x, y, oracle.Unary(ir.OpNot, x, w), new(big.Int)}[z.Uint64()%4]
				}
				m.Drive("index", Pick(Ref(x), Ref(z), Un(ir.OpNot, Ref(z))))
				want["index"] = func(x, _, z *big.Int) *big.Int {
					switch {
					case x.Sign() == 0:
						return z
					case x.Cmp(big.NewInt(1)) == 0:
						return oracle.Unary(ir.OpNot, z, 13)
					}
					return new(big.Int)
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
							require.NoError(t, r.SetBig(r.port("x"), a))
							require.NoError(t, r.SetBig(r.port("y"), b))
							require.NoError(t, r.SetBig(r.port("z"), c))
							for _, p := range r.Program().Ports() {
								if f := want[p.Name()]; f != nil {
									got := r.GetBig(p)
									require.Zero(t, f(a, b, c).Cmp(got), "%s of %x, %x, %x is %x, got %x", p.Name(), a, b, c, f(a, b, c), got)
								}
							}
						}
					}
				}
				require.Len(t, want, len(m.Ports)-3, "every output is checked")
			})
		}
	})
}

// Folding computes what the engine computes: the same operations on constants.
func TestOperationsOnConstantsFoldToTheSameValue(t *testing.T) {
	for _, w := range []int{1, 7, 64, 65, 200} {
		random := rand.New(rand.NewPCG(uint64(w), 2))
		for range 40 {
			list := corners(w, random)
			a, b := list[random.IntN(len(list))], list[random.IntN(len(list))]
			m := Module("constants")
			x, y := &ir.Const{Value: a, Bits: w}, &ir.Const{Value: b, Bits: w}
			for op := ir.OpAdd; op <= ir.OpShrS; op++ {
				m.Drive(op.String(), Bin(op, x, y))
			}
			r := rig{compile(t, m).New(), t}
			for op := ir.OpAdd; op <= ir.OpShrS; op++ {
				require.Equal(t, oracle.Binary(op, a, b, w, w).String(), r.GetBig(r.port(op.String())).String(), "%s of %x and %x", op, a, b)
			}
		}
	}
}

// A zero on the left of a compare, and a conjunction on the right, which decide
// over a branch or a choice: wazero 1.12 turns 0 < x&y round.
func TestComparesOfZeroWithAConjunction(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, w := range []int{4, 32, 64} {
			m := Module("zero")
			x, y := m.In("x", w), m.In("y", w)
			for op := ir.OpLt; op <= ir.OpGeS; op++ {
				// A conjunction of its own for each, as the fault needs; y is all ones.
				less := Bin(op, Lit(w, 0), Bin(ir.OpAnd, Ref(x), Bin(ir.OpOr, Ref(y), Lit(w, uint64(op-ir.OpLt)))))
				m.Drive(op.String(), Pick(less, Bin(ir.OpSub, Ref(y), Ref(x)), Plus(Ref(x), Ref(y))))
				m.Drive(op.String()+"_bit", less)
				// Much that only this register needs: worth a branch.
				hit, much := m.Bare(op.String()+"_hit", w), Plus(Ref(x), Lit(w, uint64(op-ir.OpLt)))
				for i := range 12 {
					much = Bin(ir.OpXor, Plus(much, Ref(y)), Bin(ir.OpMul, Slice(much, w/2-1, 0), Lit(w/2, uint64(i&3))))
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
					for op := ir.OpLt; op <= ir.OpGeS; op++ {
						hit, err := r.PeekBig(op.String() + "_hit")
						require.NoError(t, err)
						require.EqualValues(t, oracle.Binary(op, new(big.Int), a, w, w).Sign(), hit.Sign(), "0 %s %x", op, a)
					}
					require.NoError(t, r.Restore(before))
					for op := ir.OpLt; op <= ir.OpGeS; op++ {
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
