package hdl

import "reflect"

// standIn returns a component for a description that already has a mistake: c
// itself, or a copy of it, whose ports can be used without causing further mistakes.
func standIn[C Component](c C, inPlace bool) C {
	r := reflect.ValueOf(&c).Elem()
	if r.Kind() != reflect.Pointer || r.Type().Elem().Kind() != reflect.Struct {
		return c
	}
	if !inPlace || r.IsNil() {
		x := reflect.New(r.Type().Elem())
		if !r.IsNil() {
			x.Elem().Set(r.Elem())
		}
		r.Set(x)
	}
	t := r.Elem()
	for i := range t.NumField() {
		if f := t.Type().Field(i); reachable(f) && holdsPorts(f.Type, 0) {
			poisonBits(t.Field(i))
		}
	}
	return c
}

// poisonBits replaces every Bits in r, through exported fields, by a stand-in.
// Slices are copied first.
func poisonBits(r reflect.Value) {
	if r.Type() == bitsType {
		r.Set(reflect.ValueOf(poisoned(r.Interface().(Bits).Width())))
		return
	}
	switch r.Kind() {
	case reflect.Struct:
		for i := range r.NumField() {
			if reachable(r.Type().Field(i)) {
				poisonBits(r.Field(i))
			}
		}
	case reflect.Slice:
		s := reflect.MakeSlice(r.Type(), r.Len(), r.Len())
		reflect.Copy(s, r)
		r.Set(s)
		fallthrough
	case reflect.Array:
		for i := range r.Len() {
			poisonBits(r.Index(i))
		}
	}
}

// poisoned is a stand-in for a value after a mistake.
func poisoned(width int) Bits { return Bits{v: &value{width: width, poison: true}} }
