package shader_test

import (
	"fmt"

	"posedge/blocks/castalu/compiler/shader"
)

// A shader becomes nodes, one for each component of an operation; a mistake is reported with
// its place and what to write instead.
func ExampleParse() {
	g, err := shader.Parse("fade.frag", `
in vec2 uv;
#pragma castalu uv (+, [0,1], 12) = uv
uniform float strength;
#pragma castalu strength = 0.5

void main() {
	vec2 fade = uv * strength;
	gl_FragColor = vec4(fade, 0.0, 1.0);
}
`, shader.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range g.Nodes {
		fmt.Println(n)
	}
	fmt.Println(g.Evaluate([][4]float64{{0.25, 1}, {}}).Color)

	_, err = shader.Parse("wave.frag", `
in vec2 uv;
void main() {
	float wave = sin(uv.x) * 2;
	gl_FragColor = vec4(wawe);
}
`, shader.Options{})
	fmt.Println(err)
	// Output:
	// uv.x (input, line 2)
	// uv.y (input, line 2)
	// strength (input, line 4)
	// fade.x (mul, line 8)
	// fade.y (mul, line 8)
	// constant 0 (line 9)
	// constant 1 (line 9)
	// [0.125 0.5 0 1]
	// wave.frag:4:15: "sin" is not in the language: the processor has no trigonometry: use a polynomial, a rotated vector, or an image as a table
	// wave.frag:5:22: "wawe" is not declared: did you mean wave?
}
