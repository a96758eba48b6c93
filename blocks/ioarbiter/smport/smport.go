// Package smport joins a castalu processor to the IO connector: a request instruction becomes a block in a small SM memory
// and a control request, and the acknowledgement with the words of the response becomes the reply.
package smport

import (
	"fmt"

	"posedge/blocks/castalu"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	blockWords = 16 // of SM memory for each thread
	unitBits   = 4  // castalu's units
	wordBits   = 32
	callWords  = 8 // of a call, and of a reply
)

// SMPort is the port.
type SMPort struct {
	Calls   hdl.Sink[castalu.Call]
	Replies hdl.Source[castalu.Reply]
	Targets hdl.InOf[castalu.Store[Target]] `doc:"writes the target of a unit number; no call may be in flight; at power-on: operation 0, pointer 0"`
	SM      ioarbiter.SMEnd

	connector ioarbiter.Config
	threads   int
}

// New makes the port of a processor; it returns an error if the connector has too few bits for the processor's threads, or
// an operation whose response may be larger than a thread's block.
func New(connector ioarbiter.Config, p *castalu.Processor) (*SMPort, error) {
	threads := 1 << p.Calls.Data.Thread.Width()
	if bits := hdl.IndexWidth(threads * blockWords); connector.AddressBits < bits {
		return nil, fmt.Errorf("smport: the blocks of %d threads take %d bits of address, and SM memory has %d", threads, bits, connector.AddressBits)
	}
	if bits := p.Calls.Data.Thread.Width(); connector.TagBits < bits {
		return nil, fmt.Errorf("smport: %d threads take tags of %d bits, and a request has %d", threads, bits, connector.TagBits)
	}
	for _, o := range connector.Operations {
		if words := callWords / len(o.Request) * len(o.Response); words > blockWords {
			return nil, fmt.Errorf("smport: a call for %s may have %d words of response, and a thread's block has %d", o.Name, words, blockWords)
		}
	}
	return &SMPort{
		Calls: hdl.NewSink(p.Calls.Data), Replies: hdl.NewSource(p.Replies.Data),
		Targets: hdl.InputOf(castalu.Store[Target]{Enable: hdl.Width(1), Address: hdl.Width(unitBits), Data: TargetShape()}),
		SM:      ioarbiter.NewSMEnd(connector), connector: connector, threads: threads,
	}, nil
}

// ModuleName is sm_port with the number of threads.
func (p *SMPort) ModuleName() string {
	return fmt.Sprintf("sm_port_t%d_a%d_tag%d", p.threads, p.connector.AddressBits, p.connector.TagBits)
}

// ModuleDoc describes the port in its Verilog.
func (p *SMPort) ModuleDoc() string {
	return "Turns a castalu request into a block in SM memory and a control request, and the response into its reply."
}

// Describe builds the memory, a part that writes blocks and a part that reads responses. Each thread has its own block;
// a response overwrites it, since the block was read before the request was carried out. A word is never read in the
// cycle in which it is written: a block is read after its request, which follows its last word, and a response after
// its acknowledgement, which follows the last word too.
func (p *SMPort) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "memory", hdl.Width(wordBits), p.threads*blockWords, hdl.NoInit())
	counts := hdl.NewMem(m, "counts", p.Targets.Data.Data.Words, p.threads) // words of a thread's response
	p.serveReads(m, mem)
	p.request(m, mem, counts)
	p.reply(m, mem, counts)
}

// serveReads lets the connector read, a word a cycle.
func (p *SMPort) serveReads(m *hdl.Module, mem *hdl.Mem[hdl.Bits]) {
	full := m.Reg("read_full", 1)
	p.SM.Reads.Ready.Set(full.Not().Or(p.SM.Data.Ready))
	data := mem.ReadReg("read_data", p.SM.Reads.Data.Truncate(mem.AddrWidth()), p.SM.Reads.Fire(), hdl.Forbidden)
	m.If(p.SM.Reads.Ready, func() { full.Set(p.SM.Reads.Valid) })
	p.SM.Data.Send(full, ioarbiter.ReadData{Data: data, Error: hdl.Const(1, 0)})
}

