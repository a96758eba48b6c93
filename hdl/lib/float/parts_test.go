package float_test

import (
	"fmt"
	"slices"

	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// part is a row of a table of costs.
type part struct {
	name string
	unit interface {
		hdl.Component
		Stages() int
	}
	quick bool // Yosys takes a second or two
}

// section is a table of costs.
type section struct {
	title string
	parts []part
}

// sections are the tables of costs in docs/float.md.
func sections() []section {
	return []section{
		{"fp16", arithmetic("Binary16", float.Binary16)},
		{"fp32", arithmetic("Binary32", float.Binary32)},
		{"Casts", casts()},
	}
}

// quickRows are the rows that every test measures.
var quickRows = []string{"NewMul(Binary16, 3)", "NewCompare(Binary16, 1)", "NewCast(Binary16, Binary32, 0)"}

func newPart(name string, unit interface {
	hdl.Component
	Stages() int
}) part {
	return part{name, unit, slices.Contains(quickRows, name)}
}

// arithmetic has every component of a format without stages, with all the
// stages it can have, and with some numbers between.
func arithmetic(name string, f float.Format) (list []part) {
	full := f.Fraction + 5 // with one digit per stage
	digits := []int{0, (full + 1) / 2, full}
	one := func(op string, make func(float.Format, int) *float.Unit[float.One], stages ...int) {
		for _, n := range stages {
			list = append(list, newPart(fmt.Sprintf("New%s(%s, %d)", op, name, n), make(f, n)))
		}
	}
	two := func(op string, make func(float.Format, int) *float.Unit[float.Two], stages ...int) {
		for _, n := range stages {
			list = append(list, newPart(fmt.Sprintf("New%s(%s, %d)", op, name, n), make(f, n)))
		}
	}
	two("Add", float.NewAdd, 0, 1, 2, 3)
	two("Sub", float.NewSub, 0, 3)
	two("Mul", float.NewMul, 0, 1, 2, 3)
	for n := range 6 {
		list = append(list, newPart(fmt.Sprintf("NewFMA(%s, %d)", name, n), float.NewFMA(f, n)))
	}
	two("Div", float.NewDiv, digits...)
	one("Rcp", float.NewRcp, digits...)
	one("Sqrt", float.NewSqrt, digits...)
	one("Rsqrt", float.NewRsqrt, digits...)
	one("Log2", float.NewLog2, 0, 4, 7)
	one("Exp2", float.NewExp2, 0, 4, 7)
	two("Pow", float.NewPow, 0, 8, 15)
	two("Min", float.NewMin, 0, 1)
	two("Max", float.NewMax, 0, 1)
	two("Compare", float.NewCompare, 0, 1)
	return list
}

// casts are the ones most common in a graphics pipeline, with all numbers of stages.
func casts() (list []part) {
	type format struct {
		name string
		float.Any
	}
	h, w := format{"Binary16", float.Binary16}, format{"Binary32", float.Binary32}
	fixed := func(width, fraction int, signed bool) format {
		return format{fmt.Sprintf("Fixed{%d, %d, %t}", width, fraction, signed), float.Fixed{Width: width, Fraction: fraction, Signed: signed}}
	}
	norm := func(width int, signed bool) format {
		return format{fmt.Sprintf("Norm{%d, %t}", width, signed), float.Norm{Width: width, Signed: signed}}
	}
	integer, pixels := fixed(32, 0, true), fixed(32, 8, true)
	pairs := [][2]format{{h, w}, {w, integer}, {w, pixels}, {w, norm(8, false)}, {w, norm(16, false)}, {w, norm(8, true)}, {w, norm(16, true)},
		{h, pixels}, {h, norm(8, false)}, {h, norm(8, true)}, {pixels, fixed(16, 0, true)}, {norm(8, false), norm(16, false)}}
	for _, p := range pairs {
		for _, c := range [][2]format{{p[0], p[1]}, {p[1], p[0]}} {
			for n := range 3 {
				list = append(list, newPart(fmt.Sprintf("NewCast(%s, %s, %d)", c[0].name, c[1].name, n), float.NewCast(c[0].Any, c[1].Any, n)))
			}
		}
	}
	return list
}
