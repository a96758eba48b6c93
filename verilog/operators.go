package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// operator is how an operator is written, as a term in c.
type operator[E ir.Expr] struct {
	word  string // for what it computes, in the name of a wire
	write func(p *printer, e E, c context) term
}

type (
	unaryWriter  = func(p *printer, e *ir.Unary, c context) term
	binaryWriter = func(p *printer, e *ir.Binary, c context) term
)

var (
	unaryOps  [ir.NumUnaryOps]operator[*ir.Unary]
	binaryOps [ir.NumBinaryOps]operator[*ir.Binary]
)

// The rows lead back to the tables, which Go forbids where a variable is declared.
func init() {
	unaryOps = [ir.NumUnaryOps]operator[*ir.Unary]{
		ir.OpNot:       {"not", complement},
		ir.OpReduceAnd: {"all", reduction("&")},
		ir.OpReduceOr:  {"any", reduction("|")},
		ir.OpReduceXor: {"parity", reduction("^")},
		ir.OpPopCount:  {"ones", popCount},
	}
	binaryOps = [ir.NumBinaryOps]operator[*ir.Binary]{
		ir.OpAdd:  {"sum", infix("+", precAdd)},
		ir.OpSub:  {"diff", difference},
		ir.OpMul:  {"product", product},
		ir.OpMulS: {"product", productSigned},
		ir.OpAnd:  {"and", logic(infix("&&", precLogicAnd), infix("&", precAnd))},
		ir.OpOr:   {"or", logic(infix("||", precLogicOr), infix("|", precOr))},
		ir.OpXor:  {"xor", infix("^", precXor)},
		ir.OpEq:   {"eq", equality("==")},
		ir.OpNe:   {"ne", equality("!=")},
		ir.OpLt:   {"lt", infix("<", precRel)},
		ir.OpLe:   {"le", infix("<=", precRel)},
		ir.OpGt:   {"gt", infix(">", precRel)},
		ir.OpGe:   {"ge", infix(">=", precRel)},
		ir.OpLtS:  {"lt", orderSigned("<")},
		ir.OpLeS:  {"le", orderSigned("<=")},
		ir.OpGtS:  {"gt", orderSigned(">")},
		ir.OpGeS:  {"ge", orderSigned(">=")},
		ir.OpShl:  {"shl", shift("<<")},
		ir.OpShr:  {"shr", shift(">>")},
		ir.OpShrS: {"shr", shift(">>>")},
	}
}

// maxSignedProduct is the width of the widest signed product that Verilator accepts.
const maxSignedProduct = 512

// slice returns bits hi to lo of x, which gets a name if it has none.
func (p *printer) slice(x ir.Expr, hi, lo int, c context) string {
	x = p.atomOf(x, c)
	s, ok := slice(x, hi, lo, x.Pos()).(*ir.Slice)
	if !ok { // the whole of a name, or a constant
		return p.inline(slice(x, hi, lo, x.Pos()), c.operand()).text
	}
	sig := s.X.(*ir.Ref).Signal
	p.read(sig.Name, s.Hi, s.Lo, c)
	if s.Hi == s.Lo {
		return fmt.Sprintf("%s[%d]", sig.Name, s.Hi)
	}
	return fmt.Sprintf("%s[%d:%d]", sig.Name, s.Hi, s.Lo)
}

func (p *printer) concat(e *ir.Concat, c context) term {
	var parts []string
	for i := 0; i < len(e.Parts); {
		n := 1
		for i+n < len(e.Parts) && sameAtom(e.Parts[i], e.Parts[i+n]) {
			n++
		}
		if k, ok := e.Parts[i].(*ir.Const); ok && n > 1 && k.Value.Sign() == 0 {
			parts = append(parts, literal(k.Value, n*k.Bits))
			i += n
			continue
		}
		text := p.expr(e.Parts[i], c.operand()).text
		if n > 1 {
			text = fmt.Sprintf("{%d{%s}}", n, text)
		}
		parts = append(parts, text)
		i += n
	}
	if len(parts) == 1 {
		return term{parts[0], precPrimary} // a replication is a concatenation already
	}
	return term{"{" + strings.Join(parts, ", ") + "}", precPrimary}
}

func complement(p *printer, e *ir.Unary, c context) term {
	if eq, ok := e.X.(*ir.Binary); ok && isEquality(eq.Op) && !p.hasName(eq, c) {
		opposite, _ := eq.Op.Negation()
		return p.inline(&ir.Binary{Op: opposite, X: eq.X, Y: eq.Y, At: e.At}, c)
	}
	op := "~"
	if e.Width() == 1 {
		op = "!"
	}
	return term{op + p.operand(e.X, c, precUnary), precUnary}
}

func reduction(op string) unaryWriter {
	return func(p *printer, e *ir.Unary, c context) term {
		return term{op + p.operand(e.X, c, precUnary), precReduce}
	}
}

func popCount(p *printer, e *ir.Unary, c context) term {
	return term{p.countOnes(e.X.Width()) + "(" + p.expr(e.X, c.operand()).text + ")", precPrimary}
}

// isEquality reports whether op is == or !=, a comparison but not an order.
func isEquality(op ir.BinaryOp) bool { return op.IsCompare() && !isOrder(op) }

