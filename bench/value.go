package bench

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/text"
)

// flat is a port or bundle as a list of its leaves, in order.
type flat struct {
	list []flatLeaf
}

type flatLeaf struct {
	field  string // Go path in the bundle, "Items[0].Addr"
	signal *ir.Signal
	port   sim.Port
}

// flat resolves a port, a bundle of ports, or the data of a stream.
func (tb *TB) flat(port any) flat {
	tb.r.Helper()
	tb.alone()
	tb.suspects.use(tb)
	leaves, err := hdl.Leaves(port)
	if err != nil {
		tb.check(fmt.Errorf("a %T is not a port or a bundle of ports; of a stream take Valid, Ready or Data; inner signals are read by Peek", port))
	}
	var f flat
	for _, l := range leaves {
		s := tb.design.Signals(l.Bits)
		if len(s) != 1 {
			tb.check(fmt.Errorf("%s is not a port of %s: only the ports of the bench's component can be reached, inner signals by Peek", or(l.Field, "the value"), tb.design.Top.Name))
		}
		f.list = append(f.list, flatLeaf{l.Field, s[0], tb.ports[s[0]]})
	}
	return f
}

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

// scalars visits the integers of a Go value in the order of its fields.
func scalars(v reflect.Value, path string, visit func(path string, v reflect.Value) error) error {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return fmt.Errorf("%s is nil", or(path, "the value"))
		}
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
		return fmt.Errorf("%s is nil", or(path, "the value"))
	case v.Type().PkgPath() == hdlPath:
		return fmt.Errorf("%s is hardware (%v); a bench gives and takes Go integers", or(path, "the value"), v.Type())
	case (v.Type() == bigType || v.CanInt() || v.CanUint() || v.Kind() == reflect.Bool):
		return visit(path, v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			if err := scalars(v.Field(i), name, visit); err != nil {
				return err
			}
		}
		return nil
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i := range v.Len() {
			if err := scalars(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s is a %v; values are integers, bools, *big.Int, and structs, arrays and slices of them", or(path, "the value"), v.Kind())
}

// encode returns the words of each leaf.
func (f flat) encode(v any) ([][]uint64, error) {
	words := make([][]uint64, 0, len(f.list))
	err := scalars(reflect.ValueOf(v), "", func(path string, v reflect.Value) error {
		i := len(words)
		if i >= len(f.list) || f.list[i].field != path {
			return f.mismatch(i, path)
		}
		x := f.list[i]
		var w []uint64
		switch {
		case v.Type() == bigType:
			if !v.CanAddr() {
				return fmt.Errorf("%s: pass a *big.Int", or(path, "the value"))
			}
			n := v.Addr().Interface().(*big.Int)
			if n.Sign() < 0 || n.BitLen() > x.port.Width() {
				return fmt.Errorf("%s is %s, the value %v does not fit", x.signal.Name, text.InBits(x.port.Width()), n)
			}
			w = bigWords(n)
			if len(w) == 0 {
				w = []uint64{0}
			}
		case v.CanInt():
			if v.Int() < 0 {
				return negative(x.signal.Name, v.Int(), x.port.Width())
			}
			w = []uint64{uint64(v.Int())}
		case v.CanUint():
			w = []uint64{v.Uint()}
		case v.Bool():
			w = []uint64{1}
		default:
			w = []uint64{0}
		}
		if width := x.port.Width(); width < 64 && w[0]>>width != 0 {
			return fmt.Errorf("%s is %s, the value %d does not fit", x.signal.Name, text.InBits(width), w[0])
		}
		words = append(words, w)
		return nil
	})
	if err == nil && len(words) != len(f.list) {
		err = f.mismatch(len(words), "")
	}
	return words, err
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

// mismatch says that a Go value does not have the fields of the bundle.
func (f flat) mismatch(i int, path string) error {
	switch {
	case i >= len(f.list):
		return fmt.Errorf("the value has a field %s that the bundle does not have", or(path, "too much"))
	case path == "":
		return fmt.Errorf("the value has no field %s (port %s)", or(f.list[i].field, "at all"), f.list[i].signal.Name)
	case f.list[i].field == "" && strings.HasPrefix(path, "["):
		return fmt.Errorf("the value is a list, but %s is a single port; give the entries one by one", f.list[i].signal.Name)
	}
	return fmt.Errorf("the value has the field %s where the bundle has %s; fields and their order are the same", path, or(f.list[i].field, "a single port"))
}

func (f flat) set(s *sim.Simulation, v any) error {
	words, err := f.encode(v)
	if err != nil {
		return err
	}
	return f.apply(s, words)
}

func (f flat) apply(s *sim.Simulation, words [][]uint64) error {
	for i, x := range f.list {
		if err := s.Set(x.port, words[i]...); err != nil {
			return err
		}
	}
	return nil
}

// get stores the leaves in *dst. If shape is set, it only checks the fields and
// their sizes: each must hold every value of its port.
func (f flat) get(s *sim.Simulation, dst any, shape bool) error {
	r := reflect.ValueOf(dst)
	if r.Kind() != reflect.Pointer || r.IsNil() {
		return fmt.Errorf("the destination must be a pointer, not %T", dst)
	}
	i := 0
	var buf []uint64
	err := scalars(r.Elem(), "", func(path string, v reflect.Value) error {
		if i >= len(f.list) || f.list[i].field != path {
			return f.mismatch(i, path)
		}
		x := f.list[i]
		i++
		if shape {
			if n := bitsOf(v); n < x.port.Width() {
				return fmt.Errorf("%s is %s, a Go %v holds %d", x.signal.Name, text.InBits(x.port.Width()), v.Type(), n)
			}
			return nil
		}
		if v.Type() == bigType {
			v.Set(reflect.ValueOf(s.GetBig(x.port)).Elem())
			return nil
		}
		buf = s.GetWords(buf[:0], x.port)
		n := buf[0]
		fits := x.port.Width() <= 64
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
			return fmt.Errorf("%s is %s and does not fit a Go %v", x.signal.Name, text.InBits(x.port.Width()), v.Type())
		}
		return nil
	})
	if err == nil && i != len(f.list) {
		err = f.mismatch(i, "")
	}
	return err
}

// bitsOf is the width of the values that a Go variable holds.
func bitsOf(v reflect.Value) int {
	switch {
	case v.Type() == bigType:
		return hdl.MaxWidth
	case v.Kind() == reflect.Bool:
		return 1
	case v.CanInt():
		return v.Type().Bits() - 1
	}
	return v.Type().Bits()
}

func bigWords(n *big.Int) []uint64 {
	var w []uint64
	rest, low := new(big.Int).Set(n), new(big.Int)
	mask := new(big.Int).SetUint64(^uint64(0))
	for rest.Sign() > 0 {
		w = append(w, low.And(rest, mask).Uint64())
		rest.Rsh(rest, 64)
	}
	return w
}
