package shader

import (
	"fmt"
	"strconv"

	"posedge/blocks/castalu/compiler/flow"
)

const inputSources = "the source of an input is uv, sphere.normal, sphere.position, random(LOW, HIGH) or a value"

// give applies a pragma to an input or a uniform.
func (x *meaning) give(v *flow.Variable, p *problems) {
	if x.source.kind == "wrong" {
		return
	}
	if !x.giveSource(v, p) {
		return
	}
	values, known := x.extremes(v)
	if x.attributes == nil {
		if known {
			v.Attributes = attributesOf(values)
		}
		return
	}
	v.Declared, v.Attributes = true, *x.attributes
	for _, value := range values {
		if known && !holds(v.Attributes, value) {
			p.add(x.Source.Pos, "%s has the value %s, which is outside the declared attributes %v", x.source.text(v),
				strconv.FormatFloat(value, 'g', -1, 32), v.Attributes)
		}
	}
}

// giveSource sets the source, or the value of a uniform.
func (x *meaning) giveSource(v *flow.Variable, p *problems) bool {
	s := x.source
	wrong := func(format string, args ...any) bool {
		p.add(x.Source.Pos, format, args...)
		return false
	}
	if v.Uniform && s.kind != "value" && s.kind != "" {
		return wrong("%s is not a source for a uniform, which has one value: a number or vec3(…)", s.kind)
	}
	switch s.kind {
	case "":
	case "pass":
		return wrong("pass(%s) is an image; %s", s.file, inputSources)
	case "uv":
		v.Source.Kind = flow.UV
		if v.Width != 2 {
			return wrong("uv has 2 components, the input %q has %d", v.Name, v.Width)
		}
	case "sphere.normal", "sphere.position":
		v.Source.Kind = flow.SphereNormal
		if s.kind == "sphere.position" {
			v.Source.Kind = flow.SpherePosition
		}
		if v.Width != 3 {
			return wrong("%s has 3 components, the input %q has %d", s.kind, v.Name, v.Width)
		}
	case "random":
		v.Source = flow.Source{Kind: flow.Random, Low: s.values[0], High: s.values[1]}
	case "value":
		if max(1, s.width) != v.Width {
			return wrong("found a %v for %q, which is a %v; write %v(…)", vector(max(1, s.width)), v.Name, vector(v.Width), vector(v.Width))
		}
		values := &v.Value
		if !v.Uniform {
			v.Source.Kind = flow.Fixed
			values = &v.Source.Value
		}
		copy(values[:v.Width], s.values[:])
	}
	return true
}

// extremes returns values of a source, its least and greatest among them.
func (x *meaning) extremes(v *flow.Variable) (values []float64, known bool) {
	switch x.source.kind {
	case "uv":
		return []float64{0, 1}, true
	case "sphere.normal", "sphere.position":
		return []float64{-1, 1}, true
	case "random":
		return x.source.values[:2], true
	case "value":
		return x.source.values[:v.Width], true
	}
	return nil, false
}

// text is the name of a source in messages.
func (s source) text(v *flow.Variable) string {
	if s.kind == "value" {
		return fmt.Sprintf("%q", v.Name)
	}
	if s.kind == "random" {
		return fmt.Sprintf("random(%g, %g)", s.values[0], s.values[1])
	}
	return s.kind
}

// attributesOf returns the narrowest attributes that hold the values.
func attributesOf(values []float64) flow.Attributes {
	out := flow.Attributes{Exponent: flow.Exponent(0), Bits: flow.Full}
	low, high := values[0], values[0]
	for _, x := range values {
		out.Exponent = max(out.Exponent, flow.Exponent(x))
		low, high = min(low, x), max(high, x)
	}
	switch {
	case low >= 0:
		out.Sign = flow.Positive
	case high <= 0:
		out.Sign = flow.Negative
	}
	return out
}

// holds reports whether a value has the sign and is in the range.
func holds(a flow.Attributes, x float64) bool {
	switch {
	case a.Sign == flow.Positive && x < 0, a.Sign == flow.Negative && x > 0:
		return false
	}
	return a.Exponent == flow.Unbounded || flow.Exponent(x) <= a.Exponent
}
