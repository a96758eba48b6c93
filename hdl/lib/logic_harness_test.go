package lib_test

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// lfsrHarness proves that a register of 4 bits goes round and is never 0.
type lfsrHarness struct {
	Enable hdl.In
	Value  hdl.Out
}

func newLFSRHarness() *lfsrHarness { return &lfsrHarness{hdl.Input(1), hdl.Output(4)} }

func (h *lfsrHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewLFSR(4, 1))
	dut.Enable.Set(h.Enable)
	h.Value.Set(dut.Value)
	steps := m.Reg("steps", 4) // modulo the period
	m.If(h.Enable, func() {
		m.If(steps.Eq(14), func() { steps.Set(0) }).Else(func() { steps.Set(steps.Add(1)) })
	})
	m.Assert("not_zero", h.Value.Ne(0))
	m.Assert("period", steps.Eq(0).Eq(h.Value.Eq(1)))
	m.Cover("round", h.Value.Eq(8))
}

// counterHarness proves a saturating counter up to 5.
type counterHarness struct {
	Up, Down hdl.In
	Value    hdl.Out
}

func newCounterHarness() *counterHarness {
	return &counterHarness{Up: hdl.Input(1), Down: hdl.Input(1), Value: hdl.Output(3)}
}

func (h *counterHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewSaturatingCounter(5))
	dut.Up.Set(h.Up)
	dut.Down.Set(h.Down)
	h.Value.Set(dut.Value)
	up, down := h.Up.And(h.Down.Not()), h.Down.And(h.Up.Not())
	want := m.Reg("want", 3)
	m.If(up.And(want.Lt(5)), func() { want.Set(want.Add(1)) })
	m.If(down.And(want.Gt(0)), func() { want.Set(want.Sub(1)) })
	m.Assert("counts", h.Value.Eq(want))
	m.Assert("in_range", h.Value.Le(5))
	m.Cover("saturates", h.Value.Eq(5).And(up))
}

// edgeHarness proves an edge detector.
type edgeHarness struct {
	X                  hdl.In
	Rise, Fall, Either hdl.Out
}

func newEdgeHarness() *edgeHarness {
	return &edgeHarness{X: hdl.Input(2), Rise: hdl.Output(2), Fall: hdl.Output(2), Either: hdl.Output(2)}
}

func (h *edgeHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewEdgeDetector(2))
	dut.In.Set(h.X)
	h.Rise.Set(dut.Rise)
	h.Fall.Set(dut.Fall)
	h.Either.Set(dut.Either)
	was := m.Reg("was", 2)
	was.Set(h.X)
	m.Assert("never_both", h.Rise.And(h.Fall).Eq(0))
	m.Assert("rise_or_fall", h.Either.Eq(h.Rise.Or(h.Fall)))
	m.Assert("changes", was.Xor(h.Either).Eq(h.X))
	m.Assert("rises_to_one", h.Rise.And(h.X.Not()).Eq(0))
	m.Assert("falls_to_zero", h.Fall.And(h.X).Eq(0))
	m.Cover("both_ways", h.Rise.Ne(0).And(h.Fall.Ne(0)))
}

// prioritised is the priority encoder and the one-hot functions as a component.
type prioritised struct {
	X      hdl.In
	Index  hdl.Out
	Some   hdl.Out
	OneHot hdl.Out
	Lowest hdl.Out
	Chosen hdl.Out
}

func newPrioritised(n int) *prioritised {
	return &prioritised{
		X: hdl.Input(n), Index: hdl.Output(hdl.IndexWidth(n)), Some: hdl.Output(1),
		OneHot: hdl.Output(n), Lowest: hdl.Output(n), Chosen: hdl.Output(3),
	}
}

func (p *prioritised) Describe(*hdl.Module) {
	index, some := lib.PriorityEncoder(p.X.Bits)
	p.Index.Set(index)
	p.Some.Set(some)
	p.OneHot.Set(lib.OneHot(index, p.X.Width()))
	p.Lowest.Set(lib.LowestOneHot(p.X.Bits))
	var list []hdl.Bits
	for i := range p.X.Width() {
		list = append(list, hdl.Const(3, i))
	}
	p.Chosen.Set(lib.OneHotMux(p.Lowest.Bits, list))
}

// priorityHarness proves them.
type priorityHarness struct {
	X     hdl.In
	Index hdl.Out
}

func newPriorityHarness(n int) *priorityHarness {
	return &priorityHarness{hdl.Input(n), hdl.Output(hdl.IndexWidth(n))}
}

func (h *priorityHarness) Describe(m *hdl.Module) {
	n := h.X.Width()
	dut := hdl.Instance(m, "dut", newPrioritised(n))
	dut.X.Set(h.X)
	h.Index.Set(dut.Index)
	m.Assert("some", dut.Some.Eq(h.X.Ne(0)))
	m.Assert("one_hot", dut.OneHot.PopCount().Eq(1))
	m.If(dut.Some, func() {
		m.Assert("is_one", h.X.At(dut.Index))
		m.Assert("none_below", h.X.And(dut.OneHot.Sub(1)).Eq(0))
		m.Assert("agree", dut.Lowest.Eq(dut.OneHot))
		m.Assert("chosen", dut.Chosen.Eq(dut.Index.ZeroExtend(3)))
	}).Else(func() {
		m.Assert("last", dut.Index.Eq(n-1))
		m.Assert("none", dut.Lowest.Eq(0).And(dut.Chosen.Eq(0)))
	})
	m.Cover("highest", dut.Some.And(dut.Index.Eq(n-1)))
}
