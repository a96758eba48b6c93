package shader_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/shader"
)

// waves is an image of 4 by 2 texels whose components are simple functions of the coordinates.
type waves struct{}

func (waves) Size() (int, int)              { return 4, 2 }
func (waves) At(u, v float64) [4]float64    { return [4]float64{u / 4, v / 2, u * v / 8, 1} }
func (waves) Range() (low, high [4]float64) { return [4]float64{0, 0, 0, 1}, [4]float64{1, 1, 1, 1} }
func (waves) Slope() (u, v [4]float64) {
	return [4]float64{0.25, 0, 0.25, 0}, [4]float64{0, 0.5, 0.5, 0}
}

var options = shader.Options{Image: func(flow.Sampler) (flow.Image, error) { return waves{}, nil }}

// declarations precede the statements of a test.
const declarations = `
in float a, b, c;
in vec3 v;
in vec2 uv;
uniform sampler2D image;
out vec4 color;
const int four = 2 * 2;
float twice(float x) {
	float y = x;
	y += x;
	return y;
}
vec3 turned(const in vec3 x, bool back) { return back ? x.zyx : x.yzx; }
float bent(float x) {
	if (x < 0.0) {
		float y = -x;
		x = y;
	} else
		x *= 2.0;
	for (int i = 0; i < 2; i++)
		x += float(i);
	return x;
}
float nth(int n, float x) { return x * float(n + four); }
vec4 read(sampler2D s, vec2 at) { return texture(s, at); }
void main() {
	float p, q;
	vec3 w;
	`

// run evaluates statements with a = 0.5, b = −2, c = 3, v = (1, 2, 3) and uv = (0.25, 0.5).
func run(t *testing.T, statements string) flow.Values {
	t.Helper()
	g, err := shader.Parse("test.frag", declarations+statements+"\n}", options)
	require.NoError(t, err, statements)
	return g.Evaluate([][4]float64{{0.5}, {-2}, {3}, {1, 2, 3}, {0.25, 0.5}})
}

