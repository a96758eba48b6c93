// Package smport joins a castalu processor to the IO connector: a request instruction becomes a block in a small SM memory
// and a control request, and the acknowledgement with the words of the response becomes the reply.
package smport

import (
	"fmt"

	"posedge/blocks/castalu"
	"posedge/blocks/ioarbiter"
	"posedge/hdl"
)

const (
	blockWords = 16 // of SM memory for each thread
	unitBits   = 4  // castalu's units
	wordBits   = 32
)

// Target is what a unit number of castalu stands for: an operation of the connector in a state. So castalu's samplers are
// uses of one texture unit with different states.
type Target struct {
	Unit    hdl.Bits `doc:"operation or macro of the connector"` // 5
	Pointer hdl.Bits `doc:"state pointer"`                       // 32
	Words   hdl.Bits `doc:"words of the response, 0 to 8"`       // 4
}

// SMPort is the port.
type SMPort struct {
	Calls   hdl.Sink[castalu.Call]
	Replies hdl.Source[castalu.Reply]
	Targets hdl.InOf[castalu.Store[Target]] `doc:"writes what a unit number stands for; power-on: operation 0, pointer 0"`
	SM      ioarbiter.SMEnd

	connector ioarbiter.Config
	threads   int
}

// New makes the port of a processor; it returns an error if the connector has too few bits for the processor's threads.
func New(connector ioarbiter.Config, p *castalu.Processor) (*SMPort, error) {
	threads := 1 << p.Calls.Data.Thread.Width()
	if bits := hdl.IndexWidth(threads * blockWords); connector.AddressBits < bits {
		return nil, fmt.Errorf("smport: the blocks of %d threads take %d bits of address, and SM memory has %d", threads, bits, connector.AddressBits)
	}
	if bits := p.Calls.Data.Thread.Width(); connector.TagBits < bits {
		return nil, fmt.Errorf("smport: %d threads take tags of %d bits, and a request has %d", threads, bits, connector.TagBits)
	}
	target := Target{hdl.Width(ioarbiter.UnitBits), hdl.Width(wordBits), hdl.Width(4)}
	return &SMPort{
		Calls: hdl.NewSink(p.Calls.Data), Replies: hdl.NewSource(p.Replies.Data),
		Targets: hdl.InputOf(castalu.Store[Target]{Enable: hdl.Width(1), Address: hdl.Width(unitBits), Data: target}),
		SM:      ioarbiter.NewSMEnd(connector), connector: connector, threads: threads,
	}, nil
}

// ModuleName is sm_port with the number of threads.
func (p *SMPort) ModuleName() string {
	return fmt.Sprintf("sm_port_t%d_a%d_tag%d", p.threads, p.connector.AddressBits, p.connector.TagBits)
}

// ModuleDoc describes the port in its Verilog.
func (p *SMPort) ModuleDoc() string {
	return "Makes a castalu request a block in SM memory and a control request, and the response its reply."
}

// The states of a part that walks through a block.
type walk uint8

const (
	idle walk = iota
	moving
	ending
)

// String is the state's name.
func (w walk) String() string { return [...]string{"idle", "moving", "ending"}[w] }

// Describe builds the memory, a part that writes blocks and a part that reads responses. Each thread has its block; a
// response is written over it, since its words were read before the request was carried out.
func (p *SMPort) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "memory", hdl.Width(wordBits), p.threads*blockWords, hdl.NoInit())
	p.serveReads(m, mem)
	free := p.serveWrites(m, mem)
	counts := hdl.NewMem(m, "counts", hdl.Width(4), p.threads)
	p.request(m, mem, counts, free)
	p.reply(m, mem, counts)
}

// at is an address in memory of a word of a thread's block.
func (p *SMPort) at(thread, word hdl.Bits) hdl.Bits { return hdl.Cat(thread, word) }

// serveReads lets the connector read, a word a cycle.
func (p *SMPort) serveReads(m *hdl.Module, mem *hdl.Mem[hdl.Bits]) {
	full := m.Reg("read_full", 1)
	p.SM.Reads.Ready.Set(full.Not().Or(p.SM.Data.Ready))
	take := m.Named("read", p.SM.Reads.Fire())
	data := mem.ReadReg("read_data", p.SM.Reads.Data.Truncate(mem.AddrWidth()), take, hdl.WriteFirst)
	m.If(p.SM.Reads.Ready, func() { full.Set(p.SM.Reads.Valid) })
	p.SM.Data.Send(full, ioarbiter.ReadData{Data: data, Error: hdl.Const(1, 0)})
}

