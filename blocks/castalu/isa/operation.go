package isa

import "fmt"

// Op is the operation of an instruction. Its zero value is illegal, and so is a word of
// zeros, so that a program that runs past its end is noticed.
type Op uint8

// The operations. Those up to Select exist in every numeric type; those from Divide
// to Power in FP32 and FP16, on the special-function pipeline.
const (
	NoOp        Op = iota
	Move           // a
	Add            // a + b
	Subtract       // a − b
	Multiply       // a × b
	MultiplyAdd    // a × b + c: fused in floating point, the rounded product and an exact sum in fixed point
	Min            // the lesser of a and b
	Max            // the greater of a and b
	Dot3           // a0b0 + a1b1 + a2b2
	Dot4           // (a0b0 + a1b1) + (a2b2 + a3b3)
	Less           // 1.0 where a < b, else 0
	LessEqual      // 1.0 where a ≤ b, else 0
	Equal          // 1.0 where a = b, else 0
	Select         // b where the condition holds for c, else a

	Divide         // a ÷ b
	Reciprocal     // 1 ÷ a
	SquareRoot     // √a
	ReciprocalRoot // 1 ÷ √a
	Log2           // log2 a
	Exp2           // 2^a
	Power          // a^b
	Kill           // the work item ends without a result if the condition holds for a
	End            // the work item ends; its result is the registers from Dest on
	Request        // sends words to a fixed-function unit, which responds with words
	NumOps         = int(Request) + 1
)

// An operation describes an [Op].
type operation struct {
	name   string // in the text form
	inputs int
	place  place // where it is executed
}

var operations = [NumOps]operation{
	Move:           {"mov", 1, lanes},
	Add:            {"add", 2, lanes},
	Subtract:       {"sub", 2, lanes},
	Multiply:       {"mul", 2, lanes},
	MultiplyAdd:    {"mad", 3, lanes},
	Min:            {"min", 2, lanes},
	Max:            {"max", 2, lanes},
	Dot3:           {"dp3", 2, lanes},
	Dot4:           {"dp4", 2, lanes},
	Less:           {"slt", 2, lanes},
	LessEqual:      {"sle", 2, lanes},
	Equal:          {"seq", 2, lanes},
	Select:         {"sel", 3, lanes},
	Divide:         {"div", 2, special},
	Reciprocal:     {"rcp", 1, special},
	SquareRoot:     {"sqrt", 1, special},
	ReciprocalRoot: {"rsq", 1, special},
	Log2:           {"log2", 1, special},
	Exp2:           {"exp2", 1, special},
	Power:          {"pow", 2, special},
	Kill:           {"kill", 1, lanes},
	End:            {"end", 0, control},
	Request:        {"request", 0, control},
}

// A place is the part of the processor that executes an operation.
type place uint8

const (
	nowhere place = iota // the operation is illegal
	lanes                // the vector lanes
	special              // the special-function pipeline
	control              // the barrel: no arithmetic
)

// OperationNames are the names of all operations.
func OperationNames() []string {
	var names []string
	for _, o := range operations[1:] {
		names = append(names, o.name)
	}
	return names
}

// String is the operation in the text form: "mul".
func (o Op) String() string {
	if int(o) < NumOps && operations[o].name != "" {
		return operations[o].name
	}
	return fmt.Sprintf("operation %d", uint8(o))
}

// Inputs is the number of inputs, 0 to 3.
func (o Op) Inputs() int {
	if int(o) < NumOps {
		return operations[o].inputs
	}
	return 0
}

// Special reports whether the operation uses the special-function pipeline.
func (o Op) Special() bool { return o.place() == special }

// Arithmetic reports whether the operation uses the arithmetic unit, as all but [End] and
// [Request] do.
func (o Op) Arithmetic() bool { return o.place() == lanes || o.place() == special }

func (o Op) place() place {
	if int(o) < NumOps {
		return operations[o].place
	}
	return nowhere
}

// Modifier changes an input after its cast, in the type of the operation. The result
// saturates to the type.
type Modifier uint8

// The modifiers. The eight maps from UnsignedIdentity on are those of OpenGL's register
// combiners, in their order; they and OneMinus are illegal in floating point.
const (
	Plain            Modifier = 0  // x
	Absolute         Modifier = 1  // |x|
	Negate           Modifier = 2  // −x
	NegateAbsolute   Modifier = 3  // −|x|
	OneMinus         Modifier = 4  // 1 − x
	UnsignedIdentity Modifier = 8  // max(0, x)
	UnsignedInvert   Modifier = 9  // 1 − min(1, max(0, x))
	ExpandNormal     Modifier = 10 // 2 max(0, x) − 1
	ExpandNegate     Modifier = 11 // 1 − 2 max(0, x)
	HalfBiasNormal   Modifier = 12 // max(0, x) − ½
	HalfBiasNegate   Modifier = 13 // ½ − max(0, x)
	SignedIdentity   Modifier = 14 // x
	SignedNegate     Modifier = 15 // −x

	NumModifiers = 16
)

// Condition is the test that [Select] and [Kill] apply to their deciding input.
type Condition uint8

// The conditions.
const (
	Half    Condition = iota // at least ½; false for NaN
	NonZero                  // neither +0 nor −0
	Bit0                     // bit 0 of its code is 1

	NumConditions = int(Bit0) + 1
)

// Scale is the factor of the output stage.
type Scale uint8

// The scales. Halving a fixed-point code x gives (x + 1) >> 1.
const (
	By1 Scale = iota
	By2
	By4
	ByHalf
)

// Clamp is the range to which the output stage limits a result. NaN becomes 0.
type Clamp uint8

// The clamps.
const (
	Unclamped   Clamp = iota
	ClampUnit         // [0, 1]
	ClampSigned       // [−1, 1]

	NumClamps = int(ClampSigned) + 1
)
