package shader

import (
	"math"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
)

// mistake adds a problem and returns a broken value.
func (m *maker) mistake(at lexer.Position, format string, args ...any) value {
	if !m.stopped {
		m.problems.add(at, format, args...)
	}
	return value{}
}

// step counts the statements and expressions that are read, and reports whether to go on.
func (m *maker) step(at lexer.Position) bool {
	if m.stopped {
		return false
	}
	m.steps++
	if m.steps > maxSteps || len(m.b.Graph.Nodes) > maxNodes {
		m.mistake(at, "with its loops unrolled and its functions inlined, the shader has more than %d operations; shorten its loops", maxNodes)
		m.stopped = true
	}
	return !m.stopped
}

// precedence of the operators: a higher one binds more tightly.
var precedence = map[string]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6}

func (m *maker) expression(e *expression) value {
	rest := e.Rest
	x := m.operators(m.operand(e.First), &rest, 1)
	if e.Then == nil {
		return x
	}
	if x.kind != broken && x.kind != boolean {
		return m.mistake(e.Pos, "the condition of ?: is %s; it must be a bool, such as a comparison", article(x.kind))
	}
	known := x.kind == boolean && x.constant()
	first := known && x.v[0].Value == 1
	then := m.unless(known && !first, e.Then)
	other := m.unless(known && first, e.Else)
	switch {
	case x.kind == broken || then.kind == broken || other.kind == broken:
		return value{}
	case then.kind != other.kind:
		return m.mistake(e.Else.Pos, "the arms of ?: are %s and %s%s", article(then.kind), article(other.kind),
			orElse(mixed(then.kind, other.kind), "; both must have the same type"))
	case known && first:
		return then
	case known:
		return other
	case then.kind.width() == 0:
		return m.mistake(e.Then.Pos, "?: chooses between values of type %v, but its condition is known only when the shader runs; choose between floats",
			then.kind)
	}
	m.b.At(place(e.Pos))
	return value{kind: then.kind, v: m.b.Do(flow.Select, other.v, then.v, x.v)}
}

// unless reads an expression, which does not contribute to the result if skipped.
func (m *maker) unless(skipped bool, e *expression) value {
	if skipped {
		m.unused++
		defer func() { m.unused-- }()
	}
	return m.expression(e)
}

// operators applies the operators that bind at least as tightly as a level.
func (m *maker) operators(x value, rest *[]*operation, level int) value {
	for len(*rest) > 0 && precedence[(*rest)[0].Op] >= level {
		op := (*rest)[0]
		*rest = (*rest)[1:]
		y := m.operators(m.operand(op.Right), rest, precedence[op.Op]+1)
		x = m.binary(op.Pos, op.Op, x, y)
	}
	return x
}

func (m *maker) operand(o *operand) value {
	if !m.step(o.Pos) {
		return value{}
	}
	x := m.primary(o)
	for _, member := range o.Members {
		x = m.swizzle(x, member)
	}
	for k := len(o.Prefix) - 1; k >= 0; k-- {
		x = m.prefix(o.Pos, o.Prefix[k], x)
	}
	return x
}

func (m *maker) primary(o *operand) value {
	switch {
	case o.Number != "":
		return m.number(o.Pos, o.Number)
	case o.Truth != "":
		return m.truth(o.Truth == "true")
	case o.Type != "":
		return m.construct(o)
	case o.Inner != nil:
		return m.expression(o.Inner)
	case o.Call != nil:
		return m.call(o)
	}
	v := m.find(o.Name, o.Pos)
	if v == nil {
		return value{}
	}
	return m.readVariable(v, o)
}

// readVariable is the value of a variable, whose components must be set if they are read.
func (m *maker) readVariable(v *variable, o *operand) value {
	if v.value.kind == broken {
		return value{}
	}
	read := []int{0, 1, 2, 3}[:max(1, v.kind.width())]
	if len(o.Members) > 0 && v.kind.floats() {
		if places, text := letters(o.Members[0].Name, v.kind); text == "" {
			read = places
		}
	}
	out := v.value
	for _, k := range read {
		if v.state[k] == set {
			continue
		}
		if m.unused > 0 {
			return value{kind: v.kind, v: m.zeros(v.kind), n: 1}
		}
		part := v.name
		if v.kind.width() > 1 {
			part += "." + "xyzw"[k:k+1]
		}
		if m.problems.mentioned[v.name] {
			return value{}
		}
		if v.state[k] == sometimes {
			return m.mistake(o.Pos, "%q is read, but the if at line %d sets it in one arm only; set it before the if", part, v.unsetAt.Line)
		}
		return m.mistake(o.Pos, "%q is read before it is set", part)
	}
	if v.kind.floats() { // components that are not read may be unset
		out.v = append(flow.Vector{}, out.v...)
		for k := range out.v {
			if out.v[k] == nil {
				out.v[k] = m.b.Number(0)[0]
			}
		}
	}
	return out
}

