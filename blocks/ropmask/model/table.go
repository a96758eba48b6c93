package model

import (
	"slices"
	"strconv"
	"strings"

	"posedge/blocks/ropmask/isa"
)

// Nothing is what the register columns show for a target that is not written.
const Nothing = "nothing"

// UpdateMaskText prints the component update mask of the vectors or targets
// below the target count, as the patent does: "1000 1010 0000".
func (r Result) UpdateMaskText() string { return r.UpdateMask.First(r.state.TargetCount()) }

// VectorRegisters prints the registers that hold vector v: "r3 r4 – –", where
// a component that the output map does not enable is a dash.
func (r Result) VectorRegisters(v int) string {
	return r.registers(v, isa.AllComponents, "–")
}

// TargetRegisters prints what a target receives in the components R, G, B, A:
// "r0 – r2 d", where a dash is a component that is not written and d the
// default. The slot is an index into UpdateMask: the vector in MRT mode, else
// the target. It returns Nothing where nothing is written.
func (r Result) TargetRegisters(slot int) string {
	w, ok := r.SlotWrite(slot)
	switch {
	case !ok:
		return Nothing
	case r.Mode == MRT:
		return r.registers(slot, w.Mask, "d")
	}
	return r.registers(0, w.Mask, "d")
}

// SecondRegisters is TargetRegisters for the second source. It returns Nothing
// for a target without one.
func (r Result) SecondRegisters(slot int) string {
	w, ok := r.SlotWrite(slot)
	if !ok || r.Mode != DualSourceMode || !r.state.dualSource(w.Target) {
		return Nothing
	}
	return r.registers(1, w.Mask, "d")
}

// SlotWrite returns the write of a slot: of a vector in MRT mode, else of a
// target. It returns false where nothing is written.
func (r Result) SlotWrite(slot int) (Write, bool) {
	i := slices.Index(r.slots, slot)
	if i < 0 {
		return Write{}, false
	}
	return r.Writes[i], true
}

// registers prints the registers of the components of vector v in the mask,
// and missing for a component in the mask that is in no register.
func (r Result) registers(v int, mask isa.Mask, missing string) string {
	text := [isa.Components]string{"–", "–", "–", "–"}
	for k := range text {
		if !mask.Has(k) {
			continue
		}
		text[k] = missing
		if number, ok := r.RegisterOf(v, k); ok {
			text[k] = "r" + strconv.Itoa(number)
		}
	}
	return strings.Join(text[:], " ")
}
