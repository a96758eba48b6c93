package verilog

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"posedge/hdl/ir"
)

// Precedences of Verilog-2005, higher binds tighter.
const (
	precCond = iota
	precLogicOr
	precLogicAnd
	precOr
	precXor
	precAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precReduce // a unary reduction: in parentheses wherever it is an operand
	precUnary
	precPrimary
)

// term is an expression as text.
type term struct {
	text string
	prec int
}

// maxInline is the length from which an operand gets a wire of its own, so that
// lines stay readable.
const maxInline = 72

// site says where an expression is printed.
type site struct {
	// feeds is what names of hoisted expressions derive from.
	feeds string
	// role is the suffix of the whole expression's name if it is hoisted.
	role string
	// whole: the expression is the whole right-hand side of an assignment.
	whole bool
	// star: the text stands in an always @*, where a memory must not be read.
	star bool
	enum *ir.Enum
}

func (c site) operand() site {
	c.whole, c.role, c.enum = false, "", nil
	return c
}

// branch is for a value that is passed through unchanged.
func (c site) branch() site {
	c.whole, c.role = false, ""
	return c
}

// literal writes a sized constant: small ones in decimal, others in hexadecimal.
func literal(v *big.Int, width int) string {
	if v.BitLen() <= 8 {
		if width == 1 {
			return "1'b" + v.String()
		}
		return strconv.Itoa(width) + "'d" + v.String()
	}
	return fmt.Sprintf("%d'h%x", width, v)
}

// expr returns e as text in c. All operators of the IR work at a width that is
// also their context's width in Verilog, so that they can stand in line; the
// exceptions (multiplication, arithmetic shift) are written so that it holds.
func (p *printer) expr(e ir.Expr, c site) term {
	p.divide(e, c)
	if name, ok := p.named[e]; ok {
		p.read(name, e.Width()-1, 0)
		return term{name, precPrimary}
	}
	if home := p.home[e]; home != nil {
		if home == p.target && c.whole {
			return p.inline(e, c)
		}
		p.readSignal(home, home.Width-1, 0)
		return term{home.Name, precPrimary}
	}
	if p.shared(e) || p.needsName(e, c) {
		name := p.hoist(e, c)
		p.read(name, e.Width()-1, 0)
		return term{name, precPrimary}
	}
	return p.inline(e, c)
}

// maxDepth is how many operations deep an expression may be before something in
// it gets a wire: much deeper than what is written by hand, and little enough for
// the stacks of what reads the Verilog.
const maxDepth = 500

// measure notes how deep e is, whose operands have been measured, counted from
// what gets a wire in it.
func (p *printer) measure(e ir.Expr) {
	depth := 0
	ir.Operands(e, func(x ir.Expr) { depth = max(depth, p.below[x]+1) })
	if depth == maxDepth {
		p.split[e] = true
		return
	}
	if depth > 0 {
		p.below[e] = depth
	}
}

// divide gives what is too deep below e its wires, the lowest first.
func (p *printer) divide(e ir.Expr, c site) {
	if len(p.split) == 0 {
		return
	}
	p.done.Each(e, func(x ir.Expr) {
		if x != e && p.split[x] && p.named[x] == "" && p.home[x] == nil {
			p.hoist(x, site{feeds: c.feeds})
		}
	})
}

// muxCaseLimit is the number of cases up to which a mux is a chain of ?:.
const muxCaseLimit = 4

// wide reports whether m is written as a case statement.
func wide(m *ir.Mux) bool { return len(m.Cases) > muxCaseLimit }

// shared reports whether e is used more than once and worth a wire.
func (p *printer) shared(e ir.Expr) bool { return p.uses[e] > 1 && !cheap(e) }

// cheap reports whether e reads as well repeated as by a name.
func cheap(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Unary:
		return e.Op == ir.OpNot && atom(e.X)
	case *ir.Binary:
		_, constant := e.Y.(*ir.Const)
		return (e.Op == ir.OpEq || e.Op == ir.OpNe) && constant && atom(e.X)
	case *ir.Concat:
		// An extension: zeros or a repeated sign bit before a name.
		for _, x := range e.Parts[:len(e.Parts)-1] {
			if !sameAtom(x, e.Parts[0]) {
				return false
			}
		}
		return atom(e.Parts[0]) && atom(e.Parts[len(e.Parts)-1])
	}
	return atom(e)
}

