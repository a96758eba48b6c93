package bench

import (
	"fmt"
	"math/big"
	"math/bits"
	"reflect"
	"strconv"
	"strings"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/text"
	"posedge/internal/unboxed"
)

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

var (
	bigType = reflect.TypeFor[big.Int]()
	hdlPath = reflect.TypeFor[hdl.Bits]().PkgPath()
)

// unsigned is the value of a Go integer or bool, the common case that needs no reflection.
func unsigned(v any) (n uint64, ok bool) {
	var i int64
	switch v := v.(type) {
	case int:
		i = int64(v)
	case uint64:
		return v, true
	case uint32:
		return uint64(v), true
	case uint16:
		return uint64(v), true
	case uint8:
		return uint64(v), true
	case uint:
		return uint64(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case int64:
		i = v
	case int32:
		i = int64(v)
	case int16:
		i = int64(v)
	case int8:
		i = int64(v)
	default:
		return 0, false
	}
	return uint64(i), i >= 0
}

// encode appends the words of a value. v does not escape.
func (f *flat) encode(words []uint64, v any) ([]uint64, error) {
	if p := f.port(); p != nil && f.leaves[0].field == "" {
		if n, ok := unsigned(v); ok && (p.Width() >= 64 || n>>p.Width() == 0) {
			words = append(words, n)
			for range f.words - 1 {
				words = append(words, 0)
			}
			return words, nil
		}
	}
	if at := unboxed.Struct(&v); at != nil {
		if p := f.planOf(reflect.TypeOf(v)); p != nil {
			if words, ok := p.encode(f, words, at); ok {
				return words, nil
			}
		}
	}
	m := match{flat: f, words: words}
	err := m.all(reflect.ValueOf(v))
	return m.words, err
}

// decode stores the settled values of the leaves in the variable that dst points to. dst does not escape.
func (f *flat) decode(s *sim.Simulation, dst any) error {
	if p := f.port(); p != nil && f.leaves[0].field == "" && p.Width() <= 64 {
		n := s.Get(p.Port)
		switch d := dst.(type) {
		case *uint64:
			if d != nil {
				*d = n
				return nil
			}
		case *uint32:
			if d != nil && n>>32 == 0 {
				*d = uint32(n)
				return nil
			}
		case *int:
			if d != nil && int(n) >= 0 && uint64(int(n)) == n {
				*d = int(n)
				return nil
			}
		}
	}
	r, err := destination(dst)
	if err != nil {
		return err
	}
	if p := f.planOf(r.Type()); p != nil && p.decode(f, s, r.Addr().UnsafePointer()) {
		return nil
	}
	m := match{flat: f, from: s}
	return m.all(r)
}

// check checks that a variable of dst's type holds every value of the leaves.
func (f *flat) check(dst any) error {
	r, err := destination(dst)
	if err != nil {
		return err
	}
	m := match{flat: f, sizes: true}
	return m.all(r)
}

func destination(dst any) (reflect.Value, error) {
	r := reflect.ValueOf(dst)
	if r.Kind() != reflect.Pointer || r.IsNil() {
		return r, fmt.Errorf("the destination must be a pointer, not %v", reflect.TypeOf(dst))
	}
	return r.Elem(), nil
}

// match goes through the integers of a Go value in the order of its fields, beside the leaves of a bundle: it appends them
// to words, or stores in them what a simulation has, or looks at their sizes only. It makes every error; a [plan] is faster.
type match struct {
	*flat
	words []uint64
	from  *sim.Simulation
	sizes bool
	steps []string // to the part that is being matched: ".Items", "[0]", ".Addr"
	done  int      // leaves so far
}

// path is the way to the part of the value that is being matched, "Items[0].Addr".
func (m *match) path() string { return strings.TrimPrefix(strings.Join(m.steps, ""), ".") }

// part is what an error calls the part of the value that is being matched.
func (m *match) part() string { return or(m.path(), "the value") }

func (m *match) all(v reflect.Value) error {
	if err := m.value(v); err != nil {
		return err
	}
	if m.done != len(m.leaves) {
		return m.mismatch("")
	}
	m.learn(reflect.Indirect(v).Type())
	return nil
}

// value matches a part of the value.
func (m *match) value(v reflect.Value) error {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return fmt.Errorf("%s is nil", m.part())
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return fmt.Errorf("%s is nil", m.part())
	}
	if v.Type().PkgPath() == hdlPath {
		return fmt.Errorf("%s is hardware (%v); a bench gives and takes Go integers", m.part(), v.Type())
	}
	switch {
	case v.Kind() == reflect.Struct && v.Type() != bigType:
		for i := range v.NumField() {
			if err := m.inside("."+v.Type().Field(i).Name, v.Field(i)); err != nil {
				return err
			}
		}
		return nil
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i := range v.Len() {
			if err := m.inside("["+strconv.Itoa(i)+"]", v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case v.Kind() == reflect.Struct || v.CanInt() || v.CanUint() || v.Kind() == reflect.Bool:
		return m.leaf(v)
	}
	return fmt.Errorf("%s is a %v; values are integers, bools, *big.Int, and structs, arrays and slices of them", m.part(), v.Kind())
}

// inside matches the part that a step leads to.
func (m *match) inside(step string, v reflect.Value) error {
	m.steps = append(m.steps, step)
	err := m.value(v)
	if err == nil {
		m.steps = m.steps[:len(m.steps)-1]
	}
	return err
}

// leaf matches an integer.
func (m *match) leaf(v reflect.Value) error {
	if m.done >= len(m.leaves) || m.leaves[m.done].field != m.path() {
		return m.mismatch(m.path())
	}
	x := &m.leaves[m.done]
	m.done++
	switch {
	case m.sizes:
		if n := bitsOf(v); n < x.Width() {
			return fmt.Errorf("%s is %s, a Go %v holds %d", x.Name(), text.InBits(x.Width()), v.Type(), n)
		}
		return nil
	case m.from != nil:
		return m.load(x, v)
	}
	n := uint64(0)
	switch {
	case v.Kind() == reflect.Struct:
		return m.big(x, v)
	case v.CanInt():
		if v.Int() < 0 {
			return negative(x.Name(), v.Int(), x.Width())
		}
		n = uint64(v.Int())
	case v.CanUint():
		n = v.Uint()
	case v.Bool():
		n = 1
	}
	if x.Width() < 64 && n>>x.Width() != 0 {
		return fmt.Errorf("%s is %s, the value %d does not fit", x.Name(), text.InBits(x.Width()), n)
	}
	m.words = append(m.words, n)
	for range x.words - 1 {
		m.words = append(m.words, 0)
	}
	return nil
}

// big appends the words of a big.Int.
func (m *match) big(x *flatLeaf, v reflect.Value) error {
	if !v.CanAddr() {
		return fmt.Errorf("%s: pass a *big.Int", m.part())
	}
	n := (*big.Int)(v.Addr().UnsafePointer())
	if n.Sign() < 0 || n.BitLen() > x.Width() {
		return fmt.Errorf("%s is %s, the value %v does not fit", x.Name(), text.InBits(x.Width()), new(big.Int).Set(n))
	}
	m.words = append(m.words, make([]uint64, x.words)...)
	words := m.words[len(m.words)-x.words:]
	for i, w := range n.Bits() {
		at := i * bits.UintSize
		words[at/64] |= uint64(w) << (at % 64)
	}
	return nil
}

// load stores the settled value of the leaf in v.
func (m *match) load(x *flatLeaf, v reflect.Value) error {
	if !v.CanSet() {
		return fmt.Errorf("the field %v is unexported; a bench can store values in exported fields only", m.path())
	}
	if v.Kind() == reflect.Struct {
		*(*big.Int)(v.Addr().UnsafePointer()) = *m.from.GetBig(x.Port)
		return nil
	}
	fits := x.Width() <= 64
	n := uint64(0)
	if fits {
		n = m.from.Get(x.Port)
	}
	switch {
	case v.Kind() == reflect.Bool:
		fits = fits && n <= 1
		v.SetBool(n == 1)
	case v.CanInt():
		fits = fits && n < 1<<63 && !v.OverflowInt(int64(n))
		v.SetInt(int64(n))
	default:
		fits = fits && !v.OverflowUint(n)
		v.SetUint(n)
	}
	if !fits {
		return fmt.Errorf("%s is %s and does not fit a Go %v", x.Name(), text.InBits(x.Width()), v.Type())
	}
	return nil
}

// negative says what to write instead of a negative value for a port.
func negative(name string, v int64, width int) error {
	if width < 64 && v < -1<<(width-1) {
		return fmt.Errorf("%s: the value %d is negative, and a port is unsigned", name, v)
	}
	bits := uint64(v)
	if width < 64 {
		bits &= 1<<width - 1
	}
	if width > 64 {
		return fmt.Errorf("%s: the value %d is negative, and a port is unsigned; add 2^%d to it, as a *big.Int", name, v, width)
	}
	return fmt.Errorf("%s: the value %d is negative, and a port is unsigned; in its %s it is %#x", name, v, text.InBits(width), bits)
}

// mismatch says that a Go value does not have the fields of the bundle: it has path where the next leaf is due.
func (m *match) mismatch(path string) error {
	if m.done >= len(m.leaves) {
		return fmt.Errorf("the value has a field %s that the bundle does not have", or(path, "too much"))
	}
	x := &m.leaves[m.done]
	switch {
	case path == "":
		return fmt.Errorf("the value has no field %s (port %s)", or(x.field, "at all"), x.Name())
	case x.field == "" && strings.HasPrefix(path, "["):
		return fmt.Errorf("the value is a list, but %s is a single port; give the entries one by one", x.Name())
	}
	return fmt.Errorf("the value has the field %s where the bundle has %s; fields and their order are the same", path, or(x.field, "a single port"))
}

// bitsOf is the width of the values that a Go variable holds.
func bitsOf(v reflect.Value) int {
	switch {
	case v.Kind() == reflect.Struct:
		return hdl.MaxWidth
	case v.Kind() == reflect.Bool:
		return 1
	case v.CanInt():
		return v.Type().Bits() - 1
	}
	return v.Type().Bits()
}