func TestExpressions(t *testing.T) {
	for _, one := range []struct {
		text string
		want []float64
	}{
		// Precedence and association.
		{"a + b * c", []float64{0.5 - 2*3}},
		{"(a + b) * c", []float64{-4.5}},
		{"a - b - c", []float64{0.5 + 2 - 3}},
		{"a - (b - c)", []float64{0.5 - (-2 - 3)}},
		{"c / a / b", []float64{3 / 0.5 / -2}},
		{"c / a * b", []float64{3 / 0.5 * -2}},
		{"-a * b + -c", []float64{1 - 3}},
		{"- -a", []float64{0.5}},
		{"+a", []float64{0.5}},
		{"1.0 / 3.0", []float64{1.0 / 3}},
		{"1e1 + 2.5E-1 + .5 + 3. + 1.0f", []float64{10 + 0.25 + 0.5 + 3 + 1}},
		// Truths.
		{"a < c ? 1.0 : 2.0", []float64{1}},
		{"a > c ? 1.0 : 2.0", []float64{2}},
		{"a <= 0.5 ? 1.0 : 2.0", []float64{1}},
		{"a >= 0.75 ? 1.0 : 2.0", []float64{2}},
		{"a == 0.5 ? 1.0 : 2.0", []float64{1}},
		{"a != 0.5 ? 1.0 : 2.0", []float64{2}},
		{"v == vec3(1.0, 2.0, 3.0) ? 1.0 : 2.0", []float64{1}},
		{"v == vec3(1.0, 2.0, 4.0) ? 1.0 : 2.0", []float64{2}},
		{"v == vec3(2.0, 2.0, 3.0) ? 1.0 : 2.0", []float64{2}},
		{"v != vec3(1.0, 2.0, 4.0) ? 1.0 : 2.0", []float64{1}},
		{"v != vec3(2.0, 2.0, 3.0) ? 1.0 : 2.0", []float64{1}},
		{"a > c && b < c ? 1.0 : 2.0", []float64{2}},
		{"a > c || b < c ? 1.0 : 2.0", []float64{1}},
		{"a > c && a > c || b < c ? 1.0 : 2.0", []float64{1}}, // && binds closer
		{"b < c || a > c && a > c ? 1.0 : 2.0", []float64{1}},
		{"!(a > c) ? 1.0 : 2.0", []float64{1}},
		{"(a > c) == (b > c) ? 1.0 : 2.0", []float64{1}},
		{"a > c ? 1.0 : b > c ? 2.0 : 3.0", []float64{3}},
		{"true ? a : b", []float64{0.5}},
		{"float(a < c) + float(a > c) * 4.0", []float64{1}},
		{"a < c ? v : v.zyx", []float64{1, 2, 3}},
		// Constructors and swizzles.
		{"vec3(a)", []float64{0.5, 0.5, 0.5}},
		{"vec4(uv, v.zy)", []float64{0.25, 0.5, 3, 2}},
		{"vec2(v)", []float64{1, 2}},
		{"float(v)", []float64{1}},
		{"vec4(v, 4)", []float64{1, 2, 3, 4}},
		{"v.bgr", []float64{3, 2, 1}},
		{"v.stp", []float64{1, 2, 3}},
		{"v.zzxy.wx", []float64{2, 3}},
		{"float(four / 3 * 7 - -2)", []float64{9}},
		// Vectors with floats and with one another.
		{"v * a", []float64{0.5, 1, 1.5}},
		{"a * v", []float64{0.5, 1, 1.5}},
		{"1.0 / v", []float64{1, 1.0 / 2, 1.0 / 3}},
		{"v - vec3(3.0, 2.0, 1.0)", []float64{-2, 0, 2}},
		// Functions.
		{"dot(v, v.zyx)", []float64{10}},
		{"dot(a, c)", []float64{1.5}},
		{"length(v)", []float64{math.Sqrt(14)}},
		{"length(b)", []float64{2}},
		{"distance(v, v.zyx)", []float64{math.Sqrt(8)}},
		{"normalize(v)", []float64{1 / math.Sqrt(14), 2 / math.Sqrt(14), 3 / math.Sqrt(14)}},
		{"cross(v, v.yzx)", []float64{2*1 - 3*3, 3*2 - 1*1, 1*3 - 2*2}},
		{"reflect(v, vec3(0.0, 1.0, 0.0))", []float64{1, -2, 3}},
		{"max(v, 2.0)", []float64{2, 2, 3}},
		{"min(v, v.zyx)", []float64{1, 2, 1}},
		{"clamp(v, 1.5, 2.5)", []float64{1.5, 2, 2.5}},
		{"clamp(b, 0.0, 1.0)", []float64{0}},
		{"mix(v, v.zyx, 0.25)", []float64{1.5, 2, 2.5}},
		{"mix(uv, uv.yx, vec2(0.0, 1.0))", []float64{0.25, 0.25}},
		{"step(2.0, v)", []float64{0, 1, 1}},
		{"step(v, vec3(2.0))", []float64{1, 1, 0}},
		{"smoothstep(0.0, 1.0, a)", []float64{0.5}},
		{"smoothstep(0.0, 2.0, v)", []float64{0.5, 1, 1}},
		{"abs(b)", []float64{2}},
		{"pow(c, 2.0)", []float64{9}},
		{"sqrt(c)", []float64{math.Sqrt(3)}},
		{"inversesqrt(c)", []float64{1 / math.Sqrt(3)}},
		{"exp2(v)", []float64{2, 4, 8}},
		{"log2(a)", []float64{-1}},
		{"texture(image, uv)", []float64{0.25, 0.5, 0.125, 1}},
		{"texture2D(image, uv).rg", []float64{0.25, 0.5}},
		// Functions of the shader.
		{"twice(twice(a)) + a", []float64{2.5}},
		{"turned(v, a > c)", []float64{2, 3, 1}},
		{"turned(v, a < c)", []float64{3, 2, 1}},
		{"read(image, uv).g", []float64{0.5}},
		{"bent(a) * 10.0 + bent(b)", []float64{23}},
		{"bent(bent(b))", []float64{7}},
		{"a < c ? bent(a) : bent(b)", []float64{2}},
		{"nth(3, nth(-1, a))", []float64{0.5 * 3 * 7}},
	} {
		width := len(one.want)
		rest := ", 0.0, 0.0, 0.0"[:5*(4-width)]
		got := run(t, fmt.Sprintf("color = vec4(%s%s);", one.text, rest)).Color
		assert.InDeltaSlice(t, one.want, got[:width], 1e-12, "%s", one.text)
	}
}

