package code

import (
	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// begin gives the deferred items in step s their temps. Those in a body may not be
// reached: a store then keeps the old value, and a write does not happen.
func (e *emitter) begin(s *step) {
	for _, d := range e.beginAt[s] {
		for i := range d.hold {
			if d.from == d.to {
				d.hold[i].local = e.Local(valueType[d.hold[i].t])
			}
		}
		if s.item == d.item {
			continue
		}
		if d.store != nil {
			e.put(&d.hold[0], func() {
				e.Get(0)
				e.loadOp(d.hold[0].t, 0, d.store.Addr)
			})
			continue
		}
		i := 0
		for _, w := range d.writes {
			e.put(&d.hold[i], func() { e.Const(wasm.I32, 0) })
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

// keep computes the values of an item, for which d stands.
func (e *emitter) keep(it *item, d *deferred) {
	i := 0
	put := func(x word.ID) {
		e.put(&d.hold[i], func() { e.value(x) })
		i++
	}
	if it.store != nil {
		put(it.store.Value)
	}
	for _, w := range it.writes {
		if w.Enable != word.None {
			put(w.Enable)
		} else {
			e.put(&d.hold[i], func() { e.Const(wasm.I32, 1) })
			i++
		}
		put(w.Addr)
		for _, v := range w.Values {
			put(v)
		}
	}
}

// finish stores the values that keep has kept.
func (e *emitter) finish(d *deferred) {
	if d.store != nil {
		e.Get(0)
		e.take(&d.hold[0])
		e.storeOp(d.hold[0].t, d.store.Addr)
		return
	}
	i := 0
	for _, w := range d.writes {
		hold := d.hold[i : i+2+len(w.Values)]
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
