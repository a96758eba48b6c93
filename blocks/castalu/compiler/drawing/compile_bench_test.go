package drawing

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCompile compiles a statement many times over: written out, in a loop, and in the
// largest shader that is allowed, of 20 000 operations.
func BenchmarkCompile(b *testing.B) {
	const statement = "x = x * 0.9375 + uv.yxy * 0.25; "
	loop := func(turns, statements int) string {
		return fmt.Sprintf("for (int i = 0; i < %d; i++) { %s }", turns, strings.Repeat(statement, statements))
	}
	for _, x := range []struct{ name, text string }{
		{"statements=400", strings.Repeat(statement, 400)},
		{"turns=1000", loop(1000, 1)},
		{"operations=20000", loop(832, 4)},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				_, err := Compile("long.frag", `in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv
out vec4 color;
#pragma castalu color (?, [0,1], 10)
void main() { vec3 x = vec3(uv, 0.5);
`+x.text+`
color = vec4(x, 1.0); }`, nil)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