func TestStatements(t *testing.T) {
	for _, one := range []struct {
		text string // sets p
		want float64
	}{
		{"p = a; p += b; p *= c; p -= 1.0; p /= 2.0;", ((0.5-2)*3 - 1) / 2},
		{"w = v; w.xz = w.zx; p = w.x * 10.0 + w.z;", 31},
		{"w = v; w.zy = vec2(8.0, 9.0); p = w.x * 100.0 + w.y * 10.0 + w.z;", 100 + 90 + 8},
		{"w = v; w.yx *= vec2(10.0, 100.0); p = dot(w, vec3(1.0));", 100 + 20 + 3},
		{"w = v; w.r += 1.0; p = w.x;", 2},
		{"w = v; w.xy = w.yx; w.yz -= w.zy; p = w.x * 100.0 + w.y * 10.0 + w.z;", 200 + 10*(1-3) + (3 - 1)},
		{"p = 1.0; if (a < c) { p = bent(b); if (bent(a) > c) p = 0.0; } else p = bent(c);", 3},
		{"p = a; q = b; for (int i = 0; i < 3; i++) { float s = p; p = q; q = s; }", -2},
		{"w.xy = v.xy; p = w.y;", 2},
		{"p = 1.0; { float p = 2.0; p += 1.0; } p += 10.0;", 11},
		{"const float k = 2.0 * 3.0, l = k + 1.0; p = l;", 7},
		{"bool t = a < c; t = t && b < c; p = t ? 1.0 : 2.0;", 1},
		{";;p = 1.0;", 1},
		// if
		{"p = 1.0; if (a < c) p = 2.0;", 2},
		{"p = 1.0; if (a > c) p = 2.0;", 1},
		{"if (a > c) p = 1.0; else p = 2.0;", 2},
		{"if (a < c) { p = 1.0; } else { p = 2.0; }", 1},
		{"if (a > c) p = 1.0; else if (b > c) p = 2.0; else p = 3.0;", 3},
		{"if (a < c) if (b > c) p = 1.0; else p = 2.0; else p = 3.0;", 2},
		{"p = 1.0; if (a < c) { p += 1.0; if (b < c) p *= 10.0; p += 1.0; }", 21},
		{"p = 1.0; q = 2.0; if (a < c) { float s = p; p = q; q = s; } p += 10.0 * q;", 12},
		{"w = v; if (a < c) w.y = 20.0; else w.z = 30.0; p = w.y + w.z;", 23},
		{"if (a < c) { w.x = 1.0; w.y = 2.0; } else { w.xy = v.yx; } p = w.x + w.y * 10.0;", 21},
		{"p = 0.0; if (true) p = 5.0; else p = 1.0 / 0.0;", 5},
		{"bool t; if (a < c) t = false; else t = true; p = t ? 1.0 : 2.0;", 2},
		// for
		{"p = 0.0; for (int i = 0; i < 4; i++) p += float(i);", 6},
		{"p = 0.0; for (int i = four; i > 0; --i) p = p * 10.0 + float(i);", 4321},
		{"p = 0.0; for (int i = 1; i <= 9; i += 4) p = p * 10.0 + float(i);", 159},
		{"p = 0.0; for (int i = 9; i != 0; i -= 3) { p += float(i * i - 2 * i); }", 81 - 18 + 36 - 12 + 9 - 6},
		{"p = 0.0; for (int i = 0; i < 3; i++) for (int j = 0; j < i; ++j) p += float(10 * i + j);", 10 + 20 + 21},
		{"p = 0.0; for (int i = 0; i < 4; i++) { if (i == 2) p += 100.0; else p += 1.0; }", 103},
		{"p = 0.0; for (int i = 0; i < 4; i++) { if (float(i) < c) p += 1.0; }", 3},
		{"p = a; for (int i = 0; i < 0; i++) p = 1.0;", 0.5},
		{"p = 0.0; for (int i = 0; i < 4; i++) p += i > 0 ? 1.0 / float(i) : 0.0;", 1 + 0.5 + 1.0/3},
	} {
		got := run(t, one.text+"\ncolor = vec4(p, 0.0, 0.0, 1.0);").Color
		assert.InDelta(t, one.want, got[0], 1e-12, "%s", one.text)
	}
}

