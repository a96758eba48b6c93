package property

import "posedge/hdl"

// Queue states that the beats that pass at out are the same as passed at in, in
// the same order, with none lost, repeated, invented or changed, and that at
// most capacity of them are inside. A beat may pass at out in the same cycle as
// at in. Two beats are followed from in to out: mark is a free input of 2 bits;
// bit 0 chooses the first beat and bit 1 a later one, at any time. For any
// choice, each must come out at the place in the stream that it had at in. The
// result is the number of beats inside.
//
// Asserts: none_invented, within_capacity, first_item and second_item (each comes
// out at its place), in_order. Covers: full, drained (empty after it was full),
// wrapped (more beats than the capacity passed), both_out.
func Queue[T any](m *hdl.Module, in, out Stream[T], capacity int, mark hdl.Bits) (fill hdl.Bits) {
	flat := func(s Stream[T]) Stream[hdl.Bits] { return Stream[hdl.Bits]{s.Valid, s.Ready, hdl.Flatten(s.Data)} }
	return Parts(m, flat(in), flat(out), hdl.WidthOf(in.Data), capacity, mark)
}

// Parts is [Queue] for beats that consist of parts of the given width, the least
// significant first, where beats of in and of out differ in their number of parts.
// The capacity and the result count parts. The widths of in and out are multiples of
// the part's width; mark has two bits for each part of a beat of in: the lower half
// chooses the first part to follow, the upper half the second, in a later beat.
func Parts(m *hdl.Module, in, out Stream[hdl.Bits], width, capacity int, mark hdl.Bits) (fill hdl.Bits) {
	a, b := in.Data.Width()/width, out.Data.Width()/width
	if a*width != in.Data.Width() || b*width != out.Data.Width() || mark.Width() != 2*a || capacity < max(a, b) {
		m.Errorf("property: streams of %d and %d bits in parts of %d, %d at most, take %d bits of mark, not %d; the capacity is at least a beat",
			in.Data.Width(), out.Data.Width(), width, capacity, 2*a, mark.Width())
		return hdl.Const(1, 0)
	}
	w := hdl.CountWidth(capacity + 2*a) // for numbers of parts, up to one beat too many and the next
	fill = m.Reg("fill", w)
	push, pop := m.Named("push", in.Fire()), m.Named("pop", out.Fire())
	there := m.Named("there", fill.Add(hdl.Mux(push, hdl.Const(w, a), 0)))
	fill.Set(there.Sub(hdl.Mux(pop, hdl.Const(w, b), 0)))
	m.Assert("none_invented", pop.Not().Or(there.Ge(b)))
	m.Assert("within_capacity", fill.Le(capacity))

	first := follow(m.Scope("first"), in, out, width, fill, mark.Truncate(a), hdl.Const(1, 1))
	second := follow(m.Scope("second"), in, out, width, fill, mark.Slice(2*a-1, a), first.marked)
	m.Assert("in_order", second.leaves.And(first.left.Or(first.leaves).Not()).Not())

	wasFull := m.Reg("was_full", 1)
	passed := m.Reg("passed", hdl.CountWidth(capacity+a)) // up to more than the capacity
	m.If(fill.Eq(capacity), func() { wasFull.Set(1) })
	m.If(push.And(passed.Le(capacity)), func() { passed.Set(passed.Add(a)) })
	m.Cover("full", fill.Eq(capacity))
	m.Cover("drained", wasFull.And(fill.Eq(0)))
	m.Cover("wrapped", passed.Gt(capacity).And(fill.Eq(0)))
	m.Cover("both_out", first.left.And(second.left))
	return fill
}

// item is a part that is being followed.
type item struct {
	marked hdl.Bits // it has been chosen
	left   hdl.Bits // it has come out
	leaves hdl.Bits // it comes out now
}

// follow chooses a part by mark if may is 1, and asserts that this part comes out
// at its place.
func follow(m *hdl.Module, in, out Stream[hdl.Bits], width int, fill, mark, may hdl.Bits) item {
	a, b := mark.Width(), out.Data.Width()/width
	marked, left := m.Reg("marked", 1), m.Reg("left", 1)
	ahead := m.Reg("ahead", fill.Width()) // parts inside that come out before it
	value := m.Reg("value", width, hdl.NoReset())

	push, pop := in.Fire(), out.Fire()
	take := m.Named("take", push.And(mark.ReduceOr()).And(marked.Not()).And(may))
	place, now := fill, in.Data.Truncate(width)
	for i := a - 1; i > 0; i-- { // the lowest mark counts
		lower := mark.Truncate(i).ReduceOr()
		place = hdl.Mux(lower, place, hdl.Mux(mark.Bit(i), fill.Add(i), place))
		now = hdl.Mux(lower, now, hdl.Mux(mark.Bit(i), in.Data.Slice((i+1)*width-1, i*width), now))
	}
	place = m.Named("place", hdl.Mux(marked, ahead, place))
	now = m.Named("now", hdl.Mux(marked, value, now))

	var parts []hdl.Bits
	for i := range b {
		parts = append(parts, out.Data.Slice((i+1)*width-1, i*width))
	}
	leaves := m.Named("leaves", pop.And(place.Lt(b)).And(take.Or(marked.And(left.Not()))))
	m.If(leaves, func() {
		left.Set(1)
		m.Assert("item", hdl.Select(place, parts).Eq(now))
	})
	m.If(take, func() { marked.Set(1) })
	value.Set(now)
	ahead.Set(hdl.Mux(pop.And(leaves.Not()), place.Sub(b), place))
	return item{marked, left, leaves}
}
