package verilog

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"posedge/hdl/ir"
)

// reach reports whether an address of width bits can lie past the end of mem.
func reach(mem *ir.Memory, width int) bool {
	return width >= bits.UintSize-1 || 1<<width > mem.Depth
}

// index writes addr as an index of mem, of exactly the memory's address width.
// Icarus does not cut an index to its own width: mem[a + 3'd1] is word 8 if a is 7.
// Therefore an index is a name, a constant, or a slice or concatenation, whose width
// is fixed.
func (p *printer) index(mem *ir.Memory, addr ir.Expr, c context) string {
	w := mem.AddrWidth()
	switch a, isConst := addr.(*ir.Const); {
	case isConst:
		return literal(a.Value, w)
	case mem.Depth == 1:
		return literal(new(big.Int), w)
	case addr.Width() > w:
		return p.slice(addr, w-1, 0, c)
	case addr.Width() < w:
		return p.zeroExtend(addr, w, c)
	}
	t := p.expr(addr, c.operand())
	if t.prec != precPrimary {
		return p.readText(addr, t, c)
	}
	return t.text
}

// past reports whether addr is a constant past the end of mem.
func past(mem *ir.Memory, addr ir.Expr) bool {
	k, ok := addr.(*ir.Const)
	return ok && k.Value.Cmp(big.NewInt(int64(mem.Depth))) >= 0
}

// within is the condition that addr is within mem, or nil if it always is.
func within(mem *ir.Memory, addr ir.Expr) ir.Expr {
	if _, isConst := addr.(*ir.Const); isConst || !reach(mem, addr.Width()) {
		return nil
	}
	depth := &ir.Const{Value: big.NewInt(int64(mem.Depth)), Bits: addr.Width(), At: addr.Pos()}
	return binary(ir.OpLt, addr, depth, addr.Pos())
}

func (p *printer) memRead(e *ir.MemRead, c context) term {
	p.read(e.Mem.Name, 0, 0, c)
	addr := e.Addr
	if within(e.Mem, addr) == nil {
		return term{e.Mem.Name + "[" + p.index(e.Mem, addr, c) + "]", precPrimary}
	}
	addr = p.atomOf(addr, c)
	guard := p.expr(within(e.Mem, addr), c.operand())
	text := fmt.Sprintf("%s ? %s[%s] : %s", guard.text, e.Mem.Name, p.index(e.Mem, addr, c), literal(new(big.Int), e.Mem.Width))
	return term{text, precCond}
}

func (p *printer) memWrite(b *block, s *ir.MemWrite, indent int) {
	ca := context{feeds: s.Mem.Name, role: "waddr"}
	addr := s.Addr
	if within(s.Mem, addr) != nil {
		addr = p.atomOf(addr, ca)
		b.line(indent, "if ("+p.expr(within(s.Mem, addr), ca).text+") begin", at(s.At))
		defer b.line(indent, "end", "")
		indent += 2
	}
	word := s.Mem.Name + "[" + p.writeIndex(s.Mem, addr, ca) + "]"
	c := context{feeds: s.Mem.Name, role: "wdata"}
	width := cmp.Or(p.lane, laneWidth(s))
	if width == s.Mem.Width && s.Mask == nil {
		c.whole = true
		b.line(indent, word+" <= "+p.expr(s.Data, c).text+";", at(s.At))
		return
	}
	p.lanes(b, s, word, width, nil, c, indent)
}

// laneWidth is the width of a lane of a write.
func laneWidth(s *ir.MemWrite) int {
	if s.Mask == nil {
		return s.Mem.Width
	}
	return s.Mem.Width / s.Mask.Width()
}

// commonLane is the greatest width that divides the lanes of all writes. A memory in a
// module of which there are several instances is written in lanes of this width: Verilator
// 5.006 numbers the writes for each instance, without those that the instance never makes,
// but gives the value of each number one width for all instances. Thus a word lost the bits
// above a lane.
func commonLane(writes []ir.Stmt) int {
	var width big.Int
	ir.Walk(writes, func(s ir.Stmt) {
		if w, ok := s.(*ir.MemWrite); ok {
			width.GCD(nil, nil, &width, big.NewInt(int64(laneWidth(w))))
		}
	})
	return int(width.Int64())
}

// lanes sets the lanes of a word, or of the data of a read, that the mask of s
// chooses, in slices of width bits, if the guard holds; it may be nil.
func (p *printer) lanes(b *block, s *ir.MemWrite, word string, width int, guard ir.Expr, c context, indent int) {
	data, known := s.Data, ir.Expr(&ir.Const{Value: big.NewInt(1), Bits: 1, At: s.At})
	mask := known
	if s.Mask != nil {
		known = s.Mask
		mask = p.atomOf(s.Mask, context{feeds: s.Mem.Name, role: "wmask"})
	}
	if _, constant := data.(*ir.Const); !constant {
		data = p.atomOf(data, c)
	}
	count := s.Mem.Width / width
	for i := range count {
		chooses := i * width / laneWidth(s)
		bit := slice(mask, chooses, chooses, s.At)
		if k, decided := slice(known, chooses, chooses, s.At).(*ir.Const); decided {
			if k.Value.Sign() == 0 {
				continue // Yosys 0.23 fails at a lane that is never written and read write-first
			}
			bit = k
		}
		lane := p.expr(slice(data, width*(i+1)-1, width*i, s.At), c.operand()).text
		part := word
		if width > 1 {
			part += fmt.Sprintf("[%d:%d]", width*(i+1)-1, width*i)
		} else {
			part += fmt.Sprintf("[%d]", i)
		}
		if count == 1 {
			part = word
		}
		set := part + " <= " + lane + ";"
		if chosen := all(guard, bit); chosen != nil {
			set = "if (" + p.expr(chosen, c.operand()).text + ") " + set
		}
		b.line(indent, set, at(s.At))
	}
}

