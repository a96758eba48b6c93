package float_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// quotient states what Norm.Rounded returns for every product of two magnitudes.
type quotient struct {
	Product hdl.In
	Value   hdl.Out

	format float.Norm
}

func (q *quotient) ModuleName() string { return "quotient_" + q.format.Name() }

func (q *quotient) Describe(m *hdl.Module) {
	n := q.Product.Width() / 2
	one := hdl.Const(n, 0).Not()
	m.Assume("a_product", q.Product.Le(one.Mul(one))) // a constant
	value := q.format.Rounded(q.Product.Bits)
	q.Value.Set(value)
	back := hdl.Cat(value, hdl.Const(n, 0)).Sub(value.ZeroExtend(2 * n)) // value × (2^n − 1)
	less := back.Le(q.Product)
	off := hdl.Mux(less, q.Product.Sub(back), back.Sub(q.Product))
	m.Assert("nearest", off.Slice(2*n-1, n-1).ReduceOr().Not()) // less than 2^(n−1): half of the divisor, rounded up
	m.Cover("largest", value.ReduceAnd())
}

func TestQuotientOfAProductIsTheNearest(t *testing.T) {
	long.NotShort(t)
	for _, f := range []float.Norm{{Width: 9, Signed: true}, {Width: 12, Signed: true}, {Width: 12}, {Width: 24, Signed: true}, {Width: 24}} {
		t.Run(f.Name(), func(t *testing.T) {
			n := f.Width
			if f.Signed {
				n--
			}
			for _, p := range bench.Prove(t, &quotient{Product: hdl.Input(2 * n), Value: hdl.Output(n), format: f}) {
				assert.True(t, p.Kind.String() == "cover" || p.Unbounded, "%v", p)
			}
		})
	}
}

// product multiplies two values.
type product struct {
	A, B hdl.In
	Y    hdl.Out

	format float.Norm
}

func (p *product) ModuleName() string { return "product_" + p.format.Name() }

func (p *product) Describe(m *hdl.Module) { p.Y.Set(p.format.Mul(m, p.A.Bits, p.B.Bits)) }

// Every product of two values of a narrow format is the nearest value; those of 24
// bits are taken at random.
func TestProductsOfNormalisedValuesAreRoundedToTheNearest(t *testing.T) {
	long.NotShort(t)
	for _, f := range []float.Norm{{Width: 9, Signed: true}, {Width: 12, Signed: true}, {Width: 12}, {Width: 24, Signed: true}, {Width: 24}} {
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			w := hdl.Width(f.Width).Width()
			d, err := hdl.Elaborate(&product{A: hdl.Input(w), B: hdl.Input(w), Y: hdl.Output(w), format: f})
			require.NoError(t, err)
			p, err := sim.Compile(d.Top)
			require.NoError(t, err)
			s := p.New()
			a, err := p.Port("a")
			require.NoError(t, err)
			b, _ := p.Port("b")
			y, _ := p.Port("y")
			one := int64(1)<<w - 1
			if f.Signed {
				one >>= 1
			}
			value := func(code uint64) int64 { // in units of 1 ÷ one
				if !f.Signed {
					return int64(code)
				}
				return max(int64(code<<(64-w))>>(64-w), -one)
			}
			check := func(x, z uint64) {
				_ = s.Set(a, x)
				_ = s.Set(b, z)
				exact := value(x) * value(z) // ÷ one²
				off := value(s.Get(y))*one - exact
				if off >= (one+1)/2 || -off >= (one+1)/2 || s.Get(y) == uint64(one+1) && f.Signed {
					t.Fatalf("%#x × %#x is not %#x", x, z, s.Get(y))
				}
			}
			if w > 12 {
				r := rand.New(rand.NewPCG(uint64(w), 1))
				for range 100_000 {
					check(r.Uint64()>>(64-w), r.Uint64()>>(64-w))
				}
				for _, x := range []uint64{0, 1, uint64(one), uint64(one) - 1, uint64(one) + 1, 1<<w - 1} {
					for _, z := range []uint64{0, 1, uint64(one), uint64(one) - 1, uint64(one) + 1, 1<<w - 1} {
						check(x&(1<<w-1), z&(1<<w-1))
					}
				}
				return
			}
			for x := range uint64(1) << w {
				for z := range uint64(1) << w {
					check(x, z)
				}
			}
		})
	}
}
