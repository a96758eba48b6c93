package float_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/verilog"
)

const page = "../../../docs/float.md"

var update = flag.Bool("update", false, "write the table of costs in docs/float.md again")

// part is a row of the table of costs.
type part struct {
	name  string
	unit  hdl.Component
	quick bool // Yosys takes a second or two
}

func parts() (list []part) {
	add := func(name string, quick bool, u hdl.Component) { list = append(list, part{name, u, quick}) }
	for _, f := range []struct {
		name string
		float.Format
	}{{"Binary16", float.Binary16}, {"Binary32", float.Binary32}} {
		quick := f.Format == float.Binary16
		stages := func(op string, quick bool, make func(float.Format, int) *float.Unit[float.Two], stages ...int) {
			for _, n := range stages {
				add(fmt.Sprintf("New%s(%s, %d)", op, f.name, n), quick, make(f.Format, n))
			}
		}
		stages("Add", quick, float.NewAdd, 0, 2, 3)
		stages("Mul", false, float.NewMul, 0, 2, 3)
		for _, n := range []int{0, 3, 5} {
			add(fmt.Sprintf("NewFMA(%s, %d)", f.name, n), false, float.NewFMA(f.Format, n))
		}
		stages("Div", false, float.NewDiv, 0)
		if n := f.Fraction + 4; quick { // those of fp32 take Yosys minutes
			stages("Div", false, float.NewDiv, n/2, n)
			add(fmt.Sprintf("NewSqrt(%s, %d)", f.name, n), false, float.NewSqrt(f.Format, n))
			add(fmt.Sprintf("NewRsqrt(%s, %d)", f.name, n), false, float.NewRsqrt(f.Format, n))
		}
		stages("Min", quick, float.NewMin, 0)
		stages("Compare", quick, float.NewCompare, 0)
	}
	cast := func(name string, quick bool, from, to float.Any) {
		add(fmt.Sprintf("NewCast(%s, 0)", name), quick, float.NewCast(from, to, 0))
	}
	h, w := float.Binary16, float.Binary32
	cast("Binary16, Binary32", true, h, w)
	cast("Binary32, Binary16", true, w, h)
	cast("Binary32, Fixed{32, 0, true}", false, w, float.Fixed{Width: 32, Signed: true})
	cast("Fixed{32, 0, true}, Binary32", false, float.Fixed{Width: 32, Signed: true}, w)
	cast("Binary32, Norm{8, false}", false, w, float.Norm{Width: 8})
	cast("Norm{8, false}, Binary32", true, float.Norm{Width: 8}, w)
	add("NewLog2(Binary32, 0)", false, float.NewLog2(w, 0))
	add("NewExp2(Binary32, 0)", false, float.NewExp2(w, 0))
	return list
}

// row measures a part for iCE40 and for six-input LUTs.
func (p part) row(ctx context.Context, dir string) (string, error) {
	d, err := hdl.Elaborate(p.unit)
	if err != nil {
		return "", err
	}
	files, err := verilog.Export(d.Top, verilog.Options{})
	if err != nil {
		return "", err
	}
	s, err := verilog.Synth(ctx, d.Top.Name, files)
	if err != nil {
		return "", err
	}
	if err := verilog.WriteFiles(dir, files); err != nil {
		return "", err
	}
	yosys, err := verilog.FindTool("yosys")
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, yosys, "-p", fmt.Sprintf("read_verilog %s.v; synth -lut 6 -flatten -top %[1]s; stat; ltp -noff", d.Top.Name))
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("yosys: %w", err)
	}
	log := string(out[strings.LastIndex(string(out), "Printing statistics."):])
	luts := regexp.MustCompile(`\$lut +(\d+)`).FindStringSubmatch(log)
	length := regexp.MustCompile(`Longest topological path in .*\(length=(\d+)\)`).FindStringSubmatch(log)
	if luts == nil || length == nil {
		return "", fmt.Errorf("yosys says nothing of LUTs and paths:\n%s", log)
	}
	return fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %s | %s |", p.name, s.LUTs, s.FFs, s.Carries, s.BRAMs, s.Levels, luts[1], length[1]), nil
}

// The table of costs in docs/float.md is what Yosys says now: the cheap rows in
// each test, all with -long.
func TestCostsAreAsDocumented(t *testing.T) {
	if _, err := verilog.FindTool("yosys"); err != nil {
		if os.Getenv("CI") != "" {
			require.NoError(t, err)
		}
		t.Skipf("not tested: %v", err)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	var all sync.WaitGroup
	var lock sync.Mutex
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	dir := t.TempDir()
	for i, p := range parts() {
		if !p.quick && !*long {
			assert.Contains(t, string(text), "\n| `"+p.name+"` |", "a row of the table")
			continue
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			row, err := p.row(t.Context(), filepath.Join(dir, fmt.Sprint(i)))
			lock.Lock()
			defer lock.Unlock()
			if !assert.NoError(t, err, p.name) {
				return
			}
			t.Log(row)
			old := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(p.name) + "` \\|.*$")
			if *update {
				text = old.ReplaceAllLiteral(text, []byte(row))
				return
			}
			assert.Equal(t, row, string(old.Find(text)), "go test ./hdl/lib/float -run Costs -update [-long] makes the table again")
		})
	}
	all.Wait()
	if *update {
		require.NoError(t, os.WriteFile(page, text, 0o644))
	}
}
