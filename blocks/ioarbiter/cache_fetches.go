package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// fetch is an object on its way from memory to the cache.
type fetch struct {
	Active   hdl.Bits `width:"1"` // the entry is in use; the other fields are valid only then
	Issued   hdl.Bits `width:"1"` // memory has taken the read
	Complete hdl.Bits `width:"1"` // all words have arrived, and lookups still wait for their answers; 0 if not active
	Stale    hdl.Bits `width:"1"` // memory has changed since: it answers the lookups that wait, but is not kept
	Failed   hdl.Bits `width:"1"` // a word could not be read
	Object   hdl.Bits `width:"object"`
	Way      hdl.Bits `width:"way"`
	Waiting  hdl.Bits `width:"waiting"` // a bit for each id: the lookups that wait for it
}

// fetchTable is a ring of the outstanding fetches. They are begun, issued, filled and answered in order, and each of
// these steps has a pointer to its next entry.
type fetchTable struct {
	entries                          []fetch
	begins, issues, fills, answering hdl.Bits // the pointers
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
	t.begins, t.issues, t.fills, t.answering = pointer("begin_next"), pointer("issue_next"), pointer("fill_next"), pointer("answer_next")
	return t
}

// advance moves a pointer to the next entry, if when is 1.
func (t *fetchTable) advance(pointer, when hdl.Bits) {
	if n := len(t.entries); n > 1 {
		pointer.Set(hdl.Mux(when, hdl.Mux(pointer.Eq(n-1), 0, pointer.Add(1)), pointer))
	}
}

// at applies change to the entry at a pointer.
func (t *fetchTable) at(m *hdl.Module, pointer hdl.Bits, change func(fetch)) {
	for k, f := range t.entries {
		m.If(pointer.Eq(k), func() { change(f) })
	}
}

// full is 1 if no fetch can begin.
func (t *fetchTable) full() hdl.Bits { return hdl.Select(t.begins, t.entries).Active }

// underWay marks the fetches that a lookup of the object may join.
func (t *fetchTable) underWay(object hdl.Bits) hdl.Bits {
	var list []hdl.Operand
	for _, f := range t.entries {
		list = append(list, f.Active.And(f.Stale.Or(f.Complete).Not()).And(f.Object.Eq(object)))
	}
	return hdl.Pack(list...)
}

// taken marks the ways of the object's set that belong to a fetch.
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

// join adds a lookup to the fetch whose bit is 1.
func (t *fetchTable) join(m *hdl.Module, joined, id hdl.Bits) {
	for k, f := range t.entries {
		m.If(joined.Bit(k), func() { f.Waiting.Set(f.Waiting.Or(lib.OneHot(id, f.Waiting.Width()))) })
	}
}

// unread is the next object to be read from memory.
func (t *fetchTable) unread() (valid, object hdl.Bits) {
	f := hdl.Select(t.issues, t.entries)
	return f.Active.And(f.Issued.Not()), f.Object
}

// issue notes that memory has taken the read.
func (t *fetchTable) issue(m *hdl.Module) {
	t.at(m, t.issues, func(f fetch) { f.Issued.Set(1) })
	t.advance(t.issues, hdl.Const(1, 1))
}

// filling is the fetch whose words arrive next; expected is 1 if its read was issued.
func (t *fetchTable) filling() (f fetch, expected hdl.Bits) {
	f = hdl.Select(t.fills, t.entries)
	return f, f.Active.And(f.Issued).And(f.Complete.Not())
}

// fill notes a word, which may be the last.
func (t *fetchTable) fill(m *hdl.Module, last, failed hdl.Bits) {
	t.at(m, t.fills, func(f fetch) {
		f.Failed.Set(failed)
		f.Complete.Set(last)
	})
	t.advance(t.fills, last)
}

// oldest is the fetch whose lookups are answered next.
func (t *fetchTable) oldest() fetch { return hdl.Select(t.answering, t.entries) }

// answer removes the first of its lookups; the last one ends the fetch.
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

// forget makes all fetches stale, including one that begins in this cycle.
func (t *fetchTable) forget() {
	for _, f := range t.entries {
		f.Stale.Set(1)
	}
}
