// Package unittest holds the page of a unit to its source: tables and listings, the list of files, the block diagram and
// the costs. A unit describes its page in a [Page]; its tests call the checks.
package unittest

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/blockdiagram"
	"posedge/internal/docpage"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
)

// Page describes docs/NAME.md to the tests in blocks/NAME. What they do not check stays empty.
type Page struct {
	Unit string // NAME

	Tables   func(t *testing.T) []string // each ends with a line break
	Blocks   func() []string             // what stands between ```text and ```
	Beats    func() []Beat               // bundles of signals that have tables
	Docs     map[string]string           // of fields without a doc tag
	Unlisted []string                    // files that the table of parts leaves out

	Diagram func(t *testing.T) *blockdiagram.Diagram // docs/NAME.svg
	Top     func(t *testing.T) hdl.Component         // its instances stand in the diagram
	Within  []string                                 // instances whose own instances stand there too

	Costs   func(t *testing.T) []edatest.CostPart
	Quick   string                // the row of the table of costs that every test run measures
	Columns string                // the table's first two lines, if not those of the logic
	Figures func(eda.Stats) []int // of its columns
}

// Beat is a bundle of signals with the name that its table has.
type Beat struct {
	Name  string
	Shape any
}

// File is the page's file, seen from the unit's package.
func (p Page) File() string { return "../../docs/" + p.Unit + ".md" }

// Text is what the page says.
func (p Page) Text(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile(p.File())
	require.NoError(t, err)
	return string(content)
}

// remake is the command that writes or draws something again.
func (p Page) remake(run string) string {
	return fmt.Sprintf("go test ./blocks/%s -run %s -update", p.Unit, run)
}

// CheckTables compares the page's tables and listings with what the code says. The test's name has ThePageHas.
func (p Page) CheckTables(t *testing.T) {
	t.Helper()
	tables := p.Tables(t)
	if p.Beats != nil {
		for _, b := range p.Beats() {
			tables = append(tables, p.beatTable(b))
		}
	}
	var blocks []string
	if p.Blocks != nil {
		blocks = p.Blocks()
	}
	docpage.Check(t, p.File(), golden.Update(), p.remake("ThePageHas")+" writes it again", tables, blocks)
}

// beatTable has the fields of a bundle with their widths, and what they mean.
func (p Page) beatTable(beat Beat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | bits | |\n|---|---|---|\n", beat.Name)
	v := reflect.ValueOf(beat.Shape)
	for k := range v.NumField() {
		f, x := v.Type().Field(k), v.Field(k)
		width := fmt.Sprint(hdl.WidthOf(x.Interface()))
		if x.Kind() == reflect.Array {
			width = fmt.Sprintf("%d × %d", x.Len(), hdl.WidthOf(x.Index(0).Interface()))
		}
		doc := f.Tag.Get("doc")
		if doc == "" {
			doc = p.Docs[f.Name]
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", f.Name, width, doc)
	}
	return b.String()
}

// CheckFiles compares the page's table of parts with the package's files.
func (p Page) CheckFiles(t *testing.T) {
	t.Helper()
	docpage.CheckFiles(t, p.File(), p.Unlisted...)
}

// CheckDiagram compares docs/NAME.svg with the diagram, and the diagram with the unit's instances. The test's name has
// TheDiagram.
func (p Page) CheckDiagram(t *testing.T) {
	t.Helper()
	d, file := p.Diagram(t), "../../docs/"+p.Unit+".svg"
	want := d.SVG()
	golden.Check(t, file, want, "%s draws it again", p.remake("TheDiagram"))

	e, err := hdl.Elaborate(p.Top(t))
	require.NoError(t, err)
	within := map[string]bool{}
	for _, name := range p.Within {
		within[name] = true
	}
	var modules []*ir.Module
	var add func(m *ir.Module)
	add = func(m *ir.Module) {
		modules = append(modules, m)
		for _, i := range m.Instances {
			if within[i.Name] {
				add(i.Module)
			}
		}
	}
	add(e.Top)
	require.Len(t, modules, 1+len(p.Within))
	d.Check(t, modules...)
}
