package combineripu

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/hdl"
	"posedge/internal/blockdiagram"
	"posedge/internal/unittest"
)

var page = unittest.Page{
	Unit: "combineripu",
	Tables: func(t *testing.T) []string {
		return []string{wordTable(), registerTable(), mappingTable(), operationTable(), illegalTable(t), knownTable()}
	},
	Blocks: func() []string { return []string{stageExamples(), hazardExamples(), finalExamples(), knownListings()} },
	Beats: func() []unittest.Beat {
		c := NewConfig(2)
		return []unittest.Beat{
			{Name: "input of the raster stream", Shape: InputShape(PixelShape())},
			{Name: "output of the raster stream", Shape: PacketShape(c, PixelShape())},
			{Name: "allocation", Shape: commonShapes().Allocation},
			{Name: "program stream", Shape: ProgramEventShape(c)},
			{Name: "instruction stream", Shape: EmissionShape(c)},
			{Name: "instruction", Shape: EmissionShape(c).Instruction},
			{Name: "source of an instruction", Shape: EmissionShape(c).Instruction.In[0]},
			{Name: "counter", Shape: CountsShape()},
		}
	},
	Docs: map[string]string{ // their names suffice in Verilog
		"Pixel": "its position, fog, primary and secondary colour, and texels", "Allocation": "of an allocate: see the next table", "Set": "the program state",
	},
	Diagram: func(*testing.T) *blockdiagram.Diagram { return diagram() },
	Top: func(t *testing.T) hdl.Component {
		system, err := NewSystem(NewConfig(2))
		require.NoError(t, err)
		return system
	},
	Within: []string{"unit", "shader"},
	Costs:  costs,
	Quick:  "remap",
}

func TestThePageHasTheUnit(t *testing.T) { page.CheckTables(t) }

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }

