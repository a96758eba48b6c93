package machine

import "posedge/blocks/ioarbiter/isa/microcode"

// Status is how a macro ended.
type Status uint8

// The ends of a macro. A fault of its own takes precedence over one of a unit.
const (
	Done      Status = iota
	UnitFault        // a unit could not carry out a request
	Fault            // the microcode is illegal
	Stopped          // the macro exceeded the bound of instructions
)

// Request is a request that a macro makes, or the first words of one.
type Request struct {
	Push          bool // these words wait in the bypass for the response of the next Request
	Operation     int
	Words         []uint32
	Offset, Count int // of the state object's words
	Route         microcode.Route
}

// Expander is the expander in plain Go.
type Expander struct {
	Code       []microcode.Word // its length is that of the expander's memory
	Operations []microcode.Operation
	Slots      int // responses that can wait
	Bound      int // instructions that a macro may execute
}

// Answer carries out a record of an operation: it returns the response, and whether there was a fault.
type Answer func(operation int, words []uint32) (response []uint32, fault bool)

// Run runs the macro at an entry. It returns the requests in the order in which they are made. answer is called for
// each of them in this order, except that a pushed request is carried out right after the one that completes it, and
// not at all if that one has a fault.
func (m Expander) Run(entry int, parameters []uint32, answer Answer) (made []Request, status Status) {
	r := run{Expander: m, pc: entry, answer: answer}
	copy(r.registers[:], parameters)
	for r.status == Done && !r.ended {
		r.step()
	}
	if r.status == Done && r.fault {
		return r.made, UnitFault
	}
	return r.made, r.status
}

type run struct {
	Expander
	registers [microcode.Registers]uint32
	pc, steps int
	push      *microcode.Instruction // waits for its emit
	waiting   []response
	made      []Request
	answer    Answer
	fault     bool // of a unit
	ended     bool
	status    Status
}

type response struct {
	words []uint32
	fault bool
}

func (r *run) step() {
	if r.steps == r.Bound {
		r.status = Stopped
		return
	}
	r.steps++
	if r.pc < 0 || r.pc >= len(r.Code) {
		r.status = Fault
		return
	}
	i, err := microcode.Decode(r.Code[r.pc])
	if err != nil || (r.push != nil) != (i.Op == microcode.Emit && i.Route == microcode.ToBypass) {
		r.status = Fault
		return
	}
	next := r.pc + 1
	if r.execute(i) {
		next = r.pc + i.Target
	}
	r.pc = next
}

// execute reports whether the instruction jumps.
func (r *run) execute(i microcode.Instruction) bool {
	x, y, z := &r.registers[i.X], r.registers[i.Y], r.registers[i.Z]
	switch i.Op {
	case microcode.End:
		r.ended = true
	case microcode.Set:
		*x = uint32(i.Value)
	case microcode.High:
		*x = *x&0xffff | uint32(i.Value)<<16
	case microcode.AddConst:
		*x = y + uint32(i.Value)
	case microcode.Add:
		*x = y + z
	case microcode.Sub:
		*x = y - z
	case microcode.And:
		*x = y & z
	case microcode.Or:
		*x = y | z
	case microcode.Xor:
		*x = y ^ z
	case microcode.ShiftLeft:
		*x = y << i.Value
	case microcode.ShiftRight:
		*x = y >> i.Value
	case microcode.Arithmetic:
		*x = uint32(int32(y) >> i.Value)
	case microcode.Quad:
		*x = QuadMask(y, r.registers[i.Y+1], i.Value)
	case microcode.Jump:
		return true
	case microcode.IfZero:
		return *x == 0
	case microcode.IfNonzero:
		return *x != 0
	case microcode.IfLess:
		return int32(*x) < int32(y)
	case microcode.IfNotLess:
		return int32(*x) >= int32(y)
	case microcode.IfFull:
		return len(r.waiting) == r.Slots
	case microcode.IfNone:
		return len(r.waiting) == 0
	case microcode.Loop:
		sum := *x + uint32(i.Value)
		more := int32(sum) < int32(y)
		*x = sum
		return more
	case microcode.Wait:
		r.wait(i)
	case microcode.Emit:
		r.emit(i)
	case microcode.Push:
		r.push = &i
	}
	return false
}

// QuadMask is the mask of a 4×4 quad, bit 4·y + x, of an 8×8 tile whose rows 0 to 3 are low and rows 4 to 7 are high,
// bit 8·y + x. Quad 1 is to the right of quad 0, quad 2 below it.
func QuadMask(low, high uint32, quad int) (mask uint32) {
	rows := low
	if quad >= 2 {
		rows = high
	}
	for y := range 4 {
		mask |= rows >> (8*y + quad%2*4) & 0xf << (4 * y)
	}
	return mask
}

func (r *run) wait(i microcode.Instruction) {
	if len(r.waiting) == 0 || i.Words != r.waiting[0].length() {
		r.status = Fault
		return
	}
	copy(r.registers[i.X:], r.waiting[0].words)
	r.waiting = r.waiting[1:]
}

func (a response) length() int { return len(a.words) }

func (r *run) emit(i microcode.Instruction) {
	last := i // the request that is answered last
	if r.push != nil {
		last = *r.push
	}
	if !r.fits(i) || last.Route == microcode.ToExpander && len(r.waiting) == r.Slots {
		r.status = Fault
		return
	}
	if r.push != nil {
		r.make(*r.push)
	}
	words := r.make(i)
	a := r.carry(i.Operation, words)
	if r.push != nil {
		own := r.made[len(r.made)-2].Words
		if !a.fault {
			a = r.carry(last.Operation, append(append([]uint32{}, own...), a.words...))
		} else {
			a.words = make([]uint32, r.Operations[last.Operation].Response)
		}
	}
	r.push = nil
	r.fault = r.fault || a.fault
	if last.Route == microcode.ToExpander {
		r.waiting = append(r.waiting, a)
	}
}

// fits reports whether the operations of an emit and of its push exist and take that many words.
func (r *run) fits(i microcode.Instruction) bool {
	if i.Operation >= len(r.Operations) || i.Words != r.Operations[i.Operation].Request {
		return false
	}
	if p := r.push; p != nil {
		return p.Operation < len(r.Operations) && p.Words+r.Operations[i.Operation].Response == r.Operations[p.Operation].Request
	}
	return true
}

// make records a request.
func (r *run) make(i microcode.Instruction) []uint32 {
	words := append([]uint32{}, r.registers[i.X:i.X+i.Words]...)
	r.made = append(r.made, Request{i.Op == microcode.Push, i.Operation, words, i.Offset, i.Count, i.Route})
	return words
}

// carry carries out a record; the response has the operation's number of words, all 0 if there was a fault.
func (r *run) carry(operation int, words []uint32) response {
	got, fault := r.answer(operation, words)
	all := make([]uint32, r.Operations[operation].Response)
	if !fault {
		copy(all, got)
	}
	return response{all, fault}
}
