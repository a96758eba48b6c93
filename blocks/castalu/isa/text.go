package isa

import (
	"fmt"
	"strings"
)

// The words of the text form.
var (
	conditionNames = [NumConditions]string{"half", "nz", "bit"}
	scaleNames     = [4]string{By2: "x2", By4: "x4", ByHalf: "d2"}
	clampNames     = [NumClamps]string{ClampUnit: "sat", ClampSigned: "ssat"}
	mapNames       = [NumModifiers]string{
		UnsignedIdentity: "unsigned", UnsignedInvert: "invert", ExpandNormal: "expand", ExpandNegate: "expand_neg",
		HalfBiasNormal: "half_bias", HalfBiasNegate: "half_bias_neg", SignedIdentity: "signed", SignedNegate: "signed_neg",
	}
)

const componentNames = "xyzw"

// String is the modifier of r0 in the text form: "1-r0".
func (m Modifier) String() string { return m.of("r0") }

// of is the text of a modified operand.
func (m Modifier) of(operand string) string {
	switch m {
	case Plain:
		return operand
	case Absolute:
		return "|" + operand + "|"
	case Negate:
		return "-" + operand
	case NegateAbsolute:
		return "-|" + operand + "|"
	case OneMinus:
		return "1-" + operand
	}
	if m < NumModifiers && mapNames[m] != "" {
		return mapNames[m] + "(" + operand + ")"
	}
	return fmt.Sprintf("modifier %d of %s", uint8(m), operand)
}

// maskText is the components that a mask writes: "xyz".
func maskText(mask uint8) string {
	var b strings.Builder
	for i, c := range componentNames {
		if mask>>i&1 != 0 {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func register(n int) string { return fmt.Sprintf("r%d", n) }

// String is the source in the text form: "-c3.xyz:fp32".
func (s Source) String() string {
	name := register(s.Index)
	if s.Constant {
		name = fmt.Sprintf("c%d", s.Index)
	}
	if s.Width != 4 || s.Swizzle != [4]uint8{0, 1, 2, 3} {
		name += "."
		for _, c := range s.Swizzle[:min(s.Width, 4)] {
			name += componentNames[c&3 : c&3+1]
		}
	}
	return s.Modifier.of(name + suffix(s.From))
}

// suffix is the cast of an operand: ":u12".
func suffix(f Format) string {
	if f == None {
		return ""
	}
	return ":" + f.String()
}

// String is the instruction in the text form, which [Assemble] reads.
func (i Instruction) String() string {
	switch i.Op {
	case End:
		return fmt.Sprintf("end %s, %d", register(i.Dest), i.Count)
	case Request:
		return fmt.Sprintf("request %d, %d, %s, %s, %s, %s, %s", i.Unit, i.Count, register(i.First), register(i.Second),
			register(i.Dest), register(i.More), register(i.Status))
	}
	name := i.Op.String()
	if i.Op == Select || i.Op == Kill {
		name += "_" + conditionNames[i.Condition]
	}
	if i.Bias {
		name += "_bias"
	}
	if i.Scale != By1 {
		name += "_" + scaleNames[i.Scale]
	}
	if i.Clamp != Unclamped {
		name += "_" + clampNames[i.Clamp]
	}
	var operands []string
	if i.Op != Kill {
		to := register(i.Dest)
		if i.Mask != 15 {
			to += "." + maskText(i.Mask)
		}
		operands = append(operands, to+suffix(i.To))
	}
	for _, s := range i.In[:i.Op.Inputs()] {
		operands = append(operands, s.String())
	}
	return name + "." + i.Type.String() + " " + strings.Join(operands, ", ")
}
