package isa

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Source is an input of an instruction: elements of a register or of a constant,
// chosen by a swizzle, cast to the type of the operation and then modified.
type Source struct {
	Constant bool     // one of the item's constants, otherwise a register
	Index    int      // of the register, or of the constant, counted from the item's base
	Width    int      // number of elements, 1 to 4; 0 if the instruction has no such input
	Swizzle  [4]uint8 // the component of each element, 0 to 3; 0 from Width on
	From     Format   // the format that the input is cast from; None if it has the operation's type
	Modifier Modifier
}

// Instruction is an instruction of the processor. Fields that its operation does not use are 0.
type Instruction struct {
	Op        Op
	Type      Type      // of the operation
	In        [3]Source // the first Op.Inputs() are used
	Condition Condition // of Select and Kill

	// The output stage, in order.
	Bias  bool // subtract ½
	Scale Scale
	Clamp Clamp
	To    Format // the format that the result is cast to; None if it keeps the operation's type

	Dest int   // register of the result; the first register of End and of a response
	Mask uint8 // bit i writes component i

	Count  int // End: number of registers; Request: number of words, 1 to 8
	Unit   int // Request: 0 to 15
	First  int // Request: register of words 0 to 3
	Second int // Request: register of words 4 to 7
	More   int // Request: register of the response's words 4 to 7; Dest takes the others
	Status int // Request: register whose x takes the status
}

// Elements is W3, the number of elements of the result: that of the widest input, or 1
// for a dot product. It is 0 if the widths of the inputs do not match.
func (i Instruction) Elements() int {
	n := 1
	for _, s := range i.In[:i.Op.Inputs()] {
		n = max(n, s.Width)
	}
	for _, s := range i.In[:i.Op.Inputs()] {
		if s.Width != 1 && s.Width != n {
			return 0
		}
	}
	switch i.Op {
	case Dot3, Dot4:
		if n != 3+int(i.Op-Dot3) {
			return 0
		}
		return 1
	case Kill:
		if n != 1 {
			return 0
		}
	}
	return n
}

// Check returns an error that says why an instruction is illegal.
func (i Instruction) Check() error {
	if i.Op.place() == nowhere {
		return fmt.Errorf("there is no %v", i.Op)
	}
	if int(i.Type) >= NumTypes {
		return fmt.Errorf("there is no %v", i.Type)
	}
	if i.Op.Special() && !i.Type.Float() {
		return fmt.Errorf("%v exists in fp32 and fp16 only, not in %v", i.Op, i.Type)
	}
	for n, s := range i.In {
		if n >= i.Op.Inputs() {
			if s != (Source{}) {
				return fmt.Errorf("%v has %d inputs", i.Op, i.Op.Inputs())
			}
			continue
		}
		if err := i.checkSource(s); err != nil {
			return fmt.Errorf("input %d: %w", n+1, err)
		}
	}
	if i.Op.Arithmetic() {
		return i.checkResult()
	}
	return i.checkControl()
}

// IsDistinctCast reports whether the instruction is the distinct cast in fp32, which alone
// casts from and to the integer formats.
func (i Instruction) IsDistinctCast() bool { return i.Op == Move && i.Type == FP32 }

func (i Instruction) checkFormat(f Format, what string) error {
	switch t, numeric := f.Numeric(); {
	case int(f) >= NumFormats:
		return fmt.Errorf("there is no %v", f)
	case numeric && t == i.Type:
		return fmt.Errorf("the cast %s %v is superfluous: the operation is in %v", what, f, t)
	case !numeric && f != None && !i.IsDistinctCast():
		return fmt.Errorf("a cast %s %v is for mov.fp32, not for %v.%v", what, f, i.Op, i.Type)
	}
	return nil
}

func (i Instruction) checkSource(s Source) error {
	limit, kind := 1<<RegisterBits, "register"
	if s.Constant {
		limit, kind = 1<<ConstantBits, "constant"
	}
	if s.Index < 0 || s.Index >= limit {
		return fmt.Errorf("there is no %s %d; the last is %d", kind, s.Index, limit-1)
	}
	if s.Width < 1 || s.Width > 4 {
		return fmt.Errorf("an input has 1 to 4 elements, not %d", s.Width)
	}
	for n, c := range s.Swizzle {
		switch {
		case c > 3:
			return fmt.Errorf("the swizzle gives element %d component %d; components are 0 to 3, x to w", n, c)
		case n >= s.Width && c != 0:
			return fmt.Errorf("the swizzle gives element %d a component, but an input of %d elements ends at element %d; write 0 there, or make the input wider",
				n, s.Width, s.Width-1)
		}
	}
	switch {
	case s.Modifier >= NumModifiers || s.Modifier > OneMinus && s.Modifier < UnsignedIdentity:
		return fmt.Errorf("there is no modifier %d", s.Modifier)
	case i.Type.Float() && s.Modifier >= OneMinus:
		return fmt.Errorf("%v has no meaning in %v; it is for fixed point", s.Modifier.of("x"), i.Type)
	}
	return i.checkFormat(s.From, "from")
}