// all is the AND of conditions without those that are 1 or nil; nil if none is left.
func all(conditions ...ir.Expr) (every ir.Expr) {
	for _, e := range slices.Backward(conditions) {
		switch _, decided := e.(*ir.Const); {
		case e == nil || decided:
		case every == nil:
			every = e
		default:
			every = &ir.Binary{Op: ir.OpAnd, X: e, Y: every, At: e.Pos()}
		}
	}
	return every
}

// writeIndex is index for a write. A constant gets a wire: for a write at a constant
// index Yosys turns a memory with contents into registers.
func (p *printer) writeIndex(mem *ir.Memory, addr ir.Expr, c context) string {
	word := zero(mem.AddrWidth(), addr.Pos())
	if k, ok := addr.(*ir.Const); ok {
		word.Value = k.Value
	} else if mem.Depth > 1 {
		return p.index(mem, addr, c)
	}
	text := p.index(mem, word, c)
	key := mem.Name + "[" + text + "]"
	name := p.constIndexWire[key]
	if name == "" {
		name = p.hoist(word, c)
		p.constIndexWire[key] = name
	}
	p.read(name, mem.AddrWidth()-1, 0, c)
	return name
}

// memory writes the clocked blocks of mem, one for each domain, with its registered
// reads.
func (p *printer) memory(mem *ir.Memory) {
	for _, d := range p.m.Domains {
		writes := only(p.body, func(s ir.Stmt) bool {
			w, ok := s.(*ir.MemWrite)
			return ok && w.Mem == mem && w.Domain == d
		})
		var b block
		p.lane = 0
		if p.several {
			p.lane = commonLane(writes)
		}
		p.stmts(&b, writes, 4, "<=", context{feeds: mem.Name})
		for _, r := range p.reads {
			if r.Mem == mem && r.Domain == d {
				p.syncRead(&b, r, writes)
			}
		}
		if b.Len() > 0 {
			p.clocked(d, b.String())
		}
	}
}

// syncRead writes a registered read. Non-blocking assignments give the word
// before the write; write-first adds what is being written at the address.
func (p *printer) syncRead(b *block, r *ir.SyncRead, writes []ir.Stmt) {
	c := context{feeds: r.Data.Name, role: "addr"}
	indent := 4
	switch k, always := r.Enable.(*ir.Const); {
	case always && k.Value.Sign() == 0:
		return // never read
	case !always:
		en := p.expr(r.Enable, context{feeds: r.Data.Name, role: "enable"}).text
		b.line(indent, "if ("+en+") begin", at(r.At))
		defer b.line(indent, "end", "")
		indent += 2
	}
	addr := r.Addr
	if past(r.Mem, addr) {
		b.line(indent, r.Data.Name+" <= "+literal(new(big.Int), r.Data.Width)+";", at(r.At))
		return
	}
	bypass := r.Mode == ir.WriteFirst && len(writes) > 0
	if bypass || within(r.Mem, addr) != nil {
		addr = p.atomOf(addr, c)
	}
	if in := within(r.Mem, addr); in != nil {
		b.line(indent, "if ("+p.expr(in, c.operand()).text+") begin", "")
		defer func() {
			b.line(indent, "end else begin", "")
			b.line(indent+2, r.Data.Name+" <= "+literal(new(big.Int), r.Data.Width)+";", "")
			b.line(indent, "end", "")
		}()
		indent += 2
		defer func() { indent -= 2 }()
	}
	p.read(r.Mem.Name, 0, 0, c)
	b.line(indent, r.Data.Name+" <= "+r.Mem.Name+"["+p.index(r.Mem, addr, c)+"];", at(r.At))
	if bypass {
		p.bypasses(b, writes, guarded{}, r, addr, indent)
	}
}

// extended is e with zeros before it.
func extended(e ir.Expr, width int) ir.Expr {
	if e.Width() == width {
		return e
	}
	if k, ok := e.(*ir.Const); ok {
		return &ir.Const{Value: k.Value, Bits: width, At: k.At}
	}
	return concat([]ir.Expr{zero(width-e.Width(), e.Pos()), e}, e.Pos())
}

// memoryContents adds the contents of the memories at power-on. It returns the
// variable of the loops over words, if there is one.
func (p *printer) memoryContents(real, simulated *block) (word string) {
	for _, mem := range p.m.Memories {
		b := real
		if p.opts.bare(mem) {
			b = simulated
		}
		if p.opts.inFile(mem) {
			b.line(4, fmt.Sprintf("$readmemh(%q, %s);", contentsFile(p.m, mem), mem.Name), "")
			continue
		}
		if word == "" {
			word = p.names.Fresh("word")
		}
		b.line(4, fmt.Sprintf("for (%[1]s = 0; %[1]s < %[2]d; %[1]s = %[1]s + 1) begin", word, mem.Depth), "")
		b.line(6, fmt.Sprintf("%s[%s] = %s;", mem.Name, word, literal(new(big.Int), mem.Width)), "")
		b.line(4, "end", "")
		for n, v := range mem.Init {
			if v != nil && v.Sign() != 0 {
				b.line(4, fmt.Sprintf("%s[%d] = %s;", mem.Name, n, literal(v, mem.Width)), "")
			}
		}
	}
	return word
}
