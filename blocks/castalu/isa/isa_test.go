package isa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/lines/linestest"
)

func TestMistakesInATextSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"00000000000000004800060010000007":               `1:1: found a word in hexadecimal where the text of an instruction belongs`,
		"foo r0, r1":                                     `1:1: found "foo" instead of an operation; choose mov, add, sub,`,
		"add r0, r1, r2":                                 `1:4: found "r0" instead of the type, add.fp32 for example`,
		"add.u13 r0, r1, r2":                             `1:5: found "u13" instead of a type; choose fp32, fp16, u24, s24, u12, s12 or s9: did you mean u12?`,
		"add.u12 r0, r1":                                 `1:15: found the end of the line instead of a comma`,
		"add.u12 r0.zy, r1, r2":                          `1:12: "zy" are not components in the order x, y, z, w`,
		"add.u12 r0.xyz, r1.xyz, r2.xy":                  `1:1: add cannot take inputs of 3 and 2 elements; equal numbers fit, and 1 fits all`,
		"div.u12 r0, r1, r2":                             `1:1: div exists in fp32 and fp16 only, not in u12`,
		"mov.fp32 r0, 1-r1":                              `1:1: input 1: 1-x has no meaning in fp32; it is for fixed point`,
		"mov.u12 r0, r1:u12":                             `1:1: input 1: the cast from u12 is superfluous: the operation is in u12`,
		"add.fp32 r0:s32, r1, r2":                        `1:1: a cast to s32 is for mov.fp32, not for add.fp32`,
		"mov.fp32 r32, r1":                               `1:10: found "r32" instead of a register, r0 to r31`,
		"sel.fp32 r0, r1, r2, r3":                        `1:1: sel needs a condition: sel_half, sel_nz, sel_bit`,
		"mul_sat_x2.u12 r0, r1, r2":                      `1:1: mul takes no _x2 here; the order is bias, then x2, x4 or d2, then sat or ssat`,
		"end r0":                                         `1:7: found the end of the line instead of a comma`,
		"end r30, 3":                                     `1:1: end names registers up to r32; the last is r31`,
		"request 16, 1, r0, r0, r1, r2, r3":              `1:9: the number of a unit is 16; choose 0 to 15`,
		".const c0 = 1, 2, 3":                            `1:20: found the end of the line instead of a comma`,
		".const c0 = 1, 2, 3, x":                         `1:22: "x" is not a number`,
		".const c0 = 1, 2, 3, 1e39":                      `1:22: 1e39 is outside the range of fp32`,
		".const c0:fp16 = 0, 0, 0, -65520":               `1:27: -65520 is outside the range of fp16`,
		".const c0:u12 = 0, 1.001, 0, 0":                 `1:20: 1.001 is outside the range of u12`,
		".const c0:s24 = -1.1, 0, 0, 0":                  `1:17: -1.1 is outside the range of s24`,
		".const c0:u24 = nan, 0, 0, 0":                   `1:17: nan is outside the range of u24`,
		".const c0:s32 = 2147483648, 0, 0, 0":            `1:17: 2147483648 is outside the range of s32`,
		".const c0 = 1, 2, 3, 4\n.const c0 = 1, 2, 3, 4": `2:8: constant c0 is given twice`,
		"dp3.u12 r0, r1.xy, r2.x":                        `1:1: dp3 cannot take inputs of 2 and 1 elements; 3 fit, and 1 if another input has 3`,
		"mov.fp32 r0, r1.xy":                             `1:1: a result of 2 elements cannot be written to xyzw; it has xy`,
		"end r0, 0":                                      `1:9: the number of registers is 0; choose 1 to 32`,
		"request 1, 0, r0, r0, r1, r2, r3":               `1:12: the number of words is 0; choose 1 to 8`,
		"kill_half.u12 r0.xy":                            `1:1: kill cannot take inputs of 2 elements; it takes 1`,
		"a:\na:":                                         `2:1: label a is declared twice`,
		"mov.fp32 r0, r1 r2":                             `1:17: found "r2" instead of the end of the line`,
	} {
		_, err := Assemble("text.s", text)
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "text.s:"+want, text)
		}
	}
	_, err := Assemble("text.s", strings.Repeat("x\n", 12))
	assert.ErrorContains(t, err, "text.s: and 2 more mistakes")
}

