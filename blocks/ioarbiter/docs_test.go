package ioarbiter

import (
	"fmt"
	"math/bits"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
	"posedge/internal/blockdiagram"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

var page = unittest.Page{
	Unit:     "ioarbiter",
	Unlisted: []string{"beats.go", "config.go", "defaults.go", "graphics.go", "names.go", "sm_end.go", "system.go", "unit.go"}, // no part of a connector
	Tables: func(*testing.T) []string { // the ABI, from the configuration that the connector is built from
		c := must(NewConfig(2))
		return []string{operationTable(c), narrowTable(c), macroTable(c), stateTable(), objectTable(), statusTable(), formatTable()}
	},
	Diagram: func(*testing.T) *blockdiagram.Diagram { return diagram(must(NewConfig(2))) },
	Top:     func(*testing.T) hdl.Component { return must(New(must(NewConfig(2)))) },
	Costs:   func(*testing.T) []edatest.CostPart { return costs() },
	Quick:   "dispatch",
	Columns: "| part | LUT4, 2 SMs | FF | BRAM | levels | LUT4, 8 SMs | FF | BRAM | levels |\n|---|---|---|---|---|---|---|---|---|\n",
	Figures: func(s eda.Stats) []int { return []int{s.LUTs, s.FFs, s.BRAMs, s.Levels} },
}

func TestThePageHasTheABI(t *testing.T) { page.CheckTables(t) }

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }

// wordsOfRecord lists words, grouped by their conversion: "x0 y0 (fp32 → 24.8), tx ty".
func wordsOfRecord(list []isa.Word, conversion func(isa.Format) string) string {
	if len(list) == 0 {
		return "none"
	}
	var parts []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Format == list[0].Format {
			n++
		}
		part := shortened(list[:n])
		if x := conversion(list[0].Format); x != "" {
			part += " (" + x + ")"
		}
		parts, list = append(parts, part), list[n:]
	}
	return strings.Join(parts, ", ")
}

var numbered = regexp.MustCompile(`^([a-z]+)(\d+)$`)

// shortened are the names of words; a long run of numbered names is shortened to the first and the last.
func shortened(list []isa.Word) string {
	var names []string
	for k := 0; k < len(list); k++ {
		names = append(names, list[k].Name)
		m := numbered.FindStringSubmatch(list[k].Name)
		if m == nil {
			continue
		}
		end := k
		from, _ := strconv.Atoi(m[2])
		for end+1 < len(list) && list[end+1].Name == m[1]+strconv.Itoa(from+end+1-k) {
			end++
		}
		if end > k+2 {
			names, k = append(names, "…", list[end].Name), end
		}
	}
	return strings.Join(names, " ")
}

func ofRequest(f isa.Format) string {
	return map[isa.Format]string{isa.Fixed: "fp32 → 24.8", isa.Half: "fp32 → fp16", isa.YUV601: "RGB → YUV, BT.601", isa.YUV709: "RGB → YUV, BT.709"}[f]
}

func ofResponse(f isa.Format) string {
	return map[isa.Format]string{isa.Fixed: "24.8 → fp32", isa.Half: "fp16 → fp32", isa.Unorm: "UNORM8 → fp32"}[f]
}

