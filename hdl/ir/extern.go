package ir

import "math/big"

// Extern says that a module has no body: it is a black box, and only its ports
// are known here.
type Extern struct {
	// Name is the module's name in the sources; several modules of a design may
	// stand for it, with different parameters.
	Name    string
	Params  []Param
	Sources []string // the files that define it, slash-separated
	// Paths says which outputs depend on which inputs within a cycle.
	Paths Summary
}

// Param is a parameter of an [Extern]: a number of Bits bits, or, if Value is nil, a
// text.
type Param struct {
	Name  string
	Value *big.Int
	Bits  int
	Text  string
}