// needsName reports whether e cannot stand in line in c.
func (p *printer) needsName(e ir.Expr, c site) bool {
	switch e := e.(type) {
	case *ir.Mux:
		return wide(e)
	case *ir.MemRead:
		return c.star
	case *ir.Binary:
		// The sign of an operand is lost in an unsigned expression.
		return e.Op == ir.OpShrS && !c.whole || e.Op == ir.OpMulS && !c.whole
	}
	return false
}

// hoist gives e a wire and returns its name, which is not read yet.
func (p *printer) hoist(e ir.Expr, c site) string {
	role := c.role
	if role == "" {
		role = suffix(e)
	}
	name := p.names.fresh(c.feeds + "_" + role)
	p.named[e] = name
	p.declare(name, e.Width())
	inner := site{feeds: c.feeds, whole: true, enum: c.enum}
	if m, ok := e.(*ir.Mux); ok && wide(m) {
		p.hoistCase(name, m, inner)
	} else {
		t := p.inline(e, inner)
		p.defs = append(p.defs, wrap("  wire "+vector(e.Width())+name+" = "+t.text+";", at(e.Pos())))
	}
	return name
}

// hoistCase writes a wide mux as a case statement that sets name.
func (p *printer) hoistCase(name string, m *ir.Mux, c site) {
	c.whole = true
	body := muxSwitch(m, &ir.Signal{Name: name, Kind: ir.Wire, Width: m.Width(), Enum: c.enum}, m.At)
	c.star = true
	var b block
	saved := p.target
	p.target = nil
	p.stmts(&b, []ir.Stmt{body}, 4, "=", c)
	p.target = saved
	p.defs = append(p.defs, "  reg  "+vector(m.Width())+name+";"+at(m.At))
	p.defs = append(p.defs, "  always @* begin\n"+b.String()+"  end")
}

// muxSwitch is "target = m" as a Switch.
func muxSwitch(m *ir.Mux, target *ir.Signal, pos ir.Pos) *ir.Switch {
	s := &ir.Switch{Subject: m.Index, At: pos}
	for i, x := range m.Cases {
		set := &ir.Set{Target: target, Value: x, At: x.Pos()}
		s.Cases = append(s.Cases, ir.Case{Values: []*big.Int{big.NewInt(int64(i))}, Body: []ir.Stmt{set}, At: x.Pos()})
	}
	if !s.Exhaustive() {
		s.HasDefault = true
		s.Default = []ir.Stmt{&ir.Set{Target: target, Value: zero(m.Width(), pos), At: pos}}
	}
	return s
}

// operand returns e as text, in parentheses where an operator of precedence
// prec demands them or an engineer would write them.
func (p *printer) operand(e ir.Expr, c site, prec int) string {
	t := p.expr(e, c.operand())
	if len(t.text) > maxInline && t.prec != precPrimary {
		return p.readText(e, t, c)
	}
	if bare(t.prec, prec) {
		return t.text
	}
	return "(" + t.text + ")"
}

// hoistText gives e, already written as t, a wire, and returns its name.
func (p *printer) hoistText(e ir.Expr, t term, c site) string {
	name := p.names.fresh(c.feeds + "_" + suffix(e))
	p.named[e] = name
	p.declare(name, e.Width())
	p.defs = append(p.defs, wrap("  wire "+vector(e.Width())+name+" = "+t.text+";", at(e.Pos())))
	return name
}

// readText is hoistText where all of the wire is read.
func (p *printer) readText(e ir.Expr, t term, c site) string {
	name := p.hoistText(e, t, c)
	p.read(name, e.Width()-1, 0)
	return name
}

// bare reports whether an operand of precedence inner stands in one of
// precedence outer without parentheses.
func bare(inner, outer int) bool {
	switch {
	case inner == precUnary && outer == precUnary: // ^~x is another operator
		return false
	case inner >= precUnary:
		return true
	case inner == precReduce, inner == precCond:
		return false
	}
	switch outer {
	case precLogicOr:
		return inner == precLogicOr || inner == precEq || inner == precRel
	case precLogicAnd:
		return inner == precLogicAnd || inner == precEq || inner == precRel
	case precOr, precXor, precAnd:
		return inner == outer
	case precEq, precRel:
		return inner == precAdd || inner == precMul
	case precAdd:
		return inner == precAdd || inner == precMul
	case precCond:
		return true
	}
	return false
}

