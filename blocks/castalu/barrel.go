package castalu

import (
	"math/bits"

	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// A barrel holds a processor's signals while it is described. A thread waits in the queue of turns; its instruction is
// fetched, its operands are read, and the instruction goes to the arithmetic unit, to a fixed-function unit, or to the
// results. Once its last register is written, the thread queues for its next turn. There is one write port, so at most
// one thread becomes ready per cycle.
//
// A thread is in exactly one place: free, taking an item, in the queue of turns, fetched, issued, in the arithmetic
// unit, waiting for a reply, or stopped.
type barrel struct {
	*Processor
	components
	m      *hdl.Module
	shapes shapes

	// Per thread.
	next  *hdl.Mem[hdl.Bits] // address of the next instruction
	tags  *hdl.Mem[hdl.Bits]
	bases *hdl.Mem[hdl.Bits]

	free     hdl.Bits // one bit per thread: it has no item
	killed   hdl.Bits // one bit per thread: its item was killed
	finished hdl.Bits // one bit per thread: its result may leave; only if results are in order

	write   write    // this cycle's write to the registers
	advance hdl.Bits // 1: fetch, operand read and issue advance

	takeTurn hdl.Bits // 1: a turn is taken
	fetching hdl.Bits // 1: fetched is valid
	fetched  fetched
	kind     class // of the fetched instruction
	operands [3][4]hdl.Bits

	issuing hdl.Bits // 1: issue is valid
	issue   issued

	responses *hdl.Mem[response]
	extents   *hdl.Mem[extent]

	killing   hdl.Bits // 1: the unit's result kills its item
	ending    hdl.Bits // 1: the issued instruction ends its item
	replying  hdl.Bits // 1: part of a reply is written
	replyDone hdl.Bits // 1: the last part of a reply is written
	part      hdl.Bits // number of the part
	load      load
	loading   hdl.Bits // 1: an item has begun to load but not ended
	loader    hdl.Bits // the thread that takes it

	number   hdl.Bits    // number of the vector that is read next
	offered  hdl.Bits    // 1: beat is offered
	beat     beatControl // of a result
	lastRead hdl.Bits    // 1: the last vector of an item is read
}

// components are the instances that a barrel is built around.
type components struct {
	unit  *Unit
	turns *lib.FIFO[turn]
	order *lib.FIFO[hdl.Bits] // threads whose results leave next
}

func (p *Processor) components(m *hdl.Module) components {
	c, turn := p.config, p.config.shapes().Turn
	return components{
		hdl.Instance(m, "unit", newUnit(c.unit())),
		hdl.Instance(m, "turns", lib.NewFIFO(turn, c.Threads)),
		hdl.Instance(m, "order", lib.NewFIFO(turn.Thread, c.Threads)),
	}
}

// A turn is a thread and the address of its next instruction.
type turn struct {
	Thread  hdl.Bits `width:"thread"`
	Address hdl.Bits `width:"address"`
}

// fetched is a turn with the word that was read for it.
type fetched struct {
	Turn turn
	Word hdl.Bits
}

// issued is an instruction whose operands have been read.
type issued struct {
	Of   fetched
	Kind class
}

// response names the registers that take the response to a call.
type response struct {
	Dest   hdl.Bits `width:"register"`
	More   hdl.Bits `width:"register"`
	Status hdl.Bits `width:"register"`
}

// extent names the registers that hold an item's result.
type extent struct {
	First hdl.Bits `width:"register"`
	Last  hdl.Bits `width:"register"` // their number − 1
}

func newBarrel(m *hdl.Module, p *Processor, around components) *barrel {
	c, s := p.config, p.config.shapes()
	return &barrel{
		Processor: p, components: around, m: m, shapes: s,
		next:      hdl.NewMem(m, "next_address", s.Turn.Address, c.Threads, hdl.NoInit()),
		tags:      hdl.NewMem(m, "tags", s.Item.Tag, c.Threads, hdl.NoInit()),
		bases:     hdl.NewMem(m, "bases", s.Item.Base, c.Threads, hdl.NoInit()),
		free:      m.Reg("free", c.Threads, hdl.ResetTo(uint64(1)<<c.Threads-1)),
		killed:    m.Reg("killed", c.Threads),
		write:     hdl.WireOf(m, "write", s.Write),
		advance:   m.Wire("advance", 1),
		responses: hdl.NewMem(m, "responses", s.Response, c.Threads, hdl.NoInit()),
		extents:   hdl.NewMem(m, "extents", s.Extent, c.Threads, hdl.NoInit()),
	}
}

func (b *barrel) describe() {
	b.fetch()
	b.readProgram()
	b.execute()
}

// execute describes everything after the fetch.
func (b *barrel) execute() {
	b.readOperands()
	b.issueInstruction()
	b.keepFault()
	b.takeReplies()
	b.takeItems()
	b.writeRegisters()
	b.becomeReady()
	b.sendResults()
}

// oneHot is the one-hot form of thread, or 0 if yes is 0.
func (b *barrel) oneHot(yes, thread hdl.Bits) hdl.Bits {
	return lib.Gate(yes, lib.OneHot(thread, b.config.Threads))
}

// registerAddress is the address of a register. The registers of all threads are packed without gaps.
func (b *barrel) registerAddress(thread, register hdl.Bits) hdl.Bits {
	n := b.config.Registers
	if n&(n-1) == 0 {
		return hdl.Cat(thread, register.Truncate(bits.Len(uint(n))-1))
	}
	first := thread.Mul(hdl.Const(isa.RegisterBits, n))
	return first.Add(register.ZeroExtend(first.Width())).Truncate(hdl.IndexWidth(b.config.Threads * n))
}

// hasRegister reports whether a thread has the register. Past its last lies the next thread's first, which must not be
// read instead.
func (b *barrel) hasRegister(register hdl.Bits) hdl.Bits {
	n := b.config.Registers
	if n&(n-1) == 0 { // registerAddress drops the bits that could be too high
		return hdl.Const(1, 1)
	}
	return register.Lt(n)
}

// registers makes a copy of the registers, with its own read port.
func (b *barrel) registers(name string) *hdl.Mem[[4]hdl.Bits] {
	x := hdl.NewMem(b.m, "registers_"+name, b.shapes.Write.Vector, b.config.Threads*b.config.Registers, hdl.NoInit())
	x.WriteMasked(b.registerAddress(b.write.Thread, b.write.Register), b.write.Vector, b.write.Mask)
	return x
}

// constants makes a copy of the constants.
func (b *barrel) constants(name string) *hdl.Mem[[4]hdl.Bits] {
	x := hdl.NewMem(b.m, "constants_"+name, b.shapes.Write.Vector, b.config.Constants, hdl.NoInit())
	b.m.If(b.Constants.Data.Enable, func() { x.Write(b.Constants.Data.Address, b.Constants.Data.Data) })
	return x
}

// fetch takes the next turn to the program memory.
func (b *barrel) fetch() {
	m := b.m
	b.turns.Pop.Ready.Set(b.advance)
	now := b.turns.Pop.Data
	fetch := m.Named("fetch", b.advance.And(b.turns.Pop.Valid))
	m.If(fetch, func() { b.next.Write(now.Thread, now.Address.Add(1)) })
	b.fetching = m.Reg("fetching", 1)
	at := hdl.RegOf(m, "fetched", now, hdl.NoReset())
	m.If(b.advance, func() {
		b.fetching.Set(b.turns.Pop.Valid)
		hdl.Set(at, now)
	})
	b.fetched.Turn, b.takeTurn = at, fetch
}

// readProgram reads and classifies the word of the turn that is taken.
func (b *barrel) readProgram() {
	program := hdl.NewMem(b.m, "program_words", hdl.Width(isa.WordBits), b.config.Words, hdl.NoInit())
	b.m.If(b.Program.Data.Enable, func() { program.Write(b.Program.Data.Address, b.Program.Data.Data) })
	b.fetched.Word = program.ReadReg("word", b.turns.Pop.Data.Address, b.takeTurn, hdl.ReadFirst)
	b.kind = classify(b.fetched.Word, b.config.Registers)
}

// readOperands reads the three inputs of the fetched instruction; those of a request are the registers that hold its
// words. The operands are available when it issues.
func (b *barrel) readOperands() {
	m := b.m
	reading := m.Named("reading", b.advance.And(b.fetching))
	base := b.bases.Read(b.fetched.Turn.Thread)
	for n := range b.operands {
		b.operands[n] = b.readOperand(n, reading, base)
	}
	b.issuing = m.Reg("issuing", 1)
	b.issue = hdl.RegOf(m, "issue", issued{b.fetched, b.kind}, hdl.NoReset())
	m.If(b.advance, func() {
		b.issuing.Set(b.fetching)
		m.If(b.fetching, func() { hdl.Set(b.issue, issued{b.fetched, b.kind}) })
	})
}

// readOperand reads input n: a register, or a constant counted from base. Constants past the last read as 0.
func (b *barrel) readOperand(n int, reading, base hdl.Bits) [4]hdl.Bits {
	m, letter := b.m, string(rune('a'+n))
	in := inputOf(b.fetched.Word, n)
	register := in.Index.Truncate(isa.RegisterBits)
	switch n {
	case 0:
		register = hdl.Mux(b.kind.Request, fieldOf(isa.FieldFirst, b.fetched.Word), register)
	case 1:
		register = hdl.Mux(b.kind.Request, fieldOf(isa.FieldSecond, b.fetched.Word), register)
	}
	constant := in.Constant.And(b.kind.Request.Not())
	place := b.registerAddress(b.fetched.Turn.Thread, register)
	r := b.registers(letter).ReadReg("register_"+letter, place, reading.And(constant.Not()).And(b.hasRegister(register)), hdl.Forbidden)

	wide := max(isa.ConstantBits, base.Width()) + 1
	from := base.ZeroExtend(wide).Add(in.Index.ZeroExtend(wide))
	there := from.Lt(b.config.Constants)
	k := b.constants(letter).ReadReg("constant_"+letter, from.Truncate(base.Width()), reading.And(constant).And(there), hdl.ReadFirst)
	isConstant, inRange := m.Reg("is_constant_"+letter, 1, hdl.NoReset()), m.Reg("in_range_"+letter, 1, hdl.NoReset())
	m.If(reading, func() {
		isConstant.Set(constant)
		inRange.Set(there)
	})
	for i := range k {
		k[i] = lib.Gate(inRange, k[i])
	}
	return hdl.MuxOf(isConstant, k, r)
}

// issueInstruction offers the instruction to the unit or as a call, or ends the item. Fetch and operand read advance
// when it leaves.
func (b *barrel) issueInstruction() {
	m, word, kind, thread := b.m, b.issue.Of.Word, b.issue.Kind, b.issue.Of.Turn.Thread
	arithmetic := kind.Request.Or(kind.End).Not()
	b.unit.In.Send(b.issuing.And(arithmetic), Operation{kind.checked(word), thread, b.operands})
	b.Calls.Send(b.issuing.And(kind.Request), Call{thread, fieldOf(isa.FieldUnit, word), fieldOf(isa.FieldCount, word).Truncate(3),
		[8]hdl.Bits(append(b.operands[0][:], b.operands[1][:]...))})
	m.If(b.Calls.Fire(), func() {
		b.responses.Write(thread, response{fieldOf(isa.FieldDest, word), fieldOf(isa.FieldMore, word), fieldOf(isa.FieldStatus, word)})
	})

	// A thread's end waits while another thread is killed: only one can stop per cycle.
	b.killing = m.Named("killing", b.unit.Out.Fire().And(b.unit.Out.Data.Killed))
	b.ending = m.Named("ending", b.issuing.And(kind.End).And(b.killing.Not()))
	m.If(b.ending, func() { b.extents.Write(thread, extent{fieldOf(isa.FieldDest, word), fieldOf(isa.FieldCount, word)}) })

	leaves := b.unit.In.Fire().Or(b.Calls.Fire()).Or(b.ending)
	b.advance.Set(b.issuing.Not().Or(leaves))
}

// keepFault keeps the first illegal instruction.
func (b *barrel) keepFault() {
	m := b.m
	fault, address := m.Reg("fault_seen", 1), m.Reg("fault_at", b.shapes.Turn.Address.Width())
	word := m.Reg("fault_code", isa.WordBits)
	m.If(b.unit.In.Fire().And(b.unit.Meaningless).And(fault.Not()), func() {
		fault.Set(1)
		address.Set(b.issue.Of.Turn.Address)
		word.Set(b.issue.Of.Word)
	})
	b.Fault.Set(fault)
	b.FaultAddress.Set(address)
	b.FaultWord.Set(word)
}
