package fuzz

import (
	"math/big"

	"posedge/hdl"
)

// operation is an operation of the language: how it is called, and the same
// call as Go text, in which $0 to $9 are operands, $+ those after the first,
// #0 to #9 integers, @ is a name and SHAPE the design's shape.
type operation struct {
	text string
	call func(e *env, x *expression, a []any) any
}

func bitsOf(v any) hdl.Bits     { return v.(hdl.Bits) }
func signedOf(v any) hdl.Signed { return v.(hdl.Signed) }

// rest are the operands after the first, of one type.
func rest[T any](a []any) []T {
	var list []T
	for _, v := range a[1:] {
		list = append(list, v.(T))
	}
	return list
}

// method1, method2 and method3 are calls of methods without and with operands.
func method1[X, R any](text string, f func(X) R) operation {
	return operation{text, func(_ *env, _ *expression, a []any) any { return f(a[0].(X)) }}
}

func method2[X, R any](text string, f func(X, hdl.Operand) R) operation {
	return operation{text, func(_ *env, _ *expression, a []any) any { return f(a[0].(X), a[1]) }}
}

func signed2[R any](text string, f func(hdl.Signed, hdl.Signed) R) operation {
	return operation{text, func(_ *env, _ *expression, a []any) any { return f(signedOf(a[0]), signedOf(a[1])) }}
}

func number1[X, R any](text string, f func(X, int) R) operation {
	return operation{text, func(_ *env, x *expression, a []any) any { return f(a[0].(X), x.Ints[0]) }}
}

