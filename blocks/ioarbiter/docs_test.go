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

	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/microcode"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/internal/docpage"
)

// The tables of the ABI in docs/ioarbiter.md are made of what the connector is built from.
func TestThePageHasTheABI(t *testing.T) {
	c, err := NewConfig(2)
	require.NoError(t, err)
	docpage.Check(t, page, *update, "go test ./blocks/ioarbiter -run ThePageHas -update writes it again",
		[]string{operationTable(c), narrowTable(c), macroTable(c), stateTable(), objectTable(), statusTable(), formatTable()}, nil)
}

// wordsOfRecord are words with their conversion, those with the same together: "x0 y0 (fp32 → 24.8), tx ty".
func wordsOfRecord(list []Word, conversion func(Format) string) string {
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

// shortened are the names of words; of many that are numbered, the first and the last.
func shortened(list []Word) string {
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

func ofRequest(f Format) string {
	return map[Format]string{Fixed: "fp32 → 24.8", Half: "fp32 → fp16", YUV601: "RGB → YUV, BT.601", YUV709: "RGB → YUV, BT.709"}[f]
}

func ofResponse(f Format) string {
	return map[Format]string{Fixed: "24.8 → fp32", Half: "fp16 → fp32", Unorm: "UNORM8 → fp32"}[f]
}

func operationTable(c Config) string {
	var b strings.Builder
	b.WriteString("| number | operation | unit | words of a record | words of its response | layout |\n|---|---|---|---|---|---|\n")
	for k, o := range c.Operations {
		layout := "records"
		if o.Layout == Columns {
			layout = "columns"
		}
		if o.ResponseLayout != o.Layout {
			layout += ", response the other"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s |\n", k, o.Name, c.Units[o.Unit].Name, wordsOfRecord(o.Request, ofRequest), wordsOfRecord(o.Response, ofResponse), layout)
	}
	return b.String()
}

// narrowTable has the words whose fields do not hold all words, and the greatest that each holds.
func narrowTable(c Config) string {
	var b strings.Builder
	b.WriteString("| unit | words | values |\n|---|---|---|\n")
	for k, u := range c.Units {
		var widths []int
		names := map[int][]string{}
		for _, o := range c.Operations {
			for _, w := range o.Request {
				_, width, _ := place(u.Request, w.Field)
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
	b.WriteString("| number | macro | does | words of the block behind the state pointer |\n|---|---|---|---|\n")
	for k, m := range microcode.Macros() {
		var list []Word
		for j, p := range m.Parameters {
			list = append(list, Word{Name: p.Name, Format: c.MacroFormats[k][j]})
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", FirstMacro+k, m.Name, m.Doc, wordsOfRecord(list, ofRequest))
	}
	return b.String()
}

// stateTable has the fields of each unit's state. A field's place is where its bits come out if all others are 0.
func stateTable() string {
	all := uint16(1<<16 - 1)
	var b strings.Builder
	b.WriteString("| unit | word | bits | meaning |\n|---|---|---|---|\n")
	field := func(unit, meaning string, words ...uint32) {
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
	of := func(unit, meaning string, words []uint32) { field(unit, meaning, words...) }
	rasterField := func(s raster.State, meaning string) { w := s.Words(); of("raster", meaning, w[:]) }
	rasterField(raster.State{Scissor: true}, "1: only pixels in the scissor are covered")
	rasterField(raster.State{X0: all}, "x0 of the scissor, in pixels")
	rasterField(raster.State{Y0: all}, "y0")
	rasterField(raster.State{X1: all}, "x1, not included")
	rasterField(raster.State{Y1: all}, "y1, not included")
	textureField := func(s texture.State, meaning string) { w := s.Words(); of("texture", meaning, w[:]) }
	textureField(texture.State{Base: 1<<32 - 1}, "first texel of the texture in the texture memory")
	textureField(texture.State{Width: all}, "width, 1 to 256 texels")
	textureField(texture.State{Height: all}, "height, 1 to 256 texels")
	textureField(texture.State{Bilinear: true}, "1: bilinear; 0: nearest")
	textureField(texture.State{WrapU: 3}, "beyond the edge in u: 0 wrap, 1 clamp, 2 mirror")
	textureField(texture.State{WrapV: 3}, "in v")
	depthField := func(s depth.State, meaning string) { w := s.Words(); of("depth", meaning, w[:]) }
	depthField(depth.State{Function: 7}, "passes if the new depth is: 0 never, 1 less, 2 equal, 3 less or equal, 4 greater, 5 not equal, 6 greater or equal, 7 always")
	depthField(depth.State{Write: true}, "1: what passes is written")
	depthField(depth.State{Clear: all}, "the value that a clear writes")
	w := surface.State{Protect: 15}.Words()
	of("surface", "1 keeps a component as it is: red, green, blue, alpha, red lowest", w[:])
	return b.String()
}

// objectTable says where a macro's state object has the states of the units.
func objectTable() string {
	return fmt.Sprintf("| words of a macro's state object | state of |\n|---|---|\n| %d to %d | raster |\n| %d to %d | texture |\n| %d to %d | depth |\n| %d | surface |\n",
		RasterState, RasterState+raster.StateWords-1, TextureState, TextureState+texture.StateWords-1,
		DepthState, DepthState+depth.StateWords-1, SurfaceState)
}

func statusTable() string {
	meaning := map[Status]string{
		OK:           "the response is written",
		UnknownUnit:  "no operation or macro has the number",
		BadLength:    "0, more than 64, no whole number of records, or not the macro's number of parameters",
		BadPointer:   "the state pointer is no multiple of 16, or past the end of memory",
		MemoryError:  "a word of the block or of the state object could not be read, or a word of the response not be written",
		UnitFault:    "the unit could not carry out a record, or a word of it does not fit its field",
		MacroFault:   "the macro is not loaded, or its microcode has no meaning",
		MacroStopped: "the macro took more instructions than the bound",
	}
	var b strings.Builder
	b.WriteString("| status | name | meaning |\n|---|---|---|\n")
	for s := range statusNames {
		fmt.Fprintf(&b, "| %d | %s | %s |\n", s, Status(s), meaning[Status(s)])
	}
	return b.String()
}

func formatTable() string {
	requests := map[Format]string{
		Integer: "as it is", Fixed: "fp32 to signed 24.8", Half: "fp32 to fp16 in bits 15:0",
		YUV601: "red, green and blue in bits 7:0, 15:8 and 23:16 to Y, U and V of BT.601 there; bits 31:24 stay", YUV709: "the same of BT.709",
	}
	responses := map[Format]string{Integer: "as it is", Fixed: "signed 24.8 to fp32", Half: "fp16 to fp32", Unorm: "bits 7:0, divided by 255, to fp32"}
	var b strings.Builder
	b.WriteString("| format | of a request's word | of a response's word |\n|---|---|---|\n")
	for f := range formatNames {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", Format(f), requests[Format(f)], responses[Format(f)])
	}
	return b.String()
}

// The page has the exact shares of luma and the example of a fifth unit.
func TestThePageQuotesTheCode(t *testing.T) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	example, err := os.ReadFile("scenario/connector.go")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(content), "```go\n")
	require.True(t, found)
	code, _, _ := strings.Cut(rest, "```")
	for _, line := range strings.Split(strings.TrimSpace(code), "\n") {
		assert.Contains(t, string(example), strings.TrimSpace(line))
	}
}
