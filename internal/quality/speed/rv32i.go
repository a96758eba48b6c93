package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// rv32i is a small RISC-V core with its memories: the base integer instruction
// set RV32I (unprivileged specification 2.1, chapter 2) without traps. FENCE does
// nothing, ECALL and EBREAK neither. Two stages: the next instruction is fetched
// while one is executed; an instruction takes a cycle, a load two.
//
// The program lies at address 0, the data memory, dataWords words, is all
// addresses without outputBit. A store to an address with outputBit is a result.
type rv32i struct {
	Checksum hdl.Out `doc:"of the program counter and what is written back"`
	Result   hdl.Out `doc:"a word that the program puts out"`
	Valid    hdl.Out `doc:"there is a result"`
	program  []uint32
}

const (
	dataWords = 1024
	outputBit = 16
)

func newRV32I(program []uint32) *rv32i {
	return &rv32i{Checksum: hdl.Output(64), Result: hdl.Output(32), Valid: hdl.Output(1), program: program}
}

// ModuleName is the design's name.
func (c *rv32i) ModuleName() string { return "rv32i" }

// The opcodes, bits 6 to 2 of an instruction.
const (
	opLoad   = 0b00000
	opImm    = 0b00100
	opAuipc  = 0b00101
	opStore  = 0b01000
	opReg    = 0b01100
	opLui    = 0b01101
	opBranch = 0b11000
	opJalr   = 0b11001
	opJal    = 0b11011
)

