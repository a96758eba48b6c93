package float

import (
	"errors"
	"reflect"

	"posedge/hdl"
)

// check returns an error if the format cannot be built.
func check(f Any) error {
	if v := reflect.ValueOf(f); f == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return errors.New("float: the format is nil; take a Format, Fixed or Norm")
	}
	return f.Check()
}

// nameOf and widthOf are usable even for a format that cannot be built, until
// that is reported.
func nameOf(f Any) string {
	if check(f) != nil {
		return "none"
	}
	return f.Name()
}

func widthOf(f Any) int {
	if check(f) != nil {
		return 1
	}
	return f.bitsOf()
}

// given checks the operands of a function against its format, and its mode, if it
// has one, against [Mode]. A mistake is reported at the line of the call, and an
// operand of the wrong width is replaced by one of the right width. If the
// format cannot be built, given returns false, and the function must return its
// first operand.
func given(f Any, mode *Mode, operands ...*hdl.Bits) bool {
	if err := check(f); err != nil {
		*operands[0] = operands[0].Refuse(1, "%v", err)
		return false
	}
	for _, x := range operands {
		if n := f.bitsOf(); x.Width() != n {
			*x = x.Refuse(n, "a value of %s has a width of %d; extend or truncate it, or use Cast", f.Name(), n)
		}
	}
	if mode != nil {
		for _, x := range []*hdl.Bits{&mode.TowardZero, &mode.Flush} {
			if x.Width() != 1 {
				*x = x.Refuse(1, "a mode has a width of 1")
			}
		}
	}
	return true
}
