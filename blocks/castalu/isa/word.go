package isa

import (
	"fmt"
	"math/big"
)

// Widths of the fields that name registers and constants.
const (
	RegisterBits = 5
	ConstantBits = 8
)

// Word is an instruction as the program memory stores it, 128 bits.
type Word struct{ High, Low uint64 }

// WordBits is the width of an instruction word.
const WordBits = 128

// String is the word as 32 hexadecimal digits.
func (w Word) String() string { return fmt.Sprintf("%016x%016x", w.High, w.Low) }

// Big is the word as a number.
func (w Word) Big() *big.Int {
	v := new(big.Int).SetUint64(w.High)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(w.Low))
}

// Field is a field of the word: bits Low to Low + Width − 1.
type Field struct {
	Name, Doc  string
	Low, Width int
}

// The fields of every word.
var (
	FieldOp        = Field{"op", "the operation", 0, 6}
	FieldType      = Field{"type", "its numeric type", 6, 3}
	FieldCondition = Field{"condition", "for sel and kill: 0 at least ½, 1 not 0, 2 bit 0 of the code", 9, 2}
	FieldBias      = Field{"bias", "1 subtracts ½", 11, 1}
	FieldScale     = Field{"scale", "0 ×1, 1 ×2, 2 ×4, 3 ×½", 12, 2}
	FieldClamp     = Field{"clamp", "0 none, 1 to [0, 1], 2 to [−1, 1]", 14, 2}
	FieldTo        = Field{"to", "the format that the result is cast to, 0 none", 16, 4}
	FieldDest      = Field{"dest", "register of the result; the first register of end; register of a response's words 0 to 3", 20, RegisterBits}
	FieldMask      = Field{"mask", "bit i writes component i", 25, 4}
)

// The fields of an input; input n begins at bit InputLow + n × InputBits.
var (
	InputConstant = Field{"constant", "1: one of the item's constants; 0: a register", 0, 1}
	InputIndex    = Field{"index", "of the constant, counted from the item's base, or of the register", 1, ConstantBits}
	InputSwizzle  = Field{"swizzle", "bits 2i + 1 and 2i: the component of element i", 9, 8}
	InputElements = Field{"elements", "their number − 1", 17, 2}
	InputFrom     = Field{"from", "the format that the input is cast from, 0 none", 19, 4}
	InputModifier = Field{"modifier", "applied after the cast", 23, 4}
)

// The position of the inputs.
const (
	InputLow  = 32
	InputBits = 27
)

// The fields of end and request, which have no inputs.
var (
	FieldCount  = Field{"count", "for end, registers − 1; for request, words − 1", 32, RegisterBits}
	FieldUnit   = Field{"unit", "for request: the unit", 37, 4}
	FieldFirst  = Field{"first", "for request: register of words 0 to 3", 41, RegisterBits}
	FieldSecond = Field{"second", "for request: register of words 4 to 7", 46, RegisterBits}
	FieldMore   = Field{"more", "for request: register of the response's words 4 to 7", 51, RegisterBits}
	FieldStatus = Field{"status", "for request: register whose x takes the status", 56, RegisterBits}
)

// Input is the field of input n.
func (f Field) Input(n int) Field {
	f.Low += InputLow + n*InputBits
	return f
}

// put sets a field that is still 0.
func (w *Word) put(f Field, v int) {
	x := uint64(v)
	switch {
	case f.Low >= 64:
		w.High |= x << (f.Low - 64)
	case f.Low+f.Width <= 64:
		w.Low |= x << f.Low
	default:
		w.Low |= x << f.Low
		w.High |= x >> (64 - f.Low)
	}
}

// Get returns the value of the field.
func (w Word) Get(f Field) int {
	x := w.High >> max(f.Low-64, 0)
	if f.Low < 64 {
		x = w.Low>>f.Low | w.High<<(64-f.Low)
	}
	return int(x & (1<<f.Width - 1))
}

// Encode returns the word of an instruction, or the error of [Instruction.Check].
func (i Instruction) Encode() (Word, error) {
	if err := i.Check(); err != nil {
		return Word{}, err
	}
	var w Word
	w.put(FieldOp, int(i.Op))
	w.put(FieldDest, i.Dest)
	if !i.Op.Arithmetic() {
		w.put(FieldCount, i.Count-1)
		w.put(FieldUnit, i.Unit)
		w.put(FieldFirst, i.First)
		w.put(FieldSecond, i.Second)
		w.put(FieldMore, i.More)
		w.put(FieldStatus, i.Status)
		return w, nil
	}
	w.put(FieldType, int(i.Type))
	w.put(FieldCondition, int(i.Condition))
	w.put(FieldBias, Bit(i.Bias))
	w.put(FieldScale, int(i.Scale))
	w.put(FieldClamp, int(i.Clamp))
	w.put(FieldTo, int(i.To))
	w.put(FieldMask, int(i.Mask))
	for n, s := range i.In[:i.Op.Inputs()] {
		w.put(InputConstant.Input(n), Bit(s.Constant))
		w.put(InputIndex.Input(n), s.Index)
		for k, c := range s.Swizzle {
			w.put(Field{Low: InputSwizzle.Input(n).Low + 2*k, Width: 2}, int(c))
		}
		w.put(InputElements.Input(n), s.Width-1)
		w.put(InputFrom.Input(n), int(s.From))
		w.put(InputModifier.Input(n), int(s.Modifier))
	}
	return w, nil
}

// Decode returns the instruction of a word. The error says why a word is illegal: it is
// that of [Instruction.Check], or says which bits are 1 although the operation does not
// use them.
func Decode(w Word) (Instruction, error) {
	i := Instruction{Op: Op(w.Get(FieldOp)), Dest: w.Get(FieldDest)}
	if i.Op.Arithmetic() {
		i.Type = Type(w.Get(FieldType))
		i.Condition = Condition(w.Get(FieldCondition))
		i.Bias = w.Get(FieldBias) != 0
		i.Scale = Scale(w.Get(FieldScale))
		i.Clamp = Clamp(w.Get(FieldClamp))
		i.To = Format(w.Get(FieldTo))
		i.Mask = uint8(w.Get(FieldMask))
		for n := range i.Op.Inputs() {
			s := &i.In[n]
			s.Constant = w.Get(InputConstant.Input(n)) != 0
			s.Index = w.Get(InputIndex.Input(n))
			for k := range s.Swizzle {
				s.Swizzle[k] = uint8(w.Get(Field{Low: InputSwizzle.Input(n).Low + 2*k, Width: 2}))
			}
			s.Width = w.Get(InputElements.Input(n)) + 1
			s.From = Format(w.Get(InputFrom.Input(n)))
			s.Modifier = Modifier(w.Get(InputModifier.Input(n)))
		}
	} else {
		i.Count = w.Get(FieldCount) + 1
		if i.Op == Request {
			i.Unit = w.Get(FieldUnit)
			i.First, i.Second = w.Get(FieldFirst), w.Get(FieldSecond)
			i.More, i.Status = w.Get(FieldMore), w.Get(FieldStatus)
		}
	}
	again, err := i.Encode()
	if err == nil && again != w {
		err = fmt.Errorf("%v does not use the bits %v", i.Op, Word{again.High ^ w.High, again.Low ^ w.Low})
	}
	return i, err
}

// Bit is 1 for true and 0 for false.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
