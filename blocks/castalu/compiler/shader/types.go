package shader

import (
	"fmt"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
)

// kind is a type of the language.
type kind uint8

// The types. broken is the type of an expression with a mistake, about which there are no
// further messages.
const (
	broken kind = iota
	void
	boolean
	integer
	float
	vec2
	vec3
	vec4
	sampler
)

var kindNames = [...]string{"broken", "void", "bool", "int", "float", "vec2", "vec3", "vec4", "sampler2D"}

func (k kind) String() string { return kindNames[k] }

func kindOf(name string) kind {
	for k, n := range kindNames {
		if n == name {
			return kind(k)
		}
	}
	return broken
}

// vector is the type of n floats.
func vector(n int) kind { return float + kind(n-1) }

// width is the number of components; 0 for int and sampler2D, which have no nodes.
func (k kind) width() int {
	switch {
	case k == boolean:
		return 1
	case k.floats():
		return int(k-float) + 1
	}
	return 0
}

// floats reports whether a type is float or a vector.
func (k kind) floats() bool { return k >= float && k <= vec4 }

// value is the value of an expression: nodes, or an integer or the index of a sampler.
type value struct {
	kind kind
	v    flow.Vector
	n    int64
}

func floats(v flow.Vector) value { return value{kind: vector(len(v)), v: v} }

// constant reports whether a value is known when the shader is compiled.
func (x value) constant() bool {
	return !slices.ContainsFunc(x.v, func(n *flow.Node) bool { return n.Op != flow.Constant })
}

// mixed is a hint if an int is combined with floats.
func mixed(kinds ...kind) string {
	ints, floats := false, false
	for _, k := range kinds {
		ints = ints || k == integer
		floats = floats || k.floats()
	}
	if ints && floats {
		return "; int and float do not mix: write 2.0 for 2, float(i) for a counter i"
	}
	return ""
}

func article(k kind) string {
	if k == integer {
		return "an int"
	}
	return fmt.Sprintf("a %v", k)
}
