package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
)

// MathUnit is a math function unit of one lane as a separate component, to be measured. Its
// inputs are move, take, in_op, in_type, in_condition, in_a, in_b and in_c; out_value
// follows MathSteps moves later.
type MathUnit struct {
	Name      string // "floating point"
	Instance  string // its name in the math function units of a lane
	Component hdl.Component
	Types     []isa.Type // those it computes in
}

// MathSteps is the latency of the math function units.
const MathSteps = mathSteps

// MathUnits returns the units of an embodiment, the widest first.
func MathUnits(e Embodiment) []MathUnit {
	if e == Shared {
		return []MathUnit{{"all types", "shared", newSharedUnit(), []isa.Type{isa.FP32, isa.FP16, isa.U24, isa.S24, isa.U12, isa.S12, isa.S9}}}
	}
	return []MathUnit{
		{"floating point", "floating", newFloatUnit(), []isa.Type{isa.FP32, isa.FP16}},
		{"24 bits", "fixed24", newFixedUnit(24), []isa.Type{isa.U24, isa.S24}},
		{"12 bits", "fixed12", newFixedUnit(12), []isa.Type{isa.U12, isa.S12, isa.S9}},
	}
}
