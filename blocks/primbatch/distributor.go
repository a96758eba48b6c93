package primbatch

import "posedge/hdl"

// distributor gives batches to the lines in turn, and tells the collector the order. The first element of a batch has three
// receivers: the head and the element go to the line, and the order to the collector. A beat passes once every receiver has
// taken it.
type distributor struct {
	In       hdl.Sink[frontBeat]     `doc:"from the front end"`
	Heads    []hdl.Source[batchHead] `doc:"by line: the heads of its batches"`
	Elements []hdl.Source[lineBeat]  `doc:"by line: elements and ends of its batches"`
	Order    hdl.Source[orderBeat]   `doc:"batches and methods, to the collector"`

	config Config
}

func newDistributor(c Config) *distributor {
	d := &distributor{In: hdl.NewSink(c.shapes().Front), Order: hdl.NewSource(c.shapes().Order), config: c}
	for range c.Lines {
		d.Heads = append(d.Heads, hdl.NewSource(c.shapes().Head))
		d.Elements = append(d.Elements, hdl.NewSource(c.shapes().LineBeat))
	}
	return d
}

// ModuleName is batch_distributor with a processor's parameters.
func (d *distributor) ModuleName() string { return "batch_distributor_" + d.config.processorName() }

// ModuleDoc describes the distributor in its Verilog.
func (d *distributor) ModuleDoc() string {
	return "Distributor of a primitive processor: gives batches to its lines in turn."
}

// Describe builds the pointer to the next line, and a flag for each receiver that has taken the beat.
func (d *distributor) Describe(m *hdl.Module) {
	in := d.In.Data
	line, at := turn(m, d.config.Lines, d.In.Fire().And(in.Method.Not()).And(in.Beat.Kind.Eq(int(lastElement))))

	var headReady, elementReady []hdl.Bits
	for k := range d.config.Lines {
		headReady, elementReady = append(headReady, d.Heads[k].Ready.Bits), append(elementReady, d.Elements[k].Ready.Bits)
	}
	element := in.Method.Not()
	first := element.And(in.First)
	done := hdl.Const(1, 1)
	// The offer to a receiver is 1 until it has taken the beat.
	offer := func(name string, wanted, ready hdl.Bits) hdl.Bits {
		taken := m.Reg(name+"_taken", 1)
		done = done.And(wanted.Not().Or(taken).Or(ready))
		offers := m.Named("offers_"+name, d.In.Valid.And(wanted).And(taken.Not()))
		m.If(d.In.Fire(), func() { taken.Set(0) }).ElseIf(offers.And(ready), func() { taken.Set(1) })
		return offers
	}
	head := offer("head", first, hdl.Select(line, headReady))
	beat := offer("element", element, hdl.Select(line, elementReady))
	order := offer("order", in.Method.Or(first), d.Order.Ready.Bits)
	d.In.Ready.Set(done)

	for k := range d.config.Lines {
		d.Heads[k].Send(head.And(at[k]), in.Head)
		d.Elements[k].Send(beat.And(at[k]), in.Beat)
	}
	d.Order.Send(order, orderBeat{Batch: element, Line: line, Address: in.Address, Data: in.Data})
}

// turn is a round-robin pointer that moves to the next line at done: line is its number, at the same one-hot.
func turn(m *hdl.Module, lines int, done hdl.Bits) (line hdl.Bits, at []hdl.Bits) {
	if lines == 1 {
		return hdl.Const(1, 0), []hdl.Bits{hdl.Const(1, 1)}
	}
	line = m.Reg("line", hdl.IndexWidth(lines)) // wraps, as lines is a power of two
	m.If(done, func() { line.Set(line.Add(1)) })
	for k := range lines {
		at = append(at, line.Eq(k))
	}
	return line, at
}
