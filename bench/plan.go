package bench

import (
	"reflect"
	"unsafe"

	"posedge/hdl/sim"
)

// plan says where the integers of a Go struct lie that has the fields of a bundle. It serves beats and bundles, of which a
// test may take one in each cycle; what it cannot do, and every error, is left to match.
type plan struct {
	shape reflect.Type
	steps []planStep // one for each leaf
}

type planStep struct {
	offset uintptr
	kind   reflect.Kind
}

// planOf returns the plan of a type, or nil.
func (f *flat) planOf(t reflect.Type) *plan {
	for _, p := range f.plans {
		if p.shape == t {
			return p
		}
	}
	return nil
}

// learn makes the plan of a type whose values have just been matched, if it has one.
func (f *flat) learn(t reflect.Type) {
	p := &plan{shape: t}
	if f.planOf(t) == nil && t.Kind() == reflect.Struct && p.add(t, 0) && len(p.steps) == len(f.leaves) {
		f.plans = append(f.plans, p)
	}
}

// add adds the integers of a type, and reports whether a plan can have them.
func (p *plan) add(t reflect.Type, at uintptr) bool {
	switch kind := t.Kind(); kind {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || !p.add(f.Type, at+f.Offset) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range t.Len() {
			if !p.add(t.Elem(), at+uintptr(i)*t.Elem().Size()) {
				return false
			}
		}
		return true
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.steps = append(p.steps, planStep{at, kind})
		return true
	}
	return false
}

// encode appends the words of the struct at an address, unless a value does not fit.
func (p *plan) encode(f *flat, words []uint64, at unsafe.Pointer) (_ []uint64, ok bool) {
	start := len(words)
	for i := range p.steps {
		x := &f.leaves[i]
		n, ok := p.steps[i].load(at)
		if !ok || x.Width() < 64 && n>>x.Width() != 0 {
			return words[:start], false
		}
		words = append(words, n)
		for range x.words - 1 {
			words = append(words, 0)
		}
	}
	return words, true
}

// load returns an integer of a struct; a negative one is not ok.
func (s *planStep) load(at unsafe.Pointer) (n uint64, ok bool) {
	at = unsafe.Add(at, s.offset)
	var i int64
	switch s.kind {
	case reflect.Bool, reflect.Uint8:
		return uint64(*(*uint8)(at)), true
	case reflect.Uint16:
		return uint64(*(*uint16)(at)), true
	case reflect.Uint32:
		return uint64(*(*uint32)(at)), true
	case reflect.Uint64:
		return *(*uint64)(at), true
	case reflect.Uint, reflect.Uintptr:
		return uint64(*(*uint)(at)), true
	case reflect.Int8:
		i = int64(*(*int8)(at))
	case reflect.Int16:
		i = int64(*(*int16)(at))
	case reflect.Int32:
		i = int64(*(*int32)(at))
	case reflect.Int64:
		i = *(*int64)(at)
	case reflect.Int:
		i = int64(*(*int)(at))
	}
	return uint64(i), i >= 0
}

// decode stores the settled values of the leaves in the struct at an address, unless a value does not fit.
func (p *plan) decode(f *flat, s *sim.Simulation, at unsafe.Pointer) (ok bool) {
	for i := range p.steps {
		x := &f.leaves[i]
		if x.words > 1 || !p.steps[i].store(at, s.Get(x.Port)) {
			return false
		}
	}
	return true
}

// store stores an integer of a struct, unless it does not fit.
func (s *planStep) store(at unsafe.Pointer, n uint64) (ok bool) {
	at = unsafe.Add(at, s.offset)
	switch s.kind {
	case reflect.Bool:
		*(*bool)(at) = n == 1
		return n <= 1
	case reflect.Uint8:
		*(*uint8)(at) = uint8(n)
		return n>>8 == 0
	case reflect.Uint16:
		*(*uint16)(at) = uint16(n)
		return n>>16 == 0
	case reflect.Uint32:
		*(*uint32)(at) = uint32(n)
		return n>>32 == 0
	case reflect.Uint64:
		*(*uint64)(at) = n
		return true
	case reflect.Uint, reflect.Uintptr:
		*(*uint)(at) = uint(n)
		return uint64(uint(n)) == n
	case reflect.Int8:
		*(*int8)(at) = int8(n)
		return n>>7 == 0
	case reflect.Int16:
		*(*int16)(at) = int16(n)
		return n>>15 == 0
	case reflect.Int32:
		*(*int32)(at) = int32(n)
		return n>>31 == 0
	case reflect.Int64:
		*(*int64)(at) = int64(n)
		return n>>63 == 0
	case reflect.Int:
		*(*int)(at) = int(n)
		return int(n) >= 0 && uint64(int(n)) == n
	}
	return false
}
