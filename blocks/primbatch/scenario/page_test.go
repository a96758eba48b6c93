package scenario

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/internal/docpage"
	"posedge/internal/long"
	"posedge/waves"
)

const page = "../../../docs/primbatch.md"

const remake = "go test ./blocks/primbatch/scenario -run ThePage -update regenerates it"

var update = flag.Bool("update", false, "regenerate the pictures and tables of the page")

// The page shows the strip on its way as it is now.
func TestThePageShowsTheStrip(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/primbatch-strip.svg"
	d, b := stripOnItsWay(t, primbatch.NewConfig(2))
	b.Close()
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	figures := stripFigures(t, d)
	assert.True(t, strings.Contains(strings.Join(strings.Fields(string(content)), " "), figures), "%s does not say: %s", page, figures)
	var svg bytes.Buffer
	require.NoError(t, d.SVG(&svg))
	if *update {
		require.NoError(t, os.WriteFile(file, svg.Bytes(), 0o666))
	}
	shown, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, string(shown) == svg.String(), "docs/primbatch-strip.svg is not what is recorded: %s", remake)
}

// stripFigures is the page's sentence with the cycles of the strip.
func stripFigures(t *testing.T, d *waves.Diagram) string {
	cycles := map[string]map[uint64][]int{}
	for _, row := range d.Rows {
		cycles[row.Name] = map[uint64][]int{}
		for cycle, v := range row.Values {
			n, _ := v.Uint64()
			cycles[row.Name][n] = append(cycles[row.Name][n], cycle)
		}
	}
	application, driver, state, primitives := cycles["application, Data"], cycles["driver, Data"], cycles["driver's state"], cycles["PrimitiveID"]
	begins, ends := driver[methodCode+isa.BeginAddress], driver[methodCode+isa.EndAddress]
	require.Len(t, begins, 2)
	require.Len(t, ends, 2)
	refused, next := application[7][0], application[8][0]
	assert.Equal(t, 4, next-refused-1, "cycles without an item of the application")
	assert.Subset(t, []int{refused + 1, refused + 2, refused + 3, refused + 4}, state[2])
	return fmt.Sprintf("In cycle %d, vertex 7 completes a group that does not fit. In the next four cycles the driver replays 4, 5, 6 and 7 into the next batch, and takes no items; meanwhile the first batch leaves, from cycle %d on. The second ends in cycle %d. Primitives leave from cycle %d to cycle %d.",
		refused, begins[0], ends[1], primitives[0][0], primitives[7][0])
}

// The page's tables and pictures are those of the scenarios.
func TestThePageHasTheScenarios(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	tables, blocks := []string{stripTable(t)}, []string{stippleBlock(t)}
	pictures := map[string]*image.RGBA{}
	for _, name := range []string{"tables", "wireframe", "polygon", "reuse", "cull", "parallel", "instances", "errors"} {
		out, files := run(t, name, "")
		tables = append(tables, docpage.Markdown(out))
		for _, f := range files {
			if filepath.Ext(f) == ".png" {
				pictures[name] = docpage.Picture(t, f)
			}
		}
	}
	docpage.Check(t, page, *update, remake, tables, blocks)
	for _, name := range []string{"wireframe", "polygon", "cull"} {
		picture(t, "primbatch-"+name+".png", page, pictures[name])
	}
	panel := func(name string, k int) *image.RGBA {
		const side, pitch = wireframeSide, wireframeSide + unit.PictureFrame
		at := image.Pt(unit.PictureFrame+k*pitch, unit.PictureFrame)
		return crop(pictures[name], image.Rectangle{at, at.Add(image.Pt(side, side))})
	}
	picture(t, "primbatch.png", "../../../README.md", unit.Beside(1, panel("wireframe", 1), panel("wireframe", 2), panel("polygon", 0), panel("polygon", 2)))
}

// picture checks that a picture in docs, which a page shows, is as it is drawn now.
func picture(t *testing.T, name, page string, want *image.RGBA) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(content), name+")"), "%s shows %s", page, name)
	file := filepath.Join("..", "..", "..", "docs", name)
	if *update {
		require.NoError(t, unit.WritePNG(file, want))
	}
	got := docpage.Picture(t, file)
	assert.True(t, want.Bounds() == got.Bounds() && string(want.Pix) == string(got.Pix), "docs/%s is not what is drawn: %s", name, remake)
}

