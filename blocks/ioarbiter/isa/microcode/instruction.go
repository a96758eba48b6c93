package microcode

import "fmt"

// Sizes of the machine.
const (
	WordBits  = 32
	Registers = 32 // of 32 bits
	// MaxAnswer is the longest response, in words, that a macro can wait for.
	MaxAnswer = 16
	// MaxCode is the largest size of microcode, in words.
	MaxCode = 1 << 10
)

// Op is what an instruction does. Its value is its operation code; code 0 is illegal, so that empty memory is.
type Op uint8

// The operations. The comments name the operands in the order of the text.
const (
	_          Op = iota
	End           // ends the macro
	Set           // X = Value, -32768 to 32767
	High          // bits 31:16 of X = Value, 0 to 65535
	AddConst      // X = Y + Value, -32768 to 32767
	Add           // X = Y + Z
	Sub           // X = Y - Z
	And           // X = Y & Z
	Or            // X = Y | Z
	Xor           // X = Y ^ Z
	ShiftLeft     // X = Y << Value, 0 to 31
	ShiftRight    // X = Y >> Value, shifting in zeros
	Arithmetic    // X = Y >> Value, shifting in the sign
	Quad          // X = the mask of quad Value, from the tile's mask in Y and Y+1
	Jump          // jumps to the target
	IfZero        // jumps to the target if X is 0
	IfNonzero     // if X is not 0
	IfLess        // if X < Y, as signed numbers
	IfNotLess     // if X >= Y
	IfFull        // if all response slots are in use
	IfNone        // if none is in use
	Loop          // X = X + Value, -32 to 31; jumps to the target if then X < Y
	Wait          // takes the oldest response's words into Words registers from X on
	Emit          // sends a request: Words registers from X on
	Push          // puts the first words of a request, Words registers from X on, into the bypass; the next Emit completes it
	NumOps
)

// Route is where the response of a request goes.
type Route uint8

// The routes.
const (
	_          Route = iota
	ToBypass         // to the bypass, after the words of the preceding Push
	ToExpander       // to a response slot, until a Wait takes it
	ToCount          // nowhere: it is only counted as done
)

var routeNames = [...]string{"", "bypass", "expander", "count"}

// String is the route in the text form.
func (r Route) String() string {
	if r != 0 && int(r) < len(routeNames) {
		return routeNames[r]
	}
	return fmt.Sprintf("Route(%d)", uint8(r))
}

// Instruction is an instruction. Fields that its operation does not use are 0.
type Instruction struct {
	Op        Op
	X, Y, Z   int // registers
	Value     int
	Target    int // in words after this one, before it if negative
	Words     int // of Wait, 0 to 16; of Emit and Push, 1 to 32
	Operation int // of Emit and Push
	// Offset and Count select the unit's state from the state object: Count words from Offset on.
	Offset, Count int
	Route         Route
}

// Word is an encoded instruction.
type Word uint32

// Field is a range of bits in a word.
type Field struct {
	Name       string // for tables
	Low, Width int
}

func (f Field) get(w Word) int { return int(w >> f.Low & (1<<f.Width - 1)) }

// Of is the number in a word's field.
func (f Field) Of(w Word) int { return f.get(w) }

func (f Field) mask() Word { return (1<<f.Width - 1) << f.Low }

// The fields of a word.
var (
	FieldOp        = Field{"operation code", 27, 5}
	FieldX         = Field{"register X", 22, 5}
	FieldY         = Field{"register Y", 17, 5}
	FieldWords     = Field{"words", 17, 5} // of Wait; of Emit and Push less 1
	FieldZ         = Field{"register Z", 12, 5}
	FieldAmount    = Field{"amount of a shift", 12, 5}
	FieldValue     = Field{"value", 0, 16}
	FieldQuad      = Field{"quad", 0, 2}
	FieldStep      = Field{"step", 11, 6}
	FieldTarget    = Field{"target", 0, 11}
	FieldOperation = Field{"operation of the connector", 12, 5}
	FieldOffset    = Field{"first word of the state", 8, 4}
	FieldCount     = Field{"words of the state", 3, 5}
	FieldRoute     = Field{"route", 1, 2}
)

// kind is how an operand is written.
type kind uint8

