package shader

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random draws a legal shader that may use the whole language. Every value stays within small
// bounds that are known while it is drawn, divisors and operands of roots stay away from 0, and
// comparisons are rare: most shaders have a tight bound.
func Random(rng *rand.Rand) string {
	d := &drawer{Rand: rng}
	d.head()
	for k := range d.IntN(3) {
		d.function(k)
	}
	d.line("void main() {")
	d.inMain = true
	d.inside(func() {
		d.statements(2+d.IntN(5), 2)
		d.write()
	})
	d.line("}")
	return d.String()
}

// drawn is an expression or a variable: its text, components and bounds.
type drawn struct {
	text      string
	width     int
	low, high float64
	level     int // [precedence] of the operator that binds least tightly; 7 for none
}

// routine is a function that has been drawn; its parameters have bounds, too.
type routine struct {
	drawn
	parameters []drawn
}

// drawer draws a shader line by line.
type drawer struct {
	*rand.Rand
	strings.Builder
	indent    int
	names     int
	known     []drawn // variables that can be read, from the outermost scope on
	locals    []drawn // variables that can be assigned
	truths    []string
	inputs    []drawn
	routines  []routine
	samplers  []string
	output    string
	inMain    bool
	killed    bool
	unrolling int // number of loops around a statement
}

func (d *drawer) chance(percent int) bool { return d.IntN(100) < percent }

func (d *drawer) one(list ...string) string { return list[d.IntN(len(list))] }

func (d *drawer) line(format string, args ...any) {
	d.WriteString(strings.Repeat("\t", d.indent))
	fmt.Fprintf(d, format, args...)
	d.WriteString("\n")
}

// name is a new name.
func (d *drawer) name(kind string) string {
	d.names++
	return fmt.Sprintf("%s%d", kind, d.names)
}

// inside draws a scope; its declarations end with it.
func (d *drawer) inside(do func()) {
	known, locals, truths := len(d.known), len(d.locals), len(d.truths)
	d.indent++
	do()
	d.indent--
	d.known, d.locals, d.truths = d.known[:known], d.locals[:locals], d.truths[:truths]
}

func kindName(width int) string { return vector(width).String() }

// head draws the declarations before the functions.
func (d *drawer) head() {
	d.line("#version %s", d.one("300 es", "100", "330", "450 core"))
	d.line("precision %s float;", d.one("highp", "mediump"))
	for range 1 + d.IntN(3) {
		d.input()
	}
	for range d.IntN(3) {
		d.uniform()
	}
	for range d.IntN(3) / 2 {
		s := d.name("image")
		d.line("uniform sampler2D %s;", s)
		if d.chance(50) {
			d.line("#pragma castalu %s (+, [0,1], 8)", s)
		}
		d.samplers = append(d.samplers, s)
	}
	if d.chance(40) {
		c := drawn{text: d.name("fixed"), width: 1 + d.IntN(4), low: -1, high: 1, level: 7}
		d.line("const %s %s = %s;", kindName(c.width), c.text, d.fit(d.constant(c.width, -1, 1), -1, 1).text)
		d.known = append(d.known, c)
	}
	d.output = "gl_FragColor"
	if d.chance(60) {
		d.output = d.name("color")
		d.line("out vec4 %s;", d.output)
	}
	switch {
	case d.chance(85):
		d.line("#pragma castalu %s (+, [0,1], %d)", d.output, 8+d.IntN(5))
	case d.chance(70):
		d.line("#pragma castalu %s (?, [0,%s], %d)", d.output, d.one("1", "4"), 9+d.IntN(4))
	}
}

