package shader

import (
	"posedge/blocks/castalu/compiler/flow"
)

// builtin is a function of the language.
type builtin struct {
	// form is its signature, as in GLSL's specification: T is float, vec2, vec3 or vec4, the
	// same everywhere; a parameter T? may also be a float if T is a vector.
	form string
	make func(b *flow.Builder, x []flow.Vector) flow.Vector
	// wrong are the constants that it refuses.
	wrong []constantRule
}

// constantRule is what a constant parameter must not be.
type constantRule struct {
	parameter int
	so        func(x float64) bool
	text      string
}

func op(o flow.Op) func(*flow.Builder, []flow.Vector) flow.Vector {
	return func(b *flow.Builder, x []flow.Vector) flow.Vector { return b.Do(o, x...) }
}

func negative(x float64) bool    { return x < 0 }
func notPositive(x float64) bool { return x <= 0 }

var builtins = map[string]builtin{
	"dot": {form: "float dot(T, T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector { return b.Dot(x[0], x[1]) }},
	"normalize": {form: "T normalize(T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Normalize(x[0])
	}},
	"length": {form: "float length(T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector { return b.Length(x[0]) }},
	"distance": {form: "float distance(T, T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Length(b.Do(flow.Subtract, x[0], x[1]))
	}},
	"cross": {form: "vec3 cross(vec3, vec3)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Cross(x[0], x[1])
	}},
	"reflect": {form: "T reflect(T, T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Reflect(x[0], x[1])
	}},
	"max": {form: "T max(T, T?)", make: op(flow.Max)},
	"min": {form: "T min(T, T?)", make: op(flow.Min)},
	"clamp": {form: "T clamp(T, T?, T?)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Clamp(x[0], x[1], x[2])
	}},
	"mix": {form: "T mix(T, T, T?)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Mix(x[0], x[1], x[2])
	}},
	"step": {form: "T step(T?, T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector { return b.Step(x[0], x[1]) }},
	"smoothstep": {form: "T smoothstep(T?, T?, T)", make: func(b *flow.Builder, x []flow.Vector) flow.Vector {
		return b.Smoothstep(x[0], x[1], x[2])
	}},
	"abs": {form: "T abs(T)", make: op(flow.Absolute)},
	"pow": {form: "T pow(T, T)", make: op(flow.Power), wrong: []constantRule{
		{0, negative, "pow(x, y) of a constant x below 0"}}},
	"sqrt": {form: "T sqrt(T)", make: op(flow.SquareRoot), wrong: []constantRule{
		{0, negative, "sqrt of a constant below 0"}}},
	"inversesqrt": {form: "T inversesqrt(T)", make: op(flow.ReciprocalRoot), wrong: []constantRule{
		{0, notPositive, "inversesqrt of a constant that is not above 0"}}},
	"exp2": {form: "T exp2(T)", make: op(flow.Exp2)},
	"log2": {form: "T log2(T)", make: op(flow.Log2), wrong: []constantRule{
		{0, notPositive, "log2 of a constant that is not above 0"}}},
	"texture":   {form: "vec4 texture(sampler2D, vec2)"},
	"texture2D": {form: "vec4 texture2D(sampler2D, vec2)"},
}

const (
	rounding    = "the processor does not round to integers: let an image repeat, or unroll a loop"
	circular    = "the processor has no trigonometry: use a polynomial, a rotated vector, or an image as a table"
	derivatives = "a pixel does not see its neighbours: pass the slope as an input"
	lods        = "an image has one size: call texture(sampler, uv)"
	conditions  = "compare the components one by one, with && and ||"
)

// refusedFunctions are the functions of GLSL that are not in the language, and what to do instead.
var refusedFunctions = map[string]string{
	"floor": rounding, "fract": rounding, "mod": rounding, "ceil": rounding, "round": rounding, "roundEven": rounding,
	"trunc": rounding, "modf": rounding,
	"sin": circular, "cos": circular, "tan": circular, "asin": circular, "acos": circular, "atan": circular,
	"sinh": circular, "cosh": circular, "tanh": circular, "asinh": circular, "acosh": circular, "atanh": circular,
	"radians": "multiply by 0.01745329", "degrees": "multiply by 57.29578",
	"dFdx": derivatives, "dFdy": derivatives, "fwidth": derivatives,
	"exp": "write exp2(1.442695 * x)", "log": "write 0.6931472 * log2(x)",
	"sign":        "write x < 0.0 ? -1.0 : 1.0",
	"refract":     "write it out with dot and sqrt",
	"faceforward": "write dot(n, i) < 0.0 ? n : -n",
	"isnan":       conditions, "isinf": conditions,
	"lessThan": conditions, "lessThanEqual": conditions, "greaterThan": conditions, "greaterThanEqual": conditions,
	"equal": conditions, "notEqual": conditions, "any": conditions, "all": conditions, "not": conditions,
	"textureLod": lods, "texture2DLod": lods, "texelFetch": lods, "textureSize": lods, "textureGrad": lods,
	"textureProj": lods, "texture2DProj": lods, "textureOffset": lods, "textureCube": lods,
	"transpose": matrices, "inverse": matrices, "determinant": matrices, "outerProduct": matrices,
	"matrixCompMult": matrices,
}