const (
	aRegister kind = iota
	aNumber
	aTarget
	theOperation
	theWords // registers: r4:3
	theState // 6:2
	theRoute
)

// operand is an operand of an operation: a number from least to most. A number of words is stored less its least value,
// a negative number in two's complement.
type operand struct {
	kind        kind
	what        string
	field       Field
	of          func(*Instruction) *int
	least, most int
}

func (o operand) signed() bool { return o.least < 0 }

var (
	x = operand{aRegister, "X", FieldX, func(i *Instruction) *int { return &i.X }, 0, Registers - 1}
	y = operand{aRegister, "Y", FieldY, func(i *Instruction) *int { return &i.Y }, 0, Registers - 1}
	z = operand{aRegister, "Z", FieldZ, func(i *Instruction) *int { return &i.Z }, 0, Registers - 1}

	ofValue  = func(i *Instruction) *int { return &i.Value }
	ofWords  = func(i *Instruction) *int { return &i.Words }
	ofOffset = func(i *Instruction) *int { return &i.Offset }
	ofCount  = func(i *Instruction) *int { return &i.Count }

	value    = operand{aNumber, "the value", FieldValue, ofValue, -1 << 15, 1<<15 - 1}
	high     = operand{aNumber, "the value", FieldValue, ofValue, 0, 1<<16 - 1}
	amount   = operand{aNumber, "the shift", FieldAmount, ofValue, 0, 31}
	pair     = operand{aRegister, "Y", FieldY, func(i *Instruction) *int { return &i.Y }, 0, Registers - 2}
	which    = operand{aNumber, "the quad", FieldQuad, ofValue, 0, 3}
	step     = operand{aNumber, "the step", FieldStep, ofValue, -32, 31}
	target   = operand{aTarget, "the target", FieldTarget, func(i *Instruction) *int { return &i.Target }, -1 << 10, 1<<10 - 1}
	answer   = operand{theWords, "the number of words", FieldWords, ofWords, 0, MaxAnswer}
	record   = operand{theWords, "the number of words", FieldWords, ofWords, 1, Registers}
	unitsOps = operand{theOperation, "the number of the operation", FieldOperation, func(i *Instruction) *int { return &i.Operation }, 0, 31}
	offset   = operand{theState, "the state's first word", FieldOffset, ofOffset, 0, 15}
	count    = operand{theState, "the number of words of the state", FieldCount, ofCount, 0, 16}
)

// form is how an operation is written: its mnemonic and its operands, in the order of the text.
type form struct {
	name     string
	operands []operand
	routed   bool // behind them, a route
	doc      string
}

func (i Instruction) form() form {
	if i.Op < NumOps {
		return forms[i.Op]
	}
	return form{}
}

var forms = [NumOps]form{
	End:        {"end", nil, false, "ends the macro when no request is in flight"},
	Set:        {"set", []operand{x, value}, false, "X = value"},
	High:       {"high", []operand{x, high}, false, "bits 31:16 of X = value"},
	AddConst:   {"add", []operand{x, y, value}, false, "X = Y + value"},
	Add:        {"add", []operand{x, y, z}, false, "X = Y + Z"},
	Sub:        {"sub", []operand{x, y, z}, false, "X = Y - Z"},
	And:        {"and", []operand{x, y, z}, false, "X = Y & Z"},
	Or:         {"or", []operand{x, y, z}, false, "X = Y \\| Z"},
	Xor:        {"xor", []operand{x, y, z}, false, "X = Y ^ Z"},
	ShiftLeft:  {"shl", []operand{x, y, amount}, false, "X = Y << amount"},
	ShiftRight: {"shr", []operand{x, y, amount}, false, "X = Y >> amount, zeros shifted in"},
	Arithmetic: {"sar", []operand{x, y, amount}, false, "X = Y >> amount, the sign shifted in"},
	Quad:       {"quad", []operand{x, pair, which}, false, "X = the 16 bits of a 4×4 quad from the mask of an 8×8 tile in Y (rows 0 to 3) and Y+1"},
	Jump:       {"jump", []operand{target}, false, "jumps to the target"},
	IfZero:     {"bz", []operand{x, target}, false, "jumps if X = 0"},
	IfNonzero:  {"bnz", []operand{x, target}, false, "if X ≠ 0"},
	IfLess:     {"blt", []operand{x, y, target}, false, "if X < Y, signed"},
	IfNotLess:  {"bge", []operand{x, y, target}, false, "if X ≥ Y, signed"},
	IfFull:     {"full", []operand{target}, false, "if all response slots are in use"},
	IfNone:     {"none", []operand{target}, false, "if no response slot is in use"},
	Loop:       {"loop", []operand{x, step, y, target}, false, "X = X + step; jumps if then X < Y, signed"},
	Wait:       {"wait", []operand{x, answer}, false, "waits for the oldest response; its words go to X, X+1, …"},
	Emit:       {"emit", []operand{unitsOps, x, record, offset, count}, true, "sends a request of the words X, X+1, …"},
	Push:       {"push", []operand{unitsOps, x, record, offset, count}, true, "the first words of a request that the response of the next emit completes"},
}