// serveWrites lets the connector write, which goes before the port's own writes. It returns 1 in the cycles that are free for those.
func (p *SMPort) serveWrites(m *hdl.Module, mem *hdl.Mem[hdl.Bits]) (free hdl.Bits) {
	full := m.Reg("written_full", 1)
	p.SM.Writes.Ready.Set(full.Not().Or(p.SM.Written.Ready))
	take := m.Named("write", p.SM.Writes.Fire())
	m.If(take, func() { mem.Write(p.SM.Writes.Data.Address.Truncate(mem.AddrWidth()), p.SM.Writes.Data.Data) })
	m.If(p.SM.Writes.Ready, func() { full.Set(p.SM.Writes.Valid) })
	p.SM.Written.Send(full, hdl.Const(1, 0))
	return take.Not()
}

// request writes the block of a call and then asks for it.
func (p *SMPort) request(m *hdl.Module, mem *hdl.Mem[hdl.Bits], counts *hdl.Mem[hdl.Bits], free hdl.Bits) {
	targets := hdl.NewMem(m, "targets", p.Targets.Data.Data, 1<<unitBits)
	m.If(p.Targets.Data.Enable, func() { targets.Write(p.Targets.Data.Address, p.Targets.Data.Data) })
	call := p.Calls.Data
	target := targets.Read(call.Unit)
	st := hdl.FSM(m, "asking", idle, moving, ending)
	word := m.Reg("ask_word", 4)
	length := m.Named("ask_length", call.Count.ZeroExtend(4).Add(2))
	last := word.Add(1).Eq(length)

	p.Calls.Ready.Set(st.Is(ending).And(p.SM.Requests.Ready))
	p.SM.Requests.Send(st.Is(ending), ioarbiter.Request{
		Unit: target.Unit, Address: p.block(call.Thread), Length: length.ZeroExtend(p.SM.Requests.Data.Length.Width()),
		Response: p.block(call.Thread), Tag: call.Thread.ZeroExtend(p.connector.TagBits),
	})
	st.Switch().
		Case(idle, func() {
			word.Set(0)
			m.If(p.Calls.Valid, func() { st.Goto(moving) })
		}).
		Case(moving, func() {
			m.If(free, func() {
				data := hdl.Mux(word.Eq(0), target.Pointer, hdl.Select(word.Sub(1), call.Words[:]))
				mem.Write(p.at(call.Thread, word), data)
				word.Set(word.Add(1))
				m.If(last, func() { st.Goto(ending) })
			})
		}).
		Case(ending, func() {
			m.If(p.SM.Requests.Ready, func() {
				counts.Write(call.Thread, target.Words)
				st.Goto(idle)
			})
		})
}

// block is where a thread's block begins, in SM memory.
func (p *SMPort) block(thread hdl.Bits) hdl.Bits {
	return hdl.Cat(thread, hdl.Const(4, 0)).ZeroExtend(p.connector.AddressBits)
}

// reply reads the words of a response that was acknowledged. One with an error has none.
func (p *SMPort) reply(m *hdl.Module, mem *hdl.Mem[hdl.Bits], counts *hdl.Mem[hdl.Bits]) {
	st := hdl.FSM(m, "answering", idle, moving, ending)
	asked, come := m.Reg("reply_asked", 4), m.Reg("reply_word", 4)
	ack := p.SM.Acks.Data
	thread := ack.Tag.Truncate(p.Calls.Data.Thread.Width())
	ok := ack.Status.Eq(int(ioarbiter.OK))
	count := m.Named("reply_count", hdl.Mux(ok, counts.Read(thread), 0))
	reading := m.Named("reply_reads", st.Is(moving).And(asked.Ne(count)))
	read := m.Reg("reply_read", 1)
	read.Set(reading)
	data := mem.ReadReg("reply_data", p.at(thread, asked), reading, hdl.WriteFirst)
	var words [8]hdl.Bits
	for k := range words {
		words[k] = m.Reg(fmt.Sprintf("word_%d", k), wordBits, hdl.NoReset())
		m.If(read.And(come.Eq(k)), func() { words[k].Set(data) })
	}
	m.If(reading, func() { asked.Set(asked.Add(1)) })
	m.If(read, func() { come.Set(come.Add(1)) })
	st.Switch().
		Case(idle, func() {
			asked.Set(0)
			come.Set(0)
			m.If(p.SM.Acks.Valid, func() { st.Goto(moving) })
		}).
		Case(moving, func() { m.If(come.Eq(count), func() { st.Goto(ending) }) }).
		Case(ending, func() { m.If(p.Replies.Ready, func() { st.Goto(idle) }) })
	p.SM.Acks.Ready.Set(st.Is(ending).And(p.Replies.Ready))
	p.Replies.Send(st.Is(ending), castalu.Reply{Thread: thread, Status: ack.Status.ZeroExtend(wordBits), Count: count, Words: words})
}