// checkResult checks the output stage and the destination of an arithmetic instruction.
func (i Instruction) checkResult() error {
	n := i.Elements()
	decides := i.Op == Select || i.Op == Kill
	switch {
	case n == 0:
		return errors.New(i.misfit())
	case int(i.Condition) >= NumConditions || !decides && i.Condition != 0:
		return fmt.Errorf("%v has no condition %d", i.Op, i.Condition)
	case int(i.Clamp) >= NumClamps:
		return fmt.Errorf("there is no clamp %d", i.Clamp)
	case i.Scale > ByHalf:
		return fmt.Errorf("there is no scale %d", i.Scale)
	case i.Bias && i.Type.Float():
		return fmt.Errorf("the bias has no meaning in %v; it is for fixed point", i.Type)
	case i.Dest < 0 || i.Dest >= 1<<RegisterBits:
		return fmt.Errorf("there is no register %d; the last is %d", i.Dest, 1<<RegisterBits-1)
	case i.Count != 0 || i.Unit != 0 || i.First != 0 || i.Second != 0 || i.More != 0 || i.Status != 0:
		return fmt.Errorf("%v names registers and numbers of another instruction", i.Op)
	}
	if i.Op == Kill {
		if i.Bias || i.Scale != By1 || i.Clamp != Unclamped || i.To != None || i.Dest != 0 || i.Mask != 0 {
			return fmt.Errorf("kill has no result")
		}
		return nil
	}
	switch {
	case i.Mask == 0:
		return errors.New("the result is written to no component; name those that it is for")
	case i.Mask > 15:
		return fmt.Errorf("there is no mask %#x; it has 4 bits", i.Mask)
	case n > 1 && i.Mask>>n != 0:
		return fmt.Errorf("a result of %d elements cannot be written to %s; it has %s", n, maskText(i.Mask), componentNames[:n])
	}
	return i.checkFormat(i.To, "to")
}

// misfit says how many elements the inputs have, and what would fit.
func (i Instruction) misfit() string {
	var list []string
	for _, s := range i.In[:i.Op.Inputs()] {
		list = append(list, strconv.Itoa(s.Width))
	}
	fit := "equal numbers fit, and 1 fits all"
	switch i.Op {
	case Dot3, Dot4:
		fit = fmt.Sprintf("%d fit, and 1 if another input has %[1]d", 3+int(i.Op-Dot3))
	case Kill:
		fit = "it takes 1"
	}
	return fmt.Sprintf("%v cannot take inputs of %s elements; %s", i.Op, strings.Join(list, " and "), fit)
}

// checkControl checks End and Request, which only have register numbers and counts.
func (i Instruction) checkControl() error {
	rest := i
	rest.Op, rest.Dest, rest.Count = 0, 0, 0
	registers := []int{i.Dest}
	limit := 1 << RegisterBits
	if i.Op == Request {
		rest.Unit, rest.First, rest.Second, rest.More, rest.Status = 0, 0, 0, 0, 0
		registers = append(registers, i.First, i.Second, i.More, i.Status)
		limit = 8
	}
	if rest != (Instruction{}) {
		return fmt.Errorf("%v has no type, inputs or output stage", i.Op)
	}
	if i.Count < 1 || i.Count > limit {
		return fmt.Errorf("%v takes 1 to %d %s, not %d", i.Op, limit, map[Op]string{End: "registers", Request: "words"}[i.Op], i.Count)
	}
	if i.Op == End && i.Dest+i.Count > limit {
		return fmt.Errorf("end names registers up to r%d; the last is r%d", i.Dest+i.Count-1, limit-1)
	}
	if i.Unit < 0 || i.Unit > 15 {
		return fmt.Errorf("there is no unit %d; the last is 15", i.Unit)
	}
	for _, r := range registers {
		if r < 0 || r >= 1<<RegisterBits {
			return fmt.Errorf("there is no register %d; the last is %d", r, 1<<RegisterBits-1)
		}
	}
	return nil
}
