package model

import "posedge/blocks/ioarbiter/isa"

// Values are the fields of a unit's request or of its response, by their Go paths, each of at most 64 bits.
type Values map[string]uint64

// Unit is a fixed-function unit, a request at a time.
type Unit interface {
	// Do carries out a request in a state and returns the response, including its fault field.
	Do(state []uint32, request Values) Values
}

// Macro is a macro, a request at a time.
type Macro struct {
	Formats []isa.Format // of its parameters
	Ends    isa.Status   // how its microcode ends: OK for the built-in macros
	// Do expands a request by calling run for each request to a unit, with an operation, the first word of the unit's
	// state in the state object, and the words of the request. run returns the words of the response, and false if
	// there was a fault.
	Do func(parameters []uint32, run func(operation, state int, words ...uint32) ([]uint32, bool))
}

// Model is the whole connector with its units, a request at a time and without timing.
type Model struct {
	ABI    isa.ABI
	Units  []Unit
	Macros [isa.Macros]Macro
	// Object reads a state object from global memory; it returns false if that has an error.
	Object func(number int) ([isa.ObjectWords]uint32, bool)
	// Issued, if it is not nil, is called with each request to a unit before it is carried out.
	Issued func(i Issue)
}

// Issue is a request to a unit.
type Issue struct {
	Unit    int
	State   []uint32 // all words of the unit's state
	Request Values
	Macro   bool // a macro made it
}

// Call is a request of an SM.
type Call struct {
	Unit, Address, Length, Response int
	Tag                             uint64
}

// Stored is a word of a response in SM memory.
type Stored struct {
	Address int
	Data    uint32
}

// Do carries out a request whose block is read from SM memory by read, which returns false if that has an error. It returns
// the status and the words that are written, in order.
func (m *Model) Do(call Call, read func(address int) (uint32, bool)) (isa.Status, []Stored) {
	block, object, status := m.fetch(call, read)
	if status != isa.OK {
		return status, nil
	}
	if call.Unit >= isa.FirstMacro {
		return m.macro(m.Macros[call.Unit-isa.FirstMacro], block, object), nil
	}
	return m.operation(call, block, object)
}

// fetch reads the block and the state object.
func (m *Model) fetch(call Call, read func(int) (uint32, bool)) (block []uint32, object [isa.ObjectWords]uint32, status isa.Status) {
	ok := true
	switch {
	case call.Unit < isa.FirstMacro && call.Unit >= len(m.ABI.Operations):
		return nil, object, isa.UnknownUnit
	case call.Length < 1 || call.Length > isa.MaxLength:
		return nil, object, isa.BadLength
	case call.Unit < isa.FirstMacro && (call.Length-1)%len(m.ABI.Operations[call.Unit].Request) != 0:
		return nil, object, isa.BadLength
	}
	for k := range call.Length {
		x, sound := read(m.wrap(call.Address + k))
		block, ok = append(block, x), ok && sound
		if k == 0 && sound && (x%isa.ObjectWords != 0 || int(x/isa.ObjectWords) >= m.ABI.Objects) {
			return nil, object, isa.BadPointer
		}
	}
	if ok {
		object, ok = m.Object(int(block[0] / isa.ObjectWords))
	}
	if !ok {
		return nil, object, isa.MemoryError
	}
	return block[1:], object, isa.OK
}

// wrap is an address in SM memory.
func (m *Model) wrap(address int) int { return address & (1<<m.ABI.AddressBits - 1) }

// operation carries out the records of a request in order.
func (m *Model) operation(call Call, block []uint32, object [isa.ObjectWords]uint32) (status isa.Status, response []Stored) {
	o := m.ABI.Operations[call.Unit]
	width, out := len(o.Request), len(o.Response)
	n := len(block) / width
	for i := range n {
		words := make([]uint32, width)
		for j := range words {
			at := i*width + j
			if o.Layout == isa.Columns {
				at = j*n + i
			}
			words[j] = RequestWord(o.Request[j].Format, block[at])
		}
		got, ok := m.run(call.Unit, object[:], words, false)
		if !ok {
			status = isa.UnitFault
		}
		for j, x := range got {
			at := i*out + j
			if o.ResponseLayout == isa.Columns {
				at = j*n + i
			}
			response = append(response, Stored{m.wrap(call.Response + at), ResponseWord(o.Response[j].Format, x)})
		}
	}
	return status, response
}

// macro carries out the requests that a macro expands to. A request that needs the response of a failed one is left
// out.
func (m *Model) macro(macro Macro, block []uint32, object [isa.ObjectWords]uint32) (status isa.Status) {
	if macro.Do == nil && macro.Ends == isa.OK {
		return isa.MacroFault
	}
	if len(block) != len(macro.Formats) {
		return isa.BadLength
	}
	parameters := make([]uint32, len(block))
	for k, x := range block {
		parameters[k] = RequestWord(macro.Formats[k], x)
	}
	if macro.Ends != isa.OK {
		return macro.Ends
	}
	macro.Do(parameters, func(operation, state int, words ...uint32) ([]uint32, bool) {
		got, ok := m.run(operation, object[state:], words, true)
		if !ok {
			status = isa.UnitFault
		}
		return got, ok
	})
	return status
}

// run carries out one record of converted words, and returns the words of the response, not converted. A record with a
// word that does not fit its field is a fault, and never reaches the unit.
func (m *Model) run(operation int, state, words []uint32, macro bool) (response []uint32, ok bool) {
	o := m.ABI.Operations[operation]
	u := m.ABI.Units[o.Unit]
	request := Values{}
	for _, f := range u.Request {
		request[f.Path] = 0
	}
	for _, s := range o.Settings {
		request[s.Field] = s.Value
	}
	for j, w := range o.Request {
		_, width, _ := u.Request.Place(w.Field)
		width = min(isa.WordBits, width-w.Low)
		if !fits(w, words[j], width) {
			return make([]uint32, len(o.Response)), false
		}
		request[w.Field] |= uint64(words[j]) & (1<<width - 1) << w.Low
	}
	state = state[:u.StateWords]
	if m.Issued != nil {
		m.Issued(Issue{o.Unit, append([]uint32(nil), state...), request, macro})
	}
	got := m.Units[o.Unit].Do(state, request)
	for _, w := range o.Response {
		_, width, _ := u.Response.Place(w.Field)
		width = min(isa.WordBits, width-w.Low)
		x := uint32(got[w.Field]>>w.Low) & uint32(1<<width-1)
		if w.Signed {
			x = uint32(int32(x<<(isa.WordBits-width)) >> (isa.WordBits - width))
		}
		response = append(response, x)
	}
	return response, u.Fault == "" || got[u.Fault] == 0
}

// fits reports whether the word x of a request fits a field of the given width.
func fits(w isa.Word, x uint32, width int) bool {
	unused := isa.WordBits - width
	if w.Signed {
		return int32(x<<unused)>>unused == int32(x)
	}
	return x<<unused>>unused == x
}
