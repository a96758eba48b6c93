package verilog

import (
	"maps"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// A plan is what follows from a module alone, before any of its text. Nothing changes
// it once newPlan has made it.
type plan struct {
	m    *ir.Module
	body []ir.Stmt // over normalized expressions, without the checks
	// checks are the checks and the statements around them.
	checks []ir.Stmt
	reads  []*ir.SyncRead
	paths  ir.Summary // of m
	// written are the memories that something writes.
	written map[*ir.Memory]bool

	// taken are the names of m's own objects, and of the states.
	taken  syntax.Names
	enums  []*ir.Enum                     // of the signals, in order
	states map[*ir.Enum]map[string]string // enum value name to localparam name

	// uses is for the hardware; usesWithChecks is for the checks, which come after
	// all of it. The hardware must not depend on the checks.
	uses, usesWithChecks useCount
	// wireOf is, for an expression that is the whole value of a wire set once,
	// that wire: other uses read it instead of a wire of their own.
	wireOf map[ir.Expr]*ir.Signal
	// tooDeep are the expressions that get a wire because the text would be too deep.
	tooDeep map[ir.Expr]bool

	grouping *grouping
	// processes set the combinational targets, in order, except those of inPort.
	processes      []process
	registerBlocks []*registerBlock
	// procedural are the combinational targets of always @* blocks.
	procedural map[*ir.Signal]bool
	// inPort are the instance inputs whose value is written in the port connection.
	inPort map[*ir.Signal]bool
}

// newPlan plans a module in a design. children has the paths of the modules below.
func newPlan(m, top *ir.Module, children map[*ir.Module]ir.Summary) *plan {
	p := &plan{
		m: m, written: map[*ir.Memory]bool{}, taken: syntax.Names{}, states: map[*ir.Enum]map[string]string{},
		uses: useCount{}, wireOf: map[ir.Expr]*ir.Signal{}, tooDeep: map[ir.Expr]bool{},
		procedural: map[*ir.Signal]bool{}, inPort: map[*ir.Signal]bool{},
	}
	n := newNormalizer(m.Body)
	p.body, p.checks = apart(effective(n.body(m.Body)))
	for _, r := range m.Reads {
		c := *r
		c.Addr, c.Enable = n.address(r.Mem, r.Addr), n.expr(r.Enable)
		p.reads = append(p.reads, &c)
	}
	p.paths, _ = ir.Summarize(p.folded(p.body), children) // ir.Check has found no loop
	p.takeNames(top)
	read := p.survey()

	p.grouping = newGrouping(m, p.body, children)
	p.registerBlocks = registerBlocks(m)
	for _, t := range p.grouping.assigned {
		e := p.grouping.set(t).Value
		if t.Kind == ir.InstanceInput && !read[t] && atom(e) {
			p.inPort[t] = true
		}
		if _, taken := p.wireOf[e]; !taken && p.uses.shared(e) {
			p.wireOf[e] = t
		}
	}
	p.processes = slices.DeleteFunc(p.grouping.processes(p.isCase), func(x process) bool { return p.inPort[x.targets[0]] })
	for _, x := range p.processes {
		for _, t := range x.targets {
			p.procedural[t] = x.always
		}
	}
	return p
}

// folded is the module as it is written: what was folded away is not in it.
func (p *plan) folded(body []ir.Stmt) *ir.Module {
	m := *p.m
	m.Body, m.Reads = body, p.reads
	return &m
}

// takeNames takes the names that the text must not give to anything else.
func (p *plan) takeNames(top *ir.Module) {
	p.taken.Take(p.m.Name)
	seen := map[*ir.Enum]bool{}
	p.m.AllSignals(func(s *ir.Signal) {
		p.taken.Take(s.Name)
		if s.Enum != nil && !seen[s.Enum] {
			seen[s.Enum] = true
			p.enums = append(p.enums, s.Enum)
		}
	})
	for _, x := range p.m.Memories {
		p.taken.Take(x.Name)
	}
	for _, x := range p.m.Instances {
		p.taken.Take(x.Name)
	}
	for _, e := range p.enums {
		p.states[e] = p.stateNames(e)
	}
	p.taken.Take(top.Name) // Verilator finds the top from everywhere
}

// stateNames gives each named value of e a localparam: its own name, or if that is
// taken with the enum's name before it.
func (p *plan) stateNames(e *ir.Enum) map[string]string {
	clash := slices.ContainsFunc(e.Values, func(v ir.EnumValue) bool { return p.taken.Has(v.Name) || ir.Reserved(v.Name) })
	names := map[string]string{}
	for _, v := range e.Values {
		name := v.Name
		if clash {
			name = strings.ToUpper(e.Name) + "_" + v.Name
		}
		names[v.Name] = p.taken.Fresh(name)
	}
	return names
}

// survey looks once at every statement and expression: it counts uses, measures
// depths and notes which memories are written. It returns the signals that are read.
func (p *plan) survey() (read map[*ir.Signal]bool) {
	read = map[*ir.Signal]bool{}
	depth := map[ir.Expr]int{}
	seen := ir.Seen{}
	note := func(e ir.Expr) {
		if r, ok := e.(*ir.Ref); ok {
			read[r.Signal] = true
		}
		p.measure(e, depth)
	}
	uses := p.uses
	visit := func(e ir.Expr) {
		uses.add(e)
		seen.Each(e, note)
	}
	ir.Walk(p.body, func(s ir.Stmt) {
		if w, ok := s.(*ir.MemWrite); ok {
			p.written[w.Mem] = true
		}
		ir.Exprs(s, visit)
	})
	for _, r := range p.reads {
		visit(r.Addr)
		visit(r.Enable)
	}
	if len(p.checks) > 0 {
		uses = maps.Clone(p.uses)
		ir.Walk(p.checks, func(s ir.Stmt) { ir.Exprs(s, visit) })
	}
	p.usesWithChecks = uses
	return read
}

// useCount is how often expressions are used.
type useCount map[ir.Expr]int

// add counts a use of e, and so those of everything below it. A cheap expression is
// written again at every use, and so uses its operands again.
func (u useCount) add(e ir.Expr) {
	for list := []ir.Expr{e}; len(list) > 0; {
		e := list[len(list)-1]
		list = list[:len(list)-1]
		u[e]++
		if u[e] == 1 || cheap(e) {
			ir.Operands(e, func(x ir.Expr) { list = append(list, x) })
		}
	}
}

// shared reports whether e is used more than once and worth a wire.
func (u useCount) shared(e ir.Expr) bool { return u[e] > 1 && !cheap(e) }

// isCase reports whether the assigned target t is set by a case statement: its value
// is a wide mux that nothing else uses, or that all other uses read from t.
func (p *plan) isCase(t *ir.Signal) bool { return p.caseFor(p.grouping.set(t), p.uses) != nil }

// caseFor returns the mux that s sets its target to, if it is written there as a case
// statement.
func (p *plan) caseFor(s *ir.Set, uses useCount) *ir.Mux {
	if m, ok := s.Value.(*ir.Mux); ok && wide(m) && (uses[m] == 1 || p.wireOf[m] == s.Target) {
		return m
	}
	return nil
}

// isReg reports whether s is assigned in a procedural block.
func (p *plan) isReg(s *ir.Signal) bool {
	if !s.Kind.Combinational() {
		return s.Kind == ir.Reg || s.Kind == ir.ReadData
	}
	return p.procedural[s]
}

// unchecked reports whether no registered read of mem needs logic for a collision:
// each forbids one, or there is no write. With the attribute no_rw_check, and
// without a power-on value of the read data, Yosys makes bare block RAM of it.
// If another read of the same memory has a mode, all are written as read-first or
// write-first, which a forbidden collision allows.
func (p *plan) unchecked(mem *ir.Memory) bool {
	read := false
	for _, r := range p.reads {
		if r.Mem == mem {
			if r.Mode != ir.Forbidden && p.written[mem] {
				return false
			}
			read = true
		}
	}
	return read
}
