package castalu

import (
	"fmt"
	"math/bits"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// Config is what a processor is built for.
type Config struct {
	Threads    int  // 4 to 32
	Registers  int  // vectors of four components a thread: 8, 16 or 32
	Constants  int  // vectors, 32 to 256
	Words      int  // of the program memory, 128 to 65536
	TagBits    int  // of a work item's tag, 1 to 64
	Ordered    bool // results leave in the order of their items
	Lanes      int  // as of UnitConfig
	Embodiment Embodiment

	copies copies // as of UnitConfig
}

// NewConfig returns a configuration with 28 threads of 32 registers, 64 constants, 512
// words of program, tags of 16 bits, and results in the order of the items.
func NewConfig(lanes int, e Embodiment) Config {
	return Config{Threads: 28, Registers: 32, Constants: 64, Words: 512, TagBits: 16, Ordered: true, Lanes: lanes, Embodiment: e}
}

// Check returns an error that names the parameter that cannot be built.
func (c Config) Check() error {
	within := func(what string, n, least, most int) error {
		if n < least || n > most {
			return fmt.Errorf("castalu: %d %s cannot be built; choose %d to %d", n, what, least, most)
		}
		return nil
	}
	if c.Registers != 8 && c.Registers != 16 && c.Registers != 32 {
		return fmt.Errorf("castalu: %d registers cannot be built; choose 8, 16 or 32", c.Registers)
	}
	for _, err := range []error{
		within("threads", c.Threads, 4, 32),
		within("constants", c.Constants, 1, 1<<constantBits),
		within("words of program", c.Words, 1, 1<<16),
		within("bits of tag", c.TagBits, 1, 64),
		c.unit().Check(),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// unit is the configuration of the arithmetic unit.
func (c Config) unit() UnitConfig { return UnitConfig{c.Lanes, c.Embodiment, c.Threads, c.copies} }

// Name is the configuration as part of a module's name: "l4_separate_t28_r32", with
// what else is not as in [NewConfig].
func (c Config) Name() string {
	name := fmt.Sprintf("l%d_%v_t%d_r%d", c.Lanes, c.Embodiment, c.Threads, c.Registers)
	usual := NewConfig(c.Lanes, c.Embodiment)
	if c.Constants != usual.Constants {
		name += fmt.Sprintf("_c%d", c.Constants)
	}
	if c.Words != usual.Words {
		name += fmt.Sprintf("_p%d", c.Words)
	}
	if c.TagBits != usual.TagBits {
		name += fmt.Sprintf("_tag%d", c.TagBits)
	}
	if !c.Ordered {
		name += "_unordered"
	}
	return name
}

func (c Config) thread() hdl.Bits   { return hdl.Width(hdl.IndexWidth(c.Threads)) }
func (c Config) address() hdl.Bits  { return hdl.Width(hdl.IndexWidth(c.Words)) }
func (c Config) constant() hdl.Bits { return hdl.Width(hdl.IndexWidth(c.Constants)) }

// Item is a beat of a work item: the first beat's program, constants and tag count.
// Vector i, from 0 on, is register i of the thread that takes the item.
type Item struct {
	Start  hdl.Bits    `doc:"address of the program's first instruction"`
	Base   hdl.Bits    `doc:"the constant that the program calls c0"`
	Tag    hdl.Bits    `doc:"comes back with the results"`
	Vector [4]hdl.Bits `doc:"a register, x to w"` // 32 each
	Last   hdl.Bits    `doc:"1: the item has no more beats"`
}

// Beat is a beat of a work item's result.
type Beat struct {
	Tag    hdl.Bits    `doc:"of the item"`
	Index  hdl.Bits    `doc:"the number of the vector, from 0 on"` // 5
	Vector [4]hdl.Bits `doc:"the register, x to w; 0 of a killed item"`
	Last   hdl.Bits    `doc:"1: the item has no more vectors"`
	Killed hdl.Bits    `doc:"1: the item was killed; this is its only beat"`
}

// Call is a request to a fixed-function unit.
type Call struct {
	Thread hdl.Bits    `doc:"to be returned with the response"`
	Unit   hdl.Bits    `doc:"which unit"`                                  // 4
	Count  hdl.Bits    `doc:"words − 1"`                                   // 3
	Words  [8]hdl.Bits `doc:"the words; of those past the last, anything"` // 32 each
}

// Reply is the response to a [Call].
type Reply struct {
	Thread hdl.Bits    `doc:"of the call"`
	Status hdl.Bits    `doc:"is written to a register's x"` // 32
	Count  hdl.Bits    `doc:"words, 0 to 8"`                // 4
	Words  [8]hdl.Bits `doc:"the words"`                    // 32 each
}

// Store writes a word of the program or a constant. No item that uses it may be inside.
type Store[T any] struct {
	Enable  hdl.Bits `doc:"1: write"`
	Address hdl.Bits
	Data    T
}

// Processor runs programs on work items: a barrel of threads around an arithmetic unit.
type Processor struct {
	Items     hdl.Sink[Item]
	Results   hdl.Source[Beat]
	Calls     hdl.Source[Call]
	Replies   hdl.Sink[Reply]
	Program   hdl.InOf[Store[hdl.Bits]]
	Constants hdl.InOf[Store[[4]hdl.Bits]]

	Fault        hdl.Out `doc:"1 from the first instruction without meaning on"`
	FaultAddress hdl.Out `doc:"its address"`
	FaultWord    hdl.Out `doc:"the instruction"`

	config Config
	bits   int // of a component
}

// New makes the processor; it returns the error of [Config.Check].
func New(c Config) (*Processor, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newProcessor(c), nil
}

func vector(bits int) [4]hdl.Bits { return four(hdl.Width(bits)) }

func words(bits int) (w [8]hdl.Bits) {
	for k := range w {
		w[k] = hdl.Width(bits)
	}
	return w
}

func newProcessor(c Config) *Processor {
	bits := c.unit().bits()
	return &Processor{
		Items:        hdl.NewSink(Item{c.address(), c.constant(), hdl.Width(c.TagBits), vector(bits), hdl.Width(1)}),
		Results:      hdl.NewSource(Beat{hdl.Width(c.TagBits), hdl.Width(registerBits), vector(bits), hdl.Width(1), hdl.Width(1)}),
		Calls:        hdl.NewSource(Call{c.thread(), hdl.Width(4), hdl.Width(3), words(bits)}),
		Replies:      hdl.NewSink(Reply{c.thread(), hdl.Width(bits), hdl.Width(4), words(bits)}),
		Program:      hdl.InputOf(Store[hdl.Bits]{hdl.Width(1), c.address(), hdl.Width(WordBits)}),
		Constants:    hdl.InputOf(Store[[4]hdl.Bits]{hdl.Width(1), c.constant(), vector(bits)}),
		Fault:        hdl.Output(1),
		FaultAddress: hdl.Output(c.address().Width()),
		FaultWord:    hdl.Output(WordBits),
		config:       c,
		bits:         bits,
	}
}

// ModuleName is castalu with the configuration.
func (p *Processor) ModuleName() string { return "castalu_" + p.config.Name() }

// ModuleDoc describes the processor in its Verilog.
func (p *Processor) ModuleDoc() string {
	c := p.config
	return fmt.Sprintf("Processor of casting-arithmetic instructions (US9477477): %d threads of %d registers, %d lanes, %v math function units.",
		c.Threads, c.Registers, c.Lanes, c.Embodiment)
}

// place is the address of a register.
func (p *Processor) place(thread, register hdl.Bits) hdl.Bits {
	return hdl.Cat(thread, register.Truncate(bits.Len(uint(p.config.Registers))-1))
}

// A turn is a thread and the address of its next instruction.
type turn struct {
	Thread, Address hdl.Bits
}

// fetched is a turn behind the program memory.
type fetched struct {
	Turn turn
	Word hdl.Bits
}

// write is a write to the registers of a thread.
type write struct {
	Thread, Register hdl.Bits
	Mask             hdl.Bits // bit i: component i
	Vector           [4]hdl.Bits
}

// response says where the response of a call goes.
type response struct {
	Dest, More, Status hdl.Bits
}

// extent names the registers that are an item's result.
type extent struct {
	First, Last hdl.Bits // of them; Last is their number − 1
}

// Describe builds the barrel. A thread waits in the queue of turns until its turn comes;
// its instruction is fetched, its operands are read, and it goes to the arithmetic unit,
// to a fixed-function unit, or to the results. When its last register is written the
// thread waits for its next turn. There is one write port, so that one thread at most
// becomes ready in a cycle.
func (p *Processor) Describe(m *hdl.Module) {
	c := p.config
	one, thread := hdl.Const(1, 1), c.thread()
	turns := hdl.Instance(m, "turns", lib.NewFIFO(turn{thread, c.address()}, c.Threads))
	next := hdl.NewMem(m, "next_address", c.address(), c.Threads, hdl.NoInit())
	tags := hdl.NewMem(m, "tags", hdl.Width(c.TagBits), c.Threads, hdl.NoInit())
	bases := hdl.NewMem(m, "bases", c.constant(), c.Threads, hdl.NoInit())
	free := m.Reg("free", c.Threads, hdl.ResetTo(allOnes(c.Threads)))
	killed := m.Reg("killed", c.Threads)

	// Fetch.
	program := hdl.NewMem(m, "program_words", hdl.Width(WordBits), c.Words, hdl.NoInit())
	m.If(p.Program.Data.Enable, func() { program.Write(p.Program.Data.Address, p.Program.Data.Data) })
	forward := m.Wire("forward", 1)
	turns.Pop.Ready.Set(forward)
	now := turns.Pop.Data
	fetch := m.Named("fetch", forward.And(turns.Pop.Valid))
	m.If(fetch, func() { next.Write(now.Thread, now.Address.Add(1)) })
	fetching := m.Reg("fetching", 1)
	at := hdl.RegOf(m, "fetched", now, hdl.NoReset())
	m.If(forward, func() {
		fetching.Set(turns.Pop.Valid)
		hdl.Set(at, now)
	})
	word := program.ReadReg("word", now.Address, fetch, hdl.ReadFirst)

	// Operands.
	kind := classify(word, c.Registers)
	constants := func(n int) *hdl.Mem[[4]hdl.Bits] {
		x := hdl.NewMem(m, fmt.Sprintf("constants_%c", 'a'+n), vector(p.bits), c.Constants, hdl.NoInit())
		m.If(p.Constants.Data.Enable, func() { x.Write(p.Constants.Data.Address, p.Constants.Data.Data) })
		return x
	}
	// What is written in this cycle.
	w := hdl.WireOf(m, "write", write{thread, hdl.Width(registerBits), hdl.Width(4), vector(p.bits)})
	registers := func(name string) *hdl.Mem[[4]hdl.Bits] {
		x := hdl.NewMem(m, "registers_"+name, vector(p.bits), c.Threads*c.Registers, hdl.NoInit())
		x.WriteMasked(p.place(w.Thread, w.Register), w.Vector, w.Mask)
		return x
	}
	reading := m.Named("reading", forward.And(fetching))
	base := bases.Read(at.Thread)
	var operands [3][4]hdl.Bits
	for n := range operands {
		in := inputOf(word, n)
		letter := string(rune('a' + n))
		register := in.Index.Truncate(registerBits)
		switch n {
		case 0:
			register = hdl.Mux(kind.Request, fieldFirst.of(word), register)
		case 1:
			register = hdl.Mux(kind.Request, fieldSecond.of(word), register)
		}
		constant := in.Constant.And(kind.Request.Not())
		r := registers(letter).ReadReg("register_"+letter, p.place(at.Thread, register), reading.And(constant.Not()), hdl.Forbidden)
		wide := max(constantBits, base.Width()) + 1
		place := base.ZeroExtend(wide).Add(in.Index.ZeroExtend(wide))
		there := place.Lt(c.Constants)
		k := constants(n).ReadReg("constant_"+letter, place.Truncate(base.Width()), reading.And(constant).And(there), hdl.ReadFirst)
		isConstant, isThere := m.Reg("is_constant_"+letter, 1, hdl.NoReset()), m.Reg("is_there_"+letter, 1, hdl.NoReset())
		m.If(reading, func() {
			isConstant.Set(constant)
			isThere.Set(there)
		})
		for i := range k {
			k[i] = lib.Gate(isThere, k[i]) // 0 past the last constant
		}
		operands[n] = hdl.MuxOf(isConstant, k, r)
	}
	issuing := m.Reg("issuing", 1)
	issue := hdl.RegOf(m, "issue", issuedShape(c), hdl.NoReset())
	m.If(forward, func() {
		issuing.Set(fetching)
		m.If(fetching, func() { hdl.Set(issue, issued{fetched{at, word}, kind}) })
	})

	// Issue.
	t := issue.Of.Turn.Thread
	unit := hdl.Instance(m, "unit", &Unit{hdl.NewSink(c.unit().operation()), hdl.NewSource(c.unit().result()), hdl.Output(1), c.unit()})
	arithmetic := issue.Kind.Request.Or(issue.Kind.End).Not()
	unit.In.Send(issuing.And(arithmetic), Operation{issue.Kind.meant(issue.Of.Word), t, operands})
	p.Calls.Send(issuing.And(issue.Kind.Request), Call{t, fieldUnit.of(issue.Of.Word), fieldCount.of(issue.Of.Word).Truncate(3),
		[8]hdl.Bits(append(operands[0][:], operands[1][:]...))})
	result := unit.Out.Data
	killing := m.Named("killing", unit.Out.Fire().And(result.Killed))
	// A thread that ends waits for one that is killed: of both one goes to the results.
	ending := m.Named("ending", issuing.And(issue.Kind.End).And(killing.Not()))
	leaves := unit.In.Fire().Or(p.Calls.Fire()).Or(ending)
	forward.Set(issuing.Not().Or(leaves))

	responses := hdl.NewMem(m, "responses", response{hdl.Width(registerBits), hdl.Width(registerBits), hdl.Width(registerBits)}, c.Threads, hdl.NoInit())
	extents := hdl.NewMem(m, "extents", extent{hdl.Width(registerBits), hdl.Width(registerBits)}, c.Threads, hdl.NoInit())
	m.If(p.Calls.Fire(), func() {
		responses.Write(t, response{fieldDest.of(issue.Of.Word), fieldMore.of(issue.Of.Word), fieldStatus.of(issue.Of.Word)})
	})
	m.If(ending, func() { extents.Write(t, extent{fieldDest.of(issue.Of.Word), fieldCount.of(issue.Of.Word)}) })

	// The first instruction without meaning is kept.
	fault, address := m.Reg("fault_seen", 1), m.Reg("fault_at", c.address().Width())
	faulty := m.Reg("fault_code", WordBits)
	m.If(unit.In.Fire().And(unit.Meaningless).And(fault.Not()), func() {
		fault.Set(1)
		address.Set(issue.Of.Turn.Address)
		faulty.Set(issue.Of.Word)
	})
	p.Fault.Set(fault)
	p.FaultAddress.Set(address)
	p.FaultWord.Set(faulty)

	// The write port: results of the unit first, then responses, then items.
	unit.Out.Ready.Set(1)
	reply := p.Replies.Data
	part := m.Reg("reply_part", 2)
	replying := m.Named("replying", p.Replies.Valid.And(unit.Out.Valid.Not()))
	replied := m.Named("replied", replying.And(part.Eq(2)))
	p.Replies.Ready.Set(replied)
	m.If(replying, func() { part.Set(hdl.Mux(replied, 0, part.Add(1))) })
	to := responses.Read(reply.Thread)
	zero := hdl.Const(p.bits, 0)

	item := p.Items.Data
	loading, loaded := m.Reg("loading", 1), m.Reg("load_register", registerBits+1)
	lowest, some := lib.PriorityEncoder(free)
	loader := m.Reg("load_thread", thread.Width(), hdl.NoReset())
	start := m.Reg("load_start", c.address().Width(), hdl.NoReset())
	who := m.Named("item_thread", hdl.Mux(loading, loader, lowest.Truncate(thread.Width())))
	p.Items.Ready.Set(unit.Out.Valid.Or(p.Replies.Valid).Not().And(loading.Or(some)))
	load := m.Named("load", p.Items.Fire())
	begin := load.And(loading.Not())
	full := load.And(item.Last)
	m.If(load, func() {
		loading.Set(item.Last.Not())
		loader.Set(who)
		m.If(loading.Not(), func() { start.Set(item.Start) })
		// Vectors past the last register are dropped.
		loaded.Set(lib.Gate(item.Last.Not(), loaded.Add(loaded.Lt(c.Registers).ZeroExtend(registerBits+1))))
	})
	m.If(begin, func() {
		tags.Write(who, item.Tag)
		bases.Write(who, item.Base)
	})

	hdl.Set(w, write{result.Thread, result.Dest, lib.Gate(unit.Out.Valid.Bits, result.Mask), result.Value})
	m.If(replying, func() {
		counted := func(k int) hdl.Bits { return reply.Count.Gt(k) }
		first := hdl.Cat(counted(3), counted(2), counted(1), counted(0))
		second := hdl.Cat(counted(7), counted(6), counted(5), counted(4))
		parts := []write{
			{reply.Thread, to.Dest, first, [4]hdl.Bits(reply.Words[:4])},
			{reply.Thread, to.More, second, [4]hdl.Bits(reply.Words[4:])},
			{reply.Thread, to.Status, hdl.Const(4, 1), [4]hdl.Bits{reply.Status, zero, zero, zero}},
		}
		hdl.Set(w, hdl.Select(part, parts))
	})
	m.If(load, func() {
		hdl.Set(w, write{who, loaded.Truncate(registerBits), lib.Gate(loaded.Lt(c.Registers), allOnesBits(4)), item.Vector})
	})

	// What becomes ready waits for its turn.
	done := unit.Out.Fire().And(result.Killed.Not())
	back := hdl.Mux(unit.Out.Valid, result.Thread, reply.Thread)
	turns.Push.Send(done.Or(replied).Or(full), hdl.MuxOf(full, turn{who, hdl.Mux(loading, start, item.Start)}, turn{back, next.Read(back)}))

	// Results.
	stop := m.Named("stop", killing.Or(ending))
	stopped := hdl.Mux(killing, result.Thread, t)
	order := hdl.Instance(m, "order", lib.NewFIFO(thread, c.Threads))
	if c.Ordered {
		order.Push.Send(full, who)
	} else {
		order.Push.Send(stop, stopped)
	}
	m.Assert("room_for_turns", turns.Push.Valid.Not().Or(turns.Push.Ready))
	m.Assert("room_in_order", order.Push.Valid.Not().Or(order.Push.Ready))
	if c.copies.lanes > 0 {
		inside := m.Reg("inside_threads", c.Threads)
		at := func(yes, thread hdl.Bits) hdl.Bits { return lib.Gate(yes, lib.OneHot(thread, c.Threads)) }
		inside.Set(inside.Or(at(unit.In.Fire(), t)).And(at(unit.Out.Fire(), result.Thread).Not()))
		m.Assert("one_of_a_thread", unit.In.Valid.Not().Or(inside.At(t).Not()))
	}
	head := order.Pop.Data
	leaving := order.Pop.Valid.Bits
	var finished hdl.Bits // a bit a thread
	if c.Ordered {
		finished = m.Reg("finished", c.Threads)
		leaving = leaving.And(finished.At(head))
	}
	of := extents.Read(head)
	dead := killed.At(head)
	number := m.Reg("vector_number", registerBits)
	last := m.Named("vector_last", dead.Or(number.Eq(of.Last)))
	offered := m.Reg("result_offered", 1)
	read := m.Named("result_read", leaving.And(offered.Not().Or(p.Results.Ready)))
	beat := hdl.RegOf(m, "result", beatControl{hdl.Width(c.TagBits), number, one, one}, hdl.NoReset())
	m.If(read, func() {
		number.Set(lib.Gate(last.Not(), number.Add(1)))
		hdl.Set(beat, beatControl{tags.Read(head), number, last, dead})
	})
	offered.Set(leaving.Or(offered.And(p.Results.Ready.Not())))
	value := registers("out").ReadReg("result_vector", p.place(head, of.First.Add(number)), read.And(dead.Not()), hdl.Forbidden)
	for k := range value {
		value[k] = lib.Gate(beat.Killed.Not(), value[k])
	}
	p.Results.Send(offered, Beat{beat.Tag, beat.Number, value, beat.Last, beat.Killed})
	gone := m.Named("gone", read.And(last))
	order.Pop.Ready.Set(gone)

	oneOf := func(yes, thread hdl.Bits) hdl.Bits { return lib.Gate(yes, lib.OneHot(thread, c.Threads)) }
	free.Set(free.And(oneOf(begin, who).Not()).Or(oneOf(gone, head)))
	killed.Set(killed.And(oneOf(gone, head).Not()).Or(oneOf(killing, result.Thread)))
	if c.Ordered {
		finished.Set(finished.And(oneOf(gone, head).Not()).Or(oneOf(stop, stopped)))
	}
}

// beatControl is a beat of a result without its vector.
type beatControl struct {
	Tag, Number, Last, Killed hdl.Bits
}

func allOnesBits(n int) hdl.Bits { return hdl.Const(n, 0).Not() }

func allOnes(n int) uint64 { return 1<<n - 1 }

// issued is an instruction whose operands are there.
type issued struct {
	Of   fetched
	Kind class
}

func issuedShape(c Config) issued {
	b := hdl.Width(1)
	return issued{fetched{turn{c.thread(), c.address()}, hdl.Width(WordBits)}, class{b, b, b, b}}
}

// class says who executes an instruction.
type class struct {
	End, Request hdl.Bits // else the arithmetic unit
	Beyond       hdl.Bits // it names a register that the thread does not have
	Nowhere      hdl.Bits // and writes to one
}

// classify looks at the words that are not for the arithmetic unit, and for registers
// past the last.
func classify(word hdl.Bits, registers int) class {
	op := fieldOp.of(word)
	none := func(lists ...[2]int) hdl.Bits { // bits of the ranges, high to low
		bad := hdl.Const(1, 0)
		for _, r := range lists {
			bad = bad.Or(word.Slice(r[0], r[1]).ReduceOr())
		}
		return bad.Not()
	}
	beyond := func(f field) hdl.Bits {
		if registers == 1<<registerBits {
			return hdl.Const(1, 0)
		}
		return f.of(word).Ge(registers)
	}
	between := none([2]int{fieldDest.low - 1, fieldType.low}, [2]int{inputLow - 1, fieldMask.low})
	sum := fieldDest.of(word).AddCarry(fieldCount.of(word))
	end := op.Eq(int(End)).And(between).And(none([2]int{WordBits - 1, fieldCount.low + fieldCount.width})).And(sum.Lt(registers))
	request := op.Eq(int(Request)).And(between).And(none([2]int{WordBits - 1, fieldStatus.low + fieldStatus.width})).And(fieldCount.of(word).Lt(8))
	for _, f := range []field{fieldDest, fieldFirst, fieldSecond, fieldMore, fieldStatus} {
		request = request.And(beyond(f).Not())
	}
	far := beyond(fieldDest)
	nowhere := far
	for n := range 3 {
		used := isOp(op, func(o Op) bool { return o.Arithmetic() && o.Inputs() > n })
		far = far.Or(used.And(inputOf(word, n).Constant.Not()).And(beyond(inputIndex.input(n))))
	}
	return class{end, request, far, nowhere}
}

// meant is the word for the arithmetic unit: one without meaning if it names a register
// that there is not.
func (c class) meant(word hdl.Bits) hdl.Bits {
	op := lib.Gate(c.Beyond.Not(), fieldOp.of(word))
	mask := lib.Gate(c.Nowhere.Not(), fieldMask.of(word))
	high := fieldMask.low + fieldMask.width
	return hdl.Cat(word.Slice(WordBits-1, high), mask, word.Slice(fieldMask.low-1, fieldOp.width), op)
}