func (m *maker) zeros(k kind) flow.Vector {
	out := flow.Vector{}
	for range k.width() {
		out = append(out, m.b.Number(0)[0])
	}
	return out
}

func (m *maker) truth(b bool) value {
	x := 0.0
	if b {
		x = 1
	}
	return value{kind: boolean, v: m.b.Number(x)}
}

func (m *maker) number(at lexer.Position, text string) value {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && (text == "0" || text[0] != '0') {
		return m.whole(at, n)
	}
	digits := text
	if strings.ContainsAny(text, ".eE") {
		digits = strings.TrimRight(text, "fF")
	}
	x, off, err := flow.Decimal(digits)
	switch {
	case !strings.ContainsAny(digits, ".eE") || strings.ContainsAny(digits, "xX_pP") || err != nil:
		return m.mistake(at, "found %q; a number is 0.5, 1e-3 or, in a constant, 24", text)
	case math.Abs(x) > math.MaxFloat32:
		return m.mistake(at, "%s does not fit fp32, which ends at 3.4e38", text)
	}
	defer m.b.At(m.b.At(place(at))) // the number's node has its own place
	return floats(m.b.Near(x, off))
}

// whole is an int of 32 bits.
func (m *maker) whole(at lexer.Position, n int64) value {
	if n != int64(int32(n)) {
		return m.badConstant(at, integer, "%d does not fit an int, which has 32 bits", n)
	}
	return value{kind: integer, n: n}
}

func (m *maker) prefix(at lexer.Position, op string, x value) value {
	switch {
	case x.kind == broken:
		return x
	case op == "!" && x.kind == boolean:
		return value{kind: boolean, v: m.b.Not(x.v)}
	case op == "!":
		return m.mistake(at, "found !%v; ! needs a bool, such as a comparison", x.kind)
	case x.kind == integer && op == "-":
		return m.whole(at, -x.n)
	case x.kind == integer || x.kind.floats() && op == "+":
		return x
	case x.kind.floats():
		m.b.At(place(at))
		return value{kind: x.kind, v: m.b.Do(flow.Negate, x.v)}
	}
	return m.mistake(at, "found %s%v; signs are for float, vec2, vec3 and vec4", op, x.kind)
}

// sets are the letters of components; those of a swizzle are from one set.
var sets = [...]string{"xyzw", "rgba", "stpq"}

// letters returns the components that a swizzle names, or what is wrong with it.
func letters(name string, k kind) ([]int, string) {
	if len(name) > 4 {
		return nil, "a swizzle has up to 4 letters"
	}
	for _, set := range sets {
		if !strings.Contains(set, name[:1]) {
			continue
		}
		var out []int
		for _, letter := range name {
			at := strings.IndexRune(set, letter)
			if at < 0 {
				return nil, "the letters of a swizzle are from xyzw, from rgba or from stpq"
			}
			if at >= k.width() {
				return nil, "a " + k.String() + " has no component " + string(letter)
			}
			out = append(out, at)
		}
		return out, ""
	}
	return nil, "the letters of a swizzle are from xyzw, from rgba or from stpq"
}

func (m *maker) swizzle(x value, s *member) value {
	if x.kind == broken {
		return x
	}
	if x.kind < vec2 || x.kind > vec4 {
		return m.mistake(s.Pos, "found .%s of %s; only vectors have components", s.Name, article(x.kind))
	}
	places, wrong := letters(s.Name, x.kind)
	if wrong != "" {
		return m.mistake(s.Pos, "found .%s; %s", s.Name, wrong)
	}
	var out flow.Vector
	for _, k := range places {
		out = append(out, x.v[k])
	}
	return floats(out)
}
