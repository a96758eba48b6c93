package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// usage says which bits of the declared names are read.
type usage struct {
	of      map[string]*bitsRead
	order   []string // the names as declared
	helpers []string // those between `ifdef FORMAL and `endif
}

// bitsRead are the bits of a name that are read.
type bitsRead struct {
	width  int
	bits   *big.Int
	formal bool // declared between `ifdef FORMAL and `endif
	memory bool // has words, and is read or not as a whole
}

// declare adds a name whose reads are tracked.
func (u *usage) declare(name string, width int, c context) *bitsRead {
	if c.formal {
		u.helpers = append(u.helpers, name)
	} else {
		u.order = append(u.order, name)
	}
	u.of[name] = &bitsRead{width: width, bits: new(big.Int), formal: c.formal}
	return u.of[name]
}

func (u *usage) isName(text string) bool { return u.of[text] != nil }

// read notes that text in c reads bits hi to lo of a name. The checks do not count for
// names of the hardware, which has to be clean under lint without them.
func (u *usage) read(name string, hi, lo int, c context) {
	x := u.of[name]
	if x == nil || c.formal && !x.formal {
		return
	}
	if hi-lo+1 == x.width {
		x.bits = ones(x.width)
		return
	}
	for i := lo; i <= hi; i++ {
		x.bits.SetBit(x.bits, i, 1)
	}
}

// track declares the module's own names.
func (p *printer) track() {
	var c context
	isClock := func(s *ir.Signal) bool { return s.Kind == ir.ClockInput || s.Kind == ir.ResetInput }
	for _, s := range p.m.Ports {
		if isClock(s) {
			p.declare(s.Name, s.Width, c)
		}
	}
	for _, e := range p.enums {
		for _, v := range e.Values {
			p.declare(p.states[e][v.Name], 1, c)
		}
	}
	p.m.AllSignals(func(s *ir.Signal) {
		if !isClock(s) {
			p.declare(s.Name, s.Width, c)
		}
		if s.Kind == ir.Output || s.Kind == ir.InstanceInput {
			p.read(s.Name, s.Width-1, 0, c)
		}
	})
	for _, x := range p.m.Memories {
		p.declare(x.Name, 1, c).memory = true
	}
}

// unused ties off the names, or parts of them, that nothing reads, so that lint is
// clean.
func (u *usage) unused(wire string, names []string) string {
	parts := []string{"1'b0"}
	for _, name := range names {
		parts = append(parts, u.of[name].unread(name)...)
	}
	if len(parts) == 1 {
		return ""
	}
	return "\n  // Nothing reads these.\n" + syntax.Wrap("  wire "+wire+" = &{"+strings.Join(parts, ", ")+"};", "") + "\n"
}

// unread are the parts of a name that nothing reads, the highest first.
func (x *bitsRead) unread(name string) (parts []string) {
	switch {
	case x.bits.Sign() != 0:
	case x.memory:
		return []string{name + "[0]"}
	default:
		return []string{name}
	}
	for hi := x.width - 1; hi >= 0; hi-- {
		if x.bits.Bit(hi) == 1 {
			continue
		}
		lo := hi
		for lo > 0 && x.bits.Bit(lo-1) == 0 {
			lo--
		}
		if hi == lo {
			parts = append(parts, fmt.Sprintf("%s[%d]", name, hi))
		} else {
			parts = append(parts, fmt.Sprintf("%s[%d:%d]", name, hi, lo))
		}
		hi = lo
	}
	return parts
}