var operations = map[string]operation{
	"add": method2("$0.Add($1)", hdl.Bits.Add),
	"sub": method2("$0.Sub($1)", hdl.Bits.Sub),
	"and": method2("$0.And($1)", hdl.Bits.And),
	"or":  method2("$0.Or($1)", hdl.Bits.Or),
	"xor": method2("$0.Xor($1)", hdl.Bits.Xor),
	"eq":  method2("$0.Eq($1)", hdl.Bits.Eq),
	"ne":  method2("$0.Ne($1)", hdl.Bits.Ne),
	"lt":  method2("$0.Lt($1)", hdl.Bits.Lt),
	"le":  method2("$0.Le($1)", hdl.Bits.Le),
	"gt":  method2("$0.Gt($1)", hdl.Bits.Gt),
	"ge":  method2("$0.Ge($1)", hdl.Bits.Ge),
	"mul": method2("$0.Mul($1)", hdl.Bits.Mul),
	"shl": method2("$0.Shl($1)", hdl.Bits.Shl),
	"shr": method2("$0.Shr($1)", hdl.Bits.Shr),
	"at":  method2("$0.At($1)", hdl.Bits.At),

	"add_carry": method2("$0.AddCarry($1)", hdl.Bits.AddCarry),
	"add_carry_in": {"$0.AddCarryIn($1, $2)", func(_ *env, _ *expression, a []any) any {
		return bitsOf(a[0]).AddCarryIn(a[1], a[2])
	}},

	"not":        method1("$0.Not()", hdl.Bits.Not),
	"reduce_and": method1("$0.ReduceAnd()", hdl.Bits.ReduceAnd),
	"reduce_or":  method1("$0.ReduceOr()", hdl.Bits.ReduceOr),
	"reduce_xor": method1("$0.ReduceXor()", hdl.Bits.ReduceXor),
	"pop_count":  method1("$0.PopCount()", hdl.Bits.PopCount),
	"signed":     method1("$0.Signed()", hdl.Bits.Signed),

	"slice": {"$0.Slice(#0, #1)", func(_ *env, x *expression, a []any) any { return bitsOf(a[0]).Slice(x.Ints[0], x.Ints[1]) }},
	"bit":   number1("$0.Bit(#0)", hdl.Bits.Bit),

	"truncate":    number1("$0.Truncate(#0)", hdl.Bits.Truncate),
	"zero_extend": number1("$0.ZeroExtend(#0)", hdl.Bits.ZeroExtend),
	"sign_extend": number1("$0.SignExtend(#0)", hdl.Bits.SignExtend),
	"repeat":      number1("$0.Repeat(#0)", hdl.Bits.Repeat),

	"cat":  {"hdl.Cat($0, $+)", func(_ *env, _ *expression, a []any) any { return hdl.Cat(a...) }},
	"pack": {"hdl.Pack($0, $+)", func(_ *env, _ *expression, a []any) any { return hdl.Pack(a...) }},
	"mux":  {"hdl.Mux($0, $1, $2)", func(_ *env, _ *expression, a []any) any { return hdl.Mux(a[0], a[1], a[2]) }},
	"select": {"hdl.Select($0, []hdl.Bits{$+})", func(_ *env, _ *expression, a []any) any {
		return hdl.Select(a[0], rest[hdl.Bits](a))
	}},

	"s_add":       signed2("$0.Add($1)", hdl.Signed.Add),
	"s_sub":       signed2("$0.Sub($1)", hdl.Signed.Sub),
	"s_add_carry": signed2("$0.AddCarry($1)", hdl.Signed.AddCarry),
	"s_mul":       signed2("$0.Mul($1)", hdl.Signed.Mul),
	"s_eq":        signed2("$0.Eq($1)", hdl.Signed.Eq),
	"s_ne":        signed2("$0.Ne($1)", hdl.Signed.Ne),
	"s_lt":        signed2("$0.Lt($1)", hdl.Signed.Lt),
	"s_le":        signed2("$0.Le($1)", hdl.Signed.Le),
	"s_gt":        signed2("$0.Gt($1)", hdl.Signed.Gt),
	"s_ge":        signed2("$0.Ge($1)", hdl.Signed.Ge),
	"s_neg":       method1("$0.Neg()", hdl.Signed.Neg),
	"s_negative":  method1("$0.Negative()", hdl.Signed.Negative),
	"s_bits":      method1("$0.Bits()", hdl.Signed.Bits),
	"s_shl":       method2("$0.Shl($1)", hdl.Signed.Shl),
	"s_shr":       method2("$0.Shr($1)", hdl.Signed.Shr),
	"s_extend":    number1("$0.Extend(#0)", hdl.Signed.Extend),
	"s_truncate":  number1("$0.Truncate(#0)", hdl.Signed.Truncate),
	"s_const": {"hdl.SignedConst(#0, #1)", func(_ *env, x *expression, _ []any) any {
		return hdl.SignedConst(x.Ints[0], int64(x.Ints[1]))
	}},

	"read": {"@.Read($0)", func(e *env, x *expression, a []any) any { return e.mems[x.Name].read(a[0]) }},
	"is": {"st.Is(state(#0))", func(e *env, x *expression, _ []any) any {
		return e.states.Is(state(x.Ints[0]))
	}},
	"state": {"st.Bits()", func(e *env, _ *expression, _ []any) any { return e.states.Bits() }},
	"fire": {"@.Fire()", func(e *env, x *expression, _ []any) any {
		if s, ok := e.sinks[x.Name]; ok {
			return s.Fire()
		}
		return e.sources[x.Name].Fire()
	}},

	"flatten": {"hdl.Flatten($0)", func(_ *env, _ *expression, a []any) any { return hdl.Flatten(a[0].(Bundle)) }},
	"unflatten": {"hdl.Unflatten(SHAPE, $0)", func(e *env, _ *expression, a []any) any {
		return hdl.Unflatten(bundleShape(e.design.Shape), bitsOf(a[0]))
	}},
	"mux_of": {"hdl.MuxOf($0, $1, $2)", func(_ *env, _ *expression, a []any) any {
		return hdl.MuxOf(a[0], a[1].(Bundle), a[2].(Bundle))
	}},
	"select_of": {"hdl.Select($0, []Bundle{$+})", func(_ *env, _ *expression, a []any) any {
		return hdl.Select(a[0], rest[Bundle](a))
	}},
	"bundle": {"bundle($0, $+)", func(_ *env, _ *expression, a []any) any {
		var list []hdl.Bits
		for _, v := range a {
			list = append(list, bitsOf(v))
		}
		return bundle(list...)
	}},
}

// bundle makes a Bundle of its leaves; the printed program has the same function.
func bundle(leaves ...hdl.Bits) Bundle {
	b := Bundle{A: leaves[0], Pair: [2]hdl.Bits{leaves[1], leaves[2]}}
	for i := 3; i < len(leaves); i += 2 {
		b.Rest = append(b.Rest, Part{leaves[i], leaves[i+1]})
	}
	return b
}

// bundleShape is the shape of bundles with leaves of the widths.
func bundleShape(widths []int) Bundle {
	var leaves []hdl.Bits
	for _, w := range widths {
		leaves = append(leaves, hdl.Width(w))
	}
	return bundle(leaves...)
}

// bundleConst is a bundle of constants.
func bundleConst(widths []int, values []*big.Int) Bundle {
	var leaves []hdl.Bits
	for i, w := range widths {
		leaves = append(leaves, hdl.Const(w, values[i]))
	}
	return bundle(leaves...)
}
