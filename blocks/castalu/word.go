package castalu

import "fmt"

// Widths of the fields of a word that name something.
const (
	registerBits = 5
	constantBits = 8
)

// Word is an instruction as the program memory holds it, 128 bits.
type Word struct{ High, Low uint64 }

// WordBits is the width of an instruction word.
const WordBits = 128

// String is the word as 32 hexadecimal digits.
func (w Word) String() string { return fmt.Sprintf("%016x%016x", w.High, w.Low) }

// A field is a part of the word: bits low to low + width − 1.
type field struct {
	name, doc  string
	low, width int
}

// The fields of every word.
var (
	fieldOp        = field{"op", "the operation", 0, 6}
	fieldType      = field{"type", "its numeric type", 6, 3}
	fieldCondition = field{"condition", "of sel and kill: 0 at least ½, 1 not 0, 2 bit 0 of the code", 9, 2}
	fieldBias      = field{"bias", "1 subtracts ½", 11, 1}
	fieldScale     = field{"scale", "0 ×1, 1 ×2, 2 ×4, 3 ×½", 12, 2}
	fieldClamp     = field{"clamp", "0 none, 1 to [0, 1], 2 to [−1, 1]", 14, 2}
	fieldTo        = field{"to", "the cast of the result, 0 none", 16, 4}
	fieldDest      = field{"dest", "register of the result; the first register of end; register of a response's words 0 to 3", 20, registerBits}
	fieldMask      = field{"mask", "bit i writes component i", 25, 4}
)

// The fields of an input; input n begins at bit inputLow + n × inputBits.
var (
	inputConstant = field{"constant", "1: one of the item's constants; 0: a register", 0, 1}
	inputIndex    = field{"index", "of the constant, from the item's base on, or of the register", 1, constantBits}
	inputSwizzle  = field{"swizzle", "bits 2i + 1 and 2i: the component of element i", 9, 8}
	inputElements = field{"elements", "their number − 1", 17, 2}
	inputFrom     = field{"from", "what the input is cast from, 0 none", 19, 4}
	inputModifier = field{"modifier", "what changes it behind the cast", 23, 4}
)

const (
	inputLow  = 32
	inputBits = 27
)

// The fields of end and request, in place of the inputs that they do not have.
var (
	fieldCount  = field{"count", "of end, registers − 1; of request, words − 1", 32, registerBits}
	fieldUnit   = field{"unit", "of request: the unit", 37, 4}
	fieldFirst  = field{"first", "of request: register of words 0 to 3", 41, registerBits}
	fieldSecond = field{"second", "of request: register of words 4 to 7", 46, registerBits}
	fieldMore   = field{"more", "of request: register of the response's words 4 to 7", 51, registerBits}
	fieldStatus = field{"status", "of request: register whose x takes the status", 56, registerBits}
)

// input is the field of input n.
func (f field) input(n int) field {
	f.low += inputLow + n*inputBits
	return f
}

// put sets the field in w, which has 0 there.
func (w *Word) put(f field, v int) {
	x := uint64(v)
	switch {
	case f.low >= 64:
		w.High |= x << (f.low - 64)
	case f.low+f.width <= 64:
		w.Low |= x << f.low
	default:
		w.Low |= x << f.low
		w.High |= x >> (64 - f.low)
	}
}

// get is the field in w.
func (w Word) get(f field) int {
	x := w.High >> max(f.low-64, 0)
	if f.low < 64 {
		x = w.Low>>f.low | w.High<<(64-f.low)
	}
	return int(x & (1<<f.width - 1))
}

// Encode returns the word of an instruction, or the error of [Instruction.Check].
func (i Instruction) Encode() (Word, error) {
	if err := i.Check(); err != nil {
		return Word{}, err
	}
	var w Word
	w.put(fieldOp, int(i.Op))
	w.put(fieldDest, i.Dest)
	if !i.Op.Arithmetic() {
		w.put(fieldCount, i.Count-1)
		w.put(fieldUnit, i.Unit)
		w.put(fieldFirst, i.First)
		w.put(fieldSecond, i.Second)
		w.put(fieldMore, i.More)
		w.put(fieldStatus, i.Status)
		return w, nil
	}
	w.put(fieldType, int(i.Type))
	w.put(fieldCondition, int(i.Condition))
	w.put(fieldBias, bit(i.Bias))
	w.put(fieldScale, int(i.Scale))
	w.put(fieldClamp, int(i.Clamp))
	w.put(fieldTo, int(i.To))
	w.put(fieldMask, int(i.Mask))
	for n, s := range i.In[:i.Op.Inputs()] {
		w.put(inputConstant.input(n), bit(s.Constant))
		w.put(inputIndex.input(n), s.Index)
		for k, c := range s.Swizzle {
			w.put(field{low: inputSwizzle.input(n).low + 2*k, width: 2}, int(c))
		}
		w.put(inputElements.input(n), s.Width-1)
		w.put(inputFrom.input(n), int(s.From))
		w.put(inputModifier.input(n), int(s.Modifier))
	}
	return w, nil
}

// Decode returns the instruction of a word. The error says why a word has no meaning:
// one of [Instruction.Check], or that bits are 1 which its operation does not use.
func Decode(w Word) (Instruction, error) {
	i := Instruction{Op: Op(w.get(fieldOp)), Dest: w.get(fieldDest)}
	if i.Op.Arithmetic() {
		i.Type = Type(w.get(fieldType))
		i.Condition = Condition(w.get(fieldCondition))
		i.Bias = w.get(fieldBias) != 0
		i.Scale = Scale(w.get(fieldScale))
		i.Clamp = Clamp(w.get(fieldClamp))
		i.To = Format(w.get(fieldTo))
		i.Mask = uint8(w.get(fieldMask))
		for n := range i.Op.Inputs() {
			s := &i.In[n]
			s.Constant = w.get(inputConstant.input(n)) != 0
			s.Index = w.get(inputIndex.input(n))
			for k := range s.Swizzle {
				s.Swizzle[k] = uint8(w.get(field{low: inputSwizzle.input(n).low + 2*k, width: 2}))
			}
			s.Width = w.get(inputElements.input(n)) + 1
			s.From = Format(w.get(inputFrom.input(n)))
			s.Modifier = Modifier(w.get(inputModifier.input(n)))
		}
	} else {
		i.Count = w.get(fieldCount) + 1
		if i.Op == Request {
			i.Unit = w.get(fieldUnit)
			i.First, i.Second = w.get(fieldFirst), w.get(fieldSecond)
			i.More, i.Status = w.get(fieldMore), w.get(fieldStatus)
		}
	}
	again, err := i.Encode()
	if err == nil && again != w {
		err = fmt.Errorf("%v does not use the bits %v", i.Op, Word{again.High ^ w.High, again.Low ^ w.Low})
	}
	return i, err
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
