package microcode

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/internal/lines/linestest"
)

// graphics are the operations that the macros name, and some more.
var graphics = []Operation{
	{"triangle", 8, 2}, {"rectangle", 6, 2}, {"texture", 2, 4}, {"texture_fixed", 2, 4}, {"texture_quad", 6, 16}, {"depth", 7, 2},
	{"depth_clear", 4, 0}, {"surface_fill", 4, 0}, {"surface", 19, 0}, {"surface_yuv", 19, 0}, {"triangle_fixed", 8, 2}, {"rectangle_fixed", 6, 2},
}

// drawn is any instruction that has a meaning.
func drawn(t *rapid.T) Instruction {
	i := Instruction{Op: Op(rapid.IntRange(1, int(NumOps)-1).Draw(t, "operation"))}
	f := i.form()
	for _, o := range f.operands {
		most := o.most
		switch {
		case o.kind == theWords:
			most = min(most, Registers-i.X)
		case o.field == FieldCount:
			most = 16 - i.Offset
		}
		*o.of(&i) = rapid.IntRange(o.least, most).Draw(t, o.what)
	}
	if f.routed {
		first := ToBypass
		if i.Op == Push {
			first = ToExpander
		}
		i.Route = Route(rapid.IntRange(int(first), int(ToCount)).Draw(t, "route"))
	}
	return i
}

func TestEveryInstructionComesBackFromItsWordAndItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := drawn(t)
		w, err := i.Encode()
		require.NoError(t, err)
		back, err := Decode(w)
		require.NoError(t, err)
		require.Equal(t, i, back, "the word")
		// A push and an emit by the bypass stand together only.
		text, want := i.String(), []Word{w}
		const push, emit = "push 0, r0:1, 0:0, count", "emit 0, r0:1, 0:0, bypass"
		switch {
		case i.Op == Push:
			text = text + "\n" + emit
		case i.Op == Emit && i.Route == ToBypass:
			text = push + "\n" + text
		}
		words, err := Assemble("text.s", text, nil)
		require.NoError(t, err, text)
		require.Contains(t, words, w, text)
		if len(words) == 1 {
			require.Equal(t, want, words)
		}
	})
}

func TestAWordHasOneMeaningOrNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	legal, illegal := 0, 0
	for range 100_000 {
		w := Word(rng.Uint32())
		i, err := Decode(w &^ Word(rng.Uint32()&rng.Uint32()&(1<<27-1)))
		if err == nil {
			w, err = i.Encode()
			require.NoError(t, err)
			legal++
		} else {
			illegal++
			continue
		}
		again, err := Decode(w)
		require.NoError(t, err)
		require.Equal(t, i, again)
	}
	assert.Greater(t, legal, 5000)
	assert.Greater(t, illegal, 5000)
}

// What is disassembled, whatever words they are, assembles to the same words.
func TestMicrocodeComesBackFromItsText(t *testing.T) {
	for _, m := range Macros() {
		words, err := Assemble(m.Name, m.Text, graphics)
		require.NoError(t, err)
		comesBack(t, words, graphics)
		require.Contains(t, Disassemble(words, graphics), "l")
	}
	rapid.Check(t, func(t *rapid.T) {
		var words []Word
		for range rapid.IntRange(0, 20).Draw(t, "words") {
			words = append(words, drawnWords(t)...)
		}
		list := rapid.SampledFrom([][]Operation{nil, graphics, graphics[:3], {{"two words", 1, 0}, {"", 2, 1}, {"7", 3, 0}, {"a", 4, 0}, {"a", 5, 0}}}).Draw(t, "operations")
		comesBack(t, words, list)
	})
}

// comesBack says that words come back from their text.
func comesBack(t require.TestingT, words []Word, list []Operation) {
	text := Disassemble(words, list)
	again, err := Assemble("text.s", text, list)
	require.NoError(t, err, text)
	require.Equal(t, append([]Word{}, words...), append([]Word{}, again...), text)
}

// drawnWords is a word, mostly one that has a meaning, or a push with an emit behind it.
func drawnWords(t *rapid.T) []Word {
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return []Word{Word(rapid.Uint32().Draw(t, "word"))}
	case 1, 2:
		push := Instruction{Op: Push, Operation: 5, Words: 5 + rapid.IntRange(0, 1).Draw(t, "more"), Offset: 6, Count: 2, Route: ToCount}
		emit := Instruction{Op: Emit, Operation: 10, Words: 8, Count: 3, Route: ToBypass}
		return []Word{encoded(t, push), encoded(t, emit)}
	}
	i := drawn(t)
	if i.branches() && rapid.Bool().Draw(t, "near") {
		i.Target %= 8
	}
	return []Word{encoded(t, i)}
}

