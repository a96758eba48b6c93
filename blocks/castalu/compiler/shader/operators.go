package shader

import (
	"math"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
)

var arithmetic = map[string]flow.Op{"+": flow.Add, "-": flow.Subtract, "*": flow.Multiply}

func (m *maker) binary(at lexer.Position, op string, x, y value) value {
	m.b.At(place(at))
	if x.kind == broken || y.kind == broken {
		return value{}
	}
	switch op {
	case "&&", "||":
		if x.kind != boolean || y.kind != boolean {
			return m.mistake(at, "found %v %s %v; both must be bool, such as comparisons", x.kind, op, y.kind)
		}
		if op == "&&" {
			return value{kind: boolean, v: m.b.And(x.v, y.v)}
		}
		return value{kind: boolean, v: m.b.Or(x.v, y.v)}
	case "==", "!=":
		return m.equal(at, op, x, y)
	case "<", ">", "<=", ">=":
		return m.compare(at, op, x, y)
	}
	if x.kind == integer && y.kind == integer {
		return m.count(at, op, x.n, y.n)
	}
	if !x.kind.floats() || !y.kind.floats() {
		return m.mistake(at, "found %v %s %v%s", x.kind, op, y.kind, orElse(mixed(x.kind, y.kind), "; both must be float, vec2, vec3 or vec4"))
	}
	if x.kind != y.kind && x.kind != float && y.kind != float {
		return m.mistake(at, "found %v %s %v; both must have the same type, or one must be a float", x.kind, op, y.kind)
	}
	if op == "/" {
		if y.anyConstant(func(n float64) bool { return n == 0 }) {
			return m.badConstant(at, max(x.kind, y.kind), "division by the constant 0")
		}
		return m.made(at, op, m.b.Divide(x.v, y.v), x, y)
	}
	return m.made(at, op, m.b.Do(arithmetic[op], x.v, y.v), x, y)
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// badConstant is a mistake in values. It does not count in code that does not contribute to the
// result; any value of the type will do there.
func (m *maker) badConstant(at lexer.Position, k kind, format string, args ...any) value {
	if m.unused == 0 {
		return m.mistake(at, format, args...)
	}
	return value{kind: k, v: m.zeros(k), n: 1}
}

// anyConstant reports whether a component is a constant with the given property.
func (x value) anyConstant(so func(float64) bool) bool {
	return slices.ContainsFunc(x.v, func(n *flow.Node) bool { return n.Op == flow.Constant && so(n.Value) })
}

// made is the value of an operation on operands. If these are constants, it must be an fp32
// number.
func (m *maker) made(at lexer.Position, what string, out flow.Vector, operands ...value) value {
	constant := true
	for _, x := range operands {
		constant = constant && x.constant()
	}
	for _, n := range out {
		if constant && (n.Op != flow.Constant || math.Abs(n.Value) > math.MaxFloat32) {
			return m.badConstant(at, vector(len(out)), "the result of %s on these constants is not an fp32 number", what)
		}
	}
	return floats(out)
}

// count is an operation on ints.
func (m *maker) count(at lexer.Position, op string, x, y int64) value {
	switch op {
	case "+":
		return m.whole(at, x+y)
	case "-":
		return m.whole(at, x-y)
	case "*":
		return m.whole(at, x*y)
	}
	if y == 0 {
		return m.badConstant(at, integer, "division by the constant 0")
	}
	return m.whole(at, x/y)
}

func (m *maker) equal(at lexer.Position, op string, x, y value) value {
	if x.kind != y.kind || x.kind == sampler {
		return m.mistake(at, "found %v %s %v%s", x.kind, op, y.kind, orElse(mixed(x.kind, y.kind), "; both must have the same type"))
	}
	if x.kind == integer {
		return m.truth((x.n == y.n) == (op == "=="))
	}
	same := m.b.Do(flow.Equal, x.v, y.v)
	all := same[:1]
	for k := range same[1:] {
		all = m.b.And(all, same[k+1:k+2])
	}
	if op == "!=" {
		all = m.b.Not(all)
	}
	return value{kind: boolean, v: all}
}

func (m *maker) compare(at lexer.Position, op string, x, y value) value {
	switch {
	case x.kind == integer && y.kind == integer:
		return m.truth(map[string]bool{"<": x.n < y.n, ">": x.n > y.n, "<=": x.n <= y.n, ">=": x.n >= y.n}[op])
	case x.kind != float || y.kind != float:
		return m.mistake(at, "found %v %s %v%s", x.kind, op, y.kind,
			orElse(mixed(x.kind, y.kind), "; only floats are ordered: compare the components one by one"))
	}
	if op[0] == '>' {
		x, y = y, x
	}
	if len(op) == 2 {
		return value{kind: boolean, v: m.b.Do(flow.LessEqual, x.v, y.v)}
	}
	return value{kind: boolean, v: m.b.Do(flow.Less, x.v, y.v)}
}
