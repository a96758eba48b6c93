package lib_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

const page = "../../docs/lib.md"

// The table of costs in docs/lib.md is what Yosys reports now.
func TestCostsAreAsDocumented(t *testing.T) {
	edatest.Need(t, "yosys")
	var table strings.Builder
	table.WriteString("| component | LUT4 | FF | block RAM | levels |\n|---|---|---|---|---|\n")
	for i, s := range costs(t) {
		fmt.Fprintf(&table, "| `%s` | %d | %d | %d | %d |\n", parts()[i].name, s.LUTs, s.FFs, s.BRAMs, s.Levels)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	start, end := "| component | LUT4 |", "\n\n"
	before, rest, found := strings.Cut(string(text), start)
	require.True(t, found, "docs/lib.md has a table of costs")
	old, after, _ := strings.Cut(rest, end)
	if *update {
		old = strings.TrimSuffix(strings.TrimPrefix(table.String(), start), "\n")
		require.NoError(t, os.WriteFile(page, []byte(before+start+old+end+after), 0o644))
	}
	assert.Equal(t, table.String(), start+old+"\n", "go test ./hdl/lib -run Costs -update makes the table again")
}

// costs has Yosys synthesise all parts, some at a time.
func costs(t *testing.T) []eda.Stats {
	list := make([]eda.Stats, len(parts()))
	errs := make([]error, len(list))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, p := range parts() {
		d, err := hdl.Elaborate(p.make())
		require.NoError(t, err, p.name)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err, p.name)
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			list[i], errs[i] = eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
		})
	}
	all.Wait()
	for i, err := range errs {
		require.NoError(t, err, parts()[i].name)
	}
	return list
}