func encoded(t require.TestingT, i Instruction) Word {
	w, err := i.Encode()
	require.NoError(t, err)
	return w
}

// Words that have a meaning, but that Assemble refuses where they are, stand as .word.
func TestWordsThatAssembleRefusesStandAsWords(t *testing.T) {
	const pair = "\tpush depth, r0:5, 6:2, count\n\temit triangle_fixed, r0:8, 0:3, bypass\n"
	words, err := Assemble("pair.s", pair, graphics)
	require.NoError(t, err)
	assert.Equal(t, pair, Disassemble(words, graphics))
	push, emit, end := words[0], words[1], encoded(t, Instruction{Op: End})
	unknown := encoded(t, Instruction{Op: Emit, Operation: 24, Words: 1, Route: ToCount})
	short := encoded(t, Instruction{Op: Emit, Operation: 10, Words: 7, Route: ToCount})
	word := func(w Word) string { return fmt.Sprintf("\t.word 0x%08x\n", uint32(w)) }
	for _, x := range []struct {
		words []Word
		text  string
	}{
		{[]Word{push}, word(push)},
		{[]Word{emit}, word(emit)},
		{[]Word{push, end, emit}, word(push) + "\tend\n" + word(emit)},
		{[]Word{push, push, emit, emit}, word(push) + pair + word(emit)},
		{[]Word{unknown, short}, word(unknown) + word(short)},
	} {
		assert.Equal(t, x.text, Disassemble(x.words, graphics))
		comesBack(t, x.words, graphics)
	}
}

// A number is decimal, whatever zeros it begins with, or hexadecimal.
func TestNumbersAreDecimalOrHexadecimal(t *testing.T) {
	for text, n := range map[string]int{"010": 10, "+010": 10, "-010": -10, "08": 8, "0x10": 16, "-0X1f": -31, "0": 0} {
		words, err := Assemble("n.s", "set r0, "+text, nil)
		require.NoError(t, err, text)
		i, err := Decode(words[0])
		require.NoError(t, err)
		assert.Equal(t, n, i.Value, text)
	}
	for _, text := range []string{"0b1", "0o7", "1_0", "0x", "0x-1", "--1", "+", "0x1_0", "x1"} {
		_, err := Assemble("n.s", "set r0, "+text, nil)
		assert.ErrorContains(t, err, "n.s:1:9: found", text)
	}
}

func TestMistakesInATextSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"\n foo r1":                           `2:2: found "foo" instead of an operation; choose end, set, high, add, sub,`,
		"add r1, r2":                          `1:11: found the end of the line instead of a comma`,
		"add r1, r32, 5":                      `1:9: found "r32" instead of a register, r0 to r31`,
		"add r1, r2, 32768":                   `1:13: the value is 32768; choose -32768 to 32767`,
		"add r1, r2, x":                       `1:13: found "x" instead of the value, -32768 to 32767`,
		"sub r1, r2, 5":                       `1:13: found "5" instead of a register, r0 to r31`,
		"set r1, 99999999999999999999":        `1:9: the value is 99999999999999999999; choose -32768 to 32767`,
		"quad r1, r31, 0":                     `1:10: found "r31" instead of a register, r0 to r30`,
		"quad r1, r30, 4":                     `1:15: the quad is 4; choose 0 to 3`,
		"shl r1, r2, 32":                      `1:13: the shift is 32; choose 0 to 31`,
		"\tjump nowhere":                      `1:7: there is no label nowhere`,
		"jump +1024":                          `1:6: the target is +1024; choose -1024 to 1023`,
		"jump":                                `1:5: found the end of the line instead of a label, or a distance: +3`,
		"a:\na: end":                          `2:1: label a is declared twice`,
		"1a: end":                             `1:1: "1a" cannot be a label; labels are letters, digits and underscores, a letter first`,
		"end r1":                              `1:5: found "r1" instead of the end of the line`,
		"wait r1":                             `1:8: found the end of the line instead of a colon and the number of words`,
		"wait r1:17":                          `1:9: the number of words is 17; choose 0 to 16`,
		"wait r31:2":                          `1:1: wait: 2 words from r31 on end past r31`,
		"emit sphere, r0:8, 0:3, count":       `1:6: found "sphere" instead of a number, or an operation of the connector; choose triangle, rectangle,`,
		"emit 12, r0:8, 0:3, count":           `1:6: the number of the operation is 12; choose 0 to 11`,
		"emit triangle, r0:7, 0:3, count":     `1:1: a record of triangle has 8 words, not 7`,
		"emit triangle, r0:8, 14:3, count":    `1:1: emit: 3 words from word 14 on end past the state object's 16 words`,
		"emit triangle, r0:8, 0:3, sm":        `1:27: found "sm" instead of a route; choose bypass, expander or count`,
		"push depth, r0:5, 6:2, bypass":       `1:24: found "bypass" instead of a route; choose expander or count`,
		"emit triangle, r0:8, 0:3, bypass":    `1:1: an emit whose response goes to the bypass follows a push`,
		" push depth, r0:5, 6:2, count\nend":  `2:1: a push is followed by an emit whose response goes to the bypass`,
		" push depth, r0:5, 6:2, count\n end": `2:2: a push is followed by an emit whose response goes to the bypass`,
		" push depth, r0:5, 6:2, count":       `1:2: a push is followed by an emit whose response goes to the bypass, not by the end of the text`,
		"push depth, r0:4, 6:2, count\nemit triangle, r0:8, 0:3, bypass": `2:1: the push before has 4 words and the response of triangle has 2, ` +
			`but a record of depth has 7`,
		".word 0x100000000": `1:7: the word is 0x100000000; choose 0 to 4294967295`,
		"= 3":               `1:1: found "=" instead of a label or an instruction`,
	} {
		_, err := Assemble("text.s", text, graphics)
		if assert.Error(t, err, text) {
			assert.True(t, strings.HasPrefix(err.Error(), "text.s:"+want), "%s:\n%v", text, err)
		}
	}
	far := "jump end\n" + strings.Repeat("set r1, 1\n", 1023) + "end: end"
	_, err := Assemble("far.s", far, graphics)
	assert.EqualError(t, err, "far.s:1:6: jump: the target is 1024; choose -1024 to 1023")
}

