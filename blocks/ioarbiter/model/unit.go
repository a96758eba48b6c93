package model

import (
	"fmt"
	"reflect"
)

// TypedUnit is a model of a unit whose requests and responses are Go structs of integers and bools, with the fields of the
// unit's bundles.
type TypedUnit[Req, Resp any] interface {
	Set(index int, data uint32) // a register of the state
	Do(request Req) Resp
}

// UnitOf makes a [Unit] of a model with its own types.
func UnitOf[Req, Resp any](unit TypedUnit[Req, Resp]) Unit { return typedUnit[Req, Resp]{unit} }

type typedUnit[Req, Resp any] struct{ unit TypedUnit[Req, Resp] }

func (t typedUnit[Req, Resp]) Do(state []uint32, request Values) Values {
	for k, x := range state {
		t.unit.Set(k, x)
	}
	var in Req
	eachField(reflect.ValueOf(&in).Elem(), "", func(path string, v reflect.Value) {
		x, ok := request[path]
		if !ok {
			panic(fmt.Sprintf("ioarbiter: a request without %s", path))
		}
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(x != 0)
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
			bits := v.Type().Bits()
			v.SetInt(int64(x<<(64-bits)) >> (64 - bits))
		default:
			v.SetUint(x)
		}
	})
	response := Values{}
	got := t.unit.Do(in)
	eachField(reflect.ValueOf(&got).Elem(), "", func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Bool:
			response[path] = 0
			if v.Bool() {
				response[path] = 1
			}
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
			response[path] = uint64(v.Int())
		default:
			response[path] = v.Uint()
		}
	})
	return response
}

// eachField calls f for every number in v, with its path.
func eachField(v reflect.Value, path string, f func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			name := v.Type().Field(k).Name
			if path != "" {
				name = path + "." + name
			}
			eachField(v.Field(k), name, f)
		}
	case reflect.Array, reflect.Slice:
		for k := range v.Len() {
			eachField(v.Index(k), fmt.Sprintf("%s[%d]", path, k), f)
		}
	default:
		f(path, v)
	}
}
