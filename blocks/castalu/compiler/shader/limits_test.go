package shader_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/castalu/compiler/shader"
)

// TestNoTextTakesLong: whatever can grow either stops at a limit, which is reported, or is cheap.
func TestNoTextTakesLong(t *testing.T) {
	main := func(statements string) string {
		return "in float x; out vec4 color; void main() { float y = x;\n" + statements + "\ncolor = vec4(y); }"
	}
	var doubling strings.Builder
	doubling.WriteString("float f0(float x) { return x * x; }\n")
	for k := range 40 {
		fmt.Fprintf(&doubling, "float f%d(float x) { return f%d(x + 1.0) * f%d(x); }\n", k+1, k, k)
	}
	var locals strings.Builder
	for k := range 700 {
		fmt.Fprintf(&locals, "float l%d = x; ", k)
	}
	repeat := strings.Repeat
	for name, text := range map[string]string{
		"a long sum":             main("y = x" + repeat(" + x", 4500) + ";"),
		"a long product":         main("y = 1.0" + repeat(" * y", 4500) + ";"),
		"many signs":             main("y = " + repeat("- ", 9000) + "x;"),
		"a chain of arms":        main("y = " + repeat("x > 0.0 ? x : ", 1200) + "x;"),
		"arms inside arms":       main("y = " + repeat("x > 0.0 ? ", 1200) + "x" + repeat(": x", 1200) + ";"),
		"brackets":               main("y = " + repeat("(", 4500) + "x" + repeat(")", 4500) + ";"),
		"blocks":                 main(repeat("{", 4500) + repeat("}", 4500)),
		"ifs":                    main(repeat("if (x > 0.0) ", 1200) + "y = 1.0;"),
		"a chain of ifs":         main(repeat("if (x > y) y += x; else ", 700) + "y = 1.0;"),
		"loops":                  main(repeat("for (int i = 0; i < 9; i++) ", 400) + "y *= x;"),
		"loops of nothing":       main(repeat("for (int i = 0; i < 999; i++) ", 5) + ";"),
		"loops over conditions":  main("for (int i = 0; i < 999; i++) for (int j = 0; j < 999; j++) if (x > 0.0) y = x;"),
		"functions that double":  doubling.String() + main("y = f40(x);"),
		"unused ones":            doubling.String() + main("y = x;"),
		"many variables and ifs": main(locals.String() + "for (int i = 0; i < 999; i++) { if (x > float(i)) l7 += 1.0; }"),
		"members":                main("y = vec2(x)" + repeat(".xx", 4500) + ".x;"),
		"mistakes":               main(repeat("y = ;", 1500)),
		"other signs":            repeat("@", 9000),
		"an open comment":        "/*" + repeat("*", 45000),
		"a long name":            main(repeat("z", 50000) + " = 1.0;"),
		"many names":             main(repeat("zzzzzzzz = 1.0; ", 1500) + locals.String()),
		"many pragmas":           repeat("#pragma castalu q = uv\n", 1500),
		"much text":              repeat(" ", 200_000),
		"a long number":          main("y = " + repeat("9", 50_000) + ".0;"),
	} {
		began := time.Now()
		_, err := shader.Parse("long.frag", text, options)
		assert.Less(t, time.Since(began), 10*time.Second, name)
		message := ""
		if err != nil {
			message = err.Error()
		}
		assert.Less(t, strings.Count(message, "\n"), 11, name)
		t.Logf("%-24s %6d ms %.150s", name, time.Since(began).Milliseconds(), message)
	}
}

// A text beyond a limit has no other message: its declarations have not been read.
func TestATextBeyondALimitHasOneMessage(t *testing.T) {
	_, err := shader.Parse("long.frag", "in float x;\n#pragma castalu x (+, [0,1], 8)\nout vec4 color;\nvoid main() { color = vec4(x"+
		strings.Repeat(" + x", 5000)+"); }", shader.Options{})
	assert.EqualError(t, err, "long.frag:4:19994: a shader has at most 10000 tokens")
}
