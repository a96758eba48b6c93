package scenario

import (
	"fmt"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/unit"
	"posedge/internal/table"
)

// An illegal is a state word that means nothing, and what hardware makes of it.
type illegal struct {
	offset int
	word   uint32
	what   string
}

// illegals are one word for each kind of mistake, each alone in the reset state.
func illegals() []illegal {
	const inRGB, inAlpha, outRGB, outAlpha = isa.OffsetInRGB, isa.OffsetInAlpha, isa.OffsetOutRGB, isa.OffsetOutAlpha
	return []illegal{
		{isa.OffsetControl, 0x100, "0 stages: there is none"},
		{isa.OffsetControl, 0x10f, "15 stages: there are 8"},
		{inRGB, 0x06200000, "register 6 reads ZERO"},
		{inRGB, 0x0e200000, "SPARE0 + SECONDARY in a general stage reads ZERO"},
		{inAlpha, 0x13301010, "fog's alpha in a general stage is read"},
		{outRGB, 0x00000300, "FOG cannot be written: the sum is discarded"},
		{outRGB, 0x00000cdd, "AB and CD to one register: CD stays"},
		{outAlpha, 0x00002c00, "a dot product in alpha is ignored"},
		{outRGB, 0x00028c00, "a bias with a scale of 4 is calculated"},
		{isa.OffsetFinal0, 0x0e0e0300, "SPARE0 + SECONDARY as A reads ZERO"},
		{isa.OffsetFinal0, 0x131e0300, "the alpha of SPARE0 + SECONDARY is 0"},
		{isa.OffsetFinal0, 0x53cec3c0, "the mappings' lowest bits count"},
		{isa.OffsetFinal1, 0x00001f80, "E·F as G reads ZERO"},
	}
}

// illegalWords shows each illegal word: the flag, and that pixels come out as the formulas say.
func illegalWords(s *System, e *unit.Env, _ combineripu.Config) error {
	pixel := states()[0].Pixel
	var rows [][]string
	for _, x := range illegals() {
		s.Reset()
		s.Words = isa.ResetWords()
		s.Pixel(pixel)
		s.Drain()
		if s.Get(s.System.Illegal) != 0 {
			s.Reporter().Fatalf("the reset state is flagged as illegal")
		}
		s.Load(x.offset, x.word)
		s.Pixel(pixel)
		s.Drain()
		if s.Get(s.System.Illegal) != 1 || s.Get(s.System.IllegalOffset) != uint64(x.offset) {
			s.Reporter().Fatalf("%s = %08x: the flag is %d with offset %#x", isa.WordName(x.offset), x.word, s.Get(s.System.Illegal), s.Get(s.System.IllegalOffset))
		}
		c := s.Want[s.Left()-1]
		rows = append(rows, []string{isa.WordName(x.offset), fmt.Sprintf("%08x", x.word), x.what, fmt.Sprintf("%d %d %d %d", c[0], c[1], c[2], c[3])})
	}
	fmt.Fprintf(e.Out, "pixel: %s\n", inputText(pixel))
	if err := table.Write(e.Out, []string{"word", "is", "what hardware does", "the pixel becomes"}, "LLLL", rows); err != nil {
		return err
	}
	e.Result("%d illegal words: each raises the flag, with its offset, when its program is allocated; each pixel has the colour of the formulas", len(rows))
	return nil
}
