package scenario

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
)

// classTexts has an instruction of each class, on r0 = 0.25, 0.5, 0.75, 1 and r1 = 0.5 in fp32.
var classTexts = []struct{ class, text string }{
	{"move", "mov.fp32 r2, r0"},
	{"cast", "mov.fp32 r2:u12, r0"},
	{"integer", "mov_x4.fp32 r2:s32, r0"},
	{"add", "add.fp32 r2, r0, r1"},
	{"multiply", "mul.fp32 r2, r0, r1"},
	{"multiply-add", "mad.fp32 r2, r0, r1, r0"},
	{"with casts", "mad_sat.u12 r2:fp32, r0:fp32, r1:fp32, 1-r0:fp32"},
	{"minimum", "min.fp16 r2:fp32, r0:fp32, r1:fp32"},
	{"dot product", "dp4.s24 r2.x:fp32, r0:fp32, r1:fp32"},
	{"compare", "slt.fp32 r2, r0, r1"},
	{"select", "sel_half.fp32 r2, r0, r1, r0.wzyx"},
	{"combiner", "mad_bias_x2.s9 r2:fp32, expand(r0:fp32), unsigned(r1:fp32), -r0:fp32"},
	{"divide", "div.fp32 r2.x, r0.x, r0.z"},
	{"root", "rsq.fp16 r2:fp32, r0:fp32"},
	{"power", "pow.fp32 r2.xy, r0.xy, r0.yx"},
}

// Parts of an instruction's path, one letter per cycle.
const (
	wayFetch    = 'F' // the word is read
	wayOperands = 'R' // registers and constants are read
	wayIssue    = 'I' // the unit takes it
	wayElements = 'E' // its elements enter the pipeline
	wayCast     = 'C' // input or output cast
	wayMath     = 'M' // math function unit
	waySpecial  = 'S' // special functions
	waySum      = 'D' // sums of a dot product
	wayOutput   = 'O' // bias, scale, clamp, saturation
)

const wayText = "F fetch, R operands, I issue, E elements, C cast, M math function unit, D sums of dot products, S special functions, O output stage, W result"

// classes runs each instruction alone and draws its path.
func classes(tb *bench.TB, p *castalu.Processor, e *unit.Env, c castalu.Config) error {
	var text strings.Builder
	for _, x := range classTexts {
		fmt.Fprintf(&text, "%s:\n%s\nend r2, 1\n", strings.NewReplacer(" ", "_", "-", "_").Replace(x.class), x.text)
	}
	program, err := isa.Assemble("classes", text.String())
	if err != nil {
		return err
	}
	vectors := [][4]uint32{{0x3e80_0000, 0x3f00_0000, 0x3f40_0000, 0x3f80_0000}, {0x3f00_0000, 0x3f00_0000, 0x3f00_0000, 0x3f00_0000}, {}}
	var rows [][]string
	var ways []string
	var lengths []int
	h := stimulus.DriveProcessor(tb, p, c, program, stimulus.MustModel(tb.Reporter()), 0, 0)
	for n, x := range classTexts {
		var got model.Ended
		done := false
		h.SendFor(stimulus.Work{Start: program.Entries[n].Address, Vectors: vectors}, func(end model.Ended) { got, done = end, true })
		way := wayOf(h)
		lengths = append(lengths, len(way))
		h.Until(1000, "the result", func() bool { return done })
		v := got.Vectors[0]
		rows = append(rows, []string{x.class, x.text, fmt.Sprintf("%08x %08x %08x %08x", v[0], v[1], v[2], v[3]), strconv.Itoa(len(way))})
		ways = append(ways, fmt.Sprintf("%-12s %s", x.class, way))
	}
	fmt.Fprintln(e.Out, "r0 = 0.25 0.5 0.75 1, r1 = 0.5 0.5 0.5 0.5 in fp32")
	e.Table([]string{"class", "instruction", "r2", "cycles"}, "LLLR", rows)
	fmt.Fprintf(e.Out, "%s\n%s\n", wayText, strings.Join(ways, "\n"))
	e.Result("an instruction of each of %d classes: %d to %d cycles from its fetch to its result", len(rows), slices.Min(lengths), slices.Max(lengths))
	return nil
}

// wayOf draws the path of the next instruction from its fetch to its result, one letter per cycle.
func wayOf(h *stimulus.Processor) string {
	h.Until(1000, "the fetch", func() bool { return h.Peek("fetch") == 1 })
	c := h.Config
	var way strings.Builder
	for range 1000 {
		switch {
		case h.Peek("unit.out_valid") == 1:
			way.WriteByte('W')
			return way.String()
		case h.Peek("fetch") == 1:
			way.WriteByte(wayFetch)
		case h.Peek("fetching") == 1:
			way.WriteByte(wayOperands)
		case h.Peek("issuing") == 1:
			way.WriteByte(wayIssue)
		default:
			way.WriteRune(oldest(h, c))
		}
		h.Tick()
	}
	return way.String()
}

// oldest is the letter of the stage that the first elements of the instruction have reached.
func oldest(h *stimulus.Processor, c castalu.Config) rune {
	for _, pipe := range []struct {
		name  string
		parts []castalu.Part
	}{{"lanes", castalu.LaneParts()}, {"special", castalu.SpecialParts()}} {
		at := bits.Len64(h.Peek("unit." + pipe.name + "_valid"))
		if at == 0 {
			if h.Peek("unit."+pipe.name+"_busy") == 1 {
				return wayElements
			}
			continue
		}
		for _, p := range pipe.parts {
			if at <= p.Steps {
				return p.Letter
			}
			at -= p.Steps
		}
	}
	return ' '
}