func operationTable(c Config) string {
	var b strings.Builder
	b.WriteString("| number | operation | unit | words of a record | words of its response | layout |\n|---|---|---|---|---|---|\n")
	for k, o := range c.Operations {
		layout := "records"
		if o.Layout == isa.Columns {
			layout = "columns"
		}
		if o.ResponseLayout != o.Layout {
			layout += ", response the other"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s |\n", k, o.Name, c.Units[o.Unit].Name, wordsOfRecord(o.Request, ofRequest), wordsOfRecord(o.Response, ofResponse), layout)
	}
	return b.String()
}

// narrowTable has the words whose fields have fewer than 32 bits, and their ranges.
func narrowTable(c Config) string {
	var b strings.Builder
	b.WriteString("| unit | words | values |\n|---|---|---|\n")
	for k, u := range c.Units {
		var widths []int
		names := map[int][]string{}
		for _, o := range c.Operations {
			for _, w := range o.Request {
				_, width, _ := u.Request.Place(w.Field)
				if o.Unit != k || width-w.Low >= wordBits || slices.Contains(names[width], w.Name) {
					continue
				}
				if names[width] == nil {
					widths = append(widths, width)
				}
				names[width] = append(names[width], w.Name)
			}
		}
		for _, n := range widths {
			fmt.Fprintf(&b, "| %s | %s | 0 to %d |\n", u.Name, strings.Join(names[n], " "), 1<<n-1)
		}
	}
	return b.String()
}

func macroTable(c Config) string {
	var b strings.Builder
	b.WriteString("| number | macro | does | words of the block after the state pointer |\n|---|---|---|---|\n")
	for k, m := range microcode.Macros() {
		var list []isa.Word
		for j, p := range m.Parameters {
			list = append(list, isa.Word{Name: p.Name, Format: c.MacroFormats[k][j]})
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", isa.FirstMacro+k, m.Name, m.Doc, wordsOfRecord(list, ofRequest))
	}
	return b.String()
}

// stateTable has the fields of each unit's state. The bits of a field are those that are 1 if all others are 0.
func stateTable() string {
	all := uint16(1<<16 - 1)
	var b strings.Builder
	b.WriteString("| unit | word | bits | meaning |\n|---|---|---|---|\n")
	field := func(unit, meaning string, words []uint32) {
		for k, w := range words {
			if w == 0 {
				continue
			}
			low, high := bits.TrailingZeros32(w), bits.Len32(w)-1
			at := strconv.Itoa(low)
			if high > low {
				at = fmt.Sprintf("%d:%d", high, low)
			}
			fmt.Fprintf(&b, "| %s | %d | %s | %s |\n", unit, k, at, meaning)
		}
	}
	rasterField := func(s units.RasterState, meaning string) { field("raster", meaning, s.Words()) }
	rasterField(units.RasterState{Scissor: true}, "1: only pixels inside the scissor are covered")
	rasterField(units.RasterState{X0: all}, "x0 of the scissor, in pixels")
	rasterField(units.RasterState{Y0: all}, "y0")
	rasterField(units.RasterState{X1: all}, "x1, not included")
	rasterField(units.RasterState{Y1: all}, "y1, not included")
	textureField := func(s units.TextureState, meaning string) { field("texture", meaning, s.Words()) }
	textureField(units.TextureState{Base: 1<<32 - 1}, "first texel of the texture in the texture memory")
	textureField(units.TextureState{Width: all}, "width, 1 to 256 texels")
	textureField(units.TextureState{Height: all}, "height, 1 to 256 texels")
	textureField(units.TextureState{Bilinear: true}, "1: bilinear; 0: nearest")
	textureField(units.TextureState{WrapU: 3}, "outside the texture in u: 0 repeat, 1 clamp, 2 or 3 mirror")
	textureField(units.TextureState{WrapV: 3}, "the same in v")
	depthField := func(s units.DepthState, meaning string) { field("depth", meaning, s.Words()) }
	depthField(units.DepthState{Function: 7}, "passes if the new depth is: 0 never, 1 less, 2 equal, 3 less or equal, 4 greater, 5 not equal, 6 greater or equal, 7 always")
	depthField(units.DepthState{Write: true}, "1: pixels that pass are written")
	depthField(units.DepthState{Clear: all}, "the value that a clear writes")
	field("surface", "1 protects a component: red, green, blue, alpha, red lowest", units.SurfaceState{Protect: 15}.Words())
	return b.String()
}

// objectTable has the places of the units' states in a macro's state object.
func objectTable() string {
	return fmt.Sprintf("| words of a macro's state object | state of |\n|---|---|\n| %d to %d | raster |\n| %d to %d | texture |\n| %d to %d | depth |\n| %d | surface |\n",
		isa.RasterAt, isa.RasterAt+units.RasterWords-1, isa.TextureAt, isa.TextureAt+units.TextureWords-1,
		isa.DepthAt, isa.DepthAt+units.DepthWords-1, isa.SurfaceAt)
}

func statusTable() string {
	meaning := map[isa.Status]string{
		isa.OK:           "the response is written",
		isa.UnknownUnit:  "no operation or macro has the number",
		isa.BadLength:    "0, more than 64, not a whole number of records, or not the macro's number of parameters",
		isa.BadPointer:   "the state pointer is not a multiple of 16, or past the end of memory",
		isa.MemoryError:  "a word of the block or of the state object could not be read, or a word of the response could not be written",
		isa.UnitFault:    "the unit could not carry out a record, or a word of it does not fit its field",
		isa.MacroFault:   "the macro is not loaded, or its microcode is illegal",
		isa.MacroStopped: "the macro exceeded the bound of instructions",
	}
	var b strings.Builder
	b.WriteString("| status | name | meaning |\n|---|---|---|\n")
	for s := isa.OK; s <= isa.MacroStopped; s++ {
		fmt.Fprintf(&b, "| %d | %s | %s |\n", s, s, meaning[s])
	}
	return b.String()
}

func formatTable() string {
	requests := map[isa.Format]string{
		isa.Integer: "unchanged", isa.Fixed: "fp32 to signed 24.8", isa.Half: "fp32 to fp16 in bits 15:0",
		isa.YUV601: "red, green and blue in bits 7:0, 15:8 and 23:16 to Y, U and V of BT.601 there; bits 31:24 unchanged", isa.YUV709: "the same for BT.709",
	}
	responses := map[isa.Format]string{isa.Integer: "unchanged", isa.Fixed: "signed 24.8 to fp32", isa.Half: "fp16 to fp32", isa.Unorm: "bits 7:0, divided by 255, to fp32"}
	var b strings.Builder
	b.WriteString("| format | word of a request | word of a response |\n|---|---|---|\n")
	for f := isa.Integer; f <= isa.YUV709; f++ {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", f, requests[f], responses[f])
	}
	return b.String()
}

// The page quotes the example of a fifth unit.
func TestThePageQuotesTheCode(t *testing.T) {
	example, err := os.ReadFile("stimulus/connector.go")
	require.NoError(t, err)
	_, rest, found := strings.Cut(page.Text(t), "```go\n")
	require.True(t, found)
	code, _, _ := strings.Cut(rest, "```")
	for _, line := range strings.Split(strings.TrimSpace(code), "\n") {
		assert.Contains(t, string(example), strings.TrimSpace(line))
	}
}
