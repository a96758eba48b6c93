package waves

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadSaveReadsWhatWriteSaveWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "job.vcd")
	require.NoError(t, WriteSave(path, job()))
	enums, err := ReadSave(strings.TrimSuffix(path, ".vcd") + ".gtkw")
	require.NoError(t, err)
	assert.Equal(t, map[string]*Enum{"tb.dut.state": job().Scopes[0].Vars[3].Enum}, enums)
}

func TestReadSaveRefusesOtherFiles(t *testing.T) {
	for _, text := range []string{"", "clk\ndata\n", declared + "#0 1\"\n", "package waves\n\nvar x [3]int\n"} {
		path := filepath.Join(t.TempDir(), "x.gtkw")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		_, err := ReadSave(path)
		assert.ErrorContains(t, err, "x.gtkw is not a GTKWave save file: it has no line such as @22", "%q", text)
	}
	for _, text := range []string{"@28\nclk\n", "[*]\r\n", "[timestart] 0\n"} {
		path := filepath.Join(t.TempDir(), "x.gtkw")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		_, err := ReadSave(path)
		assert.NoError(t, err, "%q", text)
	}
}

// saved is what GTKWave writes after a user has worked in it.
const saved = `[*]
[*] GTKWave Analyzer v3.3.118 (w)1999-2023 BSI
[dumpfile] "job.vcd"
*-3.000000 5 -1 -1 -1
@200
-state machines
@2023
^1 names/state file.txt
tb.dut.state[1:0]
@2028
^2 bits.txt
tb.dut.flags[1:0]
@2022
^>1 /bin/decode
tb.dut.opcode[7:0]
@22
tb.dut.count[7:0]
@2024
^3 decimal.txt
+{short} tb.dut.aliased
tb.dut.level
[pattern_trace] 1
`

func TestReadSaveOfGTKWave(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"x.gtkw":               saved,
		"names/state file.txt": "# states\r\n0 ?red?IDLE\r\n1 wait for ack\n1 again\nX unknown\n\n2\n3 ?bad\n",
		"bits.txt":             "01 low\n10 high\n12 none\n",
		"decimal.txt":          "10 ten\n0a none\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	enums, err := ReadSave(filepath.Join(dir, "x.gtkw"))
	require.NoError(t, err)
	assert.Equal(t, map[string]*Enum{
		"tb.dut.state": {Name: "state file", Width: 2, States: []State{{"IDLE", 0}, {"wait for ack", 1}}},
		"tb.dut.flags": {Name: "bits", Width: 2, States: []State{{"low", 1}, {"high", 2}}},
		"tb.dut.level": {Name: "decimal", Width: 64, States: []State{{"ten", 10}}},
	}, enums)

	require.NoError(t, os.Remove(filepath.Join(dir, "bits.txt")))
	_, err = ReadSave(filepath.Join(dir, "x.gtkw"))
	assert.ErrorContains(t, err, "x.gtkw line 12: open ")
}

func TestReadSaveRefusals(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.gtkw")
	require.NoError(t, os.WriteFile(path, []byte("@22\n@zz\n"), 0o666))
	_, err := ReadSave(path)
	assert.ErrorContains(t, err, `line 2: "@zz" are not flags of a trace`)
	_, err = ReadSave(dir)
	assert.ErrorContains(t, err, "is not a file")
	_, err = ReadSave(os.DevNull)
	assert.ErrorContains(t, err, "is not a file")
	require.NoError(t, os.WriteFile(path, make([]byte, maxSideFile+1), 0o666))
	_, err = ReadSave(path)
	assert.ErrorContains(t, err, "has more than 16777216 bytes")
}

func TestNamesOfAWaveThatVerilatorWrote(t *testing.T) {
	vcd, err := os.ReadFile("testdata/verilator.vcd")
	require.NoError(t, err)
	state := &Enum{Name: "state", Width: 2, States: []State{{"IDLE", 0}, {"BUSY", 1}}}
	f := read(t, string(vcd))
	for _, name := range []string{"tb.u.st", "TOP.tb.u.st"} {
		assert.Equal(t, `
cycle  0     1     2     3     4     5
st    │IDLE │BUSY │IDLE │BUSY │IDLE │BUSY
`, view(t, f, View{Signals: []string{"u.st"}, Enums: map[string]*Enum{name: state}}))
	}
}
