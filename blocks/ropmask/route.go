package ropmask

import (
	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// sharedUpdate has the components of vector 0 that PackedOnce sends in the
// modes other than MRT: every one that any target needs.
func sharedUpdate(r Route) hdl.Bits {
	union := hdl.Const(isa.Components, 0)
	for _, s := range r.Slots {
		union = union.Or(s.Update)
	}
	return union
}

// of restricts a route to the vectors that are present; the shader generates nothing of the others.
func (r Route) of(present hdl.Bits) Route {
	for i, s := range r.Slots {
		here := hdl.Mux(r.Mrt, present.Bit(i), present.Bit(0))
		r.Slots[i].Mask, r.Slots[i].Update = lib.Gate(here, s.Mask), lib.Gate(here, s.Update)
		r.Slots[i].Dual = here.And(s.Dual)
	}
	r.Second = lib.Gate(present.Bit(0).And(present.Bit(1)), r.Second) // send nothing that no write uses
	return r
}

// nibble returns the mask of vector v in an output map.
func nibble(outputMap hdl.Bits, v int) hdl.Bits {
	return outputMap.Slice(isa.Components*v+isa.Components-1, isa.Components*v)
}

// count is the number of ones.
func count(x hdl.Bits) hdl.Bits {
	_, total := lib.Rank(x)
	return total
}
