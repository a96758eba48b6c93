package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// SM is the connector's end of its connection to one SM: the control connection (Requests, Acks) and the data
// connection to the SM's memory, with separate channels for reads and writes.
type SM struct {
	Requests hdl.Sink[Request]    `doc:"requests"`
	Acks     hdl.Source[Ack]      `doc:"a request is done, and its response written"`
	Reads    hdl.Source[hdl.Bits] `doc:"address of a word to be read"`
	Data     hdl.Sink[ReadData]   `doc:"the words, in the order of the reads"`
	Writes   hdl.Source[Write]    `doc:"a word to be written"`
	Written  hdl.Sink[hdl.Bits]   `doc:"a write is done, in the order of the writes; 1: with an error"`
}

func (c Config) newSM() SM {
	s := c.shapes()
	return SM{
		Requests: hdl.NewSink(s.Request), Acks: hdl.NewSource(s.Ack),
		Reads: hdl.NewSource(hdl.Width(c.AddressBits)), Data: hdl.NewSink(s.ReadData),
		Writes: hdl.NewSource(s.Write), Written: hdl.NewSink(hdl.Width(1)),
	}
}

// IOArbiter grants the requests of the SMs round-robin: a request waits for at most N−1 others. It owns the connections
// to their memories, reads parameters for the fetch unit and writes responses for the output commit unit.
type IOArbiter struct {
	Requests []hdl.Sink[Request]    `doc:"of each SM"`
	Reads    []hdl.Source[hdl.Bits] `doc:"to each SM's memory: an address"`
	Data     []hdl.Sink[ReadData]   `doc:"from each SM's memory: the word"`
	Writes   []hdl.Source[Write]    `doc:"to each SM's memory: a word and its address"`

	Granted hdl.Source[Grant]    `doc:"granted requests"`
	Fetch   hdl.Sink[Read]       `doc:"addresses of the words to read"`
	Fetched hdl.Source[ReadData] `doc:"the words, in the order of fetch"`
	Commit  hdl.Sink[Commit]     `doc:"words to write"`

	config Config
}

func newIOArbiter(c Config) *IOArbiter {
	s := c.shapes()
	a := &IOArbiter{
		Granted: hdl.NewSource(s.Grant), Fetch: hdl.NewSink(s.Read), Fetched: hdl.NewSource(s.ReadData), Commit: hdl.NewSink(s.Commit),
		config: c,
	}
	for range c.SMs {
		a.Requests = append(a.Requests, hdl.NewSink(s.Request))
		a.Reads, a.Data = append(a.Reads, hdl.NewSource(hdl.Width(c.AddressBits))), append(a.Data, hdl.NewSink(s.ReadData))
		a.Writes = append(a.Writes, hdl.NewSource(s.Write))
	}
	return a
}

// ModuleName is io_arbiter with the number of SMs.
func (a *IOArbiter) ModuleName() string {
	return fmt.Sprintf("io_arbiter_sm%d_a%d_t%d_d%d", a.config.SMs, a.config.AddressBits, a.config.TagBits, a.config.Depth)
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *IOArbiter) ModuleDoc() string {
	return fmt.Sprintf("Grants the requests of %d SMs round-robin and owns the connections to their memories.", a.config.SMs)
}

// Describe builds a round-robin arbiter for requests, and a queue of the SMs whose words are being read.
func (a *IOArbiter) Describe(m *hdl.Module) {
	c := a.config
	turns := hdl.Instance(m, "turns", lib.NewRoundRobin(c.shapes().Request, c.SMs))
	for k := range a.Requests {
		turns.In[k].From(a.Requests[k])
	}
	a.Granted.Send(turns.Out.Valid, Grant{turns.Source.Bits, turns.Out.Data})
	turns.Out.Ready.Set(a.Granted.Ready)

	order := hdl.Instance(m, "order", lib.NewFIFO(hdl.Width(c.smBits()), c.Depth))
	hdl.Unused(order.Level)
	var ready, valid []hdl.Bits
	var data []ReadData
	for k := range c.SMs {
		mine := a.Fetch.Valid.And(a.Fetch.Data.SM.Eq(k))
		a.Reads[k].Send(mine.And(order.Push.Ready), a.Fetch.Data.Address)
		ready = append(ready, a.Reads[k].Ready.Bits)
		valid, data = append(valid, a.Data[k].Valid.Bits), append(data, a.Data[k].Data)
		a.Data[k].Ready.Set(order.Pop.Valid.And(order.Pop.Data.Eq(k)).And(a.Fetched.Ready))
	}
	a.Fetch.Ready.Set(order.Push.Ready.And(hdl.Select(a.Fetch.Data.SM, ready)))
	order.Push.Send(a.Fetch.Fire(), a.Fetch.Data.SM)
	a.Fetched.Send(order.Pop.Valid.And(hdl.Select(order.Pop.Data, valid)), hdl.Select(order.Pop.Data, data))
	order.Pop.Ready.Set(a.Fetched.Fire())

	var room []hdl.Bits
	for k := range c.SMs {
		a.Writes[k].Send(a.Commit.Valid.And(a.Commit.Data.SM.Eq(k)), a.Commit.Data.Write)
		room = append(room, a.Writes[k].Ready.Bits)
	}
	a.Commit.Ready.Set(hdl.Select(a.Commit.Data.SM, room))
}
