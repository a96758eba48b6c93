package hdl_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// values are what an operation in the table below works on: a and b of w bits, c
// of one bit and n of six, as hardware and as numbers.
type values struct {
	w          int
	a, b, c, n hdl.Bits
}

type numbers struct {
	w          int
	a, b, c, n *big.Int
}

func (x numbers) signed(v *big.Int) *big.Int {
	if v.Bit(x.w-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, power(x.w))
}

func (x numbers) slice(v *big.Int, hi, lo int) *big.Int {
	return modulo(new(big.Int).Rsh(v, uint(lo)), hi-lo+1)
}

func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

func modulo(v *big.Int, n int) *big.Int { return new(big.Int).Mod(v, power(n)) }

func bit(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func count(v *big.Int, w int) (n int64) {
	for i := range w {
		n += int64(v.Bit(i))
	}
	return n
}

func number() *big.Int { return new(big.Int) }

// operations gives, for each one, its intermediate form for w = 8, its width,
// and its value before it wraps to the width.
var operations = []struct {
	name  string
	make  func(x values) hdl.Bits
	ir    string
	width func(w int) int
	value func(x numbers) *big.Int
}{
	{"Add", func(x values) hdl.Bits { return x.a.Add(x.b) }, "(add a b)", same, func(x numbers) *big.Int { return number().Add(x.a, x.b) }},
	{"Add 1", func(x values) hdl.Bits { return x.a.Add(1) }, "(add a 8'1)", same, func(x numbers) *big.Int { return number().Add(x.a, big.NewInt(1)) }},
	{"Sub", func(x values) hdl.Bits { return x.a.Sub(x.b) }, "(sub a b)", same, func(x numbers) *big.Int { return number().Sub(x.a, x.b) }},
	{"Mul", func(x values) hdl.Bits { return x.a.Mul(x.b) }, "(mul a b)", twice, func(x numbers) *big.Int { return number().Mul(x.a, x.b) }},
	{"AddCarry", func(x values) hdl.Bits { return x.a.AddCarry(x.b) }, "(add (cat 1'0 a) (cat 1'0 b))", more, func(x numbers) *big.Int { return number().Add(x.a, x.b) }},
	{"AddCarryIn", func(x values) hdl.Bits { return x.a.AddCarryIn(x.b, x.c) }, "(add (add (cat 1'0 a) (cat 1'0 b)) (cat 8'0 c))", more,
		func(x numbers) *big.Int { return number().Add(number().Add(x.a, x.b), x.c) }},
	{"And", func(x values) hdl.Bits { return x.a.And(x.b) }, "(and a b)", same, func(x numbers) *big.Int { return number().And(x.a, x.b) }},
	{"Or", func(x values) hdl.Bits { return x.a.Or(x.b) }, "(or a b)", same, func(x numbers) *big.Int { return number().Or(x.a, x.b) }},
	{"Xor", func(x values) hdl.Bits { return x.a.Xor(x.b) }, "(xor a b)", same, func(x numbers) *big.Int { return number().Xor(x.a, x.b) }},
	{"Not", func(x values) hdl.Bits { return x.a.Not() }, "(not a)", same, func(x numbers) *big.Int { return number().Not(x.a) }},
	{"Eq", func(x values) hdl.Bits { return x.a.Eq(x.b) }, "(eq a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) == 0) }},
	{"Ne", func(x values) hdl.Bits { return x.a.Ne(x.b) }, "(ne a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) != 0) }},
	{"Lt", func(x values) hdl.Bits { return x.a.Lt(x.b) }, "(lt a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) < 0) }},
	{"Le", func(x values) hdl.Bits { return x.a.Le(x.b) }, "(le a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) <= 0) }},
	{"Gt", func(x values) hdl.Bits { return x.a.Gt(x.b) }, "(gt a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) > 0) }},
	{"Ge", func(x values) hdl.Bits { return x.a.Ge(x.b) }, "(ge a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) >= 0) }},
	{"ReduceAnd", func(x values) hdl.Bits { return x.a.ReduceAnd() }, "(reduce_and a)", one, func(x numbers) *big.Int { return bit(count(x.a, x.w) == int64(x.w)) }},
	{"ReduceOr", func(x values) hdl.Bits { return x.a.ReduceOr() }, "(reduce_or a)", one, func(x numbers) *big.Int { return bit(count(x.a, x.w) > 0) }},
	{"ReduceXor", func(x values) hdl.Bits { return x.a.ReduceXor() }, "(reduce_xor a)", one, func(x numbers) *big.Int { return big.NewInt(count(x.a, x.w)) }},
	{"PopCount", func(x values) hdl.Bits { return x.a.PopCount() }, "(popcount a)", hdl.CountWidth, func(x numbers) *big.Int { return big.NewInt(count(x.a, x.w)) }},
	{"Shl by a value", func(x values) hdl.Bits { return x.a.Shl(x.n) }, "(shl a n)", same, func(x numbers) *big.Int { return number().Lsh(x.a, uint(x.n.Uint64())) }},
	{"Shr by a value", func(x values) hdl.Bits { return x.a.Shr(x.n) }, "(shr a n)", same, func(x numbers) *big.Int { return number().Rsh(x.a, uint(x.n.Uint64())) }},
	{"Shl by 3", func(x values) hdl.Bits { return x.a.Shl(3) }, "(shl a 2'3)", same, func(x numbers) *big.Int { return number().Lsh(x.a, 3) }},
	{"Shr by all", func(x values) hdl.Bits { return x.a.Shr(5000) }, "(shr a 13'1388)", same, func(x numbers) *big.Int { return number() }},
	{"Bit", func(x values) hdl.Bits { return x.a.Bit(x.w - 1) }, "a[7:7]", one, func(x numbers) *big.Int { return x.slice(x.a, x.w-1, x.w-1) }},
	{"At", func(x values) hdl.Bits { return x.a.At(x.n) }, "(shr a n)[0:0]", one, func(x numbers) *big.Int { return x.slice(number().Rsh(x.a, uint(x.n.Uint64())), 0, 0) }},
	{"Slice", func(x values) hdl.Bits { return x.a.Slice(x.w/2, x.w/4) }, "a[4:2]", func(w int) int { return w/2 - w/4 + 1 }, func(x numbers) *big.Int { return x.slice(x.a, x.w/2, x.w/4) }},
	{"Truncate", func(x values) hdl.Bits { return x.a.Truncate((x.w + 1) / 2) }, "a[3:0]", func(w int) int { return (w + 1) / 2 }, func(x numbers) *big.Int { return x.a }},
	{"ZeroExtend", func(x values) hdl.Bits { return x.a.ZeroExtend(x.w + 1) }, "(cat 1'0 a)", more, func(x numbers) *big.Int { return x.a }},
	{"SignExtend", func(x values) hdl.Bits { return x.a.SignExtend(2 * x.w) }, "(cat %0 %0 %0 %0 %0 %0 %0 %0 a)", twice, func(x numbers) *big.Int { return x.signed(x.a) }},
	{"Repeat", func(x values) hdl.Bits { return x.a.Repeat(2) }, "(cat a a)", twice, func(x numbers) *big.Int { return number().Mul(x.a, number().Add(power(x.w), big.NewInt(1))) }},
	{"Cat", func(x values) hdl.Bits { return hdl.Cat(x.c, x.a) }, "(cat c a)", more, func(x numbers) *big.Int { return number().Add(number().Mul(x.c, power(x.w)), x.a) }},
	{"Pack", func(x values) hdl.Bits { return hdl.Pack(x.c, x.a) }, "(cat a c)", more, func(x numbers) *big.Int { return number().Add(number().Lsh(x.a, 1), x.c) }},
	{"Mux", func(x values) hdl.Bits { return hdl.Mux(x.c, x.a, x.b) }, "(mux c b a)", same, func(x numbers) *big.Int {
		if x.c.Sign() > 0 {
			return x.a
		}
		return x.b
	}},
	{"Select", func(x values) hdl.Bits { return hdl.Select(x.n, []hdl.Bits{x.a, x.b, x.a.Not()}) }, "(mux n a b (not a))", same, func(x numbers) *big.Int {
		return append([]*big.Int{x.a, x.b, number().Not(x.a)}, make64()...)[x.n.Uint64()]
	}},
	{"Signed.Add", func(x values) hdl.Bits { return x.a.Signed().Add(x.b.Signed()).Bits() }, "(add a b)", same, func(x numbers) *big.Int { return number().Add(x.a, x.b) }},
	{"Signed.Sub", func(x values) hdl.Bits { return x.a.Signed().Sub(x.b.Signed()).Bits() }, "(sub a b)", same, func(x numbers) *big.Int { return number().Sub(x.a, x.b) }},
	{"Signed.Neg", func(x values) hdl.Bits { return x.a.Signed().Neg().Bits() }, "(sub 8'0 a)", same, func(x numbers) *big.Int { return number().Neg(x.a) }},
	{"Signed.AddCarry", func(x values) hdl.Bits { return x.a.Signed().AddCarry(x.b.Signed()).Bits() }, "(add (cat a[7:7] a) (cat b[7:7] b))", more,
		func(x numbers) *big.Int { return number().Add(x.signed(x.a), x.signed(x.b)) }},
	{"Signed.Mul", func(x values) hdl.Bits { return x.a.Signed().Mul(x.b.Signed()).Bits() }, "(mul_s a b)", twice, func(x numbers) *big.Int { return number().Mul(x.signed(x.a), x.signed(x.b)) }},
	{"Signed.Eq", func(x values) hdl.Bits { return x.a.Signed().Eq(x.b.Signed()) }, "(eq a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) == 0) }},
	{"Signed.Ne", func(x values) hdl.Bits { return x.a.Signed().Ne(x.b.Signed()) }, "(ne a b)", one, func(x numbers) *big.Int { return bit(x.a.Cmp(x.b) != 0) }},
	{"Signed.Lt", func(x values) hdl.Bits { return x.a.Signed().Lt(x.b.Signed()) }, "(lt_s a b)", one, func(x numbers) *big.Int { return bit(x.signed(x.a).Cmp(x.signed(x.b)) < 0) }},
	{"Signed.Le", func(x values) hdl.Bits { return x.a.Signed().Le(x.b.Signed()) }, "(le_s a b)", one, func(x numbers) *big.Int { return bit(x.signed(x.a).Cmp(x.signed(x.b)) <= 0) }},
	{"Signed.Gt", func(x values) hdl.Bits { return x.a.Signed().Gt(x.b.Signed()) }, "(gt_s a b)", one, func(x numbers) *big.Int { return bit(x.signed(x.a).Cmp(x.signed(x.b)) > 0) }},
	{"Signed.Ge", func(x values) hdl.Bits { return x.a.Signed().Ge(x.b.Signed()) }, "(ge_s a b)", one, func(x numbers) *big.Int { return bit(x.signed(x.a).Cmp(x.signed(x.b)) >= 0) }},
	{"Signed.Negative", func(x values) hdl.Bits { return x.a.Signed().Negative() }, "a[7:7]", one, func(x numbers) *big.Int { return bit(x.signed(x.a).Sign() < 0) }},
	{"Signed.Shl", func(x values) hdl.Bits { return x.a.Signed().Shl(x.n).Bits() }, "(shl a n)", same, func(x numbers) *big.Int { return number().Lsh(x.a, uint(x.n.Uint64())) }},
	{"Signed.Shr", func(x values) hdl.Bits { return x.a.Signed().Shr(x.n).Bits() }, "(shr_s a n)", same, func(x numbers) *big.Int { return number().Rsh(x.signed(x.a), uint(x.n.Uint64())) }},
	{"Signed.Extend", func(x values) hdl.Bits { return x.a.Signed().Extend(x.w + 1).Bits() }, "(cat a[7:7] a)", more, func(x numbers) *big.Int { return x.signed(x.a) }},
	{"Signed.Truncate", func(x values) hdl.Bits { return x.a.Signed().Truncate(1).Bits() }, "a[0:0]", one, func(x numbers) *big.Int { return x.a }},
	{"SignedConst", func(x values) hdl.Bits { return hdl.SignedConst(x.w, -1).Bits() }, "8'ff", same, func(x numbers) *big.Int { return big.NewInt(-1) }},
}

func one(int) int    { return 1 }
func same(w int) int { return w }
func more(w int) int { return w + 1 }

func twice(w int) int { return 2 * w }

func make64() []*big.Int {
	list := make([]*big.Int, 64)
	for i := range list {
		list[i] = number()
	}
	return list
}

// calculator has an output for each operation.
type calculator struct {
	A, B, C, N hdl.In
	R          []hdl.Out
}

func newCalculator(w int) *calculator {
	c := &calculator{A: hdl.Input(w), B: hdl.Input(w), C: hdl.Input(1), N: hdl.Input(6)}
	for _, o := range operations {
		c.R = append(c.R, hdl.Output(o.width(w)))
	}
	return c
}

func (c *calculator) Describe(m *hdl.Module) {
	for i, o := range operations {
		c.R[i].Set(o.make(values{c.A.Width(), c.A.Bits, c.B.Bits, c.C.Bits, c.N.Bits}))
	}
}

func TestEveryOperationInTheIntermediateForm(t *testing.T) {
	for _, o := range operations {
		d, err := hdl.Elaborate(pinsFor(o.make))
		require.NoError(t, err, o.name)
		assert.Contains(t, ir.Text(d.Top), "  r = "+o.ir+"\n", o.name)
	}
}

// Every operator of the intermediate form has the method that its descriptor names.
func TestEveryOperatorHasItsMethod(t *testing.T) {
	made := map[string]bool{} // "Signed.Lt (lt_s", of the table above
	for _, o := range operations {
		operator, _, _ := strings.Cut(o.ir, " ")
		name, _, _ := strings.Cut(o.name, " ")
		made[name+" "+operator] = true
	}
	for op := range ir.NumUnaryOps {
		assert.Contains(t, made, op.Method()+" ("+op.String())
	}
	for op := range ir.NumBinaryOps {
		method := op.Method()
		if op.Signed() {
			method = "Signed." + method
		}
		assert.Contains(t, made, method+" ("+op.String())
	}
}

func pinsFor(make func(values) hdl.Bits) hdl.Component {
	return &single{A: hdl.Input(8), B: hdl.Input(8), C: hdl.Input(1), N: hdl.Input(6), make: make}
}

type single struct {
	A, B, C, N hdl.In
	make       func(values) hdl.Bits
}

func (s *single) Describe(m *hdl.Module) {
	m.Named("r", s.make(values{8, s.A.Bits, s.B.Bits, s.C.Bits, s.N.Bits}))
}

// Every operation, on corner values and random ones, against math/big.
func TestEveryOperationComputes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{1, 2, 8, 33, 64, 65, 200, 1024, 1500} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			d, err := hdl.Elaborate(newCalculator(w))
			require.NoError(t, err)
			program, err := sim.Compile(d.Top, sim.WithEngine(sim.Reference()))
			require.NoError(t, err)
			s := program.New()
			port := func(name string) sim.Port {
				p, err := program.Port(name)
				require.NoError(t, err)
				return p
			}
			top := power(w - 1)
			corners := []*big.Int{number(), modulo(big.NewInt(1), w), top, number().Sub(power(w), big.NewInt(1)), number().Sub(top, modulo(big.NewInt(1), w-1))}
			for i := range 60 {
				x := numbers{w, pick(random, corners, w), pick(random, corners, w), big.NewInt(random.Int64N(2)), big.NewInt(random.Int64N(64))}
				for name, v := range map[string]*big.Int{"a": x.a, "b": x.b, "c": x.c, "n": x.n} {
					require.NoError(t, s.SetBig(port(name), v))
				}
				for k, o := range operations {
					want := modulo(o.value(x), o.width(w))
					require.Equal(t, want.String(), s.GetBig(port(fmt.Sprintf("r_%d", k))).String(), "%d: %s of a=%x b=%x c=%v n=%v", i, o.name, x.a, x.b, x.c, x.n)
				}
			}
		})
	}
}

func pick(r *rand.Rand, corners []*big.Int, w int) *big.Int {
	if r.IntN(3) == 0 {
		return corners[r.IntN(len(corners))]
	}
	v := number()
	for range (w + 63) / 64 {
		v.Add(v.Lsh(v, 64), number().SetUint64(r.Uint64()))
	}
	return modulo(v, w)
}
