package waves

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/atomicfile"
	"posedge/internal/golden"
)

func TestGTKWaveGolden(t *testing.T) {
	files, err := gtkwaveFiles("job.vcd", job())
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Equal(t, "job.gtkw", files[0].Path)
	golden.Check(t, "testdata/job.gtkw", string(files[0].Data))
	require.Equal(t, atomicfile.Content{Path: "filters/job_state.txt", Data: []byte("0 idle\n1 busy\n2 done\n")}, files[1])
}

// As package bench writes it: the bench contains only the design.
func TestABenchWithoutVariablesIsNoLevel(t *testing.T) {
	clk := func() *Var { return &Var{Name: "clk", Width: 1, Kind: Clock} }
	start := &Var{Name: "start", Width: 1}
	top := &Scope{Name: "job_tb", Scopes: []*Scope{{
		Name: "dut",
		Vars: []*Var{start, clk()},
		Scopes: []*Scope{{
			Name:   "control",
			Vars:   []*Var{clk(), {Name: "begin", Width: 1, Alias: start}, {Name: "state", Width: 2, Kind: Reg}},
			Scopes: []*Scope{{Name: "timer", Vars: []*Var{clk(), {Name: "count", Width: 3, Kind: Reg}}}},
		}},
	}}}
	files, err := gtkwaveFiles("job.vcd", top)
	require.NoError(t, err)
	_, groups, ok := strings.Cut(string(files[0].Data), "[treeopen] job_tb.dut.\n")
	require.True(t, ok, "%s", files[0].Data)
	require.Equal(t, `@800200
-job_tb.dut
@28
job_tb.dut.clk
@28
job_tb.dut.start
@1000200
-job_tb.dut
@800200
-job_tb.dut.control
@22
job_tb.dut.control.state[1:0]
@1000200
-job_tb.dut.control
@c00200
-job_tb.dut.control.timer
@22
job_tb.dut.control.timer.count[2:0]
@1401200
-job_tb.dut.control.timer
`, groups, "control is open and repeats nothing, its timer is closed")
}

func TestFilterHasTheDigitsThatGTKWaveShows(t *testing.T) {
	e := &Enum{Name: "wide", Width: 9, States: []State{{"first", 0}, {"wait for ack", 0xab}, {"last", 0x1ff}}}
	files, err := gtkwaveFiles("x.vcd", &Scope{Name: "tb", Vars: []*Var{{Name: "s", Width: 9, Enum: e}, {Name: "next", Width: 9, Enum: e}}})
	require.NoError(t, err)
	require.Len(t, files, 2, "one filter for both")
	require.Equal(t, "000 first\n0AB wait for ack\n1FF last\n", string(files[1].Data))
	require.Contains(t, string(files[0].Data), "@2022\n^1 filters/wide.txt\ntb.s[8:0]\n@2022\n^1 filters/wide.txt\ntb.next[8:0]\n")
}

func TestGTKWaveTakesSoManyFiltersOnly(t *testing.T) {
	top := &Scope{Name: "tb"}
	for i := range 130 {
		top.Vars = append(top.Vars, &Var{Name: fmt.Sprintf("s%d", i), Width: 2,
			Enum: &Enum{Name: fmt.Sprintf("e%d", i), Width: 2, States: []State{{"a", 0}}}})
	}
	files, err := gtkwaveFiles("x.vcd", top)
	require.NoError(t, err)
	require.Len(t, files, 1+127)
	require.Contains(t, string(files[0].Data), "^127 filters/e126.txt\ntb.s126[1:0]\n@22\ntb.s127[1:0]\n")
}

func TestASingleBitHasNoFilter(t *testing.T) {
	e := &Enum{Name: "way", Width: 1, States: []State{{"left", 0}, {"right", 1}}}
	top := &Scope{Name: "tb", Vars: []*Var{{Name: "s", Width: 1, Enum: e}}}
	files, err := gtkwaveFiles("x.vcd", top)
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.Contains(t, string(files[0].Data), "@28\ntb.s\n")
	mappings, err := surferFiles(top)
	require.NoError(t, err)
	require.Len(t, mappings, 1, "Surfer shows text for a bit too")
}

func TestSurferMapping(t *testing.T) {
	files, err := surferFiles(job())
	require.NoError(t, err)
	require.Equal(t, []atomicfile.Content{{Path: ".surfer/mappings/job_state.txt", Data: []byte("Name = job_state\nBits = 2\n0 idle\n1 busy\n2 done\n")}}, files)
}

func TestSideFilesRefuseABadName(t *testing.T) {
	for _, name := range []string{"", `a"b.vcd`, "a/b.vcd", "a\nb.vcd"} {
		_, err := gtkwaveFiles(name, job())
		require.ErrorContains(t, err, "use a base name without quotes")
	}
	_, err := gtkwaveFiles("x.vcd", nil)
	require.ErrorContains(t, err, "no top scope")
	_, err = surferFiles(nil)
	require.ErrorContains(t, err, "no top scope")
}

func tree(t *testing.T, dir string) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			relative, _ := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(relative))
		}
		return err
	}))
	return files
}

func TestWriteSave(t *testing.T) {
	dir := t.TempDir()
	for range 2 { // the second time over the first
		require.NoError(t, WriteSave(filepath.Join(dir, "job.vcd"), job()))
		require.Equal(t, []string{".surfer/mappings/job_state.txt", "filters/job_state.txt", "job.gtkw"}, tree(t, dir))
	}
}

func TestWriteSaveLeavesNothingAfterAnError(t *testing.T) {
	for _, inTheWay := range []string{"filters", ".surfer", ".surfer/mappings", "filters/job_state.txt/x", ".surfer/mappings/job_state.txt/x"} {
		dir := t.TempDir()
		path := filepath.Join(dir, inTheWay)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte("a file"), 0o666))
		require.Error(t, WriteSave(filepath.Join(dir, "job.vcd"), job()), inTheWay)
		require.Equal(t, []string{inTheWay}, tree(t, dir))
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".surfer"), nil, 0o666))
	require.Error(t, WriteSave(filepath.Join(dir, "job.vcd"), job()))
	_, err := os.Stat(filepath.Join(dir, "filters"))
	assert.ErrorIs(t, err, os.ErrNotExist, "the new folder is gone too")
}
