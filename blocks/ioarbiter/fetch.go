package ioarbiter

import (
	"fmt"
	"slices"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Window is the number of state objects that may be on their way from the state cache or waiting for their request.
const Window = 4

// FetchUnit is the parameter fetch unit. It reads the words of a request's block, one a cycle, in the order of the
// records, whatever their layout. Word 0, the state pointer, goes to the state cache. A request is passed on once all
// its words and its state object have arrived, so that one with an error has no effect: it goes on as an empty beat
// with its status.
type FetchUnit struct {
	Granted hdl.Sink[Grant]                       `doc:"granted requests"`
	Fetch   hdl.Source[Read]                      `doc:"addresses of the words to read"`
	Fetched hdl.Sink[ReadData]                    `doc:"the words, in the order of fetch"`
	Lookups hdl.Source[Lookup]                    `doc:"state objects to look up"`
	Answers hdl.Sink[Answer]                      `doc:"the objects, in any order"`
	Out     hdl.Source[Beat]                      `doc:"the requests, word by word"`
	States  hdl.Source[[isa.ObjectWords]hdl.Bits] `doc:"the state object of each request without an error"`

	config Config
}

func newFetchUnit(c Config) *FetchUnit {
	s := c.shapes()
	return &FetchUnit{
		Granted: hdl.NewSink(s.Grant), Fetch: hdl.NewSource(s.Read), Fetched: hdl.NewSink(s.ReadData),
		Lookups: hdl.NewSource(s.Lookup), Answers: hdl.NewSink(s.Answer), Out: hdl.NewSource(s.Beat),
		States: hdl.NewSource(s.Object), config: c,
	}
}

// ModuleName is fetch_unit with the widths that it is built for.
func (f *FetchUnit) ModuleName() string {
	return fmt.Sprintf("fetch_unit_%s_d%d_g%d", f.config.widths(), f.config.Depth, f.config.Objects)
}

// ModuleDoc describes the fetch unit in its Verilog.
func (f *FetchUnit) ModuleDoc() string {
	return "Reads the blocks of requests from SM memory, a word a cycle, and looks up their state in the state cache."
}

// fetching is a request whose words are being read.
type fetching struct {
	Head  Head
	Words hdl.Bits `width:"length"` // of its block, 0 if none is read
}

// fetched is a request whose words have been read; its parameters are in the buffer.
type fetched struct {
	Head       Head
	Parameters hdl.Bits `width:"records"`
	State      hdl.Bits `width:"1"` // 1: its object was looked up
}

// records is a request's decoded length: whether that is a whole number of records, and how many.
type records struct {
	Whole hdl.Bits `width:"1"`
	Count hdl.Bits `width:"records"`
}

// Describe builds three parts with queues between them: one issues reads, one collects the words, one passes complete
// requests on.
func (f *FetchUnit) Describe(m *hdl.Module) {
	c, s := f.config, f.config.shapes()
	issued := hdl.Instance(m, "issued", lib.NewFIFO(s.Fetching, max(2, c.Depth)))
	whole := hdl.Instance(m, "whole", lib.NewFIFO(s.Fetched, max(2, c.Depth)))
	buffer := hdl.Instance(m, "buffer", lib.NewFIFO(hdl.Width(wordBits), 2*isa.MaxLength, lib.BlockRAM()))
	hdl.Unused(issued.Level, whole.Level, buffer.Level)
	f.issue(m, issued.Push)
	w := f.newWindow(m)
	f.collect(m, w, issued.Pop, whole.Push, buffer.Push)
	f.pass(m, w, whole.Pop, buffer.Pop)
}

// known is 1 for the number of an operation or a macro.
func (c Config) known(unit hdl.Bits) hdl.Bits {
	return unit.Lt(len(c.Operations)).Or(unit.Ge(isa.FirstMacro))
}

// shapes looks up the number of a request's records, in a table by the length of its records and the number of its
// parameters. A macro's parameters count as records of one word.
func (f *FetchUnit) shapes(m *hdl.Module, unit, parameters hdl.Bits) records {
	widths := []int{1} // the distinct lengths of records
	of := make([]hdl.Bits, 1<<isa.UnitBits)
	for u := range of {
		w := 1
		if u < len(f.config.Operations) {
			w = f.config.recordWords(u)
		}
		k := slices.Index(widths, w)
		if k < 0 {
			k, widths = len(widths), append(widths, w)
		}
		of[u] = hdl.Const(5, k)
	}
	list := make([]records, isa.MaxLength<<hdl.IndexWidth(len(widths)))
	for at := range list {
		w, n := widths[min(at/isa.MaxLength, len(widths)-1)], at%isa.MaxLength
		whole := 0
		if n%w == 0 {
			whole = 1
		}
		list[at] = records{hdl.Const(1, whole), hdl.Const(countBits, n/w)}
	}
	table := hdl.NewMem(m, "shapes", f.config.shapes().Records, len(list))
	table.Init(list)
	return table.Read(hdl.Cat(hdl.Select(unit, of).Truncate(hdl.IndexWidth(len(widths))), parameters))
}

// issue takes a request and reads its words. The next request is taken in the cycle of the last read.
func (f *FetchUnit) issue(m *hdl.Module, issued hdl.Sink[fetching]) {
	c, in := f.config, f.Granted.Data
	length := in.Request.Length
	last := length.Sub(1)
	shape := f.shapes(m, in.Request.Unit, last.Truncate(countBits))
	bad := m.Named("bad_length", length.Eq(0).Or(length.Gt(isa.MaxLength)).Or(shape.Whole.Not()))
	status := m.Named("early_status", hdl.Mux(c.known(in.Request.Unit).Not(), int(isa.UnknownUnit), hdl.Mux(bad, int(isa.BadLength), hdl.Const(isa.StatusBits, int(isa.OK)))))
	ok := m.Named("request_ok", status.Eq(int(isa.OK)))

	var widths, columns []hdl.Bits
	for _, o := range c.Operations {
		widths, columns = append(widths, hdl.Const(countBits, len(o.Request))), append(columns, hdl.Const(1, int(o.Layout)))
	}
	left := m.Reg("words_left", length.Width()) // words still to be read
	sm := m.Reg("sm", c.smBits(), hdl.NoReset())
	at, row := m.Reg("address", c.AddressBits, hdl.NoReset()), m.Reg("row", c.AddressBits, hdl.NoReset())
	begin := m.Reg("reads_pointer", 1) // the state pointer is the next word
	inColumns := m.Reg("in_columns", 1, hdl.NoReset())
	count, width := m.Reg("count", countBits, hdl.NoReset()), m.Reg("width", countBits, hdl.NoReset())
	column := m.Reg("column", countBits, hdl.NoReset())

	reading := m.Named("reading", left.Ne(0))
	f.Fetch.Send(reading, Read{sm, at})
	step := f.Fetch.Fire()
	free := m.Named("free", reading.Not().Or(step.And(left.Eq(1))))
	f.Granted.Ready.Set(free.And(issued.Ready))
	take := m.Named("take", f.Granted.Fire())
	issued.Send(f.Granted.Valid.And(free), fetching{
		Head{in.SM, in.Request.Unit, in.Request.Tag, in.Request.Response, lib.Gate(ok, shape.Count), status, hdl.Const(routeBits, int(toSM)), hdl.Const(c.slotBits(), 0)},
		lib.Gate(ok, length),
	})
	m.If(step, func() {
		left.Set(left.Sub(1))
		begin.Set(0)
		lastColumn := column.Eq(width)
		m.If(begin.Or(inColumns.Not()), func() {
			at.Set(at.Add(1))
		}).Else(func() {
			column.Set(hdl.Mux(lastColumn, 1, column.Add(1)))
			at.Set(hdl.Mux(lastColumn, row, at.Add(sized(count, c.AddressBits))))
			m.If(lastColumn, func() { row.Set(row.Add(1)) })
		})
	})
	m.If(take, func() {
		left.Set(lib.Gate(ok, length))
		begin.Set(1)
		sm.Set(in.SM)
		at.Set(in.Request.Address)
		row.Set(in.Request.Address.Add(2)) // of the second record
		count.Set(shape.Count)
		column.Set(1)
		inColumns.Set(hdl.Select(in.Request.Unit, columns))
		width.Set(hdl.Select(in.Request.Unit, widths))
	})
}

// window holds the state objects that were looked up, in the order of their requests, until dispatch takes them.
type window struct {
	room, tail hdl.Bits // a lookup may be made, and the entry for its object
	here       hdl.Bits // the object of the next request has arrived
	error      hdl.Bits // and could not be read

	// Set by the other parts: a lookup is made, the next request begins to leave, and its object is dropped.
	looked, begun, drop hdl.Bits
}

// newWindow takes the answers of the state cache and offers the objects of requests that have begun to leave. The
// object of a request with an error is dropped.
func (f *FetchUnit) newWindow(m *hdl.Module) *window {
	objects := hdl.NewMem(m, "window", f.config.shapes().Object, Window, hdl.NoInit())
	full, errors := m.Reg("window_full", Window), m.Reg("window_error", Window, hdl.NoReset())
	tail, next, head := m.Reg("window_tail", objects.AddrWidth()), m.Reg("window_next", objects.AddrWidth()), m.Reg("window_head", objects.AddrWidth())
	used, begun := m.Reg("window_used", hdl.CountWidth(Window)), m.Reg("window_begun", hdl.CountWidth(Window))
	looked, begins, drop := m.Wire("window_reserve", 1), m.Wire("window_begins", 1), m.Wire("window_drop", 1)
	in := f.Answers.Data
	f.Answers.Ready.Set(1)
	arrived := m.Named("window_arrived", f.Answers.Fire())
	m.If(arrived, func() { objects.Write(in.ID, in.Words) })
	at := lib.OneHot(in.ID, Window)
	wrong := m.Named("window_errors_next", hdl.Mux(in.Error, errors.Or(lib.Gate(arrived, at)), errors.And(lib.Gate(arrived, at).Not())))
	errors.Set(wrong.Or(lib.Gate(drop, lib.OneHot(next, Window))))

	some := m.Named("window_offered", begun.Ne(0))
	f.States.Send(some.And(errors.At(head).Not()), objects.Read(head))
	leaves := m.Named("window_leaves", some.And(errors.At(head).Or(f.States.Ready)))
	full.Set(full.Or(lib.Gate(arrived, at)).And(lib.Gate(leaves, lib.OneHot(head, Window)).Not()))
	m.If(looked, func() { tail.Set(tail.Add(1)) })
	m.If(begins, func() { next.Set(next.Add(1)) })
	m.If(leaves, func() { head.Set(head.Add(1)) })
	w := used.Width()
	used.Set(used.Add(looked.ZeroExtend(w)).Sub(leaves.ZeroExtend(w)))
	begun.Set(begun.Add(begins.ZeroExtend(w)).Sub(leaves.ZeroExtend(w)))
	return &window{used.Ne(Window), tail, full.At(next), errors.At(next), looked, begins, drop}
}

// collect puts parameters into the buffer and sends the state pointer to the cache.
func (f *FetchUnit) collect(m *hdl.Module, w *window, issued hdl.Source[fetching], whole hdl.Sink[fetched], buffer hdl.Sink[hdl.Bits]) {
	head, length, in := issued.Data.Head, issued.Data.Words, f.Fetched.Data
	read := m.Reg("words_read", length.Width())
	status, looked := m.Reg("status", isa.StatusBits), m.Reg("looked_up", 1) // of the words so far
	none := m.Named("no_words", length.Eq(0))
	first, last := m.Named("first", read.Eq(0)), m.Named("last", read.Add(1).Eq(length))
	here := m.Named("word_valid", issued.Valid.And(f.Fetched.Valid).And(none.Not()))

	pointer := in.Data
	object := pointer.Slice(wordBits-1, 4)
	wrong := m.Named("bad_pointer", pointer.Slice(3, 0).Ne(0).Or(object.Ge(f.config.Objects)))
	sound := m.Named("word_ok", in.Error.Or(wrong).Not())
	found := m.Named("word_status", hdl.Mux(in.Error, int(isa.MemoryError), hdl.Mux(first.And(wrong), int(isa.BadPointer), hdl.Const(isa.StatusBits, int(isa.OK)))))
	now := m.Named("status_now", hdl.Mux(first.Or(status.Eq(int(isa.OK))), found, status))

	room := m.Named("request_room", last.Not().Or(whole.Ready)) // for the request that the last word completes
	f.Lookups.Send(here.And(first).And(sound).And(w.room).And(room), Lookup{object.Truncate(f.config.objectBits()), w.tail})
	buffer.Send(here.And(first.Not()).And(room), in.Data)
	passes := m.Named("word_accepted", hdl.Mux(first, sound.Not().Or(w.room.And(f.Lookups.Ready)), buffer.Ready))
	f.Fetched.Ready.Set(issued.Valid.And(none.Not()).And(passes).And(room))
	step := m.Named("collected", f.Fetched.Fire())
	w.looked.Set(f.Lookups.Fire())
	isLooked := hdl.Mux(first, sound, looked)
	m.If(step, func() {
		read.Set(hdl.Mux(last, 0, read.Add(1)))
		status.Set(now)
		looked.Set(isLooked)
	})
	whole.Send(issued.Valid.And(none).Or(here.And(last).And(passes)), fetched{
		head.with(hdl.Mux(none, head.Status, now)),
		hdl.Mux(none, length, length.Sub(1)).Truncate(countBits),
		none.Not().And(isLooked),
	})
	issued.Ready.Set(whole.Fire())
}

// with is the head with another status.
func (h Head) with(status hdl.Bits) Head {
	h.Status = status
	return h
}

// pass sends complete requests on once their state has arrived. The parameters of a request with an error are dropped.
func (f *FetchUnit) pass(m *hdl.Module, w *window, whole hdl.Source[fetched], buffer hdl.Source[hdl.Bits]) {
	in := whole.Data
	popped := m.Reg("words_popped", countBits)
	begun, outDone, failed := m.Reg("begun", 1), m.Reg("out_done", 1), m.Reg("failed", 1)
	active := m.Named("active", whole.Valid.And(begun.Or(in.State.Not()).Or(w.here)))
	lost := m.Named("state_error", hdl.Mux(begun, failed, in.State.And(w.error)))
	status := m.Named("status_out", hdl.Mux(lost.And(in.Head.Status.Eq(int(isa.OK))), int(isa.MemoryError), in.Head.Status))
	bad := m.Named("has_error", status.Ne(int(isa.OK)))
	words := m.Named("has_words", bad.Not().And(in.Parameters.Ne(0)))

	next := popped.Add(1)
	lastWord := m.Named("last_word", words.Not().Or(next.Eq(in.Parameters)))
	f.Out.Send(active.And(outDone.Not()).And(words.Not().Or(buffer.Valid)), Beat{in.Head.with(status), buffer.Data, words.Not(), lastWord})
	dropping := m.Named("dropping", bad.And(popped.Ne(in.Parameters)))
	buffer.Ready.Set(active.And(hdl.Mux(words, outDone.Not().And(f.Out.Ready), dropping)))
	sent := m.Named("all_sent", outDone.Or(f.Out.Fire().And(lastWord)))
	dropped := dropping.Not().Or(buffer.Fire().And(next.Eq(in.Parameters)))
	end := m.Named("finished", active.And(sent).And(dropped))
	begun.Set(active.And(end.Not()))
	failed.Set(lost)
	outDone.Set(sent.And(end.Not()))
	m.If(buffer.Fire(), func() { popped.Set(next) })
	m.If(end, func() { popped.Set(0) })
	whole.Ready.Set(end)
	begins := m.Named("begins", active.And(begun.Not()).And(in.State))
	w.begun.Set(begins)
	w.drop.Set(begins.And(bad))
}
