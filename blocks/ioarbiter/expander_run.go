package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// at is a field of an instruction.
func at(word hdl.Bits, f microcode.Field) hdl.Bits { return word.Slice(f.Low+f.Width-1, f.Low) }

// issue is the request of an emit, or the first words of one in a push.
type issue struct{ first, words, operation, offset, count, route hdl.Bits }

func issueOf(w hdl.Bits) issue {
	return issue{at(w, microcode.FieldX), at(w, microcode.FieldWords), at(w, microcode.FieldOperation),
		at(w, microcode.FieldOffset), at(w, microcode.FieldCount), at(w, microcode.FieldRoute)}
}

func (i issue) to(r microcode.Route) hdl.Bits { return i.route.Eq(int(r)) }

// requestWords and responseWords are the numbers of words in an operation's record and in its response, in 6 bits. If
// there is no such operation, its record has 0 words.
func (c Config) requestWords(operation hdl.Bits) hdl.Bits {
	return wordsOf(operation, c.MicrocodeOperations(), func(o microcode.Operation) int { return o.Request })
}

func (c Config) responseWords(operation hdl.Bits) hdl.Bits {
	return wordsOf(operation, c.MicrocodeOperations(), func(o microcode.Operation) int { return o.Response })
}

func wordsOf(operation hdl.Bits, list []microcode.Operation, words func(microcode.Operation) int) hdl.Bits {
	var each []hdl.Bits
	for _, o := range list {
		each = append(each, hdl.Const(6, words(o)))
	}
	return hdl.Select(operation, each)
}

// instruction is the current instruction, decoded.
type instruction struct {
	*expander
	op      hdl.Bits
	emit    issue    // its fields
	push    issue    // those of the preceding push
	pending hdl.Bits // 1: that push waits for this emit

	emits, pushes, waits hdl.Bits
	combined             hdl.Bits // 1: an emit whose response completes the preceding push
	waited               hdl.Bits // 1: the last response, that of the push if combined, goes to a slot
	length               hdl.Bits // words of that response
	full, none           hdl.Bits // 1: all slots, or no slots, are used

	count  hdl.Bits // words sent or taken so far
	pushed hdl.Bits // 1: the push of a combined emit has been sent
}

// is is 1 for the listed operations.
func (i *instruction) is(list ...microcode.Op) hdl.Bits {
	y := hdl.Const(1, 0)
	for _, o := range list {
		y = y.Or(i.op.Eq(int(o)))
	}
	return y
}

