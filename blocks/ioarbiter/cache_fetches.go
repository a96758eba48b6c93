package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// fetch is an object on its way from memory to the cache.
type fetch struct {
	Active   hdl.Bits `width:"1"` // there is one; the rest counts only then
	Issued   hdl.Bits `width:"1"` // memory is asked for it
	Complete hdl.Bits `width:"1"` // all words have come, and lookups still wait for their answers; 0 if it is not active
	Stale    hdl.Bits `width:"1"` // memory has changed since: it answers those that wait, and is not kept
	Failed   hdl.Bits `width:"1"` // a word could not be read
	Object   hdl.Bits `width:"object"`
	Way      hdl.Bits `width:"way"`
	Waiting  hdl.Bits `width:"waiting"` // a bit for each id: the lookups that wait for it
}

// fetchTable holds the fetches, in order: each goes through the places of begun, issued, filled and answered, from one
// entry to the next around the table.
type fetchTable struct {
	entries                          []fetch
	begins, issues, fills, answering hdl.Bits // the entry that is next for each
}

func newFetchTable(m *hdl.Module, s cacheSize) *fetchTable {
	t := &fetchTable{}
	for k := range s.Misses {
		t.entries = append(t.entries, hdl.RegOf(m, fmt.Sprint(k), s.shapes().Fetch))
	}
	pointer := func(name string) hdl.Bits {
		if s.Misses == 1 {
			return hdl.Const(1, 0)
		}
		return m.Reg(name, hdl.IndexWidth(s.Misses))
	}
	t.begins, t.issues, t.fills, t.answering = pointer("begins"), pointer("issues"), pointer("fills"), pointer("answers")
	return t
}

// advance moves a pointer to the next entry, if when is 1.
func (t *fetchTable) advance(pointer, when hdl.Bits) {
	if n := len(t.entries); n > 1 {
		pointer.Set(hdl.Mux(when, hdl.Mux(pointer.Eq(n-1), 0, pointer.Add(1)), pointer))
	}
}

// at changes the entry of a pointer.
func (t *fetchTable) at(m *hdl.Module, pointer hdl.Bits, change func(fetch)) {
	for k, f := range t.entries {
		m.If(pointer.Eq(k), func() { change(f) })
	}
}

// full says that no fetch can begin.
func (t *fetchTable) full() hdl.Bits { return hdl.Select(t.begins, t.entries).Active }

// underWay has a bit for each fetch of an object that a lookup may wait for.
func (t *fetchTable) underWay(object hdl.Bits) hdl.Bits {
	var list []hdl.Operand
	for _, f := range t.entries {
		list = append(list, f.Active.And(f.Stale.Or(f.Complete).Not()).And(f.Object.Eq(object)))
	}
	return hdl.Pack(list...)
}

// taken has a bit for each way of an object's set that belongs to a fetch.
func (t *fetchTable) taken(store *cacheStore, object hdl.Bits) hdl.Bits {
	ways := hdl.Const(store.size.Ways, 0)
	for _, f := range t.entries {
		same := f.Active.And(store.set(f.Object).Eq(store.set(object)))
		ways = ways.Or(lib.Gate(same, lib.OneHot(f.Way, store.size.Ways)))
	}
	return ways
}

// begin begins the fetch of a lookup's object.
func (t *fetchTable) begin(m *hdl.Module, l Lookup, way hdl.Bits) {
	zero, one := hdl.Const(1, 0), hdl.Const(1, 1)
	t.at(m, t.begins, func(f fetch) {
		hdl.Set(f, fetch{one, zero, zero, zero, zero, l.Object, way, lib.OneHot(l.ID, f.Waiting.Width())})
	})
	t.advance(t.begins, one)
}

// join lets a lookup wait for the fetch whose bit is 1.
func (t *fetchTable) join(m *hdl.Module, joined, id hdl.Bits) {
	for k, f := range t.entries {
		m.If(joined.Bit(k), func() { f.Waiting.Set(f.Waiting.Or(lib.OneHot(id, f.Waiting.Width()))) })
	}
}

// unread is an object for memory to read.
func (t *fetchTable) unread() (valid, object hdl.Bits) {
	f := hdl.Select(t.issues, t.entries)
	return f.Active.And(f.Issued.Not()), f.Object
}

// issue says that memory has taken it.
func (t *fetchTable) issue(m *hdl.Module) {
	t.at(m, t.issues, func(f fetch) { f.Issued.Set(1) })
	t.advance(t.issues, hdl.Const(1, 1))
}

// filling is the fetch whose words come next, if memory is asked for it.
func (t *fetchTable) filling() (f fetch, expected hdl.Bits) {
	f = hdl.Select(t.fills, t.entries)
	return f, f.Active.And(f.Issued).And(f.Complete.Not())
}

// fill takes note of one of its words, or with comes the last one.
func (t *fetchTable) fill(m *hdl.Module, comes, failed hdl.Bits) {
	t.at(m, t.fills, func(f fetch) {
		f.Failed.Set(failed)
		f.Complete.Set(comes)
	})
	t.advance(t.fills, comes)
}

// oldest is the fetch whose lookups are answered next.
func (t *fetchTable) oldest() fetch { return hdl.Select(t.answering, t.entries) }

// answer answers the first of its lookups; with the last one the fetch has ended.
func (t *fetchTable) answer(m *hdl.Module) {
	waiting := t.oldest().Waiting
	rest := waiting.And(waiting.Sub(1))
	t.at(m, t.answering, func(f fetch) {
		f.Waiting.Set(rest)
		f.Active.Set(rest.ReduceOr())
		f.Complete.Set(rest.ReduceOr())
	})
	t.advance(t.answering, rest.ReduceOr().Not())
}

// forget makes all fetches stale, and one that begins.
func (t *fetchTable) forget() {
	for _, f := range t.entries {
		f.Stale.Set(1)
	}
}
