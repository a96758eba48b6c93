package ioarbiter

import "posedge/hdl"

// SMEnd is the SM's end of its connection to the connector, the mirror of [SM].
type SMEnd struct {
	Requests hdl.Source[Request]  `doc:"requests"`
	Acks     hdl.Sink[Ack]        `doc:"a request is done, and its response written"`
	Reads    hdl.Sink[hdl.Bits]   `doc:"address of a word to be read"`
	Data     hdl.Source[ReadData] `doc:"the words, in the order of the reads"`
	Writes   hdl.Sink[Write]      `doc:"a word to be written"`
	Written  hdl.Source[hdl.Bits] `doc:"a write is done, in the order of the writes; 1: with an error"`
}

// NewSMEnd makes the ports of an SM for connectors of a configuration.
func NewSMEnd(c Config) SMEnd {
	s := c.shapes()
	return SMEnd{
		Requests: hdl.NewSource(s.Request), Acks: hdl.NewSink(s.Ack),
		Reads: hdl.NewSink(hdl.Width(c.AddressBits)), Data: hdl.NewSource(s.ReadData),
		Writes: hdl.NewSink(s.Write), Written: hdl.NewSource(hdl.Width(1)),
	}
}

// Connect joins an SM to the connector, in the component that instantiates both.
func (s SM) Connect(to SMEnd) {
	s.Requests.From(to.Requests)
	to.Acks.From(s.Acks)
	to.Reads.From(s.Reads)
	s.Data.From(to.Data)
	to.Writes.From(s.Writes)
	s.Written.From(to.Written)
}
