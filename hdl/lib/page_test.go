package lib_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// funnel is the example of docs/lib.md.
type funnel struct {
	In  []hdl.Sink[hdl.Bits]
	Out hdl.Source[hdl.Bits]
}

func (f *funnel) Describe(m *hdl.Module) {
	shape := f.Out.Data
	merge := hdl.Instance(m, "merge", lib.NewRoundRobin(shape, 4))
	queue := hdl.Instance(m, "queue", lib.NewFIFO(shape, 512, lib.BlockRAM()))
	for i, in := range f.In {
		merge.In[i].From(in)
	}
	hdl.Unused(merge.Source, queue.Level)
	queue.Push.From(merge.Out)
	f.Out.From(queue.Pop)
}

func TestThePagesCodeRuns(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	source := ""
	for _, name := range []string{"page_test.go", "property/property_test.go"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		source += string(text)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		assert.Contains(t, outdented(source), outdented(b[1]))
	}

	w8 := hdl.Width(8)
	f := &funnel{Out: hdl.NewSource(w8)}
	for range 4 {
		f.In = append(f.In, hdl.NewSink(w8))
	}
	tb := bench.New(t, f)
	out := bench.Collect[uint8](tb, f.Out, 0.3)
	for i, in := range f.In {
		bench.Drive(tb, in, 0.3).Send(i, i+4, i+8)
	}
	tb.Until(200, "the last beat", func() bool { return len(out.Beats()) == 12 })
	assert.ElementsMatch(t, []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, out.Beats())
}

// outdented is code without the tabs at the start of each line.
func outdented(code string) string { return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(code, "") }

// Every exported name of the library is on the page.
func TestThePageNamesEverything(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	inner, err := filepath.Glob("property/*.go")
	require.NoError(t, err)
	exported := regexp.MustCompile(`(?m)^(?:func|type) ([A-Z]\w*)`)
	for _, f := range append(files, inner...) {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		source, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range exported.FindAllStringSubmatch(string(source), -1) {
			assert.Regexp(t, `\b`+strings.TrimPrefix(m[1], "New")+`\b`, string(text))
		}
	}
}