// request writes the block of a call, a word a cycle, and then sends the request, while the next call's block is
// written. The connector writes responses through the same port, with priority; it cannot keep the port for long, since
// only a call that was written gives it more to write.
func (p *SMPort) request(m *hdl.Module, mem *hdl.Mem[hdl.Bits], counts *hdl.Mem[hdl.Bits]) {
	targets := hdl.NewMem(m, "targets", p.Targets.Data.Data, 1<<unitBits)
	m.If(p.Targets.Data.Enable, func() { targets.Write(p.Targets.Data.Address, p.Targets.Data.Data) })
	call := p.Calls.Data
	target := targets.Read(call.Unit)

	full := m.Reg("written_full", 1)
	p.SM.Writes.Ready.Set(full.Not().Or(p.SM.Written.Ready))
	m.If(p.SM.Writes.Ready, func() { full.Set(p.SM.Writes.Valid) })
	p.SM.Written.Send(full, hdl.Const(1, 0))
	response := m.Named("write", p.SM.Writes.Fire())

	ask := hdl.Instance(m, "ask", lib.NewPipelineRegister(p.SM.Requests.Data))
	p.SM.Requests.From(ask.Out)
	word := m.Reg("word", 4) // of the block, to be written next
	length := m.Named("length", call.Count.ZeroExtend(4).Add(2))
	last := m.Named("last", word.Add(1).Eq(length))
	step := m.Named("step", p.Calls.Valid.And(response.Not()).And(last.Not().Or(ask.In.Ready)))
	p.Calls.Ready.Set(step.And(last))
	block := hdl.Cat(call.Thread, hdl.Const(4, 0)).ZeroExtend(p.connector.AddressBits)
	ask.In.Send(step.And(last), ioarbiter.Request{
		Unit: target.Unit, Address: block, Length: length.ZeroExtend(p.SM.Requests.Data.Length.Width()), Response: block,
		Tag: call.Thread.ZeroExtend(p.connector.TagBits),
	})
	m.If(step, func() {
		word.Set(hdl.Mux(last, 0, word.Add(1)))
		m.If(last, func() { counts.Write(call.Thread, target.Words) })
	})
	own := hdl.Mux(word.Eq(0), target.Pointer, hdl.Select(word.Sub(1).Truncate(3), call.Words[:]))
	m.If(response.Or(step), func() {
		mem.Write(hdl.Mux(response, p.SM.Writes.Data.Address.Truncate(mem.AddrWidth()), hdl.Cat(call.Thread, word)),
			hdl.Mux(response, p.SM.Writes.Data.Data, own))
	})
}

// reply reads the words of an acknowledged response. One with an error has none. There is room for the acknowledgements
// of all threads, so that the connector never waits for the processor.
func (p *SMPort) reply(m *hdl.Module, mem *hdl.Mem[hdl.Bits], counts *hdl.Mem[hdl.Bits]) {
	acks := hdl.Instance(m, "acks", lib.NewFIFO(p.SM.Acks.Data, p.threads))
	hdl.Unused(acks.Level)
	acks.Push.From(p.SM.Acks)
	ack, here := acks.Pop.Data, acks.Pop.Valid
	thread := ack.Tag.Truncate(p.Calls.Data.Thread.Width())
	ok := ack.Status.Eq(int(isa.OK))
	count := m.Named("reply_count", hdl.Mux(ok, counts.Read(thread), 0))

	next, index := m.Reg("reply_next", 4), m.Reg("reply_index", 3, hdl.NoReset()) // the next word to be read, and the one that was read
	reading := m.Named("reply_reads", here.And(next.Ne(count)))
	read := m.Reg("reply_read", 1)
	read.Set(reading)
	data := mem.ReadReg("reply_data", hdl.Cat(thread, next), reading, hdl.Forbidden)
	m.If(reading, func() { index.Set(next.Truncate(3)) })
	var words [callWords]hdl.Bits
	for k := range words {
		words[k] = m.Reg(fmt.Sprintf("reply_word_%d", k), wordBits, hdl.NoReset())
		m.If(read.And(index.Eq(k)), func() { words[k].Set(data) })
	}
	p.Replies.Send(here.And(next.Eq(count)).And(read.Not()), castalu.Reply{Thread: thread, Status: ack.Status.ZeroExtend(wordBits), Count: count, Words: words})
	acks.Pop.Ready.Set(p.Replies.Fire())
	m.If(p.Replies.Fire(), func() { next.Set(0) }).ElseIf(reading, func() { next.Set(next.Add(1)) })
}
