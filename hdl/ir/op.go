package ir

import (
	"fmt"
	"math/big"
)

// The operators. A new one needs a constant, a row in the table below it, and a
// row in each reader's table: those are arrays over all operators, and a test
// in each reader finds a missing row. CONTRIBUTING.md lists the places.

// UnaryOp is the operator of a [Unary].
type UnaryOp uint8

const (
	OpNot       UnaryOp = iota // bitwise complement; the operand's width
	OpReduceAnd                // 1 if all bits are 1; width 1
	OpReduceOr                 // 1 if any bit is 1; width 1
	OpReduceXor                // parity; width 1
	OpPopCount                 // number of ones; width CountWidth(operand)

	NumUnaryOps // how many there are: the length of a table over all of them
)

// BinaryOp is the operator of a [Binary].
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

	NumBinaryOps // how many there are: the length of a table over all of them
)

// Class says which widths an operator takes and gives.
type Class uint8

const (
	ClassBitwise    Class = iota + 1 // operands and result have one width
	ClassArithmetic                  // the same, modulo 2^width
	ClassProduct                     // operands of any widths; the result has their sum
	ClassCompare                     // operands of one width; the result has one bit
	ClassShift                       // the width of X; Y is an unsigned amount of any width
	ClassReduce                      // one operand; the result has one bit
	ClassCount                       // one operand; the result holds the numbers 0 to its width
)

type unaryDescriptor struct {
	name   string // in Text
	method string // of hdl.Bits
	class  Class
	// eval is the result for x of w bits, modulo 2^width. It does not modify x.
	eval func(x *big.Int, w int) *big.Int
}

var unaryOps = [NumUnaryOps]unaryDescriptor{
	OpNot:       {"not", "Not", ClassBitwise, func(x *big.Int, _ int) *big.Int { return new(big.Int).Not(x) }},
	OpReduceAnd: {"reduce_and", "ReduceAnd", ClassReduce, func(x *big.Int, w int) *big.Int { return truth(onesIn(x) == w) }},
	OpReduceOr:  {"reduce_or", "ReduceOr", ClassReduce, func(x *big.Int, _ int) *big.Int { return truth(x.Sign() != 0) }},
	OpReduceXor: {"reduce_xor", "ReduceXor", ClassReduce, func(x *big.Int, _ int) *big.Int { return truth(onesIn(x)%2 == 1) }},
	OpPopCount:  {"popcount", "PopCount", ClassCount, func(x *big.Int, _ int) *big.Int { return big.NewInt(int64(onesIn(x))) }},
}

// related is an operator that is related to another, if there is one.
type related struct {
	op    BinaryOp
	known bool
}

func is(op BinaryOp) related { return related{op, true} }

var noOp related

type binaryDescriptor struct {
	name   string // in Text
	method string // of hdl.Bits, or of hdl.Signed where signed
	class  Class
	// signed says that X (and Y, unless it is a shift amount) is in two's
	// complement; plain is then the operator that reads them as unsigned, else noOp.
	signed bool
	plain  related
	// mirror is the operator that gives the same with the operands exchanged.
	mirror related
	// negation, for a comparison, is 1 where the operator is 0.
	negation related
	// eval is the result modulo 2^width. Signed operands come with their two's
	// complement value; w is the width of X. It does not modify x or y.
	eval func(x, y *big.Int, w int) *big.Int
}

var binaryOps = [NumBinaryOps]binaryDescriptor{
	OpAdd:  {"add", "Add", ClassArithmetic, false, noOp, is(OpAdd), noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Add(x, y) }},
	OpSub:  {"sub", "Sub", ClassArithmetic, false, noOp, noOp, noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Sub(x, y) }},
	OpMul:  {"mul", "Mul", ClassProduct, false, noOp, is(OpMul), noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Mul(x, y) }},
	OpMulS: {"mul_s", "Mul", ClassProduct, true, is(OpMul), is(OpMulS), noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Mul(x, y) }},
	OpAnd:  {"and", "And", ClassBitwise, false, noOp, is(OpAnd), noOp, func(x, y *big.Int, _ int) *big.Int { return and(x, y) }},
	OpOr:   {"or", "Or", ClassBitwise, false, noOp, is(OpOr), noOp, func(x, y *big.Int, _ int) *big.Int { return or(x, y) }},
	OpXor:  {"xor", "Xor", ClassBitwise, false, noOp, is(OpXor), noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Xor(x, y) }},
	OpEq:   {"eq", "Eq", ClassCompare, false, noOp, is(OpEq), is(OpNe), func(x, y *big.Int, _ int) *big.Int { return truth(x.Cmp(y) == 0) }},
	OpNe:   {"ne", "Ne", ClassCompare, false, noOp, is(OpNe), is(OpEq), func(x, y *big.Int, _ int) *big.Int { return truth(x.Cmp(y) != 0) }},
	OpLt:   {"lt", "Lt", ClassCompare, false, noOp, is(OpGt), is(OpGe), less},
	OpLe:   {"le", "Le", ClassCompare, false, noOp, is(OpGe), is(OpGt), lessOrEqual},
	OpGt:   {"gt", "Gt", ClassCompare, false, noOp, is(OpLt), is(OpLe), greater},
	OpGe:   {"ge", "Ge", ClassCompare, false, noOp, is(OpLe), is(OpLt), greaterOrEqual},
	OpLtS:  {"lt_s", "Lt", ClassCompare, true, is(OpLt), is(OpGtS), is(OpGeS), less},
	OpLeS:  {"le_s", "Le", ClassCompare, true, is(OpLe), is(OpGeS), is(OpGtS), lessOrEqual},
	OpGtS:  {"gt_s", "Gt", ClassCompare, true, is(OpGt), is(OpLtS), is(OpLeS), greater},
	OpGeS:  {"ge_s", "Ge", ClassCompare, true, is(OpGe), is(OpLeS), is(OpLtS), greaterOrEqual},
	OpShl: {"shl", "Shl", ClassShift, false, noOp, noOp, noOp, func(x, y *big.Int, w int) *big.Int {
		return new(big.Int).Lsh(x, amount(y, w))
	}},
	OpShr:  {"shr", "Shr", ClassShift, false, noOp, noOp, noOp, shiftRight},
	OpShrS: {"shr_s", "Shr", ClassShift, true, is(OpShr), noOp, noOp, shiftRight},
}