// isOrder reports whether op is <, <=, > or >=.
func isOrder(op ir.BinaryOp) bool {
	mirror, _ := op.Mirror()
	return op.IsCompare() && mirror != op
}

// infix writes an operator between its operands.
func infix(op string, prec int) binaryWriter {
	return func(p *printer, e *ir.Binary, c context) term {
		x := p.operand(e.X, c, prec)
		return term{x + " " + op + " " + p.operand(e.Y, c, prec), prec}
	}
}

// logic writes conditions, which have one bit, as such.
func logic(condition, bitwise binaryWriter) binaryWriter {
	return func(p *printer, e *ir.Binary, c context) term {
		if e.Width() == 1 {
			return condition(p, e, c)
		}
		return bitwise(p, e, c)
	}
}

func difference(p *printer, e *ir.Binary, c context) term {
	x := p.operand(e.X, c, precAdd)
	return term{x + " - " + p.operand(e.Y, c, precMul), precAdd}
}

// product writes both operands at the width of the product, or the carries are lost.
func product(p *printer, e *ir.Binary, c context) term {
	x := p.zeroExtend(e.X, e.Width(), c)
	return term{x + " * " + p.zeroExtend(e.Y, e.Width(), c), precMul}
}

func productSigned(p *printer, e *ir.Binary, c context) term {
	x, y := p.signExtend(e.X, e.Width(), c), p.signExtend(e.Y, e.Width(), c)
	if e.Width() > maxSignedProduct {
		return term{x + " * " + y, precMul} // of extended operands the same bits
	}
	return term{"$signed(" + x + ") * $signed(" + y + ")", precMul}
}

func orderSigned(op string) binaryWriter {
	return func(p *printer, e *ir.Binary, c context) term {
		x := p.expr(e.X, c.operand()).text
		return term{"$signed(" + x + ") " + op + " $signed(" + p.expr(e.Y, c.operand()).text + ")", precRel}
	}
}

// equality writes == or !=.
func equality(op string) binaryWriter {
	return func(p *printer, e *ir.Binary, c context) term {
		k, constant := e.Y.(*ir.Const)
		// 1-bit comparison with a constant is the bit or its complement.
		if constant && k.Bits == 1 && enumOf(e.X) == nil {
			if (k.Value.Sign() != 0) == (e.Op == ir.OpEq) {
				return p.expr(e.X, c.operand())
			}
			return term{"!" + p.operand(e.X, c, precUnary), precUnary}
		}
		text := p.operand(e.X, c, precEq) + " " + op + " "
		if constant {
			c = c.operand()
			c.enum = enumOf(e.X)
			return term{text + p.inline(k, c).text, precEq}
		}
		return term{text + p.operand(e.Y, c, precEq), precEq}
	}
}

// shift writes a shift by a value. Verilog agrees with the IR for every amount that
// Verilator accepts, up to 32 bits; higher bits of the amount are tested
// separately. A word of a memory gets a name first, on either side: of a shift of or
// by a word at a constant address Icarus 11 makes a program that it cannot read.
func shift(op string) binaryWriter {
	return func(p *printer, e *ir.Binary, c context) term {
		left, right := p.wordNamed(e.X, c), p.wordNamed(e.Y, c)
		x := ""
		if e.Op == ir.OpShrS {
			x = "$signed(" + p.expr(left, c.operand()).text + ")"
		} else {
			x = p.operand(left, c, precShift)
		}
		if k, ok := right.(*ir.Const); ok {
			return term{x + " " + op + " " + k.Value.String(), precShift}
		}
		if right.Width() <= 32 {
			return term{x + " " + op + " " + p.operand(right, c, precShift), precShift}
		}
		low := ir.CountWidth(e.Width()) // amounts up to the width
		amount := p.atomOf(right, c)
		over := "|" + p.slice(amount, amount.Width()-1, low, c)
		by := p.slice(amount, low-1, 0, c)
		if e.Op == ir.OpShrS {
			// The choice is between amounts, so that the shift stays signed.
			return term{fmt.Sprintf("%s %s ((%s) ? %s : %s)", x, op, over, literal(big.NewInt(int64(e.Width())), low), by), precShift}
		}
		return term{fmt.Sprintf("(%s) ? %s : %s %s %s", over, literal(new(big.Int), e.Width()), x, op, by), precCond}
	}
}

// wordNamed is e, or the name of it if it is a word of a memory.
func (p *printer) wordNamed(e ir.Expr, c context) ir.Expr {
	if _, word := e.(*ir.MemRead); word {
		return p.atomOf(e, c)
	}
	return e
}

func (p *printer) zeroExtend(e ir.Expr, width int, c context) string {
	if k, ok := e.(*ir.Const); ok {
		return literal(k.Value, width)
	}
	return fmt.Sprintf("{%s, %s}", literal(new(big.Int), width-e.Width()), p.expr(e, c.operand()).text)
}

func (p *printer) signExtend(e ir.Expr, width int, c context) string {
	x := p.atomOf(e, c)
	w := e.Width()
	return fmt.Sprintf("{{%d{%s}}, %s}", width-w, p.slice(x, w-1, w-1, c), p.inline(x, c.operand()).text)
}

// enumOf is the enum whose names a comparison with e uses.
func enumOf(e ir.Expr) *ir.Enum {
	if r, ok := e.(*ir.Ref); ok {
		return r.Signal.Enum
	}
	return nil
}
