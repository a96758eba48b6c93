package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
)

// NewUnit describes a unit with the given shapes of its request and its response.
func NewUnit[Req, Resp any](name string, stateWords int, request Req, response Resp, fault string) (isa.Unit, error) {
	in, err := hdl.Leaves(request)
	if err != nil {
		return isa.Unit{}, fmt.Errorf("ioarbiter: unit %s: request: %w", name, err)
	}
	out, err := hdl.Leaves(response)
	if err != nil {
		return isa.Unit{}, fmt.Errorf("ioarbiter: unit %s: response: %w", name, err)
	}
	return isa.Unit{Name: name, StateWords: stateWords, Request: fieldsOf(in), Response: fieldsOf(out), Fault: fault}, nil
}

// fieldsOf returns the fields of a bundle in the order in which [hdl.Flatten] packs them.
func fieldsOf(leaves []hdl.Leaf) (list isa.Fields) {
	for _, l := range leaves {
		list = append(list, isa.Field{Path: l.Field, Name: l.Name, Width: l.Bits.Width()})
	}
	return list
}