// What follows from a mistake is not told as another, and lines with mistakes keep their places.
func TestEveryMistakeIsToldOnce(t *testing.T) {
	_, err := Assemble("text.s", `
push dept, r0:5, 6:2, count
emit triangle_fixed, r0:8, 0:3, bypass
push depth, r0:5, 6:2, count
add r0, r0
emit triangle_fixed, r0:8, 0:3, bypass
jump far
`+strings.Repeat("add r0, r0\n", 3)+strings.Repeat("end\n", 1020)+`far: jump nowhere
push depth, r0:5, 6:2, count`, graphics)
	assert.EqualError(t, err, `text.s:2:6: found "dept" instead of a number, or an operation of the connector; choose triangle, rectangle, texture, texture_fixed, `+
		`texture_quad, depth, depth_clear, surface_fill, surface, surface_yuv, triangle_fixed or rectangle_fixed: did you mean depth?
text.s:5:11: found the end of the line instead of a comma
text.s:7:6: jump: the target is 1024; choose -1024 to 1023
text.s:8:11: found the end of the line instead of a comma
text.s:9:11: found the end of the line instead of a comma
text.s:10:11: found the end of the line instead of a comma
text.s:1031:11: there is no label nowhere
text.s:1032:1: a push is followed by an emit whose response goes to the bypass, not by the end of the text`)
}

func TestWordsWithoutMeaningSayWhy(t *testing.T) {
	for w, want := range map[Word]string{
		0:               "there is no operation code 0; choose 1 to 24",
		31 << 27:        "there is no operation code 31; choose 1 to 24",
		1<<27 | 5:       "end: 0x08000005 has bits that it does not use; make them 0",
		13<<27 | 1:      "", // quad r0, r0, 1
		13<<27 | 31<<17: "quad: Y is 31; choose 0 to 30",
		23 << 27:        "emit: a response cannot take the Route(0); choose bypass, expander or count",
		24<<27 | 2:      "push: a response cannot take the bypass; choose expander or count",
	} {
		i, err := Decode(w)
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want, "%v", i)
		}
	}
}

func FuzzAssemble(f *testing.F) {
	f.Add("a: push depth, r0:5, 6:2, count\nemit triangle, r0:8, 0:3, bypass // c\nloop r1, -3, r2, a\nwait r3:2")
	for _, m := range Macros() {
		f.Add(m.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		linestest.ComesBack(t, text, func(name, text string) ([]Word, error) { return Assemble(name, text, graphics) },
			func(words []Word) string { return Disassemble(words, graphics) })
	})
}

func FuzzDisassemble(f *testing.F) {
	for _, m := range Macros() {
		words, err := Assemble(m.Name, m.Text, graphics)
		require.NoError(f, err)
		var bytes []byte
		for _, w := range words {
			bytes = binary.BigEndian.AppendUint32(bytes, uint32(w))
		}
		f.Add(bytes)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var words []Word
		for ; len(bytes) >= 4; bytes = bytes[4:] {
			words = append(words, Word(binary.BigEndian.Uint32(bytes)))
		}
		comesBack(t, words, graphics)
	})
}
