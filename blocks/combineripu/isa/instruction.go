package isa

import (
	"fmt"
	"strings"
)

// Op is the operation of an instruction.
type Op uint8

// The operations, of sources s0, s1 and s2. Every product is rounded to the grid of 1/255 before it is added.
const (
	Move     Op = iota // s0
	Add                // s0 + s1
	Multiply           // s0·s1
	MultAdd            // s0·s1 + s2
	Dot3               // the sum of the three RGB products, in every component written
	Select             // s1 where s2 is at least ½, or odd; else s0

	NumOps = 6
)

var ops = [NumOps]struct {
	name    string
	sources int
}{{"MOV", 1}, {"ADD", 2}, {"MUL", 2}, {"MAD", 3}, {"DP3", 2}, {"SEL", 3}}

// String is the operation as listings show it: "MAD".
func (o Op) String() string { return ops[o].name }

// Sources is the number of sources.
func (o Op) Sources() int { return ops[o].sources }

// Kind says what an operand is.
type Kind uint8

// The kinds of operands.
const (
	ZeroOperand      Kind = iota // 0
	Constant0Operand             // the instruction's first constant
	Constant1Operand             // its second
	RegisterOperand              // a register
)

// Operand is a source of an instruction. Fields that its kind or its instruction does not use are 0.
type Operand struct {
	Kind     Kind
	Register Register // its code; after remapping, its number
	RGB      uint8    // what the RGB lanes read: 0 red, green and blue; 1 alpha
	Alpha    uint8    // what the alpha lane reads: 0 blue, 1 alpha
	Mapping  Mapping
}

// Halves of a register, as a mask.
const (
	RGBHalf   = 1
	AlphaHalf = 2
)

// Instruction is an instruction of a program. Fields that its operation does not use are 0.
type Instruction struct {
	Op        Op
	Dest      Register
	Halves    uint8 // that are written: RGBHalf, AlphaHalf or both
	In        [3]Operand
	Bias      bool  // subtract ½
	Scale     uint8 // 0 ×1, 1 ×2, 2 ×4, 3 ×½
	Final     bool  // clamp to 0…1, else to ±1
	Odd       bool  // for Select: choose s1 where s2 is odd
	Last      bool  // the program ends with it
	Constants [2]uint32
}

// Listing is the program as text, an instruction a line.
func Listing(program []Instruction) string {
	var b strings.Builder
	for _, i := range program {
		b.WriteString(i.String() + "\n")
	}
	return b.String()
}

// String is the instruction as listings show it: "MAD R0.rgb=s(SP1)·s(SP1)+s(SP0)". Mappings are s max(0, e), x expand,
// h half bias and nothing for the signed identity; 1-s, -x, -h and - are their opposites.
func (i Instruction) String() string { return i.text(Register.String) }

// Numbered is the instruction with register numbers in place of names: "MUL R6.rgb=s(R6)·s(R6)".
func (i Instruction) Numbered() string {
	return i.text(func(r Register) string { return fmt.Sprintf("R%d", r) })
}

func (i Instruction) text(name func(Register) string) string {
	var s [3]string
	for k := range i.Op.Sources() {
		s[k] = i.operand(i.In[k], name)
	}
	dest := name(i.Dest)
	switch {
	case i.Halves == RGBHalf:
		dest += ".rgb"
	case i.Halves == AlphaHalf:
		dest += ".a"
	}
	var expression string
	switch i.Op {
	case Move:
		expression = s[0]
	case Add:
		expression = s[0] + "+" + s[1]
	case Multiply, Dot3:
		expression = s[0] + "·" + s[1]
	case MultAdd:
		expression = s[0] + "·" + s[1] + "+" + s[2]
	case Select:
		condition := ">=128"
		if i.Odd {
			condition = " odd"
		}
		expression = s[2] + condition + " ? " + s[1] + " : " + s[0]
	}
	if i.Bias {
		expression += " -128"
	}
	if i.Scale != 0 {
		expression += [...]string{"", " x2", " x4", " /2"}[i.Scale&3]
	}
	return i.Op.String() + " " + dest + "=" + expression
}

// operand is an operand's text. It names the components that the lanes read unless each reads its own.
func (i Instruction) operand(o Operand, name func(Register) string) string {
	text := [...]string{"ZERO", "C0", "C1", ""}[o.Kind&3]
	if o.Kind == RegisterOperand {
		text = name(o.Register)
	}
	if o.Kind != ZeroOperand {
		rgb, alpha := [...]string{"rgb", "aaa"}[o.RGB&1], [...]string{"b", "a"}[o.Alpha&1]
		switch {
		case i.Op == Dot3:
			alpha = ""
		case i.Halves == RGBHalf:
			alpha = ""
		case i.Halves == AlphaHalf:
			rgb = ""
		}
		if read := rgb + alpha; read != "rgba" && read != "rgb" {
			text += "." + read
		}
	}
	switch o.Mapping {
	case UnsignedIdentity:
		return "s(" + text + ")"
	case UnsignedInvert:
		return "(1-s(" + text + "))"
	case ExpandNormal:
		return "x(" + text + ")"
	case ExpandNegate:
		return "(-x(" + text + "))"
	case HalfBiasNormal:
		return "h(" + text + ")"
	case HalfBiasNegate:
		return "(-h(" + text + "))"
	case SignedNegate:
		return "(-" + text + ")"
	}
	return text
}