// put writes a number into its field.
func (o operand) put(w *Word, n int) {
	if o.kind == theWords {
		n -= o.least
	}
	*w |= Word(n<<o.field.Low) & o.field.mask()
}

// take reads it.
func (o operand) take(w Word) int {
	n := o.field.get(w)
	if o.kind == theWords {
		return n + o.least
	}
	if o.signed() && n>>(o.field.Width-1) != 0 {
		n -= 1 << o.field.Width
	}
	return n
}

// Check returns an error if the instruction is illegal, whatever operations there are.
func (i Instruction) Check() error {
	f := i.form()
	if f.name == "" {
		return fmt.Errorf("there is no operation code %d; choose 1 to %d", i.Op, NumOps-1)
	}
	kept := Instruction{Op: i.Op}
	for _, o := range f.operands {
		n := *o.of(&i)
		if n < o.least || n > o.most {
			return fmt.Errorf("%s: %s is %d; choose %d to %d", f.name, o.what, n, o.least, o.most)
		}
		*o.of(&kept) = n
	}
	if f.routed {
		kept.Route = i.Route
		if i.Route == 0 || i.Route > ToCount || i.Op == Push && i.Route == ToBypass {
			return fmt.Errorf("%s: a response cannot take the %v; choose %s", f.name, i.Route, routesOf(i.Op))
		}
	}
	if i != kept {
		return fmt.Errorf("%s: it has operands that it does not use; make them 0", f.name)
	}
	if i.X+i.Words > Registers {
		return fmt.Errorf("%s: %d words from r%d on end past r%d", f.name, i.Words, i.X, Registers-1)
	}
	if i.Offset+i.Count > 16 {
		return fmt.Errorf("%s: %d words from word %d on end past the state object's 16 words", f.name, i.Count, i.Offset)
	}
	return nil
}

func routesOf(op Op) string {
	if op == Push {
		return "expander or count"
	}
	return "bypass, expander or count"
}

// Encode is the instruction's word, or an error if it is illegal.
func (i Instruction) Encode() (Word, error) {
	if err := i.Check(); err != nil {
		return 0, err
	}
	w := Word(i.Op) << FieldOp.Low
	f := i.form()
	for _, o := range f.operands {
		o.put(&w, *o.of(&i))
	}
	if f.routed {
		w |= Word(i.Route) << FieldRoute.Low
	}
	return w, nil
}

// Used has the bits of a word that the operation uses; the others of a legal word are 0.
func (op Op) Used() Word {
	used := FieldOp.mask()
	for _, o := range forms[op].operands {
		used |= o.field.mask()
	}
	if forms[op].routed {
		used |= FieldRoute.mask()
	}
	return used
}

// Decode is the instruction of a word, or an error if it is illegal.
func Decode(w Word) (Instruction, error) {
	i := Instruction{Op: Op(FieldOp.get(w))}
	f := i.form()
	if f.name == "" {
		return i, i.Check()
	}
	if w&^i.Op.Used() != 0 {
		return i, fmt.Errorf("%s: %#08x has bits that it does not use; make them 0", f.name, uint32(w))
	}
	for _, o := range f.operands {
		*o.of(&i) = o.take(w)
	}
	if f.routed {
		i.Route = Route(FieldRoute.get(w))
	}
	return i, i.Check()
}
