package float_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// bare is a unit whose operands and result are ports found once.
type bare struct {
	*sim.Simulation
	a, b, c, zero, flush, out sim.Port
	inValid, inReady          sim.Port
	outValid, outReady        sim.Port
}

func settled[T any](t *testing.T, u *float.Unit[T]) *bare {
	t.Helper()
	d, err := hdl.Elaborate(u)
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	port := func(name string) sim.Port {
		x, _ := p.Port(name)
		return x
	}
	return &bare{p.New(), port("in_data_a"), port("in_data_b"), port("in_data_c"),
		port("in_data_mode_toward_zero"), port("in_data_mode_flush"), port("out_data"),
		port("in_valid"), port("in_ready"), port("out_valid"), port("out_ready")}
}

// of is the result of a unit without stages.
func (s *bare) of(t *testing.T, mode ref.Mode, operands ...uint64) uint64 {
	for i, x := range operands {
		if err := s.Set([]sim.Port{s.a, s.b, s.c}[i], x); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.Set(s.zero, bit(mode.TowardZero))
	_ = s.Set(s.flush, bit(mode.Flush))
	return s.Get(s.out)
}

var modes = []ref.Mode{{}, {TowardZero: true}, {Flush: true}, {TowardZero: true, Flush: true}}

// casts of the two floating-point formats.
func castPairs() (list []struct {
	from, to float.Any
	rf, rt   ref.Any
	width    int
}) {
	type format struct {
		hw    float.Any
		ref   ref.Any
		width int
	}
	floats := []format{{float.Binary16, ref.Binary16, 16}, {float.Binary32, ref.Binary32, 32}}
	var others []format
	for _, f := range []float.Fixed{{Width: 1}, {Width: 8}, {Width: 8, Signed: true}, {Width: 16, Signed: true}, {Width: 32}, {Width: 32, Signed: true},
		{Width: 32, Fraction: 8, Signed: true}, {Width: 10, Fraction: 12}, {Width: 7, Fraction: -3, Signed: true}, {Width: 64, Fraction: 20, Signed: true}} {
		others = append(others, format{f, ref.Fixed{Width: f.Width, Fraction: f.Fraction, Signed: f.Signed}, f.Width})
	}
	for _, n := range []int{8, 10, 12, 16, 24} {
		for _, signed := range []bool{false, true} {
			others = append(others, format{float.Norm{Width: n, Signed: signed}, ref.Norm{Width: n, Signed: signed}, n})
		}
	}
	add := func(a, b format) {
		list = append(list, struct {
			from, to float.Any
			rf, rt   ref.Any
			width    int
		}{a.hw, b.hw, a.ref, b.ref, a.width})
	}
	for _, f := range floats {
		for _, o := range others {
			add(f, o)
			add(o, f)
		}
	}
	add(floats[0], floats[1])
	add(floats[1], floats[0])
	add(others[6], others[5])
	add(others[5], others[6])
	add(others[6], others[7])
	add(others[9], others[4])
	// A cast between normalised formats has exact results, which must not be missed.
	for _, o := range others[10:] {
		add(others[10], o)
		add(o, others[11])
		add(others[14], o)
	}
	narrow := format{float.Norm{Width: 2, Signed: true}, ref.Norm{Width: 2, Signed: true}, 2}
	add(narrow, others[16])
	add(others[16], narrow)
	add(format{float.Norm{Width: 64}, ref.Norm{Width: 64}, 64}, others[10])
	add(others[10], format{float.Norm{Width: 64}, ref.Norm{Width: 64}, 64})
	add(format{float.Fixed{Width: 1, Signed: true}, ref.Fixed{Width: 1, Signed: true}, 1}, floats[0])
	add(floats[0], format{float.Fixed{Width: 1, Signed: true}, ref.Fixed{Width: 1, Signed: true}, 1})
	small := format{float.Format{Exponent: 2, Fraction: 1}, ref.Format{Exponent: 2, Fraction: 1}, 4}
	add(small, floats[0])
	add(floats[0], small)
	add(floats[0], format{float.Format{Exponent: 4, Fraction: 3}, ref.Format{Exponent: 4, Fraction: 3}, 8})
	return list
}

// Every cast is its exact value rounded once: all values of fp16, each to nearest or toward zero, all values
// of formats of at most 12 bits in all modes, dense values of the others.
func TestCastsAreExactAndRoundedOnce(t *testing.T) {
	long.NotShort(t)
	castsAreExact(t, false)
}

// The same with all values of fp16 in both roundings, and more of the others.
func TestLongCastsAreExactAndRoundedOnce(t *testing.T) {
	long.Only(t)
	castsAreExact(t, true)
}

// mixed chooses a mode for operands, so that the modes of neighbours and of ties have no pattern.
func mixed(x uint64) uint64 { return x * 0x9e3779b97f4a7c15 >> 60 }

func castsAreExact(t *testing.T, both bool) {
	for _, c := range castPairs() {
		t.Run(c.from.Name()+" to "+c.to.Name(), func(t *testing.T) {
			t.Parallel()
			s := settled(t, float.NewCast(c.from, c.to, 0))
			check := func(x uint64, mode ref.Mode) {
				if got, want := s.of(t, mode, x), ref.Cast(c.rf, c.rt, x, mode); got != want {
					t.Fatalf("%x, %+v: got %x, want %x", x, mode, got, want)
				}
			}
			if c.width <= 12 {
				for x := range uint64(1) << c.width {
					for _, m := range modes {
						check(x, m)
					}
				}
				return
			}
			f, isFloat := c.rf.(ref.Format)
			if f == ref.Binary16 {
				for x := range uint64(1) << 16 {
					m := mixed(x) & 1
					check(x, modes[m])
					if both {
						check(x, modes[m^1])
					}
					if x&0x7c00 == 0 { // flushing is of subnormals
						check(x, modes[2])
						check(x, modes[3])
					}
				}
				return
			}
			r := rand.New(rand.NewPCG(3, uint64(c.width)))
			n := 3000
			if both {
				n = 60_000
			}
			for i := range n {
				x := r.Uint64() >> r.IntN(c.width) & (1<<c.width - 1)
				if isFloat {
					x = pick(r, f, boundaries(f), near(r, f, c.rt))
				}
				check(x, modes[i%4])
			}
		})
	}
}

// near is a value that casts to a result close to a tie or a limit.
func near(r *rand.Rand, f ref.Format, to ref.Any) uint64 {
	x := ref.Cast(to, f, r.Uint64()>>r.IntN(64)&limit(to), ref.Mode{})
	return x + r.Uint64N(5) - 2
}

func limit(to ref.Any) uint64 {
	switch x := to.(type) {
	case ref.Fixed:
		return 1<<x.Width - 1
	case ref.Norm:
		return 1<<x.Width - 1
	case ref.Format:
		return 1<<(x.Exponent+x.Fraction+1) - 1
	}
	return math.MaxUint64
}
