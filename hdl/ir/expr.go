package ir

import "math/big"

// Expr is a combinational value. Expressions form a graph without cycles; a
// node that is used twice is shared by pointer, and a reader computes it once.
type Expr interface {
	// Width is the number of bits, at least 1.
	Width() int
	// Pos is where the user wrote the expression.
	Pos() Pos
	expr()
}

// Const is a constant: 0 <= Value < 2^Bits. Value is never modified.
type Const struct {
	Value *big.Int
	Bits  int
	At    Pos
}

// Ref reads a signal of the same module: a port (an output as well), a wire, a
// register, or either side of an instance's port.
type Ref struct {
	Signal *Signal
	At     Pos
}

// UnaryOp is the operation of a [Unary].
type UnaryOp uint8

const (
	OpNot       UnaryOp = iota // bitwise complement; the operand's width
	OpReduceAnd                // 1 if all bits are 1; width 1
	OpReduceOr                 // 1 if any bit is 1; width 1
	OpReduceXor                // parity; width 1
	OpPopCount                 // number of ones; width CountWidth(operand)
)

// Unary applies Op to X.
type Unary struct {
	Op UnaryOp
	X  Expr
	At Pos

	width cachedWidth
}

// BinaryOp is the operation of a [Binary].
type BinaryOp uint8

const (
	OpAdd  BinaryOp = iota // modulo 2^w; equal widths w, width w
	OpSub                  // modulo 2^w; equal widths w, width w
	OpMul                  // exact unsigned product; width wx+wy
	OpMulS                 // exact two's complement product; width wx+wy
	OpAnd                  // bitwise; equal widths
	OpOr                   // bitwise; equal widths
	OpXor                  // bitwise; equal widths
	OpEq                   // equal widths; width 1
	OpNe                   // equal widths; width 1
	OpLt                   // unsigned; equal widths; width 1
	OpLe                   // unsigned; equal widths; width 1
	OpGt                   // unsigned; equal widths; width 1
	OpGe                   // unsigned; equal widths; width 1
	OpLtS                  // two's complement; equal widths; width 1
	OpLeS                  // two's complement; equal widths; width 1
	OpGtS                  // two's complement; equal widths; width 1
	OpGeS                  // two's complement; equal widths; width 1
	OpShl                  // X << Y; width of X; 0 where Y >= width of X
	OpShr                  // X >> Y, zeros enter; width of X; 0 where Y >= width of X
	OpShrS                 // X >> Y, copies of X's top bit enter; width of X; all top bit where Y >= width of X
)

// Binary applies Op to X and Y. Shifts take the amount Y, unsigned, of any width.
type Binary struct {
	Op   BinaryOp
	X, Y Expr
	At   Pos

	width cachedWidth
}

// Mux is Cases[Index], or 0 where Index is len(Cases) or more. All cases have
// one width; there are at least one and at most 2^width(Index) of them. A
// two-way choice has a one-bit Index: Cases[0] where it is 0, Cases[1] where 1.
type Mux struct {
	Index Expr
	Cases []Expr
	At    Pos

	width cachedWidth
}

// Slice is bits Hi down to Lo of X, both inclusive.
type Slice struct {
	X      Expr
	Hi, Lo int
	At     Pos
}

// Concat joins Parts, the most significant first.
type Concat struct {
	Parts []Expr
	At    Pos

	width cachedWidth
}

// MemRead is the word of Mem at Addr before this cycle's writes (an
// asynchronous read), or 0 where Addr is Depth or more.
type MemRead struct {
	Mem  *Memory
	Addr Expr
	At   Pos
}

func (e *Const) Pos() Pos   { return e.At }
func (e *Ref) Pos() Pos     { return e.At }
func (e *Unary) Pos() Pos   { return e.At }
func (e *Binary) Pos() Pos  { return e.At }
func (e *Mux) Pos() Pos     { return e.At }
func (e *Slice) Pos() Pos   { return e.At }
func (e *Concat) Pos() Pos  { return e.At }
func (e *MemRead) Pos() Pos { return e.At }

func (*Const) expr()   {}
func (*Ref) expr()     {}
func (*Unary) expr()   {}
func (*Binary) expr()  {}
func (*Mux) expr()     {}
func (*Slice) expr()   {}
func (*Concat) expr()  {}
func (*MemRead) expr() {}

var unaryNames = [...]string{"not", "reduce_and", "reduce_or", "reduce_xor", "popcount"}

var binaryNames = [...]string{"add", "sub", "mul", "mul_s", "and", "or", "xor", "eq", "ne",
	"lt", "le", "gt", "ge", "lt_s", "le_s", "gt_s", "ge_s", "shl", "shr", "shr_s"}

// String returns the name that [Dump] prints.
func (op UnaryOp) String() string { return unaryNames[op] }

// String returns the name that [Dump] prints.
func (op BinaryOp) String() string { return binaryNames[op] }

// IsCompare reports whether the result is one bit.
func (op BinaryOp) IsCompare() bool { return op >= OpEq && op <= OpGeS }

// IsShift reports whether Y is an amount with a width of its own.
func (op BinaryOp) IsShift() bool { return op >= OpShl }
