package shader

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// literal is a number of float.
func literal(x float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func (d *drawer) number(low, high float64) string {
	if d.chance(30) {
		return literal(low + (high-low)*float64(d.IntN(5))/4)
	}
	return literal(low + (high-low)*d.Float64())
}

// constant is a number, or a vector of numbers.
func (d *drawer) constant(width int, low, high float64) drawn {
	out := drawn{text: d.number(low, high), width: width, low: low, high: high, level: 7}
	if width > 1 {
		list := []string{out.text}
		for d.chance(50) && len(list) == 1 || len(list) > 1 && len(list) < width {
			list = append(list, d.number(low, high))
		}
		out.text = kindName(width) + "(" + strings.Join(list, ", ") + ")"
	} else if strings.HasPrefix(out.text, "-") {
		out.level = 6
	}
	return out
}

// fit limits an expression to bounds.
func (d *drawer) fit(x drawn, low, high float64) drawn {
	if x.low >= low && x.high <= high {
		return x
	}
	text := fmt.Sprintf("clamp(%s, %s, %s)", x.text, literal(low), literal(high))
	switch {
	case x.low >= low && d.chance(30):
		text = fmt.Sprintf("min(%s, %s)", x.text, literal(high))
	case x.high <= high && d.chance(30):
		text = fmt.Sprintf("max(%s, %s)", x.text, literal(low))
	case low == -1 && high == 1 && d.chance(40):
		// Scaled instead: the bounds are not reached.
		return d.binary(x, "*", drawn{text: literal(1 / math.Max(math.Abs(x.low), math.Abs(x.high)) / 1.01), width: 1, level: 7, low: 0,
			high: 1 / math.Max(math.Abs(x.low), math.Abs(x.high)) / 1.005})
	}
	return drawn{text: text, width: x.width, low: min(max(x.low, low), high), high: max(low, min(x.high, high)), level: 7}
}

// away is an expression that is at least least, for divisors, roots and logarithms.
func (d *drawer) away(x drawn, least float64) drawn {
	switch {
	case d.chance(30):
		x = drawn{text: "abs(" + x.text + ")", width: x.width, low: 0, high: max(-x.low, x.high), level: 7}
	case d.chance(30) && x.level == 7:
		x = drawn{text: x.text + " * " + x.text, width: x.width, low: 0, high: max(x.low*x.low, x.high*x.high), level: 6}
	default:
		x = d.fit(x, 0, 1)
	}
	one := least + float64(d.IntN(3))/2
	return drawn{text: "(" + literal(one) + " + " + x.text + ")", width: x.width, low: one + x.low, high: one + x.high, level: 7}
}

// binary joins two expressions, in brackets if they need them, and sometimes if not.
func (d *drawer) binary(x drawn, op string, y drawn) drawn {
	level := precedence[op]
	if x.level < level || d.chance(5) {
		x.text = "(" + x.text + ")"
	}
	if y.level <= level || strings.HasPrefix(y.text, "-") || d.chance(5) {
		y.text = "(" + y.text + ")"
	}
	out := drawn{text: x.text + " " + op + " " + y.text, width: max(x.width, y.width), level: level}
	switch op {
	case "+":
		out.low, out.high = x.low+y.low, x.high+y.high
	case "-":
		out.low, out.high = x.low-y.high, x.high-y.low
	case "*":
		out.low, out.high = products(x, y)
	case "/": // by at least ½
		out.low, out.high = min(x.low*2, x.low/y.high), max(x.high*2, x.high/y.high)
	}
	return out
}

func products(x, y drawn) (low, high float64) {
	all := []float64{x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high}
	low, high = all[0], all[0]
	for _, p := range all {
		low, high = min(low, p), max(high, p)
	}
	return low, high
}

// applied is f(x, …) with bounds.
func applied(f string, width int, low, high float64, arguments ...drawn) drawn {
	var list []string
	for _, x := range arguments {
		list = append(list, x.text)
	}
	return drawn{text: f + "(" + strings.Join(list, ", ") + ")", width: width, low: low, high: high, level: 7}
}

// leaf is a variable or a constant of a width.
func (d *drawer) leaf(width int) drawn {
	if d.chance(15) {
		return d.constant(width, -1, 1)
	}
	return d.swizzled(d.known[max(d.IntN(len(d.known)), d.IntN(len(d.known)))], width) // the later one
}

// swizzled is a variable, swizzled to a width.
func (d *drawer) swizzled(v drawn, width int) drawn {
	if v.width == width && d.chance(70) {
		return v
	}
	if v.width == 1 {
		if width > 1 {
			v.text = kindName(width) + "(" + v.text + ")"
		}
		v.width = width
		return v
	}
	places := make([]int, width)
	for k := range places {
		places[k] = d.IntN(v.width)
	}
	v.text += "." + d.letters(places)
	v.width = width
	return v
}

// expression is an expression of a width, with operations nested to a depth, and of a
// magnitude of at most 8.
func (d *drawer) expression(width, depth int) drawn {
	if depth == 0 || d.chance(15) {
		return d.leaf(width)
	}
	x := d.operation(width, depth-1)
	if max(-x.low, x.high) > 8 {
		x = d.fit(x, -1, 1)
	}
	return x
}

// either is an expression of the width or a float, as one operand of + − * / may be.
func (d *drawer) either(width, depth int) drawn {
	if d.chance(25) {
		width = 1
	}
	return d.expression(width, depth)
}

func (d *drawer) operation(width, depth int) drawn {
	x := func() drawn { return d.expression(width, depth) }
	unit := func() drawn { return d.fit(x(), 0, 1) }
	switch d.IntN(31) {
	case 0, 1, 2, 3:
		return d.binary(x(), "+", d.either(width, depth))
	case 4, 5:
		return d.binary(d.either(width, depth), "-", x())
	case 6, 7, 8, 9, 10:
		return d.binary(x(), "*", d.either(width, depth))
	case 11:
		return d.binary(x(), "/", d.away(d.either(width, depth), 0.5))
	case 12:
		y := x()
		if y.level < 7 || strings.HasPrefix(y.text, "-") {
			y.text = "(" + y.text + ")"
		}
		return drawn{text: "-" + y.text, width: width, low: -y.high, high: -y.low, level: 6}
	case 13:
		a, b := x(), d.either(width, depth)
		if d.chance(50) {
			return applied("max", width, max(a.low, b.low), max(a.high, b.high), a, b)
		}
		return applied("min", width, min(a.low, b.low), min(a.high, b.high), a, b)
	case 14:
		return d.fit(drawn{text: x().text, width: width, low: -8, high: 8}, 0, 1)
	case 15, 16:
		a, b := x(), x()
		return applied("mix", width, min(a.low, b.low), max(a.high, b.high), a, b, d.fit(d.either(width, depth), 0, 1))
	case 17:
		a := x()
		return applied("abs", width, 0, max(-a.low, a.high), a)
	case 18:
		a := d.away(x(), 0.5)
		return applied("sqrt", width, math.Sqrt(a.low), math.Sqrt(a.high), a)
	case 19:
		if d.chance(50) {
			a := d.away(x(), 0.5)
			return applied("inversesqrt", width, 1/math.Sqrt(a.high), 1/math.Sqrt(a.low), a)
		}
		a := d.away(x(), 0.5)
		return applied("log2", width, math.Log2(a.low), math.Log2(a.high), a)
	case 20:
		return applied("exp2", width, 0.25, 4, d.fit(x(), -2, 2))
	case 21:
		e := d.constant(width, 1, 8)
		if d.chance(20) {
			e = d.fit(d.expression(width, 0), 1, 2)
		}
		base := d.binary(drawn{text: "0.25", width: 1, low: 0.25, high: 0.25, level: 7}, "+", d.binary(unit(), "*",
			drawn{text: "0.75", width: 1, low: 0.75, high: 0.75, level: 7}))
		return applied("pow", width, 0, 1, base, e)
	case 22:
		edges := []float64{-0.5, 0, 0.25, 0.75, 1, 1.5}
		k := d.IntN(3)
		low, high := constantOf(edges[k]), constantOf(edges[k+1+d.IntN(3)])
		return applied("smoothstep", width, 0, 1, low, high, x())
	case 23:
		return d.comparison(width, depth)
	case 24:
		return d.texture(width, depth)
	case 25:
		return d.routine(width, depth)
	case 26:
		if width > 1 {
			return d.construct(width, depth)
		}
		return d.geometry(depth)
	case 27, 28:
		return d.vectors(width, depth)
	case 29:
		return d.changed(width, depth)
	}
	return d.leaf(width)
}

func constantOf(x float64) drawn { return drawn{text: literal(x), width: 1, low: x, high: x, level: 7} }

// comparison is a step or a choice, or most of the time a product.
func (d *drawer) comparison(width, depth int) drawn {
	if d.chance(70) {
		return d.binary(d.expression(width, depth), "*", d.expression(width, depth))
	}
	if d.chance(30) {
		return applied("step", width, 0, 1, constantOf(0.5), d.expression(width, depth))
	}
	a, b := d.expression(width, depth), d.expression(width, depth)
	return drawn{text: fmt.Sprintf("(%s ? %s : %s)", d.truth(), a.text, b.text), width: width, low: min(a.low, b.low),
		high: max(a.high, b.high), level: 7}
}

// truth is a condition.
func (d *drawer) truth() string {
	if len(d.truths) > 0 && d.chance(40) {
		return d.one("", "!") + d.truths[d.IntN(len(d.truths))]
	}
	out := d.leaf(1).text + " " + d.one("<", ">", "<=", ">=") + " " + d.expression(1, 1).text
	switch d.IntN(8) {
	case 0:
		out += d.one(" && ", " || ") + d.leaf(1).text + " > " + d.leaf(1).text
	case 1:
		out = "!(" + out + ")"
	}
	return out
}

func (d *drawer) texture(width, depth int) drawn {
	if len(d.samplers) == 0 {
		return d.leaf(width)
	}
	s := d.samplers[d.IntN(len(d.samplers))]
	out := fmt.Sprintf("%s(%s, %s)", d.one("texture", "texture2D"), s, d.fit(d.expression(2, min(depth, 1)), 0, 1).text)
	if width < 4 {
		out += "." + d.letters(d.Perm(4)[:width])
	}
	return drawn{text: out, width: width, low: 0, high: 1, level: 7}
}

// routine calls a function that has been drawn.
func (d *drawer) routine(width, depth int) drawn {
	if len(d.routines) == 0 {
		return d.leaf(width)
	}
	f := d.routines[d.IntN(len(d.routines))]
	var arguments []drawn
	for _, p := range f.parameters {
		arguments = append(arguments, d.fit(d.expression(p.width, depth/2), p.low, p.high))
	}
	out := applied(f.text, f.width, f.low, f.high, arguments...)
	switch {
	case f.width == width:
		return out
	case f.width == 1:
		return applied(kindName(width), width, out.low, out.high, out)
	}
	places := make([]int, width)
	for k := range places {
		places[k] = d.IntN(f.width)
	}
	out.text += "." + d.letters(places)
	out.width = width
	return out
}

// construct is a vector of parts.
func (d *drawer) construct(width, depth int) drawn {
	first := 1 + d.IntN(width-1)
	a, b := d.expression(first, depth), d.expression(width-first, depth)
	return applied(kindName(width), width, min(a.low, b.low), max(a.high, b.high), a, b)
}

// changed is a vector of constants and an expression, negated or made positive.
func (d *drawer) changed(width, depth int) drawn {
	whole := max(2, width)
	first := 1 + d.IntN(whole-1)
	a, b := d.constant(first, -1, 1), d.expression(whole-first, depth)
	x := applied(kindName(whole), whole, min(a.low, b.low), max(a.high, b.high), a, b)
	if d.chance(50) {
		x = drawn{text: "(-" + x.text + ")", width: whole, low: -x.high, high: -x.low, level: 7}
	} else {
		x = applied("abs", whole, 0, max(-x.low, x.high), x)
	}
	if width < whole {
		x.text += ".x"
		x.width = width
	}
	return x
}

// direction normalises a vector that is not shorter than 1.
func (d *drawer) direction(width, depth int) drawn {
	a := d.fit(d.expression(width-1, min(depth, 1)), -1, 1)
	return applied("normalize", width, -1, 1, applied(kindName(width), width, -1, 1, a, constantOf(1)))
}

// geometry is a float that is computed from vectors.
func (d *drawer) geometry(depth int) drawn {
	width := 2 + d.IntN(3)
	n := float64(width)
	if d.chance(25) { // away from 0, where its slope has no bound
		a := d.fit(d.expression(width-1, depth), -1, 1)
		return applied("length", 1, 1, 2, applied(kindName(width), width, -1, 1, a, constantOf(1)))
	}
	a, b := d.expression(width, depth), d.expression(width, depth)
	switch d.IntN(4) {
	case 0:
		low, high := products(a, b)
		return applied("dot", 1, n*low, n*high, a, b)
	case 2:
		return applied("dot", 1, -n, n, d.direction(width, depth), d.fit(b, -1, 1))
	case 1: // a distance of at least 1
		a, b = d.fit(a, 0, 1), d.fit(b, 0, 1)
		return applied("distance", 1, 1, 6, a, d.binary(b, "+", constantOf(2)))
	}
	low, high := products(a, b)
	return applied("dot", 1, n*low, n*high, a, b)
}

// vectors is a vector that is computed from vectors.
func (d *drawer) vectors(width, depth int) drawn {
	switch {
	case width == 1:
		return d.geometry(depth)
	case width == 3 && d.chance(30):
		a, b := d.fit(d.expression(3, depth), -1, 1), d.fit(d.expression(3, depth), -1, 1)
		return applied("cross", 3, -2, 2, a, b)
	case d.chance(50):
		return d.direction(width, depth)
	}
	return applied("reflect", width, -3, 3, d.fit(d.expression(width, depth), -1, 1), d.direction(width, depth))
}