// run executes the instruction in x.word.
func (x *expander) run() {
	m, s := x.m, x.slots
	word := m.Reg("push_word", wordBits, hdl.NoReset())
	i := &instruction{
		expander: x, op: m.Named("op", at(x.word, microcode.FieldOp)), emit: issueOf(x.word), push: issueOf(word),
		pending: m.Reg("push_pending", 1), count: m.Reg("count", 5), pushed: m.Reg("push_sent", 1),
	}
	i.emits, i.pushes, i.waits = i.is(microcode.Emit), i.is(microcode.Push), i.is(microcode.Wait)
	i.combined = m.Named("combined", i.emits.And(i.emit.to(microcode.ToBypass)))
	i.waited = m.Named("takes_slot", hdl.Mux(i.combined, i.push.route, i.emit.route).Eq(int(microcode.ToExpander)))
	i.length = m.Named("response_length", x.c.responseWords(hdl.Mux(i.combined, i.push.operation, i.emit.operation)).Truncate(lengthBits))
	i.full, i.none = m.Named("slots_full", s.used.Eq(x.c.Slots)), m.Named("slots_empty", s.used.Eq(0))

	runs := m.Named("runs", x.state.Is(running))
	atBound := m.Named("bound_reached", x.steps.Eq(x.c.Bound))
	refused := m.Named("refused", i.refused())
	executes := m.Named("executes", runs.And(atBound.Not()).And(refused.Not()))
	takes := m.Named("wait_takes", executes.And(i.waits).And(s.complete.At(s.oldest)))
	failed := m.Named("oldest_failed", s.failed.At(s.oldest)) // its words then read as 0

	// The words of a request or of a response, one a cycle.
	pushing := m.Named("pushing", i.combined.And(i.pushed.Not()))
	first, words := hdl.Mux(pushing, i.push.first, i.emit.first), hdl.Mux(pushing, i.push.words, i.emit.words)
	register := m.Named("register_index", first.Add(i.count))
	last := m.Named("last_word", i.count.Eq(words))
	usesX := i.is(microcode.High, microcode.IfZero, microcode.IfNonzero, microcode.IfLess, microcode.IfNotLess, microcode.Loop)
	y := at(x.word, microcode.FieldY)
	below := i.is(microcode.Quad).And(at(x.word, microcode.FieldQuad).Bit(1)) // the quad is in the second word of the mask
	a := m.Named("a", x.registers.read(hdl.Mux(i.emits, register, hdl.Mux(usesX, i.emit.first, y.Add(below.ZeroExtend(y.Width()))))))
	b := m.Named("b", x.registers.read(hdl.Mux(usesX, y, at(x.word, microcode.FieldZ))))
	sent := i.send(executes, pushing, a, last)
	waitDone := m.Named("wait_done", takes.And(i.emit.words.Eq(0).Or(i.count.AddCarry(1).Eq(i.emit.words.ZeroExtend(6)))))

	result, jumps := i.compute(a, b)
	done := m.Named("instruction_done", hdl.Mux(i.emits, sent, hdl.Mux(i.waits, waitDone, executes)))
	writes := executes.And(i.is(microcode.Set, microcode.High, microcode.AddConst, microcode.Add, microcode.Sub, microcode.And, microcode.Or,
		microcode.Xor, microcode.ShiftLeft, microcode.ShiftRight, microcode.Arithmetic, microcode.Quad, microcode.Loop))
	m.If(runs, func() {
		x.registers.put(hdl.Mux(i.waits, takes.And(i.emit.words.Ne(0)), writes), register, hdl.Mux(i.waits, lib.Gate(failed.Not(), s.word), result))
		s.issue.Set(sent)
		s.take.Set(sent.And(i.waited))
		s.length.Set(i.length)
		s.free.Set(waitDone)

		x.nextPC.Set(x.pc.ZeroExtend(pcBits).Add(hdl.Mux(jumps, at(x.word, microcode.FieldTarget).SignExtend(pcBits), hdl.Const(pcBits, 1))))
		m.If(done, func() {
			x.fetch.Set(1)
			x.steps.Set(x.steps.Add(1))
			i.pending.Set(i.pushes)
			word.Set(x.word)
		})
		m.If(atBound, func() { x.stop(isa.MacroStopped) }).
			ElseIf(refused, func() { x.stop(isa.MacroFault) }).
			ElseIf(i.is(microcode.End), func() { x.stop(isa.OK) })
	}).Else(func() { i.pending.Set(0) })
	i.count.Set(s.number)
	s.number.Default(i.count)
	m.If(takes, func() { s.number.Set(hdl.Mux(waitDone, 0, i.count.Add(1))) })
	m.If(x.Out.Fire().Or(x.Push.Fire()), func() {
		s.number.Set(hdl.Mux(last, 0, i.count.Add(1)))
		i.pushed.Set(hdl.Mux(last, pushing, i.pushed))
	})
}

// stop ends the macro.
func (x *expander) stop(why isa.Status) {
	x.status.Set(why)
	x.state.Goto(draining)
}

// refused is 1 if the instruction is illegal, always or in this place.
func (i *instruction) refused() hdl.Bits {
	m, w, c, s := i.m, i.word, i.c, i.slots
	issues := i.emits.Or(i.pushes)
	end := i.emit.first.AddCarry(i.emit.words).ZeroExtend(7).Add(issues.ZeroExtend(7)) // emits and pushes encode words − 1
	illegal := m.Named("illegal", i.unused().
		Or(i.is(microcode.Quad).And(at(w, microcode.FieldY).Eq(microcode.Registers-1))).
		Or(issues.Or(i.waits).And(end.Gt(microcode.Registers))).
		Or(issues.And(i.emit.offset.ZeroExtend(6).Add(i.emit.count.ZeroExtend(6)).Gt(isa.ObjectWords))).
		Or(issues.And(i.emit.route.Eq(0))).
		Or(i.pushes.And(i.emit.to(microcode.ToBypass))))
	fits := m.Named("fits", i.emit.words.AddCarry(1).Eq(c.requestWords(i.emit.operation)).
		And(i.combined.Not().Or(i.push.words.AddCarry(1).Add(c.responseWords(i.emit.operation)).Eq(c.requestWords(i.push.operation)))))
	return i.outside.Or(illegal).Or(i.pending.Ne(i.combined)).
		Or(i.emits.And(fits.Not().Or(i.waited.And(i.full)))).
		Or(i.waits.And(i.none.Or(i.emit.words.Ne(s.lengths.Read(s.oldest)))))
}