func TestDiscard(t *testing.T) {
	for text, killed := range map[string]bool{
		"color = v.xxxx; if (a < c) discard;":                                              true,
		"color = v.xxxx; if (a > c) discard;":                                              false,
		"color = v.xxxx; if (a < c) { if (b > c) discard; }":                               false,
		"color = v.xxxx; if (a < c) { if (b < c) discard; }":                               true,
		"color = v.xxxx; if (a > c) { if (b < c) discard; }":                               false,
		"color = v.xxxx; if (a > c) { } else discard;":                                     true,
		"color = v.xxxx; for (int i = 0; i < 4; i++) if (a * float(i) == 1.0) discard;":    true,
		"color = v.xxxx; for (int i = 0; i < 4; i++) if (a * float(i) == 1.1) discard;":    false,
		"color = v.xxxx; if (false) discard;":                                              false,
		"if (a < c) discard; else color = v.xxxx;":                                         true,
		"if (a > c) { discard; } else { color = v.xxxx; }":                                 false,
		"if (a < c) { if (b > c) discard; else color = v.xxxx; } else { color = v.yyyy; }": false,
	} {
		got := run(t, text)
		assert.Equal(t, killed, got.Killed, text)
		if !killed {
			assert.Equal(t, [4]float64{1, 1, 1, 1}, got.Color, text)
		}
	}
}

// TestAnArmThatDiscardsIsNotChosenFrom: its pixels are gone, so there is no select.
func TestAnArmThatDiscardsIsNotChosenFrom(t *testing.T) {
	g, err := shader.Parse("test.frag", declarations+"p = a; if (b < c) { p = 1.0; discard; } color = vec4(p); }", options)
	require.NoError(t, err)
	assert.Len(t, g.Kills, 1)
	for _, n := range g.Nodes {
		assert.NotEqual(t, flow.Select, n.Op)
	}
}

// TestAValueThatBothArmsShareIsNotChosen: only components that differ are selected.
func TestAValueThatBothArmsShareIsNotChosen(t *testing.T) {
	g, err := shader.Parse("test.frag", declarations+"w = v; if (a < c) w.y = b; color = vec4(w, 1.0); }", options)
	require.NoError(t, err)
	selects := 0
	for _, n := range g.Nodes {
		if n.Op == flow.Select {
			selects++
		}
	}
	assert.Equal(t, 1, selects)
}

func TestNamesAndPlacesReachTheGraph(t *testing.T) {
	g, err := shader.Parse("test.frag", "in vec3 v;\nout vec4 color;\nvoid main() {\n\tvec3 shade = v * 2.0;\n\tcolor = vec4(shade, 1.0);\n}\n", options)
	require.NoError(t, err)
	var texts []string
	for _, n := range g.Nodes {
		if n.Op == flow.Multiply {
			texts = append(texts, n.String())
		}
	}
	assert.Equal(t, []string{"shade.x (mul, line 4)", "shade.y (mul, line 4)", "shade.z (mul, line 4)"}, texts)
}