// Describe is the core. It stays whole, so that it can be read beside the chapter, section by section; most signals
// go into several of them.
func (c *rv32i) Describe(m *hdl.Module) {
	rom := hdl.NewMem(m, "rom", hdl.Width(32), len(c.program))
	var words []hdl.Bits
	for _, w := range c.program {
		words = append(words, hdl.Const(32, w))
	}
	rom.Init(words)
	registers := hdl.NewMem(m, "registers", hdl.Width(32), 32)

	pc := m.Reg("pc", 32)           // of the instruction that is executed
	valid := m.Reg("started", 1)    // there is one: not in the first cycle
	loading := m.Reg("loading", 1)  // the second cycle of a load
	next := m.Wire("next", 32)      // address of the next instruction
	advance := m.Wire("advance", 1) // go on to it
	instr := rom.ReadReg("instr", next.Slice(rom.AddrWidth()+1, 2), advance, hdl.ReadFirst)
	m.If(advance, func() {
		pc.Set(next)
		valid.Set(1)
	})

	// Decoding: 2.2 and 2.3.
	op := m.Named("op", instr.Slice(6, 2))
	funct3 := m.Named("funct3", instr.Slice(14, 12))
	rd := m.Named("rd", instr.Slice(11, 7))
	is := func(code int) hdl.Bits { return op.Eq(code) }
	immI := instr.Slice(31, 20).SignExtend(32)
	immS := hdl.Cat(instr.Slice(31, 25), instr.Slice(11, 7)).SignExtend(32)
	immB := hdl.Cat(instr.Bit(31), instr.Bit(7), instr.Slice(30, 25), instr.Slice(11, 8), hdl.Const(1, 0)).SignExtend(32)
	immU := hdl.Cat(instr.Slice(31, 12), hdl.Const(12, 0))
	immJ := hdl.Cat(instr.Bit(31), instr.Slice(19, 12), instr.Bit(20), instr.Slice(30, 21), hdl.Const(1, 0)).SignExtend(32)
	// Register 0 is never written.
	a := m.Named("a", registers.Read(instr.Slice(19, 15)))
	b := m.Named("b", registers.Read(instr.Slice(24, 20)))

	// Execution: 2.4.
	y := m.Named("y", hdl.Mux(is(opReg), b, immI))
	shift := y.Slice(4, 0)
	less, lessU := a.Signed().Lt(y.Signed()), a.Lt(y)
	alu := m.Wire("alu", 32)
	m.Switch(funct3).
		Case(0, func() { alu.Set(hdl.Mux(is(opReg).And(instr.Bit(30)), a.Sub(y), a.Add(y))) }).
		Case(1, func() { alu.Set(a.Shl(shift)) }).
		Case(2, func() { alu.Set(less.ZeroExtend(32)) }).
		Case(3, func() { alu.Set(lessU.ZeroExtend(32)) }).
		Case(4, func() { alu.Set(a.Xor(y)) }).
		Case(5, func() { alu.Set(hdl.Mux(instr.Bit(30), a.Signed().Shr(shift).Bits(), a.Shr(shift))) }).
		Case(6, func() { alu.Set(a.Or(y)) }).
		Case(7, func() { alu.Set(a.And(y)) })

	// Branches and jumps: 2.5.
	taken := m.Wire("taken", 1)
	m.Switch(funct3.Slice(2, 1)).
		Case(0, func() { taken.Set(a.Eq(b)) }).
		Case(2, func() { taken.Set(a.Signed().Lt(b.Signed())) }).
		Default(func() { taken.Set(a.Lt(b)) })
	following := m.Named("following", pc.Add(4))
	next.Default(following)
	m.If(valid.Not(), func() { next.Set(0) }).
		ElseIf(is(opJal), func() { next.Set(pc.Add(immJ)) }).
		ElseIf(is(opJalr), func() { next.Set(a.Add(immI).And(uint32(0xfffffffe))) }).
		ElseIf(is(opBranch).And(taken.Xor(funct3.Bit(0))), func() { next.Set(pc.Add(immB)) })

	// Loads and stores, aligned: 2.6. A byte of all words is a memory of its own.
	load := m.Named("load", valid.And(is(opLoad)))
	store := m.Named("store", valid.And(is(opStore)))
	addr := m.Named("addr", a.Add(hdl.Mux(is(opStore), immS, immI)))
	output := addr.Bit(outputBit)
	word := addr.Slice(hdl.IndexWidth(dataWords)+1, 2)
	begin := load.And(loading.Not())
	loading.Set(begin)
	advance.Set(begin.Not())
	var lanes []hdl.Operand
	for i := range 4 {
		lane := hdl.NewMem(m, "data"+itoa(i), hdl.Width(8), dataWords)
		lanes = append(lanes, lane.ReadReg("loaded"+itoa(i), word, begin, hdl.ReadFirst))
		// Bytes go to one lane, halves to two, words to all.
		low, high := b.Slice(7, 0), b.Slice(8*i+7, 8*i)
		value, on := high, hdl.Const(1, 1)
		switch i {
		case 1:
			value = hdl.Mux(funct3.Eq(0), low, high)
		case 2:
			value = hdl.Mux(funct3.Eq(2), high, low)
		case 3:
			value = hdl.Mux(funct3.Eq(2), high, hdl.Mux(funct3.Eq(1), b.Slice(15, 8), low))
		}
		on = hdl.Mux(funct3.Eq(0), addr.Slice(1, 0).Eq(i), hdl.Mux(funct3.Eq(1), addr.Bit(1).Eq(i/2), on))
		m.If(store.And(output.Not()).And(on), func() { lane.Write(word, value) })
	}
	loaded := m.Named("loaded", hdl.Pack(lanes...))
	byteRead := hdl.Select(addr.Slice(1, 0), []hdl.Bits{loaded.Slice(7, 0), loaded.Slice(15, 8), loaded.Slice(23, 16), loaded.Slice(31, 24)})
	halfRead := hdl.Mux(addr.Bit(1), loaded.Slice(31, 16), loaded.Slice(15, 0))
	read := m.Wire("read", 32)
	m.Switch(funct3).
		Case(0, func() { read.Set(byteRead.SignExtend(32)) }).
		Case(1, func() { read.Set(halfRead.SignExtend(32)) }).
		Case(4, func() { read.Set(byteRead.ZeroExtend(32)) }).
		Case(5, func() { read.Set(halfRead.ZeroExtend(32)) }).
		Default(func() { read.Set(loaded) })

	back, writes := m.Wire("back", 32), m.Wire("writes", 1)
	back.Default(alu)
	writes.Default(0)
	m.If(valid, func() {
		m.Switch(op).
			Cases([]int{opImm, opReg}, func() { writes.Set(1) }).
			Case(opLui, func() { back.Set(immU); writes.Set(1) }).
			Case(opAuipc, func() { back.Set(pc.Add(immU)); writes.Set(1) }).
			Cases([]int{opJal, opJalr}, func() { back.Set(following); writes.Set(1) }).
			Case(opLoad, func() { back.Set(read); writes.Set(loading) }).
			Default(func() {})
	})
	m.If(writes.And(rd.Ne(0)), func() { registers.Write(rd, back) })

	c.Result.Set(b)
	c.Valid.Set(store.And(output))
	harness.Fold(m, c.Checksum, valid, hdl.Cat(pc.Slice(15, 0), back, b.Slice(15, 0)))
}
