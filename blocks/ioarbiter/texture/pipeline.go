package texture

import "posedge/hdl"

// A pipeline is steps that all move or all hold.
type pipeline struct {
	m    *hdl.Module
	move hdl.Bits
}

// A step is a stage of a pipeline.
type step[T any] struct {
	valid hdl.Bits
	data  T
}

// then is the next step: f of the step before, a cycle later.
func then[A, B any](p pipeline, name string, from step[A], f func(A) B) step[B] {
	now := f(from.data)
	to := step[B]{p.m.Reg(name+"_valid", 1), hdl.RegOf(p.m, name, now, hdl.NoReset())}
	p.m.If(p.move, func() {
		to.valid.Set(from.valid)
		hdl.Set(to.data, now)
	})
	return to
}

// sumBits holds a component times the sum of all weights, 2^16, and half of that for rounding: less than 2^24.
const sumBits = 24

// weightBits holds 2^16, the weight of a sample's only texel.
const weightBits = 17

// tap is what goes with a texel from step to step.
type tap struct {
	Weight hdl.Bits // 17
	Turn   turn
}

// turn is the position of a texel in its request.
type turn struct {
	First hdl.Bits // 1: the first of its sample's texels
	Last  hdl.Bits // 1: the last of them
	Index hdl.Bits // 4: of the sample in the request
	End   hdl.Bits // 1: no texel of the request follows
}

// numbers are the column and row of a texel, before they wrap.
type numbers struct {
	U, V number
	Of   tap
}

// quotients are a texel's numbers divided by the texture's size.
type quotients struct {
	U, V quotient
	Of   tap
}

// place is the place of a texel in the texture.
type place struct {
	X, Y hdl.Bits // 8
	Of   tap
}

// address is its address in memory.
type address struct {
	At hdl.Bits
	Of tap
}

// products are the texel's components times its weight.
type products struct {
	Channels [4]hdl.Bits // 24
	Turn     turn
}