// The page's drawing is that of its file, however it is drawn.
func TestThePageHasTheDrawing(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("drawings/polygon.txt")
	require.NoError(t, err)
	drawn := map[string]bool{}
	for _, x := range []build{{Config: primbatch.NewConfig(2)}, {Config: streaming(4)}, {Config: primbatch.NewConfig(2), Whole: true}} {
		drawn[printed(t, x, string(file))] = true
	}
	require.Len(t, drawn, 1)
	for out := range drawn {
		docpage.Check(t, page, false, "copy scenario/drawings/polygon.txt into it, and what posedge primbatch draw prints of it", nil, []string{string(file), out})
	}
}

// stripTable shows the strip item by item: from the application, from the driver, and the primitives drawn.
func stripTable(t *testing.T) string {
	x := stripExample()
	given := x.items()
	c := primbatch.NewConfig(2)
	sent, err := testbench.Cut(c, given...)
	require.NoError(t, err)
	oracle := model.New(c.Embodiment, c.Limits())
	oracle.Take(given...)
	primitives := oracle.Primitives
	var b strings.Builder
	b.WriteString("| the application sends | the driver sends | meaning | drawn |\n|---|---|---|---|\n")
	row := func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(itemText(given[0]), "", "limits of 6 elements and 6 vertices; it ends at the driver", "")
	given = given[1:]
	elements, carried := 0, 0
	for _, i := range sent {
		application, drawn, meaning := "", "", ""
		if g := given[0]; i.Kind == g.Kind && i.Address == g.Address && (i.Kind == isa.MethodItem || i.Data == g.Data) {
			application, given = itemText(g), given[1:]
		} else if i.Kind == isa.VertexItem {
			meaning = "carried"
			carried++
		}
		switch {
		case i.Kind == isa.VertexItem:
			elements++
			if x.op.Primitives(elements, 0) > x.op.Primitives(elements-1, 0) {
				drawn, primitives = primitives[0].Text(), primitives[1:]
			}
		case i.Address == isa.BeginAddress:
			meaning, elements = beginText(i.Data), 0
		case i.Address == isa.VertexIDBaseAddress:
			meaning = fmt.Sprintf("the next vertex has VertexID %d", i.Data)
		case len(given) > 0:
			meaning = "an open end, as announced by BEGIN"
		}
		row(application, itemText(i), meaning, drawn)
	}
	assert.Empty(t, given)
	assert.Empty(t, primitives)
	assert.Equal(t, 2, carried)
	return b.String()
}

func itemText(i model.Item) string {
	names := map[uint16]string{
		isa.BatchLimitAddress: "SET_BATCH_LIMIT", isa.BeginAddress: "BEGIN", isa.EndAddress: "END", isa.VertexIDBaseAddress: "SET_VERTEX_ID_BASE",
	}
	if i.Kind == isa.VertexItem {
		return fmt.Sprintf("vertex %d", i.Data)
	}
	return fmt.Sprintf("%s %08X", names[i.Address], i.Data)
}

// beginText is a BEGIN in words.
func beginText(word uint32) string {
	primitive := []string{"FIRST", "UNCHANGED"}[word>>24&1]
	instance := []string{"FIRST", "SUBSEQUENT", "UNCHANGED", "UNCHANGED"}[word>>26&3]
	return fmt.Sprintf("%v, PRIMITIVE_ID %s, INSTANCE_ID %s, %v", isa.Op(word), primitive, instance, isa.SplitMode(word>>29&3))
}

// stippleBlock shows a line strip drawn whole, in batches, and in batches without split modes.
func stippleBlock(t *testing.T) string {
	const width = 56
	items := append(stimulus.Stipple(1, 0x00f3), stimulus.Limits(3, 3))
	var points []image.Point
	for x := 0; x <= width; x += 7 {
		points = append(points, image.Pt(x, 0))
	}
	items = append(items, stimulus.Path(isa.LineStrip, points...)...)
	sent, err := testbench.Cut(primbatch.NewConfig(1), items...)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("A line strip of 9 vertices, every 7 pixels, with the pattern 00F3\n\n")
	row := func(name string, whole bool, setup func(*testbench.Bench), items []model.Item) string {
		drawn, _, err := testbench.Drawn(build{Config: primbatch.NewConfig(1), Whole: whole}, testbench.Delays{}, setup, items...)
		require.NoError(t, err)
		line := dots(lit(drawn.Fragments), 0, width)
		fmt.Fprintf(&b, "%-28s %s\n", name, line)
		return line
	}
	whole := row("whole", true, nil, items)
	assert.Equal(t, whole, row("in batches of 3", false, nil, items))
	assert.NotEqual(t, whole, row("the same, all of them NORMAL", true, (*testbench.Bench).Free, asNormal(sent)))
	return b.String()
}