func less(x, y *big.Int, _ int) *big.Int           { return truth(x.Cmp(y) < 0) }
func lessOrEqual(x, y *big.Int, _ int) *big.Int    { return truth(x.Cmp(y) <= 0) }
func greater(x, y *big.Int, _ int) *big.Int        { return truth(x.Cmp(y) > 0) }
func greaterOrEqual(x, y *big.Int, _ int) *big.Int { return truth(x.Cmp(y) >= 0) }

func shiftRight(x, y *big.Int, w int) *big.Int { return new(big.Int).Rsh(x, amount(y, w)) }

// amount is by how many bits a value of w bits is shifted: w stands for w or more.
func amount(y *big.Int, w int) uint {
	if y.IsInt64() {
		return uint(min(y.Int64(), int64(w)))
	}
	return uint(w)
}

func truth(holds bool) *big.Int {
	if holds {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// onesIn counts the bits of x that are 1.
func onesIn(x *big.Int) int {
	n := 0
	for i := range x.BitLen() {
		n += int(x.Bit(i))
	}
	return n
}

// Known reports whether op is one of the operators.
func (op UnaryOp) Known() bool { return op < NumUnaryOps }

// Known reports whether op is one of the operators.
func (op BinaryOp) Known() bool { return op < NumBinaryOps }

// String returns the name that [Text] prints.
func (op UnaryOp) String() string {
	if !op.Known() {
		return fmt.Sprintf("unary(%d)", uint8(op))
	}
	return unaryOps[op].name
}

// String returns the name that [Text] prints.
func (op BinaryOp) String() string {
	if !op.Known() {
		return fmt.Sprintf("binary(%d)", uint8(op))
	}
	return binaryOps[op].name
}

// Method is the name of the language's method for op, a method of hdl.Bits.
func (op UnaryOp) Method() string { return unaryOps[op].method }

// Method is the name of the language's method for op, a method of hdl.Signed if
// op is [BinaryOp.Signed], otherwise of hdl.Bits.
func (op BinaryOp) Method() string { return binaryOps[op].method }

// Class says which widths op takes and gives.
func (op UnaryOp) Class() Class { return unaryOps[op].class }

// Class says which widths op takes and gives.
func (op BinaryOp) Class() Class { return binaryOps[op].class }

// IsCompare reports whether the result is one bit.
func (op BinaryOp) IsCompare() bool { return op.Class() == ClassCompare }

// IsShift reports whether Y is a shift amount, which may have any width.
func (op BinaryOp) IsShift() bool { return op.Class() == ClassShift }

// Signed reports whether op reads its operands in two's complement; for a shift, only X.
func (op BinaryOp) Signed() bool { return binaryOps[op].signed }

// Unsigned is the operator that does with unsigned operands what op does with
// signed ones; op itself if it is not signed.
func (op BinaryOp) Unsigned() BinaryOp {
	if r := binaryOps[op].plain; r.known {
		return r.op
	}
	return op
}

// Mirror is the operator m for which X op Y = Y m X, if there is one: op itself
// if the order of the operands does not matter, Gt for Lt.
func (op BinaryOp) Mirror() (m BinaryOp, ok bool) {
	r := binaryOps[op].mirror
	return r.op, r.known
}

// Negation is the comparison that is 1 where op is 0, if op is a comparison.
func (op BinaryOp) Negation() (n BinaryOp, ok bool) {
	r := binaryOps[op].negation
	return r.op, r.known
}

// Width is the width of op applied to an operand of w bits.
func (op UnaryOp) Width(w int) int {
	switch op.Class() {
	case ClassBitwise:
		return w
	case ClassReduce:
		return 1
	case ClassCount:
		return CountWidth(w)
	}
	panic(fmt.Sprintf("ir: %s has no rule for its width", op))
}

// Width is the width of op applied to operands of wx and wy bits.
func (op BinaryOp) Width(wx, wy int) int {
	switch op.Class() {
	case ClassBitwise, ClassArithmetic, ClassShift:
		return wx
	case ClassProduct:
		return wx + wy
	case ClassCompare:
		return 1
	}
	panic(fmt.Sprintf("ir: %s has no rule for its width", op))
}

// takes reports whether op takes operands of wx and wy bits.
func (op BinaryOp) takes(wx, wy int) bool {
	switch op.Class() {
	case ClassProduct, ClassShift:
		return true
	}
	return wx == wy
}