var infix = map[ir.BinaryOp]struct {
	text string
	prec int
}{
	ir.OpAdd: {"+", precAdd}, ir.OpSub: {"-", precAdd},
	ir.OpMul: {"*", precMul}, ir.OpMulS: {"*", precMul},
	ir.OpAnd: {"&", precAnd}, ir.OpOr: {"|", precOr}, ir.OpXor: {"^", precXor},
	ir.OpEq: {"==", precEq}, ir.OpNe: {"!=", precEq},
	ir.OpLt: {"<", precRel}, ir.OpLe: {"<=", precRel}, ir.OpGt: {">", precRel}, ir.OpGe: {">=", precRel},
	ir.OpLtS: {"<", precRel}, ir.OpLeS: {"<=", precRel}, ir.OpGtS: {">", precRel}, ir.OpGeS: {">=", precRel},
	ir.OpShl: {"<<", precShift}, ir.OpShr: {">>", precShift}, ir.OpShrS: {">>>", precShift},
}

// maxSignedProduct is the width of the widest signed product that Verilator takes.
const maxSignedProduct = 512

// inline writes e itself, whether or not it has a name.
func (p *printer) inline(e ir.Expr, c site) term {
	switch e := e.(type) {
	case *ir.Const:
		if name := p.stateName(c.enum, e.Value); name != "" {
			return term{name, precPrimary}
		}
		return term{literal(e.Value, e.Bits), precPrimary}
	case *ir.Ref:
		p.readSignal(e.Signal, e.Signal.Width-1, 0)
		return term{e.Signal.Name, precPrimary}
	case *ir.Slice:
		return term{p.slice(e.X, e.Hi, e.Lo, c), precPrimary}
	case *ir.Concat:
		return p.concat(e, c)
	case *ir.Unary:
		return p.unary(e, c)
	case *ir.Binary:
		return p.binary(e, c)
	case *ir.Mux:
		return p.mux(e, c)
	case *ir.MemRead:
		return p.memRead(e, c)
	}
	panic(fmt.Sprintf("verilog: unknown expression %T", e)) // the set of kinds is closed
}

// atomOf returns text for e that may be repeated, giving e a wire if need be.
func (p *printer) atomOf(e ir.Expr, c site) ir.Expr {
	if atom(e) {
		return e
	}
	name := p.nameOf(e, c.operand())
	return &ir.Ref{Signal: p.signalFor(name, e.Width()), At: e.Pos()}
}

// nameOf returns a name that holds e, and notes no read of it.
func (p *printer) nameOf(e ir.Expr, c site) string {
	switch home := p.home[e]; {
	case p.named[e] != "":
		return p.named[e]
	case home != nil:
		return home.Name
	case p.shared(e) || p.needsName(e, c):
		return p.hoist(e, c)
	}
	t := p.inline(e, c)
	if p.isName(t.text) { // a comparison of one bit with 1 is that bit
		return t.text
	}
	return p.hoistText(e, t, c)
}

// slice returns bits hi to lo of x, which gets a name if it has none.
func (p *printer) slice(x ir.Expr, hi, lo int, c site) string {
	x = p.atomOf(x, c)
	s, ok := slice(x, hi, lo, x.Pos()).(*ir.Slice)
	if !ok { // the whole of a name, or a constant
		return p.inline(slice(x, hi, lo, x.Pos()), c.operand()).text
	}
	sig := s.X.(*ir.Ref).Signal
	p.readSignal(sig, s.Hi, s.Lo)
	if s.Hi == s.Lo {
		return fmt.Sprintf("%s[%d]", sig.Name, s.Hi)
	}
	return fmt.Sprintf("%s[%d:%d]", sig.Name, s.Hi, s.Lo)
}

