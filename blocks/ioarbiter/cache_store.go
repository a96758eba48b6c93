package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// cacheStore is the tag store of a state cache.
type cacheStore struct {
	size  cacheSize
	sets  int
	valid []hdl.Bits           // of each way: a bit for each set
	tags  []*hdl.Mem[hdl.Bits] // of each way: of each set
	turns *hdl.Mem[hdl.Bits]   // of each set: the next way in turn; nil with 1 way

	// Changes of the valid bits: taken clears them, kept sets them.
	taken, kept []hdl.Bits
}

func newCacheStore(m *hdl.Module, s cacheSize) *cacheStore {
	t := &cacheStore{size: s, sets: s.Objects / s.Ways}
	for w := range s.Ways {
		valid, taken, kept := m.Reg(fmt.Sprintf("valid_%d", w), t.sets), m.Wire(fmt.Sprintf("clear_%d", w), t.sets), m.Wire(fmt.Sprintf("mark_%d", w), t.sets)
		taken.Default(0)
		kept.Default(0)
		valid.Set(valid.And(taken.Not()).Or(kept))
		t.valid, t.taken, t.kept = append(t.valid, valid), append(t.taken, taken), append(t.kept, kept)
		t.tags = append(t.tags, hdl.NewMem(m, fmt.Sprintf("tags_%d", w), hdl.Width(t.tagBits()), t.sets, hdl.NoInit()))
	}
	if s.Ways > 1 {
		t.turns = hdl.NewMem(m, "turns", hdl.Width(hdl.IndexWidth(s.Ways)), t.sets, hdl.NoInit())
	}
	return t
}

// tagBits is the width of a tag; at least 1, even if memory is smaller than the cache.
func (t *cacheStore) tagBits() int { return max(1, t.size.objectBits-log2(t.sets)) }

func (t *cacheStore) set(object hdl.Bits) hdl.Bits {
	if t.sets == 1 {
		return hdl.Const(1, 0)
	}
	return sized(object, log2(t.sets))
}

func (t *cacheStore) tag(object hdl.Bits) hdl.Bits {
	return sized(object.Shr(log2(t.sets)), t.tagBits())
}

// place is the address of a line.
func (t *cacheStore) place(object, way hdl.Bits) hdl.Bits {
	switch {
	case t.sets == 1:
		return way
	case t.size.Ways == 1:
		return t.set(object)
	}
	return hdl.Cat(t.set(object), way)
}

// find returns whether an object is in the cache, and in which way.
func (t *cacheStore) find(object hdl.Bits) (hit, way hdl.Bits) {
	var list []hdl.Operand
	for w, valid := range t.valid {
		list = append(list, valid.At(t.set(object)).And(t.tags[w].Read(t.set(object)).Eq(t.tag(object))))
	}
	way, hit = lib.PriorityEncoder(hdl.Pack(list...))
	return hit, way
}

// victim chooses a way for an object; some is 0 if all are taken.
func (t *cacheStore) victim(object, taken hdl.Bits) (way, some hdl.Bits) {
	if t.size.Ways == 1 {
		return hdl.Const(1, 0), taken.Not()
	}
	var list []hdl.Operand
	for _, valid := range t.valid {
		list = append(list, valid.At(t.set(object)).Not())
	}
	free := taken.Not()
	empty, anyEmpty := lib.PriorityEncoder(hdl.Pack(list...).And(free))
	turn := t.turns.Read(t.set(object))
	later, anyLater := lib.PriorityEncoder(free.And(hdl.Const(t.size.Ways, -1+1<<t.size.Ways).Shl(turn)))
	first, some := lib.PriorityEncoder(free)
	return hdl.Mux(anyEmpty, empty, hdl.Mux(anyLater, later, first)), some
}

// take empties a way for an object.
func (t *cacheStore) take(object, way hdl.Bits) {
	for w, taken := range t.taken {
		taken.Set(t.bit(object, way, w))
	}
	if t.turns != nil {
		t.turns.Write(t.set(object), way.Add(1))
	}
}

// keep makes an object valid.
func (t *cacheStore) keep(m *hdl.Module, object, way hdl.Bits) {
	for w, kept := range t.kept {
		kept.Set(t.bit(object, way, w))
		m.If(way.Eq(w), func() { t.tags[w].Write(t.set(object), t.tag(object)) })
	}
}

// forget empties all ways, even of an object that is kept in the same cycle.
func (t *cacheStore) forget() {
	for _, valid := range t.valid {
		valid.Set(0)
	}
}

// bit is one-hot at the object's set if w is the way, else 0.
func (t *cacheStore) bit(object, way hdl.Bits, w int) hdl.Bits {
	return lib.Gate(way.Eq(w), lib.OneHot(t.set(object), t.sets))
}
