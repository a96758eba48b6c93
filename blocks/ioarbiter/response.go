package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// OutputCommit writes the words of responses to SM memory, and acknowledges a request when its last word is written.
type OutputCommit struct {
	In      hdl.Sink[Delivery]   `doc:"responses, word by word"`
	Commit  hdl.Source[Commit]   `doc:"words to write"`
	Written []hdl.Sink[hdl.Bits] `doc:"the memory of each SM has done a write; 1: with an error"`
	Acks    []hdl.Source[Ack]    `doc:"to each SM"`

	config Config
	writes int // in flight to an SM, at most
}

// inFlight is the maximum number of writes in flight to an SM.
const inFlight = 16

func newOutputCommit(c Config) *OutputCommit { return newSizedCommit(c, inFlight) }

func newSizedCommit(c Config, writes int) *OutputCommit {
	s := c.shapes()
	o := &OutputCommit{In: hdl.NewSink(s.Delivery), Commit: hdl.NewSource(s.Commit), config: c, writes: writes}
	for range c.SMs {
		o.Written = append(o.Written, hdl.NewSink(hdl.Width(1)))
		o.Acks = append(o.Acks, hdl.NewSource(s.Ack))
	}
	return o
}

// ModuleName is output_commit with the widths that it is built for.
func (o *OutputCommit) ModuleName() string { return "output_commit_" + o.config.widths() }

// ModuleDoc describes the unit in its Verilog.
func (o *OutputCommit) ModuleDoc() string {
	return "Writes responses to SM memory, and acknowledges each after its last word was written."
}

// Describe counts, for each SM, the writes in flight and those of them that an acknowledgement waits for. The writes of
// different units may interleave, so each is queued with its unit: its error belongs to that unit's request.
func (o *OutputCommit) Describe(m *hdl.Module) {
	c, in := o.config, o.In.Data
	var room, free []hdl.Bits // for a write, for an acknowledgement
	write := m.Named("write", in.Empty.Not())
	lanes := len(c.Units) + 1
	unit := m.Named("unit", c.lane(in.Unit))
	for k := range c.SMs {
		mine := in.SM.Eq(k)
		s := m.Scope(fmt.Sprintf("sm_%d", k))
		writing := s.Named("writing", o.Commit.Fire().And(mine))
		ending := s.Named("ending", o.In.Fire().And(in.Last).And(mine))
		open := hdl.Instance(m, fmt.Sprintf("sm_%d_open", k), lib.NewFIFO(unit, o.writes))
		open.Push.Send(writing, unit)
		o.Written[k].Ready.Set(open.Pop.Valid)
		done := s.Named("done", o.Written[k].Fire())
		open.Pop.Ready.Set(done)
		w := open.Level.Width()
		now := s.Named("open_after", open.Level.Add(writing.ZeroExtend(w)).Sub(done.ZeroExtend(w)))

		waits := s.Reg("ack_pending", 1) // an acknowledgement waits for its writes
		before := s.Reg("writes_before_ack", w)
		ack := hdl.RegOf(s, "ack", c.shapes().Ack, hdl.NoReset())
		owner := s.Reg("ack_unit", unit.Width(), hdl.NoReset())
		failed := s.Reg("ack_failed", 1)   // a write of the request to be acknowledged
		failing := s.Reg("failing", lanes) // a write of an incomplete request, by unit
		wrong := s.Named("write_failed", done.And(o.Written[k].Data))
		old := s.Named("of_ack", before.Ne(0).And(open.Pop.Data.Eq(owner)))
		failingNow := s.Named("failing_now", failing.Or(lib.Gate(wrong.And(old.Not()), lib.OneHot(open.Pop.Data, lanes))))
		ok := ack.Status.Eq(int(isa.OK))
		o.Acks[k].Send(waits.And(before.Eq(0)), Ack{ack.Tag, hdl.Mux(ok.And(failed), int(isa.MemoryError), ack.Status)})
		m.If(done.And(before.Ne(0)), func() { before.Set(before.Sub(1)) })
		failed.Set(failed.Or(wrong.And(old)))
		failing.Set(failingNow)
		m.If(o.Acks[k].Fire(), func() { waits.Set(0) })
		m.If(ending, func() {
			waits.Set(1)
			before.Set(now)
			owner.Set(unit)
			failed.Set(failingNow.At(unit))
			failing.Set(failingNow.And(lib.OneHot(unit, lanes).Not()))
			hdl.Set(ack, Ack{in.Tag, in.Status})
		})
		room, free = append(room, open.Push.Ready.Bits), append(free, waits.Not())
	}
	may := m.Named("may_pass", hdl.Select(in.SM, room).Or(write.Not()).And(hdl.Select(in.SM, free).Or(in.Last.Not())))
	o.Commit.Send(o.In.Valid.And(write).And(may), Commit{in.SM, Write{in.Address, in.Data}})
	o.In.Ready.Set(may.And(write.Not().Or(o.Commit.Ready)))
	hdl.Unused(in.Route, in.Slot, in.Word)
}

// lane is the unit that executes an operation, or len(Units) if none does.
func (c Config) lane(operation hdl.Bits) hdl.Bits {
	lane := hdl.Const(hdl.IndexWidth(len(c.Units)+1), len(c.Units))
	for k, o := range c.Operations {
		lane = hdl.Mux(operation.Eq(k), hdl.Const(lane.Width(), o.Unit), lane)
	}
	return lane
}

// nothing is the result of a request that needs no unit: only its acknowledgement is due.
func (c Config) nothing(h Head) Result {
	return Result{
		Head: h, Record: hdl.Const(countBits, 0), Word: hdl.Const(4, 0), Format: hdl.Const(isa.FormatBits, 0), Data: hdl.Const(wordBits, 0),
		Empty: hdl.Const(1, 1), Last: hdl.Const(1, 1),
	}
}
