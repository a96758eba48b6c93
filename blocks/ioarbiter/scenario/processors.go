package scenario

import (
	"fmt"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/smport"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
)

// processors is a connector whose SMs are castalu processors.
type processors struct {
	Ports   []stimulus.Ports
	Targets []hdl.InOf[castalu.Store[smport.Target]] // write the table of targets in each port
	Called  []hdl.Source[hdl.Bits]                   `doc:"the thread of a call that begins; always taken"`
	Replied []hdl.Source[hdl.Bits]                   `doc:"the thread of a reply; always taken"`

	Texels   hdl.InOf[texture.Store]
	Reads    hdl.Source[hdl.Bits] `doc:"state objects to be read"`
	Lines    hdl.Sink[ioarbiter.ReadData]
	Counters hdl.OutOf[ioarbiter.Counters]
	Fault    hdl.Out `doc:"1: a processor has read an illegal instruction"`

	system     *ioarbiter.System
	processors []*castalu.Processor
	smports    []*smport.SMPort
}

// newProcessors makes a processor for each SM of the connector.
func newProcessors(connector ioarbiter.Config, processor castalu.Config, stores ioarbiter.Stores) (*processors, error) {
	y, err := ioarbiter.NewSystem(connector, stores)
	if err != nil {
		return nil, err
	}
	s := &processors{
		Texels: hdl.InputOf(y.Texels.Data), Reads: hdl.NewSource(y.Reads.Data), Lines: hdl.NewSink(y.Lines.Data),
		Counters: hdl.OutputOf(y.Counters.Data), Fault: hdl.Output(1), system: y,
	}
	for range connector.SMs {
		p, err := castalu.New(processor)
		if err != nil {
			return nil, err
		}
		port, err := smport.New(connector, p)
		if err != nil {
			return nil, err
		}
		s.processors, s.smports = append(s.processors, p), append(s.smports, port)
		s.Ports = append(s.Ports, stimulus.Ports{
			Items: hdl.NewSink(p.Items.Data), Results: hdl.NewSource(p.Results.Data),
			Program: hdl.InputOf(p.Program.Data), Constants: hdl.InputOf(p.Constants.Data),
		})
		s.Targets = append(s.Targets, hdl.InputOf(port.Targets.Data))
		s.Called, s.Replied = append(s.Called, hdl.NewSource(p.Calls.Data.Thread)), append(s.Replied, hdl.NewSource(p.Replies.Data.Thread))
	}
	return s, nil
}

// ModuleName is the name of the system, with the number of processors.
func (s *processors) ModuleName() string {
	return fmt.Sprintf("%s_with_%d_processors", s.system.ModuleName(), len(s.processors))
}

// Describe connects each processor to its port, and the ports to the connector.
func (s *processors) Describe(m *hdl.Module) {
	y := hdl.Instance(m, "system", s.system)
	fault := hdl.Const(1, 0)
	for k := range s.processors {
		p := hdl.Instance(m, fmt.Sprintf("processor_%d", k), s.processors[k])
		p.Items.From(s.Ports[k].Items)
		s.Ports[k].Results.From(p.Results)
		hdl.Set(p.Program.Data, s.Ports[k].Program.Data)
		hdl.Set(p.Constants.Data, s.Ports[k].Constants.Data)
		fault = fault.Or(p.Fault)

		port := hdl.Instance(m, fmt.Sprintf("sm_%d", k), s.smports[k])
		hdl.Set(port.Targets.Data, s.Targets[k].Data)
		port.Calls.From(p.Calls)
		p.Replies.From(port.Replies)
		y.SM[k].Connect(port.SM)

		waits := m.Reg(fmt.Sprintf("call_waits_%d", k), 1)
		waits.Set(p.Calls.Valid.And(p.Calls.Ready.Not()))
		s.Called[k].Send(p.Calls.Valid.And(waits.Not()), p.Calls.Data.Thread)
		s.Replied[k].Send(p.Replies.Fire(), p.Replies.Data.Thread)
		hdl.Unused(s.Called[k].Ready, s.Replied[k].Ready, p.FaultAddress, p.FaultWord)
	}
	s.Fault.Set(fault)
	hdl.Set(y.Texels.Data, s.Texels.Data)
	s.Reads.From(y.Reads)
	y.Lines.From(s.Lines)
	hdl.Set(s.Counters.Data, y.Counters.Data)
	tieOff(y)
}

// tieOff leaves the state cache and the connector's tables as they are, and reads no stores.
func tieOff(y *ioarbiter.System) {
	y.Invalidate.Set(0)
	hdl.Set(y.Load.Data, zeros(y.Load.Data))
	y.DepthScan.Send(hdl.Const(1, 0), zeros(y.DepthScan.Data))
	y.ColourScan.Send(hdl.Const(1, 0), zeros(y.ColourScan.Data))
	y.DepthScanned.Ready.Set(1)
	y.ColourScanned.Ready.Set(1)
	hdl.Unused(y.DepthScanned, y.ColourScanned, y.DepthScan.Ready, y.ColourScan.Ready)
}

// zeros is a value of a shape whose bits are all 0.
func zeros[T any](shape T) T { return hdl.Unflatten(shape, hdl.Const(hdl.WidthOf(shape), 0)) }
