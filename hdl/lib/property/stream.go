package property

import "posedge/hdl"

// Stream is a stream as seen by an observer.
type Stream[T any] struct {
	Valid, Ready hdl.Bits // 1 bit each
	Data         T
}

// OfSink observes a stream that a component consumes.
func OfSink[T any](s hdl.Sink[T]) Stream[T] { return Stream[T]{s.Valid.Bits, s.Ready.Bits, s.Data} }

// OfSource observes a stream that a component produces.
func OfSource[T any](s hdl.Source[T]) Stream[T] {
	return Stream[T]{s.Valid.Bits, s.Ready.Bits, s.Data}
}

// Fire is 1 in a cycle in which a beat passes.
func (s Stream[T]) Fire() hdl.Bits { return s.Valid.And(s.Ready) }

// AssertStable states that an offered beat stays, with its data, until it is
// taken. Its asserts are valid_stays and data_stays.
func AssertStable[T any](m *hdl.Module, s Stream[T]) { stable(m, s, (*hdl.Module).Assert) }

// AssumeStable is [AssertStable] as a condition on the driver of the stream.
func AssumeStable[T any](m *hdl.Module, s Stream[T]) { stable(m, s, (*hdl.Module).Assume) }

func stable[T any](m *hdl.Module, s Stream[T], check func(*hdl.Module, string, hdl.Operand)) {
	waiting := m.Reg("waiting", 1)
	offered := m.Reg("offered", hdl.WidthOf(s.Data), hdl.NoReset())
	data := hdl.Flatten(s.Data)
	waiting.Set(s.Valid.And(s.Ready.Not()))
	offered.Set(data)
	m.If(waiting, func() {
		check(m, "valid_stays", s.Valid)
		check(m, "data_stays", data.Eq(offered))
	})
}

// Within states that a wait ends: if pending (1 bit) is 1, done (1 bit) is 1 in
// the same cycle or at most the given number of cycles later, unless pending
// falls. The assert is called in_time.
func Within(m *hdl.Module, pending, done hdl.Bits, cycles int) {
	waited := m.Reg("waited", hdl.CountWidth(cycles+1))
	waiting := pending.And(done.Not())
	m.Assert("in_time", waiting.And(waited.Eq(cycles)).Not())
	m.If(waiting, func() { waited.Set(waited.Add(1)) }).Else(func() { waited.Set(0) })
}