func (d *drawer) input() {
	bounds := [][3]any{{0.0, 1.0, "(+, [0,1], "}, {-1.0, 1.0, "(?, [0,1], "}, {0.25, 2.0, "(+, [0,2], "},
		{-4.0, 4.0, "(?, [0,4], "}, {0.0, 0.25, "(+, [0,1/4], "}, {-1.0, 0.0, "(-, [0,1], "}}
	b := bounds[max(0, d.IntN(len(bounds)+2)-2)]
	in := drawn{text: d.name("in"), width: 1 + d.IntN(4), low: b[0].(float64), high: b[1].(float64), level: 7}
	source := fmt.Sprintf("random(%g, %g)", in.low, in.high)
	attributes := b[2].(string)
	switch d.IntN(5) {
	case 0:
		in.width, in.low, in.high, source, attributes = 2, 0, 1, "uv", "(+, [0,1], "
	case 1:
		in.width, in.low, in.high, source, attributes = 3, -1, 1, d.one("sphere.normal", "sphere.position"), "(?, [0,1], "
	}
	d.line("%s %s %s;", d.one("in", "varying", "in highp"), kindName(in.width), in.text)
	if d.chance(75) {
		d.line("#pragma castalu %s %s%s) = %s", in.text, attributes, d.one("8", "10", "12", "16", "24", "24", "?"), source)
	} else {
		d.line("#pragma castalu %s = %s", in.text, source)
	}
	d.known = append(d.known, in)
	d.inputs = append(d.inputs, in)
}

func (d *drawer) uniform() {
	u := drawn{text: d.name("uniform_"), width: 1 + d.IntN(4), low: 0, high: 1, level: 7}
	sign := "+"
	if d.chance(30) {
		u.low, sign = -1, "?"
	}
	value := d.number(u.low, u.high)
	if u.width > 1 {
		value = kindName(u.width) + "(" + value + ")"
	}
	d.line("uniform %s %s;", kindName(u.width), u.text)
	attributes := fmt.Sprintf(" (%s, [0,1], %s)", sign, d.one("8", "12", "24", "?"))
	if d.chance(25) {
		attributes = ""
	}
	d.line("#pragma castalu %s%s = %s", u.text, attributes, value)
	d.known = append(d.known, u)
}

// function draws a function whose parameters are from −1 to 1.
func (d *drawer) function(k int) {
	known := d.known
	f := routine{drawn: drawn{text: fmt.Sprintf("part%d", k), width: 1 + d.IntN(4), low: -1, high: 1}}
	var declared []string
	for range 1 + d.IntN(2) {
		p := drawn{text: d.name("p"), width: 1 + d.IntN(4), low: -1, high: 1, level: 7}
		f.parameters = append(f.parameters, p)
		declared = append(declared, d.one("", "in ", "const in ")+kindName(p.width)+" "+p.text)
	}
	d.line("%s %s(%s) {", kindName(f.width), f.text, strings.Join(declared, ", "))
	d.inside(func() {
		d.known = append(d.known[:len(d.known):len(d.known)], f.parameters...)
		d.statements(d.IntN(3), 1)
		d.line("return %s;", d.fit(d.expression(f.width, 2), f.low, f.high).text)
	})
	d.line("}")
	d.known = known
	d.routines = append(d.routines, f)
}

// statements draws n statements, nested to a depth.
func (d *drawer) statements(n, depth int) {
	for range n {
		switch k := d.IntN(20); {
		case k < 7 || len(d.locals) == 0:
			d.declare()
		case k < 14 || depth == 0:
			d.assign()
		case k < 15:
			d.branch(depth)
		case k < 17 && d.unrolling < 2:
			d.loop(depth)
		case k < 18:
			d.kill()
		case k < 19:
			d.line("{")
			d.inside(func() { d.statements(1+d.IntN(2), depth-1) })
			d.line("}")
		default:
			t := d.name("truth")
			d.line("bool %s = %s;", t, d.truth())
			d.truths = append(d.truths, t)
		}
	}
}

// declare draws a local variable, set as a whole or in two parts.
func (d *drawer) declare() {
	v := drawn{text: d.name("v"), width: 1 + d.IntN(4), low: -1, high: 1, level: 7}
	if d.chance(50) {
		v.low = 0
	}
	switch {
	case v.width > 1 && d.chance(25):
		order := d.Perm(v.width)
		cut := 1 + d.IntN(v.width-1)
		d.line("%s %s;", kindName(v.width), v.text)
		for _, part := range [][]int{order[:cut], order[cut:]} {
			d.line("%s.%s = %s;", v.text, d.letters(part), d.fit(d.expression(len(part), 2), v.low, v.high).text)
		}
	default:
		d.line("%s %s = %s;", kindName(v.width), v.text, d.fit(d.expression(v.width, 3), v.low, v.high).text)
	}
	d.known = append(d.known, v)
	d.locals = append(d.locals, v)
}

