package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// idle is a bank of timers and accumulators. At most one works in a cycle, usually
// none, as in control and status logic.
type idle struct {
	Checksum hdl.Out `doc:"of what the units say as they wake, and of the noise"`
	n        int     // a power of two
}

func newIdle(n int) *idle { return &idle{Checksum: hdl.Output(64), n: n} }

// ModuleName is the design's name.
func (x *idle) ModuleName() string { return "idle" }

// idleUnit is one unit.
type idleUnit struct {
	Enable hdl.In
	Data   hdl.In
	Out    hdl.Out
}

func newIdleUnit() *idleUnit {
	return &idleUnit{Enable: hdl.Input(1), Data: hdl.Input(32), Out: hdl.Output(64)}
}

// idleStates is how many registers a unit has beside its counter.
const idleStates = 6

// Describe is a chain of registers behind one enable; idleStep is the same in Go.
func (u *idleUnit) Describe(m *hdl.Module) {
	count := m.Reg("count", 16)
	var r []hdl.Bits
	for i := range idleStates {
		r = append(r, m.Reg("r"+itoa(i), 32))
	}
	m.If(u.Enable, func() {
		count.Set(count.Add(1))
		r[0].Set(r[0].Add(u.Data.Bits))
		r[1].Set(r[1].Xor(rotr(r[0], 3)))
		r[2].Set(hdl.Mux(u.Data.Bits.Lt(r[2]), u.Data.Bits, r[2].Add(r[1])))
		r[3].Set(r[2].Slice(15, 0).Mul(r[1].Slice(15, 0)).Xor(r[3]))
		m.If(count.Slice(3, 0).Eq(15), func() {
			r[4].Set(r[4].Add(r[3]))
			r[5].Set(r[5].Xor(r[4].Shl(count.Slice(8, 4))))
		})
	})
	u.Out.Set(hdl.Cat(r[5].Xor(r[3]), r[4].Add(r[2])))
}

// Describe wakes a random unit once in sixteen cycles.
func (x *idle) Describe(m *hdl.Module) {
	noise := harness.Xorshift(m, "noise", 64, harness.Seed(0))
	awake := m.Named("awake", noise.Slice(63, 60).Eq(3))
	choice := m.Named("choice", noise.Slice(59, 60-hdl.IndexWidth(x.n)))
	var out []hdl.Bits
	for i := range x.n {
		u := hdl.Instance(m, "unit"+itoa(i), newIdleUnit())
		u.Enable.Set(awake.And(choice.Eq(i)))
		u.Data.Set(noise.Slice(31, 0))
		out = append(out, u.Out.Bits)
	}
	harness.Fold(m, x.Checksum, awake, hdl.Select(choice, out).Xor(noise))
}
