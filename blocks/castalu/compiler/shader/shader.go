// Package shader reads fragment shaders as data flow graphs: the part of GLSL that can be
// compiled to straight-line code.
//
// # The language
//
// Declarations: #version, precision, in (varying), uniform, const, out vec4 (or
// gl_FragColor), and functions, which are inlined. Types: float, vec2, vec3 and vec4, bool
// for conditions, int for loop counters and constants, sampler2D. Statements: locals,
// assignments also to swizzles, if and else, loops with constant bounds, which are
// unrolled, discard, and return as the last statement of a function. Operators: + − * /,
// comparisons, && || !, ?: and = += -= *= /=. Functions: dot normalize length distance
// cross reflect max min clamp mix step smoothstep abs pow sqrt inversesqrt exp2 log2
// texture (texture2D).
//
// The rest of GLSL is an error, which says what to write instead. As in GLSL ES, int and
// float do not mix: 2.0 * x, not 2 * x.
//
// # Pragmas
//
// A pragma declares which values an input, a uniform, a sampler or the output has, and where
// they come from when a picture is rendered:
//
//	#pragma castalu NAME (SIGN, RANGE, BITS) = SOURCE
//
// Either part may be left out. SIGN is + (not below 0), - (not above 0) or ?. RANGE bounds
// the magnitude by a power of two, [0,1], [0,4096] or [0,1/4], or is ?. BITS is the
// numeric resolution with the sign, 1 to 24, or ?. The source is, for
//
//	in vec2       uv                          0 to 1 over the picture
//	in vec3       sphere.normal               of a sphere that fills the picture
//	in vec3       sphere.position             a point of that sphere, of radius 1
//	in            random(LOW, HIGH)           each component between the two
//	in, uniform   0.5, vec3(0.5), vec2(1, -2) the value; a uniform must have one
//	sampler2D     pass(FILE.frag)             the image that another shader makes
//
// and for the output none. A sampler without attributes is (+, [0,1], 8).
package shader

import (
	"fmt"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/internal/lines"
)

// Options supply what is not in a shader's text.
type Options struct {
	// Image returns the image of a sampler. It is called with the sampler's declaration, in
	// which Image is nil.
	Image func(s flow.Sampler) (flow.Image, error)
}

// The limits that keep any text from taking too long.
const (
	maxText    = 100_000 // bytes
	maxTokens  = 10_000
	maxLetters = 100    // of a name or a number
	maxNesting = 64     // nested brackets
	maxNodes   = 20_000 // of the graph, with loops unrolled and functions inlined
	maxSteps   = 50_000 // statements and expressions that are read to make it
	maxTurns   = 1_000  // of a loop
)

// Parse reads a shader. name is the name of its file, with which every message begins. The
// error has one line for each mistake, sorted by place, and lists ten at most.
func Parse(name, text string, o Options) (*flow.Graph, error) {
	p := &problems{Mistakes: lines.Mistakes{Name: name}}
	unit := read(text, p)
	m := newMaker(unit, p, o)
	m.declare()
	if m.main != nil {
		m.run()
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	return m.finish()
}

// finish makes the output from the values that main has assigned to it.
func (m *maker) finish() (*flow.Graph, error) {
	out := m.output
	for k, s := range out.state {
		if s == set {
			continue
		}
		part := ""
		if s == sometimes || out.state != [4]state{} {
			part = "." + "xyzw"[k:k+1]
		}
		where := "is never set"
		if s == sometimes {
			where = fmt.Sprintf("is not set on every path; set it before the if at line %d", out.unsetAt.Line)
		}
		m.problems.add(m.main.Pos, "the output %q %s", out.name+part, where)
		return nil, m.problems.Err()
	}
	return m.b.Finish(m.result, out.value.v), nil
}