// unused is 1 if the operation code is illegal, or if a bit that the operation does not use is 1.
func (i *instruction) unused() hdl.Bits {
	used := make([]hdl.Bits, microcode.NumOps)
	rest := microcode.FieldOp.Low // bits below the operation code
	used[0] = hdl.Const(rest, 0)
	for op := microcode.Op(1); op < microcode.NumOps; op++ {
		used[op] = hdl.Const(rest, uint64(op.Used())&(1<<rest-1))
	}
	return i.op.Eq(0).Or(i.op.Ge(int(microcode.NumOps))).Or(i.word.Truncate(rest).And(hdl.Select(i.op, used).Not()).ReduceOr())
}

// send sends word a of a request; sent is 1 with the last word of an instruction.
func (i *instruction) send(executes, pushing, a, last hdl.Bits) (sent hdl.Bits) {
	m, x, s := i.m, i.expander, i.slots
	slot := m.Reg("bypass_slot", x.c.slotBits(), hdl.NoReset()) // that of the push
	m.If(x.Push.Fire(), func() { slot.Set(x.Slot) })
	issues := m.Named("issues", executes.And(i.emits).And(s.underWay.Ne(1<<underWayBits-1)))
	head, full := x.head, hdl.Const(1, 0)
	head.Records, head.Status = hdl.Const(countBits, 1), hdl.Const(isa.StatusBits, 0)
	now, later := head, head
	now.Unit, now.Route, now.Slot = i.emit.operation, i.emit.route, hdl.Mux(i.combined, slot, s.newest)
	later.Unit, later.Route, later.Slot = i.push.operation, i.push.route, s.newest
	x.Out.Send(issues.And(pushing.Not()), Beat{now, a, full, last})
	hdl.Set(x.OutSpan.Data, Span{i.emit.offset, i.emit.count})
	x.Push.Send(issues.And(pushing), Push{Beat{later, a, full, last}, Span{i.push.offset, i.push.count}})
	return m.Named("emit_done", x.Out.Fire().And(last))
}

// compute returns the instruction's result, if it has one, and whether it jumps.
func (i *instruction) compute(a, b hdl.Bits) (result, jumps hdl.Bits) {
	m, w := i.m, i.word
	value := at(w, microcode.FieldValue)
	minus := i.is(microcode.Sub)
	addend := hdl.Mux(i.is(microcode.AddConst), value.SignExtend(wordBits),
		hdl.Mux(i.is(microcode.Loop), at(w, microcode.FieldStep).SignExtend(wordBits), b.Xor(minus.Repeat(wordBits))))
	sum := m.Named("sum", a.AddCarryIn(addend, minus).Truncate(wordBits))
	amount := at(w, microcode.FieldAmount)
	sign := i.is(microcode.Arithmetic).And(a.Bit(wordBits - 1))
	right := hdl.Cat(sign, a).Signed().Shr(amount).Bits().Truncate(wordBits)
	var nibbles []hdl.Operand
	for y := range 4 {
		row := a.Slice(8*y+7, 8*y)
		nibbles = append(nibbles, hdl.Mux(value.Bit(0), row.Slice(7, 4), row.Slice(3, 0)))
	}
	r := m.Wire("result", wordBits)
	m.Switch(i.op).
		Case(int(microcode.Set), func() { r.Set(value.SignExtend(wordBits)) }).
		Case(int(microcode.High), func() { r.Set(hdl.Cat(value, a.Truncate(16))) }).
		Case(int(microcode.And), func() { r.Set(a.And(b)) }).
		Case(int(microcode.Or), func() { r.Set(a.Or(b)) }).
		Case(int(microcode.Xor), func() { r.Set(a.Xor(b)) }).
		Case(int(microcode.ShiftLeft), func() { r.Set(a.Shl(amount)) }).
		Cases([]int{int(microcode.ShiftRight), int(microcode.Arithmetic)}, func() { r.Set(right) }).
		Case(int(microcode.Quad), func() { r.Set(hdl.Pack(nibbles...).ZeroExtend(wordBits)) }).
		Default(func() { r.Set(sum) })

	left := hdl.Mux(i.is(microcode.Loop), sum, a).Signed()
	less := m.Named("less", left.Lt(b.Signed()))
	zero := m.Named("zero", a.Eq(0))
	jumps = m.Named("jumps", i.is(microcode.Jump).
		Or(i.is(microcode.IfZero).And(zero)).Or(i.is(microcode.IfNonzero).And(zero.Not())).
		Or(i.is(microcode.IfLess, microcode.Loop).And(less)).Or(i.is(microcode.IfNotLess).And(less.Not())).
		Or(i.is(microcode.IfFull).And(i.full)).Or(i.is(microcode.IfNone).And(i.none)))
	return r, jumps
}
