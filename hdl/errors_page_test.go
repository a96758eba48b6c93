package hdl_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/internal/golden"
)

// usual are the entries of the catalogue that docs/errors.md shows.
var usual = []string{
	"operands of two widths",
	"a value of another width than its target",
	"an integer that does not fit",
	"a negative integer",
	"an integer where no width is known",
	"a Go bool as a condition",
	"a wide or an integer condition",
	"a Signed as an operand",
	"Go's == on hardware, hidden in interfaces",
	"setting what cannot be set",
	"an output that is not set in every case",
	"a state without a case",
	"an instance in a branch",
	"wires and registers that are never set",
	"an instance that is not connected",
	"an instance that nobody reads",
	"streams of a child that are left open",
	"a stream that waits for its own Ready",
	"a component used twice in one design",
	"values of another design",
	"a child that describes into its parent's module",
	"an index of a memory",
	"names that cannot be kept",
	"one name for two things",
	"a loop between the halves of a signal",
}

// The page is what the catalogue says, except for the places.
func TestErrorsPage(t *testing.T) {
	wants := map[string][2]string{} // code and message of the first mistake, by entry
	entry := regexp.MustCompile(`^\t\{("[^"]*"), func\(\) error \{$`)
	place := regexp.MustCompile(` ?\(?(?:(?:declared |made )?at |since )?(?:posedge/hdl/)?@(?:[-+]\d+|[a-z]+)\)?`)
	for _, part := range catalogue {
		source, err := os.ReadFile(part.file)
		require.NoError(t, err)
		name := ""
		for _, line := range strings.Split(string(source), "\n") {
			if m := entry.FindStringSubmatch(line); m != nil {
				name = strings.Trim(m[1], `"`)
			}
			code, want, ok := strings.Cut(line, "// want: ")
			if _, done := wants[name]; !ok || done {
				continue
			}
			want, _, _ = strings.Cut(want, " && ")
			want = strings.ReplaceAll(place.ReplaceAllString(want, ""), " // ", "; ")
			want = strings.ReplaceAll(want, ":; ", ": ")
			code = strings.TrimSpace(code)
			if _, inner, ok := strings.Cut(code, "func(m *hdl.Module, p *pins) { "); ok {
				code = strings.TrimSuffix(inner, " })")
			}
			wants[name] = [2]string{code, want}
		}
	}
	var b strings.Builder
	b.WriteString(`# Errors

This page lists the usual mistakes, the line that makes each, and its message. A message begins with the place of that
line and also names the line of the other signal or component involved; both are left out here. The ports are A (8
bits), B (4), C (1) and Q (8). The whole catalogue, as a test, is in ` + "`hdl/mistakes_*_test.go`" + `; this page is made from it by
` + "`go test ./hdl -run ErrorsPage -update`" + `.

| mistake | line | message |
|---|---|---|
`)
	for _, name := range usual {
		w, ok := wants[name]
		require.True(t, ok, name)
		cell := strings.NewReplacer("|", `\|`, "\t", "").Replace
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", cell(name), cell(w[0]), cell(w[1]))
	}
	golden.Check(t, "../docs/errors.md", b.String(), "make it again with -update")
}