// letters names the components of a swizzle, from one of the sets.
func (d *drawer) letters(places []int) string {
	set := sets[max(0, d.IntN(len(sets)+2)-2)]
	out := ""
	for _, k := range places {
		out += set[k : k+1]
	}
	return out
}

// assign draws an assignment, after which the variable is within its bounds.
func (d *drawer) assign() {
	v := d.locals[d.IntN(len(d.locals))]
	target, width := v.text, v.width
	if v.width > 1 && d.chance(30) {
		places := d.Perm(v.width)[:1+d.IntN(v.width)]
		target, width = v.text+"."+d.letters(places), len(places)
	}
	switch d.IntN(6) {
	case 0: // v contains 0
		d.line("%s *= %s;", target, d.fit(d.expression(width, 2), 0, 1).text)
	case 1:
		d.line("%s /= %s;", target, d.away(d.expression(width, 1), 1).text)
	case 2:
		d.line("%s %s= %s;", target, d.one("+", "-"), d.fit(d.expression(width, 2), -1, 1).text)
		d.line("%s = clamp(%s, %.1f, %.1f);", v.text, v.text, v.low, v.high)
	default:
		d.line("%s = %s;", target, d.fit(d.expression(width, 3), v.low, v.high).text)
	}
}

func (d *drawer) branch(depth int) {
	d.line("if (%s) {", d.truth())
	d.inside(func() { d.statements(1+d.IntN(2), depth-1) })
	if d.chance(50) {
		d.line("} else {")
		d.inside(func() { d.statements(1, depth-1) })
	}
	d.line("}")
}

func (d *drawer) loop(depth int) {
	i, n := d.name("i"), 2+d.IntN(3)
	form := [...]string{"for (int %[1]s = 0; %[1]s < %[2]d; %[1]s++) {", "for (int %[1]s = %[3]d; %[1]s >= 0; --%[1]s) {",
		"for (int %[1]s = 0; %[1]s <= %[3]d; %[1]s += 1) {"}[d.IntN(3)]
	d.line(form, i, n, n-1)
	d.unrolling++
	d.inside(func() {
		d.known = append(d.known, drawn{text: "float(" + i + ")", width: 1, low: 0, high: float64(n - 1), level: 7})
		d.statements(1+d.IntN(2), depth-1)
	})
	d.unrolling--
	d.line("}")
}

// kill draws a discard for a small input: at few pixels.
func (d *drawer) kill() {
	if !d.inMain || d.killed {
		d.assign()
		return
	}
	d.killed = true
	in := d.inputs[d.IntN(len(d.inputs))]
	x := in.text
	if in.width > 1 {
		x += ".y"
	}
	d.line("if (%s < %s) discard;", x, literal(in.low+(in.high-in.low)/16))
}

// write draws the assignment of the output, which depends on the last locals.
func (d *drawer) write() {
	mixed := d.operation(3, 2)
	for _, v := range d.locals[max(0, len(d.locals)-3):] {
		mixed = d.binary(mixed, d.one("+", "-", "*", "+"), d.swizzled(v, 3))
	}
	color := d.fit(mixed, 0, 1)
	switch d.IntN(7) {
	case 0, 1:
		d.line("%s = vec4(%s, %s);", d.output, color.text, d.one("1", "1.0", "0.5"))
	case 2:
		d.line("%s = %s(vec4(%s, %s));", d.output, d.one("abs", "-"), color.text, d.number(-1, 1))
	case 3, 4:
		d.line("%s.rgb = %s;", d.output, color.text)
		d.line("%s.a = %s;", d.output, d.fit(d.expression(1, 1), 0, 1).text)
	default:
		d.line("%s = %s;", d.output, d.binary(applied("vec4", 4, color.low, color.high, color, constantOf(1)), "*", d.expression(1, 2)).text)
	}
}