func (p *printer) concat(e *ir.Concat, c site) term {
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

func (p *printer) unary(e *ir.Unary, c site) term {
	switch e.Op {
	case ir.OpNot:
		if eq, ok := e.X.(*ir.Binary); ok && (eq.Op == ir.OpEq || eq.Op == ir.OpNe) && !p.hasName(eq) {
			return p.binary(&ir.Binary{Op: ir.OpEq + ir.OpNe - eq.Op, X: eq.X, Y: eq.Y, At: e.At}, c)
		}
		op := "~"
		if e.Width() == 1 {
			op = "!"
		}
		return term{op + p.operand(e.X, c, precUnary), precUnary}
	case ir.OpReduceAnd:
		return term{"&" + p.operand(e.X, c, precUnary), precReduce}
	case ir.OpReduceOr:
		return term{"|" + p.operand(e.X, c, precUnary), precReduce}
	case ir.OpReduceXor:
		return term{"^" + p.operand(e.X, c, precUnary), precReduce}
	default:
		return term{p.countOnes(e.X.Width()) + "(" + p.expr(e.X, c.operand()).text + ")", precPrimary}
	}
}

func (p *printer) binary(e *ir.Binary, c site) term {
	op := infix[e.Op]
	if e.Width() == 1 {
		switch e.Op { // conditions are written as such
		case ir.OpAnd:
			op.text, op.prec = "&&", precLogicAnd
		case ir.OpOr:
			op.text, op.prec = "||", precLogicOr
		}
	}
	switch e.Op {
	case ir.OpMul:
		// Both operands at the width of the product, or the carries are lost.
		x := p.zeroExtend(e.X, e.Width(), c)
		return term{x + " * " + p.zeroExtend(e.Y, e.Width(), c), op.prec}
	case ir.OpMulS:
		x, y := p.signExtend(e.X, e.Width(), c), p.signExtend(e.Y, e.Width(), c)
		if e.Width() > maxSignedProduct {
			return term{x + " * " + y, op.prec} // of extended operands the same bits
		}
		return term{"$signed(" + x + ") * $signed(" + y + ")", op.prec}
	case ir.OpLtS, ir.OpLeS, ir.OpGtS, ir.OpGeS:
		x := p.expr(e.X, c.operand()).text
		return term{"$signed(" + x + ") " + op.text + " $signed(" + p.expr(e.Y, c.operand()).text + ")", op.prec}
	case ir.OpShl, ir.OpShr, ir.OpShrS:
		return p.shift(e, op.text, c)
	case ir.OpSub:
		x := p.operand(e.X, c, op.prec)
		return term{x + " - " + p.operand(e.Y, c, precMul), op.prec}
	case ir.OpEq, ir.OpNe:
		// 1-bit comparison with a constant is the bit or its complement.
		if k, ok := e.Y.(*ir.Const); ok && k.Bits == 1 && enumOf(e.X) == nil {
			if (k.Value.Sign() != 0) == (e.Op == ir.OpEq) {
				return p.expr(e.X, c.operand())
			}
			return term{"!" + p.operand(e.X, c, precUnary), precUnary}
		}
		x := p.operand(e.X, c, op.prec)
		cy := c.operand()
		if k, ok := e.Y.(*ir.Const); ok {
			cy.enum = enumOf(e.X)
			return term{x + " " + op.text + " " + p.inline(k, cy).text, op.prec}
		}
		return term{x + " " + op.text + " " + p.operand(e.Y, c, op.prec), op.prec}
	}
	x := p.operand(e.X, c, op.prec)
	return term{x + " " + op.text + " " + p.operand(e.Y, c, op.prec), op.prec}
}

// shift writes a shift by a value. Verilog gives what the IR says for every
// amount that Verilator takes, up to 32 bits; above, the high bits of the amount
// are tested apart. A word of a memory gets a name first: of one at a constant
// address that is shifted Icarus makes a program that it cannot read.
func (p *printer) shift(e *ir.Binary, op string, c site) term {
	left := e.X
	if _, word := left.(*ir.MemRead); word {
		left = p.atomOf(left, c)
	}
	x := ""
	if e.Op == ir.OpShrS {
		x = "$signed(" + p.expr(left, c.operand()).text + ")"
	} else {
		x = p.operand(left, c, precShift)
	}
	if k, ok := e.Y.(*ir.Const); ok {
		return term{x + " " + op + " " + k.Value.String(), precShift}
	}
	if e.Y.Width() <= 32 {
		return term{x + " " + op + " " + p.operand(e.Y, c, precShift), precShift}
	}
	low := ir.CountWidth(e.Width()) // amounts up to the width
	amount := p.atomOf(e.Y, c)
	over := "|" + p.slice(amount, amount.Width()-1, low, c)
	by := p.slice(amount, low-1, 0, c)
	if e.Op == ir.OpShrS {
		// The choice is between amounts, so that the shift stays signed.
		return term{fmt.Sprintf("%s %s ((%s) ? %s : %s)", x, op, over, literal(big.NewInt(int64(e.Width())), low), by), precShift}
	}
	return term{fmt.Sprintf("(%s) ? %s : %s %s %s", over, literal(new(big.Int), e.Width()), x, op, by), precCond}
}

// mux writes up to four cases as a chain of ?:; wider ones are case statements.
func (p *printer) mux(e *ir.Mux, c site) term {
	value := func(x ir.Expr) string {
		t := p.expr(x, c.branch())
		switch {
		case len(t.text) > maxInline && t.prec != precPrimary:
			return p.readText(x, t, c)
		case t.prec == precCond:
			return "(" + t.text + ")"
		}
		return t.text
	}
	if e.Index.Width() == 1 && len(e.Cases) == 2 {
		cond := p.operand(e.Index, c, precCond)
		then := value(e.Cases[1])
		rest := p.expr(e.Cases[0], c.branch())
		if len(rest.text) > maxInline && rest.prec != precPrimary && rest.prec != precCond {
			rest.text = p.readText(e.Cases[0], rest, c)
		}
		return term{cond + " ? " + then + " : " + rest.text, precCond}
	}
	index := p.atomOf(e.Index, c)
	exhaustive := index.Width() < 31 && len(e.Cases) == 1<<index.Width()
	var b strings.Builder
	for i, x := range e.Cases {
		if i == len(e.Cases)-1 && exhaustive {
			b.WriteString(value(x))
			return term{b.String(), precCond}
		}
		eq := &ir.Binary{Op: ir.OpEq, X: index, Y: &ir.Const{Value: big.NewInt(int64(i)), Bits: index.Width(), At: e.At}, At: e.At}
		fmt.Fprintf(&b, "%s ? %s : ", p.inline(eq, c.operand()).text, value(x))
	}
	b.WriteString(literal(new(big.Int), e.Width()))
	return term{b.String(), precCond}
}

func (p *printer) zeroExtend(e ir.Expr, width int, c site) string {
	if k, ok := e.(*ir.Const); ok {
		return literal(k.Value, width)
	}
	return fmt.Sprintf("{%s, %s}", literal(new(big.Int), width-e.Width()), p.expr(e, c.operand()).text)
}

func (p *printer) signExtend(e ir.Expr, width int, c site) string {
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

// countOnes returns the name of the function that counts the ones of width bits.
func (p *printer) countOnes(width int) string {
	if name, ok := p.counters[width]; ok {
		return name
	}
	below := namer{} // Verilator warns of a function like one in a module above
	for _, m := range ir.Modules(p.m) {
		if child := p.printed[m]; child != nil {
			for _, function := range child.counters {
				below.take(function)
			}
		}
	}
	name := p.names.freshBeside(fmt.Sprintf("count_ones_%d", width), below)
	bits, i := p.names.fresh(name+"_bits"), p.names.fresh(name+"_i")
	p.counters[width] = name
	w := ir.CountWidth(width)
	pad := ""
	if w > 1 {
		pad = literal(new(big.Int), w-1) + ", "
	}
	p.functions = append(p.functions, fmt.Sprintf(`  // The number of ones.
  function %[1]s%[2]s(input %[3]s%[4]s);
    integer %[5]s;
    begin
      %[2]s = %[6]s;
      for (%[5]s = 0; %[5]s < %[7]d; %[5]s = %[5]s + 1)
        %[2]s = %[2]s + {%[8]s%[4]s[%[5]s]};
    end
  endfunction
`, vector(w), name, vector(width), bits, i, literal(new(big.Int), w), width, pad))
	return name
}