func TestAMaskNamesSomeOfFourComponents(t *testing.T) {
	for mask, want := range map[uint8]string{
		0:  "the result is written to no component; name those that it is for",
		16: "there is no mask 0x10; it has 4 bits",
	} {
		_, err := Instruction{Op: Move, In: [3]Source{{Width: 1}}, Mask: mask}.Encode()
		assert.EqualError(t, err, want)
	}
}

func TestASwizzleEndsWhereItsInputEnds(t *testing.T) {
	w, err := Instruction{Op: Move, In: [3]Source{{Width: 3, Swizzle: [4]uint8{0, 1, 2}}}, Mask: 7}.Encode()
	require.NoError(t, err)
	w.put(Field{Low: InputSwizzle.Input(0).Low + 6, Width: 2}, 3)
	_, err = Decode(w)
	assert.EqualError(t, err, "input 1: the swizzle gives element 3 a component, but an input of 3 elements ends at element 2; "+
		"write 0 there, or make the input wider")
	_, err = Instruction{Op: Move, In: [3]Source{{Width: 2, Swizzle: [4]uint8{0, 4}}}, Mask: 3}.Encode()
	assert.EqualError(t, err, "input 1: the swizzle gives element 1 component 4; components are 0 to 3, x to w")
}

func TestCountsAreInTheirRanges(t *testing.T) {
	for _, i := range []Instruction{{Op: End}, {Op: End, Count: 33}, {Op: Request}, {Op: Request, Count: 9}} {
		_, err := i.Encode()
		assert.ErrorContains(t, err, " takes 1 to ")
	}
}

func FuzzAssemble(f *testing.F) {
	f.Add("mad_bias_x2_sat.s9 r3.xyz, -|r1.xyz|:fp32, 1-c2.x, expand(r4.zyx)\nend r3, 1 // done")
	words := func(name, text string) ([]Word, error) {
		p, err := Assemble(name, text)
		if err != nil {
			return nil, err
		}
		return p.Words, nil
	}
	f.Fuzz(func(t *testing.T, text string) {
		linestest.ComesBack(t, text, words, func(list []Word) string {
			var b strings.Builder
			for _, w := range list {
				i, err := Decode(w)
				require.NoError(t, err)
				b.WriteString(i.String() + "\n")
			}
			return b.String()
		})
	})
}

// A constant is the nearest value of its format, to even if there are two; it is not rounded
// to fp32 first.
func TestConstantsAreRoundedOnce(t *testing.T) {
	p, err := Assemble("text.s", `
.const c0:s32 = 16777217, -2147483648, 2147483647, 2.5
.const c1:s24_8 = 8388607.99, -8388608, 0.5, 100000.00390625
.const c2:u24 = 1, 0.1, 0.5, 0
.const c3:s9 = -1, 1, 0.5, -0.004
.const c4:fp16 = 65519, 1.000488281250001, 1.00048828125, -inf
.const c5 = 0.1, 3.4028235e38, nan, 0x12345678
`)
	require.NoError(t, err)
	assert.Equal(t, [][4]uint32{
		{16777217, 0x8000_0000, 0x7fff_ffff, 2},
		{0x7fff_fffd, 0x8000_0000, 128, 25_600_001},
		{0xff_ffff, 1677722, 0x80_0000, 0},
		{0xffff_ff01, 255, 128, 0xffff_ffff},
		{0x7bff, 0x3c01, 0x3c00, 0xfc00},
		{0x3dcc_cccd, 0x7f7f_ffff, 0x7fc0_0000, 0x1234_5678},
	}, p.Constants)
}
