package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// decoded is an instruction as the arithmetic unit sees it.
type decoded struct {
	Op       hdl.Bits    // 6
	Special  hdl.Bits    // 1: for the special-function pipeline
	Dot      hdl.Bits    // 1
	Kill     hdl.Bits    // 1
	Fault    hdl.Bits    // 1: the word is illegal
	Last     hdl.Bits    // 2: elements to compute − 1
	Used     [3]hdl.Bits // 1 each: the operation has this input
	Single   hdl.Bits    // 1: the result has one element
	From     [3]hdl.Bits // 4 each: Format
	Modifier [3]hdl.Bits // 4 each
	Math     mathControl
	Out      outputs
	To       hdl.Bits // 4: Format
	Dest     hdl.Bits // 5
	Mask     hdl.Bits // 4
}

// mathControl is the part of an instruction that a math function unit needs.
type mathControl struct {
	Op, Type, Condition hdl.Bits
}

func fieldOf(f isa.Field, word hdl.Bits) hdl.Bits { return word.Slice(f.Low+f.Width-1, f.Low) }

// inputFields are the fields of an input.
type inputFields struct {
	All                                                hdl.Bits
	Constant, Index, Swizzle, Elements, From, Modifier hdl.Bits
}

func inputOf(word hdl.Bits, n int) inputFields {
	get := func(f isa.Field) hdl.Bits { return fieldOf(f.Input(n), word) }
	return inputFields{fieldOf(isa.Field{Width: isa.InputBits}.Input(n), word), get(isa.InputConstant), get(isa.InputIndex), get(isa.InputSwizzle),
		get(isa.InputElements), get(isa.InputFrom), get(isa.InputModifier)}
}

// isOp reports whether yes holds for op. It compares op with the bounds of each run of
// such operations.
func isOp(op hdl.Bits, yes func(isa.Op) bool) hdl.Bits {
	end := 1 << isa.FieldOp.Width
	is := hdl.Const(1, 0)
	for first := 0; first < end; first++ {
		last := first
		for last < end && yes(isa.Op(last)) {
			last++
		}
		if last--; last < first {
			continue
		}
		within := op.Ge(first)
		switch {
		case first == last:
			within = op.Eq(first)
		case first == 0:
			within = op.Le(last)
		case last < end-1:
			within = within.And(op.Le(last))
		}
		is = is.Or(within)
		first = last
	}
	return is
}

// decode takes a word apart and checks that it is legal for the unit.
func decode(m *hdl.Module, word hdl.Bits) decoded {
	get := func(f isa.Field) hdl.Bits { return fieldOf(f, word) }
	op, t := get(isa.FieldOp), get(isa.FieldType)
	d := decoded{
		Op:      op,
		Special: isOp(op, isa.Op.Special),
		Dot:     isOp(op, func(o isa.Op) bool { return o == isa.Dot3 || o == isa.Dot4 }),
		Kill:    op.Eq(int(isa.Kill)),
		To:      get(isa.FieldTo), Dest: get(isa.FieldDest), Mask: get(isa.FieldMask),
		Out: outputs{t, get(isa.FieldBias), get(isa.FieldScale), get(isa.FieldClamp)},
	}
	d.Math = mathControl{lib.Gate(d.Kill.Not(), op.Truncate(4)), t, get(isa.FieldCondition)}
	last, fits := hdl.Const(2, 0), hdl.Const(1, 1)
	bad := isOp(op, func(o isa.Op) bool { return !o.Arithmetic() })
	bad = bad.Or(t.Gt(isa.NumTypes - 1)).Or(d.Special.And(isFloat(t).Not()))
	bad = bad.Or(word.Slice(isa.WordBits-1, isa.InputLow+3*isa.InputBits).ReduceOr()).Or(word.Slice(isa.InputLow-1, isa.FieldMask.Low+isa.FieldMask.Width).ReduceOr())
	distinct := op.Eq(int(isa.Move)).And(t.Eq(int(isa.FP32)))
	badFormat := func(f hdl.Bits) hdl.Bits {
		return f.Gt(isa.NumFormats - 1).Or(f.Eq(t.ZeroExtend(formatBits).Add(1))).Or(f.Ge(int(isa.Int32)).And(distinct.Not()))
	}
	for n := range 3 {
		letter := string(rune('a' + n))
		d.Used[n] = m.Named("used_"+letter, isOp(op, func(o isa.Op) bool { return o.Inputs() > n }))
		in := inputOf(word, n)
		last = hdl.Mux(d.Used[n].And(in.Elements.Gt(last)), in.Elements, last)
		mistake := badFormat(in.From)
		mistake = mistake.Or(in.Constant.Not().And(in.Index.Slice(isa.ConstantBits-1, isa.RegisterBits).ReduceOr()))
		mistake = mistake.Or(in.Modifier.Gt(int(isa.OneMinus)).And(in.Modifier.Lt(int(isa.UnsignedIdentity))))
		mistake = mistake.Or(isFloat(t).And(in.Modifier.Ge(int(isa.OneMinus))))
		for k := 1; k < 4; k++ {
			mistake = mistake.Or(in.Elements.Lt(k).And(in.Swizzle.Slice(2*k+1, 2*k).ReduceOr()))
		}
		bad = bad.Or(m.Named("bad_"+letter, hdl.Mux(d.Used[n], mistake, in.All.ReduceOr())))
		d.From[n], d.Modifier[n] = in.From, in.Modifier
	}
	last = m.Named("last", last)
	for n := range 3 {
		in := inputOf(word, n)
		fits = fits.And(d.Used[n].Not().Or(in.Elements.Eq(0)).Or(in.Elements.Eq(last)))
	}
	fits = fits.And(op.Ne(int(isa.Dot3)).Or(last.Eq(2))).And(op.Ne(int(isa.Dot4)).Or(last.Eq(3))).And(d.Kill.Not().Or(last.Eq(0)))
	d.Last, d.Single = last, d.Dot.Or(last.Eq(0))
	bad = bad.Or(m.Named("fits", fits).Not())
	decides := d.Kill.Or(op.Eq(int(isa.Select)))
	bad = bad.Or(d.Math.Condition.Gt(hdl.Mux(decides, hdl.Const(2, isa.NumConditions-1), 0)))
	bad = bad.Or(d.Out.Clamp.Gt(isa.NumClamps - 1)).Or(d.Out.Bias.And(isFloat(t)))
	var beyond []hdl.Bits // mask bits past the last element
	for k := range 4 {
		beyond = append(beyond, d.Mask.Shr(k+1).ReduceOr())
	}
	badMask := d.Mask.Eq(0).Or(d.Single.Not().And(hdl.Select(last, beyond)))
	result := hdl.Cat(d.Out.Bias, d.Out.Scale, d.Out.Clamp, d.To, d.Dest, d.Mask)
	bad = bad.Or(hdl.Mux(d.Kill, result.ReduceOr(), badFormat(d.To).Or(badMask)))
	d.Fault = bad
	return d
}

