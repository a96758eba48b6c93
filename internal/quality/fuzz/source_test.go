package fuzz_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/long"
	"posedge/internal/quality/fuzz"
)

// text is the intermediate form of a design.
func text(t *testing.T, d *fuzz.Design) string {
	e, err := hdl.Elaborate(d.Component())
	require.NoError(t, err)
	var b strings.Builder
	for _, m := range ir.Modules(e.Top) {
		b.WriteString(ir.Text(m))
	}
	return b.String()
}

// The printed program of a design makes the same intermediate form, to the byte.
func TestTheSourceOfADesignIsTheDesign(t *testing.T) {
	long.NotShort(t)
	sourcesAreTheirDesigns(t, 0, 16)
}

func TestLongTheSourceOfADesignIsTheDesign(t *testing.T) {
	long.Only(t)
	sourcesAreTheirDesigns(t, 16, 116)
}

// sourcesAreTheirDesigns draws designs from first to before end, whose sources one program has.
func sourcesAreTheirDesigns(t *testing.T, first, end uint64) {
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	overlay := map[string]map[string]string{"Replace": {}}
	dir := t.TempDir()
	add := func(path string, content string) {
		real := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		require.NoError(t, os.WriteFile(real, []byte(content), 0o666))
		overlay["Replace"][filepath.Join(root, "internal/quality/fuzz/drawn", path)] = real
	}
	var imports, calls, want strings.Builder
	for seed := first; seed < end; seed++ {
		d := fuzz.Generate(seed)
		want.WriteString(text(t, d))
		source := string(d.Source("// Top is for main.\nfunc Top() hdl.Component { return newTop() }\n"))
		name := fmt.Sprintf("p%d", seed)
		add(name+"/top.go", strings.Replace(source, "package main", "package "+name, 1))
		fmt.Fprintf(&imports, "%q\n", "posedge/internal/quality/fuzz/drawn/"+name)
		fmt.Fprintf(&calls, "print(%s.Top())\n", name)
	}
	add("main.go", `package main
import (
"fmt"
"posedge/hdl"
"posedge/hdl/ir"
`+imports.String()+`)
func print(c hdl.Component) {
	e, err := hdl.Elaborate(c)
	if err != nil { panic(err) }
	for _, m := range ir.Modules(e.Top) { fmt.Print(ir.Text(m)) }
}
func main() {
`+calls.String()+"}\n")
	table, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), table, 0o666))
	cmd := exec.Command("go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./internal/quality/fuzz/drawn")
	cmd.Dir = root
	var stderr strings.Builder
	cmd.Stderr = &stderr
	got, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	assert.Equal(t, want.String(), string(got))
}

// What is left of a design is small and still has what the failure needs: here
// a signed product, and a memory of which a word is written.
func TestShrinkKeepsWhatFails(t *testing.T) {
	has := func(d *fuzz.Design) bool {
		e, err := hdl.Elaborate(d.Component())
		if err != nil {
			return false
		}
		counts := map[string]int{}
		fuzz.Covered(counts, e.Top)
		return counts["mul_s"] > 0 && counts["memory write"] > 0
	}
	shrunk := 0
	for seed := uint64(0); shrunk < 3; seed++ {
		d := fuzz.Generate(seed)
		if !has(d) {
			continue
		}
		shrunk++
		small := fuzz.Shrink(d, 5000, has)
		require.True(t, has(small))
		source := string(small.Source(""))
		assert.Less(t, strings.Count(source, "\n"), 80, source)
	}
}

// A failure names the reader, the cycle, the signal and both values.
func TestAFailureSaysWhereAndWhat(t *testing.T) {
	err := error(&fuzz.Failure{Design: fuzz.Generate(3), Err: &fuzz.Difference{Reader: "compiled without fold", Cycle: 4, Signal: "out_0", Want: "0x1", Got: "0x0"}})
	assert.EqualError(t, err, "design f3: compiled without fold: cycle 4: out_0 is 0x0, expected 0x1")
	var d *fuzz.Difference
	assert.True(t, errors.As(err, &d))
}
