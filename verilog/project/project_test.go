package project_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
	"posedge/verilog/project"
)

func jobProject() project.Project {
	top := designs.Job()
	rec := designs.Record(top, 400, 4)
	return project.Project{Name: "job", Top: top, Recording: &rec,
		Extra: []verilog.File{{Name: "waves/job.vcd", Content: []byte("$enddefinitions $end\n")}}}
}

// tableProject is a design with a memory whose contents stand in a file.
func tableProject(words int) project.Project {
	b := designs.New("words", "looks words up.")
	contents := make([]int64, words)
	for i := range contents {
		contents[i] = int64(i*2654435761) >> 8 & 0xffff
	}
	addr := b.Input("addr", 11)
	table := b.Mem("list", 16, words, contents...)
	b.Add(b.Set(b.Output("word", 16), b.ReadReg("word_q", table, addr, designs.Num(1, 1), ir.ReadFirst)))
	rec := designs.Record(b.Module, 400, 4)
	return project.Project{Name: "lookup", Top: b.Module, Recording: &rec}
}

// sh runs the commands in the folder and returns what they print.
func sh(dir, commands string) (string, error) {
	cmd := exec.Command("sh", "-e", "-c", commands)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// What the README tells the user to run works, from the folder it says.
func TestProjectCommandsWork(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog", "yosys")
	dir := t.TempDir()
	commandsWork(t, dir, jobProject())
	core, err := os.ReadFile(filepath.Join(dir, "job.core"))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(core), "CAPI=2:\n"))
	assert.Contains(t, string(core), "--pcf-allow-unconstrained]", "nextpnr refuses the stub without it")
	assert.FileExists(t, filepath.Join(dir, "waves", "job.vcd"))
}

// commandsWork writes the project and runs the commands of its README.
func commandsWork(t *testing.T, dir string, p project.Project) {
	t.Helper()
	for _, v := range []string{"OPT_FAST", "OPT_SLOW", "OPT_GLOBAL"} { // of Verilator's makefiles: the C++ is compiled sooner
		t.Setenv(v, "-O0")
	}
	t.Setenv("MAKEFLAGS", "e")
	require.NoError(t, project.Write(dir, p))
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	blocks := strings.Split(string(readme), "```sh\n")[1:]
	require.Len(t, blocks, 2)
	for i, block := range blocks {
		commands, _, _ := strings.Cut(block, "```")
		out, err := sh(dir, commands)
		require.NoError(t, err, "%s", out)
		if i == 1 {
			bench := p.Top.Name + "_tb"
			assert.Equal(t, 2, strings.Count(out, "PASS "+bench+": 400 cycles"), "%s", out)
			assert.FileExists(t, filepath.Join(dir, "tb", bench+".vcd"))
		}
	}
}

// The contents of a large memory are in no list of Verilog files, go with the design
// in FuseSoC, and are read by the commands of the README.
func TestProjectWithContentsInAFile(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog", "yosys")
	dir := t.TempDir()
	commandsWork(t, dir, tableProject(1500))
	has := func(name, text string) {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Contains(t, string(content), text)
	}
	list, err := os.ReadFile(filepath.Join(dir, "lookup.f"))
	require.NoError(t, err)
	assert.Equal(t, "rtl/words.v\n", string(list))
	has("lookup.core", "    files:\n      - rtl/words.v\n      - rtl/words.list.hex: {file_type: user, copyto: words.list.hex}\n    file_type: verilogSource-2005\n")
	has("README.md", "| `rtl/` | one module a file, and the contents of large memories, MODULE.MEMORY.hex |\n")
	has("README.md", "\nA simulator reads `rtl/*.hex` from its working folder: run it there, or copy the files.\n")
	has("README.md", "cd tb\ncp ../rtl/*.hex .\niverilog")

	contents, err := os.ReadFile(filepath.Join(dir, "rtl", "words.list.hex"))
	require.NoError(t, err)
	assert.Equal(t, 1500, strings.Count(string(contents), "\n"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tb", "words.list.hex"), []byte(strings.Repeat("0000\n", 1500)), 0o666))
	out, err := sh(filepath.Join(dir, "tb"), "vvp -n words_tb.vvp")
	assert.Error(t, err, "other contents give other words")
	assert.Contains(t, out, "FAIL words_tb: cycle ")
}

// Contents that an export wrote go when the design has none in a file any more; a file
// that no module of the export reads is the user's.
func TestContentsThatAreNoLongerReadAreRemoved(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, "rtl", name) }
	require.NoError(t, project.Write(dir, tableProject(1500)))
	require.NoError(t, os.WriteFile(at("mine.hex"), []byte("12\n"), 0o666))
	require.NoError(t, project.Write(dir, tableProject(1500)))
	assert.FileExists(t, at("words.list.hex"))
	require.NoError(t, project.Write(dir, tableProject(1000)))
	assert.NoFileExists(t, at("words.list.hex"), "the module is still there")
	require.NoError(t, project.Write(dir, tableProject(1500)))
	assert.FileExists(t, at("words.list.hex"))
	require.NoError(t, project.Write(dir, jobProject()))
	assert.NoFileExists(t, at("words.list.hex"))
	assert.NoFileExists(t, at("words.v"))
	assert.FileExists(t, at("mine.hex"))
}

