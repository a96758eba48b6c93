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

// Ref reads a signal of the same module: a port (even an output), a wire, a
// register, or either side of an instance's port.
type Ref struct {
	Signal *Signal
	At     Pos
}

// Unary applies Op to X.
type Unary struct {
	Op UnaryOp
	X  Expr
	At Pos

	width cachedWidth
}

// Binary applies Op to X and Y. Shifts take the amount Y, unsigned, of any width.
type Binary struct {
	Op   BinaryOp
	X, Y Expr
	At   Pos

	width cachedWidth
}

// Mux is Cases[Index], or 0 if Index is len(Cases) or more. All cases have the
// same width; there are at least one and at most 2^width(Index) of them. A two-way
// choice has a one-bit Index: Cases[0] if it is 0, Cases[1] if it is 1.
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
// asynchronous read), or 0 if Addr is Depth or more.
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
