package ioarbiter

import (
	"fmt"

	"posedge/hdl"
)

// OutputCommit writes the words of responses to SM memory, and acknowledges a request when its last word is written.
type OutputCommit struct {
	In      hdl.Sink[Delivery]   `doc:"responses, word by word"`
	Commit  hdl.Source[Commit]   `doc:"what to write"`
	Written []hdl.Sink[hdl.Bits] `doc:"the memory of each SM has done a write; 1: with an error"`
	Acks    []hdl.Source[Ack]    `doc:"to each SM"`

	config Config
}

// inFlight is the width of the number of writes to an SM that are not done.
const inFlight = 5

func newOutputCommit(c Config) *OutputCommit {
	o := &OutputCommit{In: hdl.NewSink(c.delivery()), Commit: hdl.NewSource(c.commit()), config: c}
	for range c.SMs {
		o.Written = append(o.Written, hdl.NewSink(hdl.Width(1)))
		o.Acks = append(o.Acks, hdl.NewSource(c.ack()))
	}
	return o
}

// ModuleName is output_commit with the widths that it is built for.
func (o *OutputCommit) ModuleName() string { return "output_commit_" + o.config.widths() }

// ModuleDoc describes the unit in its Verilog.
func (o *OutputCommit) ModuleDoc() string {
	return "Writes responses to SM memory, and acknowledges each after its last word was written."
}

// Describe counts, for each SM, the writes that are not done, and those of them that an acknowledgement waits for.
func (o *OutputCommit) Describe(m *hdl.Module) {
	c, in := o.config, o.In.Data
	var room, free []hdl.Bits // for a write, for an acknowledgement
	write := m.Named("write", in.Empty.Not())
	for k := range c.SMs {
		mine := in.SM.Eq(k)
		s := m.Scope(fmt.Sprintf("sm_%d", k))
		writing := s.Named("writing", o.Commit.Fire().And(mine))
		ending := s.Named("ending", o.In.Fire().And(in.Last).And(mine))
		open := s.Reg("open", inFlight) // writes that are not done
		o.Written[k].Ready.Set(open.Ne(0))
		done := s.Named("done", o.Written[k].Fire())
		wrong := s.Named("wrong", done.And(o.Written[k].Data))
		now := s.Named("open_now", open.Add(writing.ZeroExtend(inFlight)).Sub(done.ZeroExtend(inFlight)))
		open.Set(now)

		waits := s.Reg("waits", 1) // an acknowledgement
		before := s.Reg("before", inFlight)
		failed, failing := s.Reg("failed", 1), s.Reg("failing", 1) // a write of the request that waits, and of the one after it
		ack := hdl.RegOf(s, "ack", c.ack(), hdl.NoReset())
		ok := ack.Status.Eq(int(OK))
		o.Acks[k].Send(waits.And(before.Eq(0)), Ack{ack.Tag, hdl.Mux(ok.And(failed), int(MemoryError), ack.Status)})
		old := s.Named("old", before.Ne(0))
		m.If(done.And(old), func() { before.Set(before.Sub(1)) })
		failed.Set(failed.Or(wrong.And(old)))
		failing.Set(failing.Or(wrong.And(old.Not())))
		m.If(o.Acks[k].Fire(), func() { waits.Set(0) })
		m.If(ending, func() {
			waits.Set(1)
			before.Set(now)
			failed.Set(failing.Or(wrong))
			failing.Set(0)
			hdl.Set(ack, Ack{in.Tag, in.Status})
		})
		room, free = append(room, open.Ne(1<<inFlight-1)), append(free, waits.Not())
	}
	may := m.Named("may", hdl.Select(in.SM, room).Or(write.Not()).And(hdl.Select(in.SM, free).Or(in.Last.Not())))
	o.Commit.Send(o.In.Valid.And(write).And(may), Commit{in.SM, Write{in.Address, in.Data}})
	o.In.Ready.Set(may.And(write.Not().Or(o.Commit.Ready)))
	hdl.Unused(in.Route, in.Slot, in.Word)
}

// nothing is the result of a request that no unit is needed for: only its acknowledgement is due.
func (c Config) nothing(h Head) Result {
	return Result{
		Head: h, Record: hdl.Const(countBits, 0), Word: hdl.Const(4, 0), Format: hdl.Const(FormatBits, 0), Data: hdl.Const(wordBits, 0),
		Empty: hdl.Const(1, 1), Last: hdl.Const(1, 1),
	}
}
