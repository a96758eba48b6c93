package code

import (
	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// begin gives the late items in step s their temps. Those in a body may not be
// reached: a store then keeps the old value, and a write does not happen.
func (e *emitter) begin(s *step) {
	for _, l := range e.lateOf[s] {
		for i := range l.hold {
			if l.from == l.to {
				l.hold[i].local = e.Local(valueType[l.hold[i].t])
			}
		}
		if s.item == l.item {
			continue
		}
		if l.store != nil {
			e.put(&l.hold[0], func() {
				e.Get(0)
				e.loadOp(l.hold[0].t, 0, l.store.Addr)
			})
			continue
		}
		i := 0
		for _, w := range l.writes {
			e.put(&l.hold[i], func() { e.Const(wasm.I32, 0) })
			i += 2 + len(w.Values)
		}
	}
}

// put sets a temp to what f puts on the stack.
func (e *emitter) put(t *temp, f func()) {
	if t.slot == 0 {
		f()
		e.Set(t.local)
		return
	}
	e.Get(0)
	f()
	e.storeOp(t.t, t.slot)
}

func (e *emitter) take(t *temp) {
	if t.slot == 0 {
		e.Get(t.local)
		return
	}
	e.Get(0)
	e.loadOp(t.t, 0, t.slot)
}

// keep computes the values of an item, for which l stands.
func (e *emitter) keep(it *item, l *late) {
	i := 0
	put := func(x word.ID) {
		e.put(&l.hold[i], func() { e.value(x) })
		i++
	}
	if it.store != nil {
		put(it.store.Value)
	}
	for _, w := range it.writes {
		if w.Enable != word.None {
			put(w.Enable)
		} else {
			e.put(&l.hold[i], func() { e.Const(wasm.I32, 1) })
			i++
		}
		put(w.Addr)
		for _, v := range w.Values {
			put(v)
		}
	}
}

// finish stores the values that keep has kept.
func (e *emitter) finish(l *late) {
	if l.store != nil {
		e.Get(0)
		e.take(&l.hold[0])
		e.storeOp(l.hold[0].t, l.store.Addr)
		return
	}
	i := 0
	for _, w := range l.writes {
		hold := l.hold[i : i+2+len(w.Values)]
		i += len(hold)
		e.take(&hold[0])
		e.If(wasm.None)
		for k, v := range w.Values {
			e.take(&hold[1])
			e.take(&hold[2+k])
			e.storeSome(e.Nodes[v].T, w.Size, e.Arrays+w.Base+8*uint32(k))
		}
		e.Else()
		e.End()
		e.again()
	}
}
