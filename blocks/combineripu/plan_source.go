package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// sourceBits is an operand as one portion sees it: an [OperandBits] with a single usage bit. 0 reads red, green and
// blue, or blue in the alpha lane; 1 reads alpha.
type sourceBits struct {
	Kind, Register, Usage, Mapping hdl.Bits
}

func zeroSource() sourceBits {
	return sourceBits{Kind: hdl.Const(2, 0), Register: hdl.Const(4, 0), Usage: hdl.Const(1, 0), Mapping: hdl.Const(3, 0)}
}

// registerSource is a register operand with a mapping of 3 bits.
func registerSource(r isa.Register, usage int, mapping hdl.Bits) sourceBits {
	return sourceBits{Kind: hdl.Const(2, int(isa.RegisterOperand)), Register: hdl.Const(4, int(r)), Usage: hdl.Const(1, usage), Mapping: mapping}
}

func signedIdentity() hdl.Bits { return hdl.Const(3, int(isa.SignedIdentity)) }

// wordSource decodes an operand from its byte of a word. It reads ZERO if refused (1 bit) is set.
func wordSource(b, mapping, refused hdl.Bits) sourceBits {
	code := codeOf(b)
	zero := some(code.Eq(int(isa.Zero)), noRegister(code), refused)
	given := zero.Not()
	isRegister := every(code.Ne(int(isa.Constant0)), code.Ne(int(isa.Constant1)), given)
	kind := hdl.Mux(isRegister, hdl.Const(2, int(isa.RegisterOperand)), hdl.Mux(zero, hdl.Const(2, 0), code.Truncate(2)))
	return sourceBits{kind, lib.Gate(isRegister, code), b.Bit(4).And(given), mapping}
}

// codeOf is the register code in an operand's byte. The codes of temporaries name no register; those of E and F name
// one only in the final combiner.
func codeOf(b hdl.Bits) hdl.Bits        { return b.Slice(3, 0) }
func noRegister(code hdl.Bits) hdl.Bits { return code.Eq(int(isa.T1)).Or(code.Eq(int(isa.T2))) }
func finalOnly(code hdl.Bits) hdl.Bits  { return code.Ge(int(isa.Sum)) }

// is reports whether the operand is the given register. It ignores the usage, since it is asked only for E and F, which
// have no alpha.
func (s sourceBits) is(r isa.Register) hdl.Bits {
	return s.Kind.Eq(int(isa.RegisterOperand)).And(s.Register.Eq(int(r)))
}

// isZero and isOne report whether the operand is the constant 0 or 1. They also hold for the final combiner's mappings,
// whose upper bits are 0.
func (s sourceBits) isZero() hdl.Bits {
	m := s.Mapping
	return s.Kind.Eq(int(isa.ZeroOperand)).And(m.Eq(int(isa.UnsignedIdentity)).Or(m.Ge(int(isa.SignedIdentity))))
}

func (s sourceBits) isOne() hdl.Bits {
	return s.Kind.Eq(int(isa.ZeroOperand)).And(s.Mapping.Eq(int(isa.UnsignedInvert)).Or(s.Mapping.Eq(int(isa.ExpandNegate))))
}

// same reports whether two operands can share a source of an instruction for both portions.
func (s sourceBits) same(o sourceBits) hdl.Bits {
	return s.Kind.Eq(o.Kind).And(s.Register.Eq(o.Register)).And(s.Mapping.Eq(o.Mapping))
}

// reads reports whether the operand reads the given half of a register (4 bits).
func (s sourceBits) reads(register hdl.Bits, alpha bool) hdl.Bits {
	half := s.Usage
	if !alpha {
		half = half.Not()
	}
	return s.Kind.Eq(int(isa.RegisterOperand)).And(s.Register.Eq(register)).And(half)
}

// productBits is a·b. It vanishes if a factor is 0, is the other factor if one is 1, and is otherwise a true product.
type productBits struct {
	a, b     sourceBits
	vanishes hdl.Bits
	multiply hdl.Bits   // 1: a true product
	single   hdl.Bits   // 1: the product is one operand, value
	value    sourceBits // the product if it is not a true one: ZERO if it vanishes
}

func productOf(a, b sourceBits) productBits {
	vanishes, one := a.isZero().Or(b.isZero()), a.isOne().Or(b.isOne())
	return productBits{a, b, vanishes, vanishes.Or(one).Not(), one.And(vanishes.Not()),
		hdl.MuxOf(vanishes, zeroSource(), hdl.MuxOf(b.isOne(), a, b))}
}

// workBits is an instruction's operation and sources, as one portion sees them.
type workBits struct {
	Op hdl.Bits
	In [3]sourceBits
}

// workOf makes an operation; sources that it lacks are zeros.
func workOf(op isa.Op, in ...sourceBits) workBits {
	zero := zeroSource()
	o := workBits{Op: hdl.Const(3, int(op)), In: [3]sourceBits{zero, zero, zero}}
	copy(o.In[:], in)
	return o
}

// result is the operation that computes the product.
func (p productBits) result() workBits {
	return hdl.MuxOf(p.multiply, workOf(isa.Multiply, p.a, p.b), workOf(isa.Move, p.value))
}

// reads reports whether a source of the operation reads the given half of a register.
func (o workBits) reads(register hdl.Bits, alpha bool) hdl.Bits {
	return some(o.In[0].reads(register, alpha), o.In[1].reads(register, alpha), o.In[2].reads(register, alpha))
}

// same reports whether two operations can be one instruction for both portions.
func (o workBits) same(p workBits) hdl.Bits {
	return every(o.Op.Eq(p.Op), o.Op.Ne(int(isa.Dot3)), o.In[0].same(p.In[0]), o.In[1].same(p.In[1]), o.In[2].same(p.In[2]))
}
