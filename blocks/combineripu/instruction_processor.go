package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

const (
	programWords = 127 // of the longest program
	aheadWords   = 8   // sent before the program trigger
)

// instructionProcessor buffers the instruction stream and issues the instructions of passes that have begun, one per
// cycle. Instructions ahead of a pass wait for a valid token; an invalid one discards them. Tokens are taken even when
// the buffer is full.
//
// If it stores programs, it keeps a whole program; the first pass begins with the valid token, and each later one with
// Again. The instruction after a program's last begins the next program.
type instructionProcessor struct {
	In    hdl.Sink[Emission]
	Again hdl.In `doc:"1: another pass of the stored program begins; given only between passes"`
	Out   hdl.Source[InstructionBits]

	stored bool
	words  int // capacity
}

func newInstructionProcessor(c Config) *instructionProcessor {
	words := aheadWords
	if c.Stored {
		words = programWords
	}
	return sizedInstructionProcessor(EmissionShape(c), c.Stored, words)
}

// sizedInstructionProcessor makes one for instructions of any shape, with a capacity that must be a power of two for a
// buffer.
func sizedInstructionProcessor(e Emission, stored bool, words int) *instructionProcessor {
	return &instructionProcessor{In: hdl.NewSink(e), Again: hdl.Input(1), Out: hdl.NewSource(e.Instruction), stored: stored, words: words}
}

// ModuleName is combineripu_instructions, followed by _stored if it stores programs.
func (p *instructionProcessor) ModuleName() string {
	if p.stored {
		return "combineripu_instructions_stored"
	}
	return "combineripu_instructions"
}

// ModuleDoc describes the processor in its Verilog.
func (p *instructionProcessor) ModuleDoc() string {
	return "Holds instructions until a token validates or discards them."
}

// Describe builds a memory with a write and a read position.
func (p *instructionProcessor) Describe(m *hdl.Module) {
	running := m.Reg("running", 1)
	is := func(t isa.Token) hdl.Bits { return p.In.Data.Token.Eq(int(t)) }
	taken := m.Named("taken", p.In.Fire().And(is(isa.InstructionToken)))
	m.If(p.Out.Fire().And(p.Out.Data.Last), func() { running.Set(0) })
	m.If(p.In.Fire().And(is(isa.ValidToken)), func() { running.Set(1) })
	hdl.Unused(p.In.Data.Set)
	if p.stored {
		m.If(p.Again, func() { running.Set(1) })
		p.store(m, running, taken)
		return
	}
	hdl.Unused(p.Again)
	p.buffer(m, running, taken, p.In.Fire().And(is(isa.InvalidToken)))
}

// buffer holds instructions until they are executed or discarded.
func (p *instructionProcessor) buffer(m *hdl.Module, running, taken, discard hdl.Bits) {
	mem := hdl.NewMem(m, "instructions", p.In.Data.Instruction, p.words, hdl.NoInit())
	written, read := m.Reg("written", mem.AddrWidth()+1), m.Reg("read", mem.AddrWidth()+1)
	p.In.Ready.Set(written.Sub(read).Ne(p.words).Or(p.In.Data.Token.Ne(int(isa.InstructionToken))))
	m.If(taken, func() {
		mem.Write(written.Truncate(mem.AddrWidth()), p.In.Data.Instruction)
		written.Set(written.Add(1))
	})
	p.Out.Send(running.And(written.Ne(read)), mem.Read(read.Truncate(mem.AddrWidth())))
	m.If(p.Out.Fire(), func() { read.Set(read.Add(1)) })
	m.If(discard, func() { read.Set(written) })
}

// store keeps a program. An instruction is read in the cycle before it is offered.
func (p *instructionProcessor) store(m *hdl.Module, running, taken hdl.Bits) {
	mem := hdl.NewMem(m, "stored", p.In.Data.Instruction, p.words, hdl.NoInit())
	count := hdl.CountWidth(p.words)
	written, read := m.Reg("written", count), m.Reg("read", count)
	complete := m.Reg("complete", 1, hdl.ResetTo(1)) // the last instruction has been written
	offered, last := m.Reg("offered", 1), m.Named("last", p.Out.Fire().And(p.Out.Data.Last))
	p.In.Ready.Set(1)
	address := m.Named("write_address", hdl.Mux(complete, 0, written))
	m.If(taken, func() {
		mem.Write(address, p.In.Data.Instruction)
		written.Set(address.Add(1))
		complete.Set(p.In.Data.Instruction.Last)
	})
	available := m.Named("available", running.And(read.Ne(written)))
	fetch := m.Named("fetch", available.And(offered.Not().Or(p.Out.Ready)))
	p.Out.Send(offered, mem.ReadReg("fetched", read, fetch, hdl.Forbidden))
	m.If(p.Out.Fire(), func() { offered.Set(0) })
	m.If(fetch, func() {
		offered.Set(1)
		read.Set(read.Add(1))
	})
	m.If(last, func() { read.Set(0) }) // the next pass begins at the first
}
