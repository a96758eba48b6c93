package verilog

import (
	"maps"
	"math/big"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// A printer writes one module by its plan. What it has besides is what has been
// written so far.
type printer struct {
	*plan
	opts Options
	// printed holds the printers of the modules below.
	printed map[*ir.Module]*printer

	page
	usage
	names     syntax.Names // those of the plan, and all that the text adds
	functions []string
	counters  map[int]string // name of the function that counts ones, by width

	// named holds the names of the hoisted expressions.
	named map[ir.Expr]string
	// standIns are signals that stand for hoisted names in expressions.
	standIns map[string]*ir.Signal
	// divided are the expressions below which those too deep have their wires.
	divided ir.Seen
	// constIndexWire is the name of the wire of a constant write address.
	constIndexWire map[string]string
	// several: the design has more than one instance of the module.
	several bool
	// lane is the width in which the memory at hand is written; 0: each write has its own.
	lane int
}

func newPrinter(plan *plan, printed map[*ir.Module]*printer, opts Options) *printer {
	return &printer{
		plan: plan, opts: opts, printed: printed,
		usage: usage{of: map[string]*bitsRead{}}, names: maps.Clone(plan.taken), counters: map[int]string{},
		named: map[ir.Expr]string{}, standIns: map[string]*ir.Signal{}, divided: ir.Seen{}, constIndexWire: map[string]string{},
	}
}

// stateName is the localparam of a value of e, or nothing if it has no name.
func (p *printer) stateName(e *ir.Enum, v *big.Int, c context) string {
	if e == nil {
		return ""
	}
	name := p.states[e][e.NameOf(v)]
	if name != "" {
		p.read(name, 0, 0, c)
	}
	return name
}

// shared reports whether e is used more than once and worth a wire.
func (p *printer) shared(e ir.Expr, c context) bool { return p.usesIn(c).shared(e) }

// usesIn counts the uses that matter in c.
func (p *printer) usesIn(c context) useCount {
	if c.formal {
		return p.usesWithChecks
	}
	return p.uses
}

// hasName reports whether e is written as a name.
func (p *printer) hasName(e ir.Expr, c context) bool {
	return p.named[e] != "" || p.wireOf[e] != nil || p.shared(e, c)
}

// standIn is a signal for a declared name, to be read in an expression.
func (p *printer) standIn(name string, width int) *ir.Signal {
	if s := p.standIns[name]; s != nil {
		return s
	}
	s := &ir.Signal{Name: name, Kind: ir.Wire, Width: width}
	p.standIns[name] = s
	return s
}

// at is the comment that names a source position.
func at(pos ir.Pos) string {
	if pos == (ir.Pos{}) {
		return ""
	}
	return "  // " + pos.Short()
}
