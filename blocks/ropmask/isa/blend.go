package isa

import "fmt"

// Function combines the products of source and destination with their factors.
type Function uint8

const (
	Add             Function = iota // source + destination
	Subtract                        // source − destination
	ReverseSubtract                 // destination − source
	Min                             // the lesser of source and destination, without factors
	Max                             // the greater, without factors

	// FunctionCount is the number of functions.
	FunctionCount = iota
)

// FunctionBits is the width of a function's number.
const FunctionBits = 3

// String returns "add", "subtract", "reverse subtract", "min" or "max".
func (f Function) String() string {
	if f >= FunctionCount {
		return fmt.Sprintf("function %d", uint8(f))
	}
	return [...]string{"add", "subtract", "reverse subtract", "min", "max"}[f]
}

// Factor is what source or destination is multiplied by. Bit 0 selects the complement,
// 1 − x, of the value that the other bits choose; One is the complement of Zero.
type Factor uint8

const (
	Zero Factor = iota
	One
	SourceColor
	OneMinusSourceColor
	SourceAlpha
	OneMinusSourceAlpha
	DestinationColor
	OneMinusDestinationColor
	DestinationAlpha
	OneMinusDestinationAlpha
	SecondColor // of the second source
	OneMinusSecondColor
	SecondAlpha
	OneMinusSecondAlpha

	// FactorCount is the number of factors.
	FactorCount = iota
)

// FactorBits is the width of a factor's number.
const FactorBits = 4

// String returns the name in words, "one minus source alpha".
func (f Factor) String() string {
	if f >= FactorCount {
		return fmt.Sprintf("factor %d", uint8(f))
	}
	if f <= One {
		return [...]string{"zero", "one"}[f]
	}
	name := [...]string{"source color", "source alpha", "destination color", "destination alpha", "second color", "second alpha"}[f/2-1]
	if f&1 == 1 {
		return "one minus " + name
	}
	return name
}

// Chosen is the factor without its complement.
func (f Factor) Chosen() Factor { return f &^ 1 }

// Equation is how R, G and B, or A, are blended. In the equation for A, a
// colour means its A.
type Equation struct {
	Function    Function
	Source      Factor
	Destination Factor
}

// String returns "add: source × one, destination × zero", or "min".
func (e Equation) String() string {
	if !e.multiplies() {
		return e.Function.String()
	}
	return fmt.Sprintf("%v: source × %v, destination × %v", e.Function, e.Source, e.Destination)
}

// multiplies reports whether the factors matter.
func (e Equation) multiplies() bool { return e.Function < Min }

// uses reports whether a factor or its complement has an effect.
func (e Equation) uses(f Factor) bool {
	return e.multiplies() && (e.Source.Chosen() == f || e.Destination.Chosen() == f)
}

func (e Equation) check() error {
	if e.Function >= FunctionCount {
		return fmt.Errorf("there is no %v; use Add to Max", e.Function)
	}
	for _, f := range []Factor{e.Source, e.Destination} {
		if f >= FactorCount {
			return fmt.Errorf("there is no %v; use Zero to OneMinusSecondAlpha", f)
		}
	}
	return nil
}

// Blend is the blending of one render target.
type Blend struct {
	Enable bool
	Color  Equation // of R, G and B
	Alpha  Equation // of A
}

// Over is the usual blending of a source with straight alpha.
func Over() Blend {
	return Blend{
		Enable: true,
		Color:  Equation{Add, SourceAlpha, OneMinusSourceAlpha},
		Alpha:  Equation{Add, One, OneMinusSourceAlpha},
	}
}

// Check returns an error that names the function or factor that does not exist.
func (b Blend) Check() error {
	if err := b.Color.check(); err != nil {
		return fmt.Errorf("ropmask: blending of color: %w", err)
	}
	if err := b.Alpha.check(); err != nil {
		return fmt.Errorf("ropmask: blending of alpha: %w", err)
	}
	return nil
}

// AlphaAffectsColor reports whether the A of the source affects R, G or B.
func (b Blend) AlphaAffectsColor() bool { return b.Color.uses(SourceAlpha) }

// TakesSecond reports whether the second source has an effect.
func (b Blend) TakesSecond() bool {
	for _, f := range []Factor{SecondColor, SecondAlpha} {
		if b.Color.uses(f) || b.Alpha.uses(f) {
			return true
		}
	}
	return false
}