func TestProjectFiles(t *testing.T) {
	first, err := jobProject().Files()
	require.NoError(t, err)
	second, err := jobProject().Files()
	require.NoError(t, err)
	assert.Equal(t, first, second, "the export is deterministic")
	var names []string
	for _, f := range first {
		names = append(names, f.Name)
		assert.NotContains(t, string(f.Content), "/tmp")
	}
	assert.Equal(t, []string{"rtl/fifo.v", "rtl/counter.v", "rtl/job.v", "job.f",
		"tb/job_tb.v", "tb/stimulus.hex", "tb/expected.hex", "job.core",
		"constraints/job.sdc", "constraints/job.pcf", "constraints/job.xdc", "README.md", "waves/job.vcd"}, names)
}

// The README says of every file what it is.
func TestProjectREADMEDescribesEveryFile(t *testing.T) {
	p := jobProject()
	for _, name := range []string{"waves/job.gtkw", "waves/filters/state.txt", "waves/.surfer/mappings/state.txt", "notes.pdf"} {
		p.Extra = append(p.Extra, verilog.File{Name: name})
	}
	files, err := p.Files()
	require.NoError(t, err)
	readme := ""
	for _, f := range files {
		if f.Name == "README.md" {
			readme = string(f.Content)
		}
	}
	for file, holds := range map[string]string{
		"waves/job.vcd":                    "waves, a value change dump for any viewer",
		"waves/job.gtkw":                   "save file for GTKWave: these waves with signals chosen, grouped and named",
		"waves/filters/state.txt":          "names of states for GTKWave, which the save file refers to",
		"waves/.surfer/mappings/state.txt": "names of states for Surfer, found when it starts in the folder of the waves",
		"notes.pdf":                        "extra file",
	} {
		assert.Contains(t, readme, "| `"+file+"` | "+holds+" |\n")
	}
	assert.NotRegexp(t, `\|\s*\|\n`, readme, "a file without a description")
}

func TestProjectRefuses(t *testing.T) {
	for message, change := range map[string]func(*project.Project){
		`name "reg" is a keyword`:        func(p *project.Project) { p.Name = "reg" },
		"the recording is of another":    func(p *project.Project) { p.Top = designs.Counter() },
		"two files are named job.f":      func(p *project.Project) { p.Extra = []verilog.File{{Name: "./job.f"}} },
		"leaves the folder":              func(p *project.Project) { p.Extra = []verilog.File{{Name: "../x"}} },
		"a clock of -1 MHz":              func(p *project.Project) { p.Megahertz = -1 },
		"the row has 2 words, the ports": func(p *project.Project) { p.Recording.Stimulus[3] = []uint64{0, 0} },
		"req_data does not fit 14 bits":  func(p *project.Project) { p.Recording.Stimulus[3][3] = 1 << 14 },
		"rows of stimulus":               func(p *project.Project) { p.Recording.Stimulus = p.Recording.Stimulus[1:] },
		"values and 399 of edges":        func(p *project.Project) { p.Recording.Edges = p.Recording.Edges[1:] },
		"cycle 3: the edges 0x0 are not": func(p *project.Project) { p.Recording.Edges[3] = 0 },
		"cycle 4: the edges 0x3 are not": func(p *project.Project) { p.Recording.Edges[4] = 3 },
	} {
		p := jobProject()
		change(&p)
		dir := t.TempDir()
		assert.ErrorContains(t, project.Write(dir, p), message)
		left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		require.NoError(t, err)
		assert.Empty(t, left, "an export that failed leaves no file")
	}
}

// The pins that a user filled in stay, and what the design no longer has goes.
func TestAProjectIsWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	require.NoError(t, project.Write(dir, jobProject()))
	require.NoError(t, os.WriteFile(at("constraints/job.pcf"), []byte("set_io clk J3\n"), 0o666))

	smaller := jobProject()
	smaller.Top, smaller.Recording = designs.Counter(), nil
	require.NoError(t, project.Write(dir, smaller))
	pins, err := os.ReadFile(at("constraints/job.pcf"))
	require.NoError(t, err)
	assert.Equal(t, "set_io clk J3\n", string(pins))
	assert.FileExists(t, at("rtl/counter.v"))
	assert.NoFileExists(t, at("rtl/job.v"))
	assert.NoFileExists(t, at("rtl/fifo.v"))

	require.NoError(t, os.Remove(at("constraints/job.pcf")))
	require.NoError(t, os.WriteFile(at("rtl/mine.v"), []byte("module mine;\nendmodule\n// Code generated by posedge (\n"), 0o666))
	assert.ErrorContains(t, project.Write(dir, jobProject()), "mine.v is not from an export; move it out of rtl/")
	assert.NoFileExists(t, at("constraints/job.pcf"), "nothing is written")
	require.NoError(t, os.Remove(at("rtl/mine.v")))
	require.NoError(t, project.Write(dir, jobProject()))
	assert.FileExists(t, at("rtl/job.v"))
	assert.FileExists(t, at("constraints/job.pcf"))
}
