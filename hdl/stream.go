package hdl

import "posedge/hdl/ir"

// Stream is either end of a valid/ready stream.
type Stream[T any] interface {
	ends() (valid, ready Bits, data T)
}

// Sink is a stream that the component consumes: valid and data come in, ready
// goes out. A beat passes in a cycle in which valid and ready are both 1.
// Valid must not wait for ready, and once high, valid and data stay until the
// beat has passed.
type Sink[T any] struct {
	Valid In
	Ready Out
	Data  T
	bundlePort
}

// Source is a stream that the component produces: valid and data go out, ready
// comes in. The rules are the same as for [Sink].
type Source[T any] struct {
	Valid Out
	Ready In
	Data  T
	bundlePort
}

// NewSink makes the consuming end of a stream of the shape.
func NewSink[T any](shape T) Sink[T] {
	at := here()
	data, fault := portsOf(ir.Input, shape)
	return Sink[T]{In{newPort(ir.Input, Width(1), at)}, Out{newPort(ir.Output, Width(1), at)}, data, bundlePort{true, fault}}
}

// NewSource makes the producing end of a stream of the shape.
func NewSource[T any](shape T) Source[T] {
	at := here()
	data, fault := portsOf(ir.Output, shape)
	return Source[T]{Out{newPort(ir.Output, Width(1), at)}, In{newPort(ir.Input, Width(1), at)}, data, bundlePort{true, fault}}
}

func (s Sink[T]) ends() (valid, ready Bits, data T)   { return s.Valid.Bits, s.Ready.Bits, s.Data }
func (s Source[T]) ends() (valid, ready Bits, data T) { return s.Valid.Bits, s.Ready.Bits, s.Data }

// Fire is 1 in a cycle in which a beat passes.
func (s Sink[T]) Fire() Bits { return s.Valid.And(s.Ready) }

// Fire is 1 in a cycle in which a beat passes.
func (s Source[T]) Fire() Bits { return s.Valid.And(s.Ready) }

// Send offers data where valid is 1. Where no Send is reached the stream is not
// valid. Only the producer may call it: for a Sink that is the parent.
func (s Sink[T]) Send(valid Operand, data T) { send(s.Valid.Bits, s.Data, valid, data) }

// Send offers data where valid is 1. Where no Send is reached the stream is not
// valid. Only the producer may call it: for a Source that is the component.
func (s Source[T]) Send(valid Operand, data T) { send(s.Valid.Bits, s.Data, valid, data) }

// From connects this end to a stream that produces: valid and data come from
// there, ready goes back.
func (s Sink[T]) From(from Stream[T]) { connect(s, from) }

// From connects this end to a stream that produces: valid and data come from
// there, ready goes back.
func (s Source[T]) From(from Stream[T]) { connect(s, from) }

func connect[T any](to, from Stream[T]) {
	valid, ready, data := to.ends()
	if from == nil {
		o := begin()
		o.take(valid)
		o.fail("From takes a stream, not nil")
		o.tell()
		return
	}
	fromValid, fromReady, fromData := from.ends()
	if !valid.settable() {
		valid.Set(fromValid) // reports it, for the whole stream
		return
	}
	valid.Set(fromValid)
	Set(data, fromData)
	if taken, d := fromReady.put(ready); taken != nil {
		d.takers[taken] = true
	}
}

// send sets valid and data. Valid is 0 by default. The first payload that is
// sent is also the default of the data lines: a payload counts only while it is
// valid, so no gates are spent on it.
func send[T any](valid Bits, data T, v Operand, x T) {
	if !valid.settable() {
		valid.Set(v) // reports it, for the whole stream
		return
	}
	valid.Default(0)
	valid.Set(v)
	o := begin()
	rows := pairs(o, data, x)
	if o.fault != nil {
		reportTo(o.fault, data, valid)
		return
	}
	for _, row := range rows {
		r := row[0].resolve(o.where)
		ref, ok := r.expr.(*ir.Ref)
		if ok && r.mod != nil && !r.mod.of(ref.Signal).sent && !r.mod.of(ref.Signal).set {
			r.mod.of(ref.Signal).sent = true
			row[0].Default(row[1])
			continue
		}
		row[0].Set(row[1])
	}
}

func (s Sink[T]) leaves() ([]leafPort, *Error, string) {
	return streamLeaves(s.bundlePort, s.Valid.Bits, s.Ready.Bits, s.Data, "hdl.NewSink(shape)")
}

func (s Source[T]) leaves() ([]leafPort, *Error, string) {
	return streamLeaves(s.bundlePort, s.Valid.Bits, s.Ready.Bits, s.Data, "hdl.NewSource(shape)")
}

func streamLeaves(p bundlePort, valid, ready Bits, data any, maker string) ([]leafPort, *Error, string) {
	list, fault, message := bundleLeaves(p, data, maker)
	if fault != nil || message != "" {
		return nil, fault, message
	}
	if valid.v == nil || valid.v.kind != portValue || ready.v == nil || ready.v.kind != portValue {
		return nil, nil, "has been overwritten; ports are only made by their constructors"
	}
	for i := range list {
		list[i].field, list[i].name = join2("Data", list[i].field), join("data", list[i].name)
	}
	list = append([]leafPort{
		{field: "Valid", name: "valid", value: valid.v, doc: "a beat is offered"},
		{field: "Ready", name: "ready", value: ready.v, doc: "a beat is taken where valid is 1 too", ready: true},
	}, list...)
	for i := range list {
		list[i].stream = true
	}
	return list, nil, ""
}