// swizzled returns the elements that an input takes from a register or constant.
func swizzled(in inputFields, x [4]hdl.Bits) [4]hdl.Bits {
	var out [4]hdl.Bits
	scalar := in.Elements.Eq(0)
	for k := range out {
		component := in.Swizzle.Slice(2*k+1, 2*k)
		if k > 0 {
			component = hdl.Mux(scalar, in.Swizzle.Slice(1, 0), component)
		}
		out[k] = hdl.Select(component, x[:])
	}
	return out
}

// class is the class of an instruction.
type class struct {
	End, Request hdl.Bits // if neither, it is for the arithmetic unit
	Beyond       hdl.Bits // it names a register past the thread's last
	Nowhere      hdl.Bits // it writes to one
}

// classify recognises the instructions that are not for the arithmetic unit, and those that
// name registers past the last.
func classify(word hdl.Bits, registers int) class {
	op := fieldOf(isa.FieldOp, word)
	none := func(lists ...[2]int) hdl.Bits { // all bits of the ranges, high to low, are 0
		bad := hdl.Const(1, 0)
		for _, r := range lists {
			bad = bad.Or(word.Slice(r[0], r[1]).ReduceOr())
		}
		return bad.Not()
	}
	beyond := func(f isa.Field) hdl.Bits {
		if registers == 1<<isa.RegisterBits {
			return hdl.Const(1, 0)
		}
		return fieldOf(f, word).Ge(registers)
	}
	between := none([2]int{isa.FieldDest.Low - 1, isa.FieldType.Low}, [2]int{isa.InputLow - 1, isa.FieldMask.Low})
	sum := fieldOf(isa.FieldDest, word).AddCarry(fieldOf(isa.FieldCount, word))
	end := op.Eq(int(isa.End)).And(between).And(none([2]int{isa.WordBits - 1, isa.FieldCount.Low + isa.FieldCount.Width})).And(sum.Lt(registers))
	request := op.Eq(int(isa.Request)).And(between).And(none([2]int{isa.WordBits - 1, isa.FieldStatus.Low + isa.FieldStatus.Width})).And(fieldOf(isa.FieldCount, word).Lt(8))
	for _, f := range []isa.Field{isa.FieldDest, isa.FieldFirst, isa.FieldSecond, isa.FieldMore, isa.FieldStatus} {
		request = request.And(beyond(f).Not())
	}
	far := beyond(isa.FieldDest)
	nowhere := far
	for n := range 3 {
		used := isOp(op, func(o isa.Op) bool { return o.Arithmetic() && o.Inputs() > n })
		far = far.Or(used.And(inputOf(word, n).Constant.Not()).And(beyond(isa.InputIndex.Input(n))))
	}
	return class{end, request, far, nowhere}
}

// checked is the word for the arithmetic unit: an illegal one if it names a register that does
// not exist.
func (c class) checked(word hdl.Bits) hdl.Bits {
	op := lib.Gate(c.Beyond.Not(), fieldOf(isa.FieldOp, word))
	mask := lib.Gate(c.Nowhere.Not(), fieldOf(isa.FieldMask, word))
	high := isa.FieldMask.Low + isa.FieldMask.Width
	return hdl.Cat(word.Slice(isa.WordBits-1, high), mask, word.Slice(isa.FieldMask.Low-1, isa.FieldOp.Width), op)
}
