package verilog

import (
	"fmt"
	"math/big"
	"math/bits"

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

func (p *printer) memWrite(b *block, s *ir.MemWrite, indent int, c context) {
	ca := context{feeds: s.Mem.Name, role: "waddr"}
	addr := s.Addr
	if within(s.Mem, addr) != nil {
		addr = p.atomOf(addr, ca)
		b.line(indent, "if ("+p.expr(within(s.Mem, addr), ca).text+") begin", at(s.At))
		defer b.line(indent, "end", "")
		indent += 2
	}
	word := s.Mem.Name + "[" + p.writeIndex(s.Mem, addr, ca) + "]"
	p.lanes(b, s, word, context{feeds: s.Mem.Name, role: "wdata"}, indent)
}

// lanes writes the data of s, or the lanes of it that its mask chooses, to a word.
func (p *printer) lanes(b *block, s *ir.MemWrite, word string, c context, indent int) {
	if s.Mask == nil {
		c.whole = true
		b.line(indent, word+" <= "+p.expr(s.Data, c).text+";", at(s.At))
		return
	}
	data, mask := s.Data, p.atomOf(s.Mask, context{feeds: s.Mem.Name, role: "wmask"})
	if _, constant := data.(*ir.Const); !constant {
		data = p.atomOf(data, c)
	}
	count := s.Mask.Width()
	width := s.Mem.Width / count
	for i := range count {
		bit := slice(mask, i, i, s.At)
		if k, decided := bit.(*ir.Const); decided && k.Value.Sign() == 0 && count > 1 {
			continue // the lane of the data is not read
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
		if _, decided := bit.(*ir.Const); !decided {
			set = "if (" + p.expr(bit, c.operand()).text + ") " + set
		}
		b.line(indent, set, at(s.At))
	}
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

// memory writes the clocked block of mem, with its registered reads.
func (p *printer) memory(mem *ir.Memory) {
	isWrite := func(s ir.Stmt) bool {
		w, ok := s.(*ir.MemWrite)
		return ok && w.Mem == mem
	}
	writes := only(p.body, isWrite)
	var b block
	p.stmts(&b, writes, 4, "<=", context{feeds: mem.Name})
	for _, r := range p.reads {
		if r.Mem == mem {
			p.syncRead(&b, r, writes)
		}
	}
	if b.Len() > 0 {
		p.clocked(p.m.Domains[0], b.String()) // ir.Check allows one so far
	}
}

// syncRead writes a registered read. Non-blocking assignments give the word
// before the write; write-first reads the tree of writes once more for the word
// that is being written.
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
		p.stmts(b, bypassed(writes, r, addr), indent, "<=", context{feeds: r.Data.Name})
	}
}

// bypassed is the tree of writes in which each write sets the read data if it
// goes to the address that is read.
func bypassed(writes []ir.Stmt, r *ir.SyncRead, addr ir.Expr) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range writes {
		switch s := s.(type) {
		case *ir.If:
			c := *s
			c.Then, c.Else = bypassed(s.Then, r, addr), bypassed(s.Else, r, addr)
			joinNested(&c)
			out = append(out, &c)
		case *ir.Switch:
			c := *s
			c.Cases = nil
			for _, arm := range s.Cases {
				arm.Body = bypassed(arm.Body, r, addr)
				c.Cases = append(c.Cases, arm)
			}
			c.Default = bypassed(s.Default, r, addr)
			out = append(out, &c)
		case *ir.MemWrite:
			out = append(out, bypass(s, r, addr)...)
		}
	}
	return out
}

// joinNested makes if (a) if (b) an if (a && b).
func joinNested(s *ir.If) {
	if len(s.Then) != 1 || len(s.Else) != 0 {
		return
	}
	if inner, ok := s.Then[0].(*ir.If); ok && len(inner.Else) == 0 {
		s.Cond = &ir.Binary{Op: ir.OpAnd, X: s.Cond, Y: inner.Cond, At: s.At}
		s.Then = inner.Then
	}
}

// bypass sets the read data to what s writes, if that is at the address that is read.
func bypass(s *ir.MemWrite, r *ir.SyncRead, addr ir.Expr) []ir.Stmt {
	var set ir.Stmt = &ir.Set{Target: r.Data, Value: s.Data, At: s.At}
	if s.Mask != nil {
		set = &laneSet{s, r.Data}
	}
	w := max(addr.Width(), s.Addr.Width())
	same := binary(ir.OpEq, extended(s.Addr, w), extended(addr, w), s.At)
	switch k, decided := same.(*ir.Const); {
	case !decided:
		return []ir.Stmt{&ir.If{Cond: same, Then: []ir.Stmt{set}, At: s.At}}
	case k.Value.Sign() == 0:
		return nil
	}
	return []ir.Stmt{set}
}

// laneSet sets the lanes of a read's data that a masked write writes.
type laneSet struct {
	*ir.MemWrite
	target *ir.Signal
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
