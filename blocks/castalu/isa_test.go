package castalu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawn is any instruction that has a meaning.
func drawn(t *rapid.T) Instruction {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	register := func() int { return rng.IntN(1 << registerBits) }
	op := Op(rapid.IntRange(1, NumOps-1).Draw(t, "operation"))
	switch op {
	case End:
		first := register()
		return Instruction{Op: End, Dest: first, Count: 1 + rng.IntN(1<<registerBits-first)}
	case Request:
		return Instruction{Op: Request, Unit: rng.IntN(16), Count: 1 + rng.IntN(8), First: register(), Second: register(),
			Dest: register(), More: register(), Status: register()}
	}
	types := NumTypes
	if op.Special() {
		types = 2
	}
	return RandomInstruction(rng, op, Type(rapid.IntRange(0, types-1).Draw(t, "type")))
}

func TestEveryLegalWordComesBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := drawn(t)
		w, err := i.Encode()
		require.NoError(t, err)
		back, err := Decode(w)
		require.NoError(t, err)
		require.Equal(t, i, back, "the word")
		p, err := Assemble("text.s", i.String())
		require.NoError(t, err)
		require.Equal(t, []Instruction{i}, p.Code, "the text")
		require.Equal(t, []Word{w}, p.Words)
	})
}

func TestAWordHasOneMeaningOrNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	legal := 0
	for range 100_000 {
		// A legal word in which some bits are turned over.
		op := Op(1 + rng.IntN(int(Kill)))
		i := RandomInstruction(rng, op, Type(rng.IntN(NumTypes)))
		w, err := i.Encode()
		if err != nil {
			require.True(t, op.Special(), "%v: %v", i, err)
			continue
		}
		for range rng.IntN(3) {
			if n := rng.IntN(WordBits); n < 64 {
				w.Low ^= 1 << n
			} else {
				w.High ^= 1 << (n - 64)
			}
		}
		back, err := Decode(w)
		if err != nil {
			continue
		}
		legal++
		again, err := back.Encode()
		require.NoError(t, err)
		require.Equal(t, w, again)
	}
	assert.Greater(t, legal, 10_000)
}

func TestMistakesInATextSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"foo r0, r1":                        `1:1: there is no operation "foo"; operations are mov, add,`,
		"add r0, r1, r2":                    `1:4: found "r0" instead of the type, add.fp32 for example`,
		"add.u13 r0, r1, r2":                `1:5: there is no type "u13"; types are fp32, fp16, u24,`,
		"add.u12 r0, r1":                    `1:15: found the end of the line instead of a comma`,
		"add.u12 r0.zy, r1, r2":             `1:12: "zy" are not components in the order x, y, z, w`,
		"add.u12 r0.xyz, r1.xyz, r2.xy":     `1:1: add does not fit inputs of [3 2] elements`,
		"div.u12 r0, r1, r2":                `1:1: div exists in fp32 and fp16 only, not in u12`,
		"mov.fp32 r0, 1-r1":                 `1:1: input 1: 1-r0 has no meaning in fp32; it is for fixed point`,
		"mov.u12 r0, r1:u12":                `1:1: input 1: a cast from u12 is none: the operation is in u12`,
		"add.fp32 r0:s32, r1, r2":           `1:1: a cast to s32 is for mov.fp32, not for add.fp32`,
		"mov.fp32 r32, r1":                  `1:11: the number of a register is 32, but at most 31`,
		"sel.fp32 r0, r1, r2, r3":           `1:1: sel needs a condition: sel_half, sel_nz, sel_bit`,
		"mul_sat_x2.u12 r0, r1, r2":         `1:1: mul takes no _x2 here; the order is bias, then x2, x4 or d2, then sat or ssat`,
		"end r0":                            `1:7: found the end of the line instead of a comma`,
		"end r30, 3":                        `1:1: end names registers up to r32; the last is r31`,
		"request 16, 1, r0, r0, r1, r2, r3": `1:9: the number of a unit is 16, but at most 15`,
		".const c0 = 1, 2, 3":               `1:20: found the end of the line instead of a comma`,
		".const c0 = 1, 2, 3, x":            `1:22: "x" is not a number in the range of fp32`,
		"a:\na:":                            `2:1: label a is declared twice`,
		"mov.fp32 r0, r1 r2":                `1:17: found "r2" instead of the end of the line`,
	} {
		_, err := Assemble("text.s", text)
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "text.s:"+want, text)
		}
	}
	_, err := Assemble("text.s", strings.Repeat("x\n", 12))
	assert.ErrorContains(t, err, "text.s: 2 more mistakes")
}

func TestASwizzleEndsWhereItsInputEnds(t *testing.T) {
	w, err := Instruction{Op: Move, In: [3]Source{{Width: 3, Swizzle: [4]uint8{0, 1, 2}}}, Mask: 7}.Encode()
	require.NoError(t, err)
	w.put(field{low: inputSwizzle.input(0).low + 6, width: 2}, 3)
	_, err = Decode(w)
	assert.EqualError(t, err, "input 1: the swizzle gives element 3 a component, but an input of 3 elements ends at element 2; "+
		"write 0 there, or make the input wider")
	_, err = Instruction{Op: Move, In: [3]Source{{Width: 2, Swizzle: [4]uint8{0, 4}}}, Mask: 3}.Encode()
	assert.EqualError(t, err, "input 1: the swizzle gives element 1 component 4; components are 0 to 3, x to w")
}

func FuzzAssemble(f *testing.F) {
	f.Add("mad_bias_x2_sat.s9 r3.xyz, -|r1.xyz|:fp32, 1-c2.x, expand(r4.zyx)\nend r3, 1 // done")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Assemble("fuzz.s", text)
		if err != nil {
			return
		}
		var b strings.Builder
		for _, i := range p.Code {
			b.WriteString(i.String() + "\n")
		}
		again, err := Assemble("again.s", b.String())
		require.NoError(t, err)
		require.Equal(t, p.Words, again.Words)
	})
}

// The order of the output stage: in S9, as codes, 255·255 + 45 with bias −½ is 172.
func TestSaturationIsTheLastStep(t *testing.T) {
	p, err := Assemble("text.s", "mad_bias.s9 r0.x, r1.x, r2.x, r3.x")
	require.NoError(t, err)
	out := Model{}.Execute(p.Words[0], [3][4]uint32{{255}, {255}, {45}})
	assert.Equal(t, Outcome{Value: [4]uint32{172}, Mask: 1}, out)
}
