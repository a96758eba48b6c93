package scenario

import (
	"fmt"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// illegalWords shows each illegal word: the flag, and that pixels come out as the formulas say.
func illegalWords(s *testbench.System, e *unit.Env, _ combineripu.Config) error {
	pixel := states()[0].Pixel
	var rows [][]string
	for _, x := range stimulus.IllegalWords() {
		s.Reset()
		s.Words = isa.ResetWords()
		s.Pixel(pixel)
		s.Drain()
		if s.Get(s.System.Illegal) != 0 {
			s.Reporter().Fatalf("the reset state is flagged as illegal")
		}
		s.LoadRegister(x.Offset, x.Word)
		s.Pixel(pixel)
		s.Drain()
		if s.Get(s.System.Illegal) != 1 || s.Get(s.System.IllegalOffset) != uint64(x.Offset) {
			s.Reporter().Fatalf("%s = %08x: the flag is %d with offset %#x", isa.WordName(x.Offset), x.Word, s.Get(s.System.Illegal), s.Get(s.System.IllegalOffset))
		}
		c := s.Want[s.Left()-1]
		rows = append(rows, []string{isa.WordName(x.Offset), fmt.Sprintf("%08x", x.Word), x.What, x.Does, fmt.Sprintf("%d %d %d %d", c[0], c[1], c[2], c[3])})
	}
	fmt.Fprintf(e.Out, "pixel: %s\n", inputText(pixel))
	e.Table([]string{"word", "is", "what is wrong", "what hardware does", "the pixel becomes"}, "LLLLL", rows)
	e.Result("%d illegal words: each raises the flag, with its offset, when its program is allocated; each pixel has the colour of the formulas", len(rows))
	return nil
}
