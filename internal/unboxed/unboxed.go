// Package unboxed reads what an interface holds without reflection, for the few calls that happen in every cycle of a test.
package unboxed

import (
	"reflect"
	"unsafe"
)

// Struct returns where the struct lies that x holds, and lets nothing escape. It is nil if x holds none, or one that Go may
// keep in the interface itself. It relies on a layout of interfaces that no specification has; the test notices a change.
func Struct(x *any) unsafe.Pointer {
	t := reflect.TypeOf(*x)
	if t == nil || t.Kind() != reflect.Struct || t.Size() <= unsafe.Sizeof(uintptr(0)) {
		return nil
	}
	return (*[2]unsafe.Pointer)(unsafe.Pointer(x))[1]
}
