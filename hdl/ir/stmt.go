package ir

import "math/big"

// Stmt is a statement of a module's body.
type Stmt interface {
	Pos() Pos
	stmt()
}

// Set gives Target the value: at once for a combinational target, at the edge
// for a register. The widths are equal.
type Set struct {
	Target *Signal
	Value  Expr
	At     Pos
}

// If runs Then where Cond (one bit) is 1, else Else. An else-if is an Else
// that holds one If.
type If struct {
	Cond       Expr
	Then, Else []Stmt
	At         Pos
}

// Switch runs the case that has the value of Subject, otherwise Default. No value
// appears twice.
type Switch struct {
	Subject Expr
	Cases   []Case
	Default []Stmt
	// HasDefault distinguishes an empty Default from none.
	HasDefault bool
	At         Pos
}

// Case is an arm of a [Switch]: at least one value, each fits the subject.
type Case struct {
	Values []*big.Int
	Body   []Stmt
	At     Pos
}

// MemWrite writes Data to Mem at Addr at the edge; if Addr is Depth or more it
// writes nothing. If several write to one address, the last in source order
// wins.
//
// A Mask divides a word into lanes of equal width and has a bit for each, the
// least significant first: only lanes whose bit is 1 are written. If it is nil,
// the whole word is written.
type MemWrite struct {
	Mem        *Memory
	Addr, Data Expr
	Mask       Expr    // or nil
	Domain     *Domain // one of the module's
	At         Pos
}

// Property is a statement about the settled values of each cycle in which the
// conditions around it hold and the reset is 0.
type Property struct {
	Kind PropertyKind
	Name string // unique among the names of the module
	Cond Expr   // one bit
	// Domain is one of the module's. If it is nil, the property has no clock and
	// is only about settled values.
	Domain *Domain
	At     Pos
}

// PropertyKind says what a [Property] asks of its condition.
type PropertyKind uint8

const (
	Assert PropertyKind = iota // the design makes it 1, always
	Assume                     // the design's environment makes it 1, always
	Cover                      // some run makes it 1
)

var propertyNames = [...]string{"assert", "assume", "cover"}

// String returns "assert", "assume" or "cover".
func (k PropertyKind) String() string { return propertyNames[k] }

func (s *Set) Pos() Pos      { return s.At }
func (s *If) Pos() Pos       { return s.At }
func (s *Switch) Pos() Pos   { return s.At }
func (s *MemWrite) Pos() Pos { return s.At }
func (s *Property) Pos() Pos { return s.At }

func (*Set) stmt()      {}
func (*If) stmt()       {}
func (*Switch) stmt()   {}
func (*MemWrite) stmt() {}
func (*Property) stmt() {}

// Exhaustive reports whether the cases cover every value of the subject, so
// that Default is never reached.
func (s *Switch) Exhaustive() bool {
	n := 0
	for _, c := range s.Cases {
		n += len(c.Values)
	}
	w := s.Subject.Width()
	return w < 31 && n == 1<<w
}

// Bodies calls visit for each block of statements directly inside s.
func Bodies(s Stmt, visit func([]Stmt)) {
	switch s := s.(type) {
	case *If:
		visit(s.Then)
		visit(s.Else)
	case *Switch:
		for _, c := range s.Cases {
			visit(c.Body)
		}
		visit(s.Default)
	}
}

// Exprs calls visit for each expression of s itself, but not of the statements
// inside it.
func Exprs(s Stmt, visit func(Expr)) {
	switch s := s.(type) {
	case *Set:
		visit(s.Value)
	case *If:
		visit(s.Cond)
	case *Switch:
		visit(s.Subject)
	case *MemWrite:
		visit(s.Addr)
		visit(s.Data)
		if s.Mask != nil {
			visit(s.Mask)
		}
	case *Property:
		visit(s.Cond)
	}
}

// Walk calls visit for each statement of body and all statements inside them, outer first.
func Walk(body []Stmt, visit func(Stmt)) {
	for _, s := range body {
		visit(s)
		Bodies(s, func(b []Stmt) { Walk(b, visit) })
	}
}
