package model

import (
	"errors"
	"posedge/blocks/castalu/isa"
)

// Machine is the processor in plain Go: it runs the program of one work item from
// beginning to end. It may be used by one goroutine at a time.
type Machine struct {
	Model
	Registers int // vectors per thread
	Words     int // of the program memory; a thread that runs past the last wraps to address 0
	Program   []isa.Word
	Constants [][4]uint32
	// Call answers a request.
	Call func(unit int, words []uint32) (status uint32, answer []uint32)
	// Fault is called for every illegal instruction; it may be nil.
	Fault func(address int, w isa.Word)
	// Executed is called for every arithmetic instruction with the registers or constants
	// that its inputs name; it may be nil.
	Executed func(i isa.Instruction, x [3][4]uint32)

	words []known // by address; those that have been read are decoded
}

// known is a word and its instruction.
type known struct {
	isa.Word
	isa.Instruction
	err error
	ok  bool
}

// decode returns the instruction of the word at an address.
func (m *Machine) decode(at int, w isa.Word) (isa.Instruction, error) {
	for at >= len(m.words) {
		m.words = append(m.words, known{})
	}
	d := &m.words[at]
	if !d.ok || d.Word != w {
		i, err := isa.Decode(w)
		*d = known{w, i, err, true}
	}
	return d.Instruction, d.err
}

// Ended is the end of a work item.
type Ended struct {
	Killed  bool
	Vectors [][4]uint32
}

// Run executes the program at start, with the constants from base on, on an item's vectors,
// at most Registers of them. The other registers begin as 0; in the processor they may hold
// anything. After limit instructions Run gives up and returns false.
func (m *Machine) Run(start, base int, vectors [][4]uint32, limit int) (e Ended, ok bool) {
	registers := make([][4]uint32, m.Registers)
	copy(registers, vectors)
	for at := start; limit > 0; limit-- {
		w := isa.Word{}
		if at < len(m.Program) {
			w = m.Program[at]
		}
		i, err := m.decode(at, w)
		if err == nil && !m.has(i) {
			err = errBeyond
		}
		if err != nil {
			if m.Fault != nil {
				m.Fault(at, w)
			}
			if dest := w.Get(isa.FieldDest); dest < len(registers) {
				put(&registers[dest], uint8(w.Get(isa.FieldMask)), [4]uint32{})
			}
		}
		at++
		if at == m.Words {
			at = 0
		}
		switch {
		case err != nil:
		case i.Op == isa.End:
			return Ended{Vectors: append([][4]uint32(nil), registers[i.Dest:i.Dest+i.Count]...)}, true
		case i.Op == isa.Request:
			words := append(append([]uint32(nil), registers[i.First][:]...), registers[i.Second][:]...)
			status, answer := m.Call(i.Unit, words[:i.Count])
			var all [8]uint32
			copy(all[:], answer)
			given := uint16(1)<<len(answer) - 1
			put(&registers[i.Dest], uint8(given&15), [4]uint32(all[:4]))
			put(&registers[i.More], uint8(given>>4&15), [4]uint32(all[4:]))
			registers[i.Status][0] = status
		default:
			var x [3][4]uint32
			for n, s := range i.In[:i.Op.Inputs()] {
				switch k := base + s.Index; {
				case !s.Constant:
					x[n] = registers[s.Index]
				case k < len(m.Constants):
					x[n] = m.Constants[k]
				}
			}
			if m.Executed != nil {
				m.Executed(i, x)
			}
			o := m.execute(i, x)
			if i.Op == isa.Kill {
				if o.Holds {
					return Ended{Killed: true}, true
				}
				continue
			}
			put(&registers[i.Dest], o.Mask, o.Value)
		}
	}
	return Ended{}, false
}

func put(register *[4]uint32, mask uint8, v [4]uint32) {
	for k := range register {
		if mask>>k&1 != 0 {
			register[k] = v[k]
		}
	}
}

var errBeyond = errors.New("it names a register that the thread does not have")

// has reports whether a thread has the registers that an instruction names.
func (m *Machine) has(i isa.Instruction) bool {
	n := m.Registers
	switch i.Op {
	case isa.End:
		return i.Dest+i.Count <= n
	case isa.Request:
		return max(i.Dest, i.First, i.Second, i.More, i.Status) < n
	}
	for _, s := range i.In[:i.Op.Inputs()] {
		if !s.Constant && s.Index >= n {
			return false
		}
	}
	return i.Dest < n
}
