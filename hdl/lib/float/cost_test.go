package float_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/internal/long"
	"posedge/verilog"
)

const page = "../../../docs/float.md"

const remake = "go test ./hdl/lib/float -run Costs -update makes the table again, with POSEDGE_LONG=1 every row of it"

// targets are the synthesis targets that have columns in the tables.
var targets = [...]eda.Target{eda.ICE40, eda.ICE40DSP, eda.LUT6}

const costHeader = `| component | latency | LUT4 | FF | carry | BRAM | levels | DSP | DSP: LUT4 | DSP: FF | DSP: levels | LUT6 | LUT6: levels |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
`

// made is a part, the result of Yosys for each target, and the output of Yosys.
type made struct {
	part
	multiplies bool
	stats      [len(targets)]eda.Stats
	errs       [len(targets)]error
}

// row is the part's row of the table. Where nothing is multiplied, DSP blocks
// change nothing.
func (m *made) row() string {
	x, d, six := m.stats[0], m.stats[1], m.stats[2]
	blocks := "0 | – | – | –"
	if m.multiplies {
		blocks = fmt.Sprintf("%d | %d | %d | %d", d.DSPs, d.LUTs, d.FFs, d.Levels)
	}
	return fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %d | %s | %d | %d |\n", m.name, m.unit.Stages(),
		x.LUTs, x.FFs, x.Carries, x.BRAMs, x.Levels, blocks, six.LUTs, six.Levels)
}

// times is a multiplication in Verilog.
var times = regexp.MustCompile(`(?m) \*( |$)`)

// synthesise has Yosys synthesise the parts, some at a time, and says how long each took.
func synthesise(ctx context.Context, list []*made, done func(*made, time.Duration)) {
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, m := range list {
		d, err := hdl.Elaborate(m.unit)
		var files []verilog.File
		if err == nil {
			files, err = verilog.Export(d.Top, verilog.Options{})
		}
		if err != nil {
			m.errs[0] = err
			continue
		}
		for _, f := range files {
			m.multiplies = m.multiplies || times.Match(f.Content)
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			began := time.Now()
			for i, target := range targets {
				if target == eda.ICE40DSP && !m.multiplies {
					continue
				}
				m.stats[i], m.errs[i] = eda.Synth(ctx, target, d.Top.Name, files)
			}
			done(m, time.Since(began))
		})
	}
	all.Wait()
}

// The tables of costs in docs/float.md are what Yosys reports now: the cheap
// rows in every test run, all of them in the long one.
func TestCostsAreAsDocumented(t *testing.T) { costsAreAsDocumented(t, false) }

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costsAreAsDocumented(t, true)
}

func costsAreAsDocumented(t *testing.T, all bool) {
	edatest.Need(t, "yosys")
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(content)
	rows := map[string]string{} // by name
	for _, r := range regexp.MustCompile("(?m)^\\| `(New.*)` \\| [0-9]+ \\|.*\\|\n").FindAllStringSubmatch(text, -1) {
		rows[r[1]] = r[0]
	}
	var measured []*made
	for _, s := range sections() {
		for _, p := range s.parts {
			if p.quick || all {
				measured = append(measured, &made{part: p})
			}
		}
	}
	synthesise(t.Context(), measured, func(m *made, took time.Duration) {
		t.Logf("%s in %.0f s", strings.TrimSpace(m.row()), took.Seconds())
	})
	for _, m := range measured {
		for i, err := range m.errs {
			require.NoError(t, err, "%s for %v", m.name, targets[i])
		}
		if !golden.Update() {
			assert.Equal(t, m.row(), rows[m.name], remake)
		}
		rows[m.name] = m.row()
	}
	for _, s := range sections() {
		table := costHeader
		for _, p := range s.parts {
			if rows[p.name] == "" {
				t.Errorf("docs/float.md has no row of %s", p.name)
			}
			table += rows[p.name]
		}
		start := "### " + s.title + "\n\n"
		before, rest, found := strings.Cut(text, start)
		require.True(t, found, "docs/float.md has a section %q", s.title)
		old, after, _ := strings.Cut(rest, "\n\n")
		if golden.Update() {
			text = before + start + strings.TrimSuffix(table, "\n") + "\n\n" + after
			continue
		}
		assert.True(t, table == strings.TrimRight(old, "\n")+"\n", "the table of %s has other rows or another order: %s", s.title, remake)
	}
	if golden.Update() {
		require.NoError(t, os.WriteFile(page, []byte(strings.TrimRight(text, "\n")+"\n"), 0o644))
	}
}