// wordTable has the offsets and reset values of the state words.
func wordTable() string {
	reset := isa.ResetWords()
	var b strings.Builder
	b.WriteString("| word | offset | after a reset |\n|---|---|---|\n")
	seen := map[string]bool{}
	for _, offset := range isa.Offsets(isa.MaxStages) {
		name, at := isa.WordName(offset), fmt.Sprintf("%x", offset)
		if strings.HasSuffix(name, "(0)") {
			name, at = strings.TrimSuffix(name, "0)")+"i)", at+" + 4i"
		} else if strings.HasSuffix(name, ")") {
			continue
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		fmt.Fprintf(&b, "| %s | %s | %08x |\n", name, at, *reset.At(offset))
	}
	return b.String()
}

// registerTable has the registers' codes.
func registerTable() string {
	names := map[isa.Register]string{
		isa.Zero: "ZERO; as a destination, DISCARD", isa.Constant0: "CONSTANT0", isa.Constant1: "CONSTANT1", isa.Fog: "FOG", isa.Primary: "PRIMARY", isa.Secondary: "SECONDARY",
		isa.T1: "nothing", isa.T2: "nothing", isa.Texture0: "TEXTURE0", isa.Texture1: "TEXTURE1", isa.Texture2: "TEXTURE2", isa.Texture3: "TEXTURE3",
		isa.Spare0: "SPARE0", isa.Spare1: "SPARE1", isa.Sum: "SPARE0_PLUS_SECONDARY", isa.Product: "E_TIMES_F",
	}
	var b strings.Builder
	b.WriteString("| code | in a word | in a listing | written by a stage |\n|---|---|---|---|\n")
	for r := range isa.Register(isa.NumRegisters) {
		written := "no"
		if r.Writable() {
			written = "yes"
		}
		listed := fmt.Sprintf("`%v`", r)
		switch r {
		case isa.Zero:
			listed, written = "`ZERO` as a source, `R0` as a register", "no"
		case isa.T1, isa.T2:
			listed += ", a temporary"
		}
		fmt.Fprintf(&b, "| %X | %s | %s | %s |\n", int(r), names[r], listed, written)
	}
	return b.String()
}

// mappingTable has the input mappings and their results for some codes.
func mappingTable() string {
	list := []struct{ name, formula string }{
		{"UNSIGNED_IDENTITY", "max(0, e)"}, {"UNSIGNED_INVERT", "255 − max(0, e)"}, {"EXPAND_NORMAL", "2·max(0, e) − 255"}, {"EXPAND_NEGATE", "255 − 2·max(0, e)"},
		{"HALF_BIAS_NORMAL", "max(0, e) − 128"}, {"HALF_BIAS_NEGATE", "128 − max(0, e)"}, {"SIGNED_IDENTITY", "e"}, {"SIGNED_NEGATE", "−e"},
	}
	codes := []int{-255, 0, 1, 128, 255}
	var b strings.Builder
	b.WriteString("| code | mapping | in codes | in a listing |")
	for _, e := range codes {
		fmt.Fprintf(&b, " of %s |", minus(e))
	}
	b.WriteString("\n|---|---|---|---|" + strings.Repeat("---|", len(codes)) + "\n")
	for m, x := range list {
		shown := strings.TrimPrefix(isa.Instruction{Halves: isa.RGBHalf | isa.AlphaHalf, In: [3]isa.Operand{{Kind: isa.RegisterOperand, Register: isa.Primary, Alpha: 1, Mapping: isa.Mapping(m)}}}.String(), "MOV R0=")
		fmt.Fprintf(&b, "| %d | %s | %s | `%s` |", m, x.name, x.formula, shown)
		for _, e := range codes {
			fmt.Fprintf(&b, " %s |", minus(model.Map(isa.Mapping(m), e)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func minus(n int) string { return strings.Replace(fmt.Sprint(n), "-", "−", 1) }

func operationTable() string {
	does := [isa.NumOps]string{
		isa.Move: "s0", isa.Add: "s0 + s1", isa.Multiply: "s0·s1", isa.MultAdd: "s0·s1 + s2", isa.Dot3: "the sum of the red, green and blue products of s0 and s1, in every component that is written",
		isa.Select: "s1 where s2 ≥ 128, or where s2 is odd; else s0",
	}
	var b strings.Builder
	b.WriteString("| code | operation | sources | result |\n|---|---|---|---|\n")
	for o := range isa.Op(isa.NumOps) {
		fmt.Fprintf(&b, "| %d | %v | %d | %s |\n", o, o, o.Sources(), does[o])
	}
	return b.String()
}

// resetWith is the listing of the reset state with another word, and its first illegal word.
func resetWith(offset int, word uint32) (string, int) {
	w := isa.ResetWords()
	*w.At(offset) = word
	p := model.Translate(&w, isa.MaxStages)
	return isa.Listing(p.Instructions), p.Illegal
}

func illegalTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| what | hardware | example | same program as |\n|---|---|---|---|\n")
	for _, x := range stimulus.IllegalWords() {
		listing, flagged := resetWith(x.Offset, x.Word)
		assert.Equal(t, x.Offset, flagged, x.What)
		like := ""
		if x.Like != 0 {
			same, legal := resetWith(x.Offset, x.Like)
			assert.Equal(t, -1, legal, x.What)
			assert.Equal(t, same, listing, x.What)
			like = fmt.Sprintf("%08x", x.Like)
		}
		fmt.Fprintf(&b, "| %s | %s | %s %08x | %s |\n", x.What, x.Does, isa.WordName(x.Offset), x.Word, like)
	}
	return b.String()
}

// A stageExample is a general stage with all its results live.
type stageExample struct {
	what  string
	words isa.StageWords
	odd   bool
}

// examples are listings of stages.
func examples(title string, list []stageExample) string {
	var b strings.Builder
	b.WriteString(title + "\n")
	for _, x := range list {
		s := x.words
		fmt.Fprintf(&b, "\n%s: IN_RGB %08x  OUT_RGB %05x", x.what, s.InRGB, s.OutRGB)
		if s.OutAlpha != 0 {
			fmt.Fprintf(&b, "  IN_ALPHA %08x  OUT_ALPHA %05x", s.InAlpha, s.OutAlpha)
		}
		b.WriteString("\n")
		for _, i := range model.TranslateStage(s, x.odd, model.Halves{RGB: 0xffff, Alpha: 0xffff}) {
			b.WriteString("    " + i.String() + "\n")
		}
	}
	return b.String()
}

func rgbStage(in, out uint32) isa.StageWords { return isa.StageWords{InRGB: in, OutRGB: out} }

func stageExamples() string {
	return examples("Results of the RGB portion", []stageExample{
		{"both products are true", rgbStage(0x08090405, 0xc00), false},
		{"a factor of C·D is 1", rgbStage(0x08090420, 0xc00), false},
		{"a factor of both is 1", rgbStage(0x08200420, 0xc00), false},
		{"a factor of C·D is 0", rgbStage(0x08090400, 0xc00), false},
		{"a factor of both is 0", rgbStage(0x08000400, 0xc00), false},
		{"a factor is −1, which is not a special case", rgbStage(0x08400000, 0xc00), false},
		{"MUX of two true products, bias and ×2", rgbStage(0x08090405, 0x1cc00), false},
		{"MUX of operands, by the least significant bit", rgbStage(0x08200420, 0x4c00), true},
		{"AB is a dot product, and SUM the sum of the products", rgbStage(0x48440520, 0x2cd0), false},
	})
}

func hazardExamples() string {
	return examples("Order within a stage", []stageExample{
		{"a pair", isa.StageWords{InRGB: 0x08040000, InAlpha: 0x18140000, OutRGB: 0xc00, OutAlpha: 0xc00}, false},
		{"no pair: other mappings", isa.StageWords{InRGB: 0x08040000, InAlpha: 0x18d40000, OutRGB: 0xc00, OutAlpha: 0xc00}, false},
		{"CD waits until AB has read PRIMARY", rgbStage(0xc420c520, 0x54), false},
		{"SUM waits until CD and AB have read SPARE0", rgbStage(0x0c040c05, 0xcd8), false},
		{"a pair waits for its RGB half", isa.StageWords{InRGB: 0xc420c520, InAlpha: 0xd420d520, OutRGB: 0x54, OutAlpha: 0x54}, false},
		{"AB's blue goes to alpha", rgbStage(0x08040000, 0x800d0), false},
		{"the alpha portion's own write wins", isa.StageWords{InRGB: 0x08040000, InAlpha: 0x19300000, OutRGB: 0x800d0, OutAlpha: 0xd0}, false},
		{"CD waits as RGB, and its blue goes to alpha on the way home", isa.StageWords{InRGB: 0xc420c520, OutRGB: 0x40054}, false},
	})
}

func finalExamples() string {
	list := []struct {
		what           string
		final0, final1 uint32
	}{
		{"nothing", 0, 0},
		{"an operand, with its alpha", 0x0000000c, 0x1c00},
		{"D alone, and the alpha of another register", 0x0000000c, 0x1980},
		{"a product", 0x08040000, 0x1c80},
		{"two products and an operand", 0x0804050c, 0x1c80},
		{"E·F as D, and an operand", 0x2008200f, 0x04051c80},
		{"the sum, clamped, as B", 0x030e0000, 0x1c80},
		{"the sum, not clamped, as B", 0x030e0000, 0x1c00},
		{"the sum, not clamped, inverted as B", 0x032e0000, 0x1c00},
		{"the sum as D, SPARE0 complemented", 0x0000000e, 0x1ca0},
		{"E·F as D alone", 0x0000000f, 0x04051c80},
		{"E·F as A", 0x0f080900, 0x04051c80},
		{"E·F as A, where it is one operand", 0x0f080900, 0x20051c80},
		{"the most instructions", 0x0f0e0e0e, 0x04051c00},
	}
	var b strings.Builder
	b.WriteString("Final combiners\n")
	for _, x := range list {
		w := isa.ResetWords()
		w.Final = [2]uint32{x.final0, x.final1}
		fmt.Fprintf(&b, "\n%s: FINAL0 %08x  FINAL1 %08x\n", x.what, x.final0, x.final1)
		for _, i := range model.TranslateFinal(&w) {
			b.WriteString("    " + i.String() + "\n")
		}
	}
	return b.String()
}

// pageStates are the four program states of the page; the pixel and the tones of cel are those of the scenario programs.
func pageStates() []stimulus.State {
	list := stimulus.KnownStates()
	cel := &list[3]
	cel.Words.Stages[1].Constants = [2]uint32{0xff606060, 0xffffffff}
	cel.Pixel = list[2].Pixel
	cel.Pixel.Secondary = model.Values{}
	return list
}

var knownWords = map[string]string{
	"reset": "none",
	"swap":  "IN_RGB(0) C520C420, IN_ALPHA(0) D530D430, OUT_RGB(0) and OUT_ALPHA(0) 45, FINAL0 04050000, FINAL1 1580",
	"bump":  "CONTROL 102, IN_RGB 48444845 and 0C090D0D, OUT_RGB 30CD and CD, OUT_ALPHA 0 and 0, FINAL0 0C20000F, FINAL1 0D0D1980",
	"cel":   "CONTROL 11102, IN_RGB 48440000 and 01090209, OUT_RGB 820C0 and 4C00, OUT_ALPHA 0 and 0, CONSTANT0(1) FF606060, CONSTANT1(1) FFFFFFFF, FINAL0 C, FINAL1 1980",
}

// knownTable has the sizes of the known programs.
func knownTable() string {
	var b strings.Builder
	b.WriteString("| state | words that differ from the reset state | instructions | registers | without remap | pixels in 64 registers | without remap |\n|---|---|---|---|---|---|---|\n")
	for _, k := range pageStates() {
		p := model.Translate(&k.Words, isa.MaxStages)
		_, count := p.Table(true)
		_, unmapped := p.Table(false)
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d |\n", k.Name, knownWords[k.Name], len(p.Instructions), count, unmapped, min(64/count, 32), min(64/unmapped, 32))
	}
	return b.String()
}

// The words named on the page make up the states.
func TestThePageHasTheWordsOfTheStates(t *testing.T) {
	for _, k := range pageStates() {
		w, text := isa.ResetWords(), strings.ReplaceAll(knownWords[k.Name], " and ", ", and ")
		name := ""
		stage := 0
		for _, part := range strings.Split(text, ", ") {
			if part == "none" {
				continue
			}
			fields := strings.Fields(strings.TrimPrefix(part, "and "))
			switch {
			case len(fields) == 2:
				name, stage = fields[0], 0
			case strings.Contains(fields[0], "("): // another word with the value that follows
				continue
			default:
				stage++
			}
			full := name
			if strings.HasPrefix(name, "IN_") || strings.HasPrefix(name, "OUT_") {
				full = fmt.Sprintf("%s(%d)", strings.TrimSuffix(name, "(0)"), stage)
			}
			var word uint32
			_, err := fmt.Sscanf(fields[len(fields)-1], "%x", &word)
			require.NoError(t, err)
			for _, offset := range isa.Offsets(isa.MaxStages) {
				if isa.WordName(offset) == full {
					*w.At(offset) = word
				}
			}
		}
		if k.Name == "swap" {
			w.Stages[0].OutRGB = w.Stages[0].OutAlpha
		}
		assert.Equal(t, k.Words, w, k.Name)
	}
}

// knownListings are the programs of the known states, their registers, a pixel and its colour.
func knownListings() string {
	var b strings.Builder
	b.WriteString("Four program states\n")
	for _, k := range pageStates() {
		p := model.Translate(&k.Words, isa.MaxStages)
		table, _ := p.Table(true)
		fmt.Fprintf(&b, "\n%s\n", k.Name)
		numbered := p.Remapped(true)
		for n, i := range p.Instructions {
			text := i.String()
			fmt.Fprintf(&b, "    %s%s  %s\n", text, strings.Repeat(" ", 38-len([]rune(text))), numbered[n].Numbered())
		}
		var registers []string
		for code := range table {
			if p.Used>>code&1 != 0 {
				name := isa.Register(code).String()
				if isa.Register(code) == isa.Result {
					name = "result"
				}
				registers = append(registers, fmt.Sprintf("R%d %s", table[code], name))
			}
		}
		fmt.Fprintf(&b, "  %s; %d are loaded\n  %s -> %s\n", strings.Join(registers, ", "), bits.OnesCount16(p.Load), pixelText(k.Pixel), colourText(model.Interpret(p.Instructions, k.Pixel)))
	}
	return b.String()
}

// Each colour of the page is also that of the formulas.
func TestThePagesColoursAreThoseOfTheFormulas(t *testing.T) {
	for _, k := range pageStates() {
		p := model.Translate(&k.Words, isa.MaxStages)
		assert.Equal(t, model.Combine(&k.Words, isa.MaxStages, k.Pixel), model.Interpret(p.Instructions, k.Pixel), k.Name)
	}
}

func pixelText(p model.Pixel) string {
	var list []string
	for r := range isa.Register(isa.NumRegisters) {
		if v := p.Initial(r); r != isa.Spare0 && v != (model.Values{}) {
			list = append(list, fmt.Sprintf("%v %d %d %d %d", r, v[0], v[1], v[2], v[3]))
		}
	}
	return strings.Join(list, ", ")
}

func colourText(c model.Colour) string { return fmt.Sprintf("%d %d %d %d", c[0], c[1], c[2], c[3]) }
