package verilog

import (
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// A printer writes one module.
type printer struct {
	m     *ir.Module
	paths ir.Summary // of m
	opts  Options
	body  []ir.Stmt // over normalized expressions, without the checks
	// checks are the checks and the statements around them.
	checks []ir.Stmt
	// formal: the printer is between `ifdef FORMAL and `endif, where reads count
	// only for names that are declared there.
	formal bool
	reads  []*ir.SyncRead
	names  syntax.Names
	// printed holds the printers of the modules below.
	printed map[*ir.Module]*printer
	uses    map[ir.Expr]int

	// home is, for an expression that is the whole value of a wire set once,
	// that wire: other uses read it instead of a wire of their own.
	home map[ir.Expr]*ir.Signal
	// target is the signal whose assign is being written.
	target *ir.Signal
	// named holds the hoisted expressions.
	named map[ir.Expr]string
	// below is how many operations deep the text of an expression may be, for
	// those that include others; split are the expressions that get a wire because
	// the text would be too deep.
	below map[ir.Expr]int
	split map[ir.Expr]bool
	done  ir.Seen // the expressions below which those of split have their wires
	// defs are the hoisted expressions' declarations that are not written yet.
	defs      []string
	functions []string
	counters  map[int]string    // name of the function that counts ones, by width
	fixed     map[string]string // name of the wire of a constant write address
	word      string            // the variable of the loops over a memory's words, if there is one

	order   []string // declared names in order
	helpers []string // those between `ifdef FORMAL and `endif
	usage   map[string]*usage
	hidden  map[string]*ir.Signal          // stand-ins for hoisted names
	states  map[*ir.Enum]map[string]string // enum value name to localparam name

	direct *drivers
	// procedural are the combinational targets of always @* blocks.
	procedural map[*ir.Signal]bool
	// inPort are the instance inputs whose value is written in the port connection.
	inPort map[*ir.Signal]bool
	out    strings.Builder
	// assigns: the last thing written was an assign.
	assigns bool
}

// usage says which bits of a name are read.
type usage struct {
	width  int
	bits   *big.Int
	formal bool // declared between `ifdef FORMAL and `endif
}

func newPrinter(m *ir.Module, children map[*ir.Module]ir.Summary, opts Options) *printer {
	p := &printer{
		m: m, opts: opts,
		names: syntax.Names{}, uses: map[ir.Expr]int{}, home: map[ir.Expr]*ir.Signal{}, named: map[ir.Expr]string{},
		below: map[ir.Expr]int{}, split: map[ir.Expr]bool{}, done: ir.Seen{},
		counters: map[int]string{}, fixed: map[string]string{}, usage: map[string]*usage{}, hidden: map[string]*ir.Signal{},
		states: map[*ir.Enum]map[string]string{}, procedural: map[*ir.Signal]bool{}, inPort: map[*ir.Signal]bool{},
	}
	n := newNormalizer(m.Body)
	p.body, p.checks = apart(effective(n.body(m.Body)))
	for _, r := range m.Reads {
		c := *r
		c.Addr, c.Enable = n.address(r.Mem, r.Addr), n.expr(r.Enable)
		p.reads = append(p.reads, &c)
	}
	p.each(p.count)
	folded := *m // what was folded away is not a path
	folded.Body = p.body
	p.paths, _ = ir.Summarize(&folded, children) // ir.Check has found no loop
	for _, name := range []string{ir.ImplicitClock, ir.ImplicitReset, m.Name} {
		p.names.Take(name)
	}
	m.AllSignals(func(s *ir.Signal) { p.names.Take(s.Name) })
	for _, x := range m.Memories {
		p.names.Take(x.Name)
	}
	for _, x := range m.Instances {
		p.names.Take(x.Name)
	}
	p.nameStates()
	p.direct = newDrivers(m, p.body, children)
	for _, group := range p.direct.blocks {
		for _, t := range group {
			p.procedural[t] = true
		}
	}
	read := map[*ir.Signal]bool{}
	seen := ir.Seen{}
	note := func(e ir.Expr) {
		seen.Each(e, func(e ir.Expr) {
			if r, ok := e.(*ir.Ref); ok {
				read[r.Signal] = true
			}
			p.measure(e)
		})
	}
	p.each(note)
	ir.Walk(p.checks, func(s ir.Stmt) { ir.Exprs(s, note) })
	for _, t := range p.direct.assigned {
		if t.Kind == ir.InstanceInput && !read[t] && atom(p.direct.value(t)) {
			p.inPort[t] = true
		}
		e := p.direct.value(t)
		if _, taken := p.home[e]; !taken && p.uses[e] > 1 && !cheap(e) {
			p.home[e] = t
		}
	}
	return p
}

// each calls visit for every expression that the module evaluates.
func (p *printer) each(visit func(ir.Expr)) {
	ir.Walk(p.body, func(s ir.Stmt) { ir.Exprs(s, visit) })
	for _, r := range p.reads {
		visit(r.Addr)
		visit(r.Enable)
	}
}

// count counts the uses of e and of everything below it. A cheap expression is
// written again at every use, and so uses its operands again.
func (p *printer) count(e ir.Expr) {
	for list := []ir.Expr{e}; len(list) > 0; {
		e := list[len(list)-1]
		list = list[:len(list)-1]
		p.uses[e]++
		if p.uses[e] == 1 || cheap(e) {
			ir.Operands(e, func(x ir.Expr) { list = append(list, x) })
		}
	}
}

// nameStates gives each named value of the module's enums a localparam: its own
// name, or if that is taken with the enum's name before it.
func (p *printer) nameStates() {
	for _, e := range p.enums() {
		names := map[string]string{}
		clash := false
		for _, v := range e.Values {
			clash = clash || p.names.Has(v.Name) || ir.Reserved(v.Name)
		}
		for _, v := range e.Values {
			name := v.Name
			if clash {
				name = strings.ToUpper(e.Name) + "_" + v.Name
			}
			names[v.Name] = p.names.Fresh(name)
		}
		p.states[e] = names
	}
}

// enums returns the enums of the module's signals, each once, in order.
func (p *printer) enums() []*ir.Enum {
	var list []*ir.Enum
	seen := map[*ir.Enum]bool{}
	p.m.AllSignals(func(s *ir.Signal) {
		if s.Enum != nil && !seen[s.Enum] {
			seen[s.Enum] = true
			list = append(list, s.Enum)
		}
	})
	return list
}

func (p *printer) stateName(e *ir.Enum, v *big.Int) string {
	if e == nil {
		return ""
	}
	name := p.states[e][e.NameOf(v)]
	if name != "" {
		p.read(name, 0, 0)
	}
	return name
}

// declare adds a name whose reads are tracked.
func (p *printer) declare(name string, width int) {
	if p.formal {
		p.helpers = append(p.helpers, name)
	} else {
		p.order = append(p.order, name)
	}
	p.usage[name] = &usage{width: width, bits: new(big.Int), formal: p.formal}
}

func (p *printer) isName(text string) bool { return p.usage[text] != nil }
func (p *printer) hasName(e ir.Expr) bool {
	return p.named[e] != "" || p.home[e] != nil || p.shared(e)
}

// signalFor stands for a declared name in an expression.
func (p *printer) signalFor(name string, width int) *ir.Signal {
	if s := p.hidden[name]; s != nil {
		return s
	}
	s := &ir.Signal{Name: name, Kind: ir.Wire, Width: width}
	p.hidden[name] = s
	return s
}

func (p *printer) readSignal(s *ir.Signal, hi, lo int) { p.read(s.Name, hi, lo) }

func (p *printer) read(name string, hi, lo int) {
	u := p.usage[name]
	if u == nil || p.formal && !u.formal {
		return
	}
	if hi-lo+1 == u.width {
		u.bits = ones(u.width)
		return
	}
	for i := lo; i <= hi; i++ {
		u.bits.SetBit(u.bits, i, 1)
	}
}

// line writes an assign; assigns have no blank lines between them.
func (p *printer) line(text string) {
	if !p.assigns {
		p.out.WriteString("\n")
	}
	p.flush()
	p.out.WriteString(text + "\n")
	p.assigns = true
}

// paragraph writes a block with a blank line before it.
func (p *printer) paragraph(text string) {
	if len(p.defs) > 0 {
		p.out.WriteString("\n")
	}
	p.flush()
	p.out.WriteString("\n" + text)
	p.assigns = false
}

// flush writes the declarations that the coming text needs.
func (p *printer) flush() {
	for _, d := range p.defs {
		p.out.WriteString(d + "\n")
	}
	p.defs = nil
}

// at is the comment that names a source position.
func at(pos ir.Pos) string {
	if pos == (ir.Pos{}) {
		return ""
	}
	return "  // " + pos.Short()
}
