package castalu

import "posedge/hdl"

// MathUnit is a math function unit of one lane as a component of its own, for those who
// measure it. Its inputs are move, take (but for the shared one), in_op, in_type,
// in_condition, in_a, in_b and in_c; out_value is there MathSteps cycles later.
type MathUnit struct {
	Name      string // "floating point"
	Instance  string // its name in the math function units of a lane
	Component hdl.Component
	Types     []Type // that it computes
}

// MathSteps is the latency of the math function units.
const MathSteps = mathSteps

// MathUnits are the units of an embodiment, the widest first.
func MathUnits(e Embodiment) []MathUnit {
	if e == Shared {
		return []MathUnit{{"all types", "shared", newSharedUnit(), []Type{FP32, FP16, U24, S24, U12, S12, S9}}}
	}
	return []MathUnit{
		{"floating point", "floating", newFloatUnit(), []Type{FP32, FP16}},
		{"24 bits", "fixed24", newFixedUnit(24), []Type{U24, S24}},
		{"12 bits", "fixed12", newFixedUnit(12), []Type{U12, S12, S9}},
	}
}
