package driver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	. "posedge/blocks/combineripu/stimulus/driver"
)

// bench is a driver with the hardware's words, as its loads have left them.
type bench struct {
	t testing.TB
	*Driver
	words isa.Words
}

func newBench(t testing.TB) *bench { return &bench{t, New(), isa.ResetWords()} }

// ok requires that a call is accepted, and applies its loads.
func (b *bench) ok(loads []Load, err error) []Load {
	b.t.Helper()
	require.NoError(b.t, err)
	b.apply(loads)
	return loads
}

// apply performs loads, each of which must change its word.
func (b *bench) apply(loads []Load) {
	b.t.Helper()
	for _, l := range loads {
		word := b.words.At(l.Offset)
		require.NotNil(b.t, word, "%#x", l.Offset)
		require.NotEqual(b.t, *word, l.Word, "%s is loaded without a change", isa.WordName(l.Offset))
		*word = l.Word
	}
	require.Equal(b.t, b.words, b.Words())
}

// refused requires that a call is refused and has changed nothing.
func (b *bench) refused(loads []Load, err error, code Code, message string) {
	b.t.Helper()
	var e *Error
	require.ErrorAs(b.t, err, &e)
	assert.Equal(b.t, code, e.Code, "%v", err)
	assert.Equal(b.t, message, err.Error())
	assert.Empty(b.t, loads)
	assert.Equal(b.t, b.words, b.Words())
}

// GL's defaults, set one by one after other values, are the words of a reset.
func TestDefaultsAreTheResetWords(t *testing.T) {
	b := newBench(t)
	assert.Equal(t, isa.ResetWords(), b.Words())
	randomCalls(b, rand.New(rand.NewPCG(1, 1)), 3000)
	require.NotEqual(t, isa.ResetWords(), b.Words())
	var black [4]float64
	for stage := Combiner0; stage <= Combiner7; stage++ {
		for _, portion := range []Enum{RGB, Alpha} {
			b.ok(b.CombinerInput(stage, portion, VariableA, PrimaryColor, UnsignedIdentity, portion))
			b.ok(b.CombinerInput(stage, portion, VariableB, Zero, UnsignedInvert, portion))
			b.ok(b.CombinerInput(stage, portion, VariableC, Zero, UnsignedIdentity, portion))
			b.ok(b.CombinerInput(stage, portion, VariableD, Zero, UnsignedIdentity, portion))
			b.ok(b.CombinerOutput(stage, portion, Discard, Discard, Spare0, None, None, false, false, false))
		}
		b.ok(b.CombinerStageParameterfv(stage, ConstantColor0, black))
		b.ok(b.CombinerStageParameterfv(stage, ConstantColor1, black))
	}
	b.ok(b.FinalCombinerInput(VariableA, Fog, UnsignedIdentity, Alpha))
	b.ok(b.FinalCombinerInput(VariableB, Spare0PlusSecondary, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableC, Fog, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableD, Zero, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableE, Zero, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableF, Zero, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableG, Spare0, UnsignedIdentity, Alpha))
	b.ok(b.CombinerParameterfv(ConstantColor0, black))
	b.ok(b.CombinerParameterfv(ConstantColor1, black))
	b.ok(b.CombinerParameteri(NumGeneralCombiners, 1))
	b.ok(b.CombinerParameteri(ColorSumClamp, 1))
	b.ok(b.Disable(PerStageConstants))
	assert.Equal(t, isa.ResetWords(), b.Words())
}

// A bump map with a highlight, call by call.
func TestCallsMakeWords(t *testing.T) {
	b := newBench(t)
	assert.Equal(t, []Load{{isa.OffsetControl, 0x102}}, b.ok(b.CombinerParameteri(NumGeneralCombiners, 2)))
	assert.Empty(t, b.ok(b.CombinerParameteri(NumGeneralCombiners, 2)), "it is 2 already")
	for k, input := range []Enum{Texture0, PrimaryColor, Texture0, SecondaryColor} {
		b.ok(b.CombinerInput(Combiner0, RGB, VariableA+Enum(k), input, ExpandNormal, RGB))
	}
	for k, input := range []Enum{Spare0, Texture1, Spare1, Spare1} {
		b.ok(b.CombinerInput(Combiner0+1, RGB, VariableA+Enum(k), input, UnsignedIdentity, RGB))
	}
	b.ok(b.CombinerOutput(Combiner0, RGB, Spare0, Spare1, Discard, None, None, true, true, false))
	b.ok(b.CombinerOutput(Combiner0+1, RGB, Spare0, Spare1, Discard, None, None, false, false, false))
	for _, stage := range []Enum{Combiner0, Combiner0 + 1} {
		b.ok(b.CombinerOutput(stage, Alpha, Discard, Discard, Discard, None, None, false, false, false))
	}
	b.ok(b.FinalCombinerInput(VariableA, Spare0, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableB, Zero, UnsignedInvert, RGB))
	b.ok(b.FinalCombinerInput(VariableC, Zero, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableD, ETimesF, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableE, Spare1, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableF, Spare1, UnsignedIdentity, RGB))
	b.ok(b.FinalCombinerInput(VariableG, Texture1, UnsignedIdentity, Alpha))
	w := b.Words()
	assert.Equal(t, []uint32{0x48444845, 0x30cd, 0, 0x0c090d0d, 0xcd, 0}, []uint32{
		w.Stages[0].InRGB, w.Stages[0].OutRGB, w.Stages[0].OutAlpha, w.Stages[1].InRGB, w.Stages[1].OutRGB, w.Stages[1].OutAlpha})
	assert.Equal(t, [2]uint32{0x0c20000f, 0x0d0d1980}, w.Final)

	out := func(scale, bias Enum, abDot, cdDot, mux bool) uint32 {
		b.ok(b.CombinerOutput(Combiner7, RGB, Texture3, PrimaryColor, Spare1, scale, bias, abDot, cdDot, mux))
		w := b.Words()
		return w.Stages[7].OutRGB
	}
	assert.EqualValues(t, 0x00db4, out(None, None, false, false, false))
	assert.EqualValues(t, 0x1edb4, out(ScaleByTwo, BiasByNegativeOneHalf, true, false, true))
	assert.EqualValues(t, 0x21db4, out(ScaleByFour, None, false, true, false))
	assert.EqualValues(t, 0x30db4, out(ScaleByOneHalf, None, false, false, false))
	b.ok(b.CombinerInput(Combiner7, Alpha, VariableC, Fog, SignedNegate, Blue))
	w = b.Words()
	assert.EqualValues(t, 0x1430e310, w.Stages[7].InAlpha)
	assert.Equal(t, []Load{{isa.OffsetFinal1, 0x0d0d1900}}, b.ok(b.CombinerParameteri(ColorSumClamp, 0)))
}

// Constants are limited and rounded. Without constants per stage, the general stages take those of stage 0, which are
// then the final combiner's.
func TestConstants(t *testing.T) {
	b := newBench(t)
	const c0, c1, f0, f1 = isa.OffsetConstant0, isa.OffsetConstant1, isa.OffsetFinalConst, isa.OffsetFinalConst + 4
	assert.Equal(t, []Load{{c0, 0x80ff0040}, {f0, 0x80ff0040}}, b.ok(b.CombinerParameterfv(ConstantColor0, [4]float64{1.5, -1, 0.25, 0.5})))
	assert.Equal(t, []Load{{c1, 0xff000001}, {f1, 0xff000001}}, b.ok(b.CombinerParameterfv(ConstantColor1, [4]float64{math.NaN(), math.Inf(-1), 0.5 / 255, math.Inf(1)})))
	assert.Empty(t, b.ok(b.CombinerStageParameterfv(Combiner0, ConstantColor0, [4]float64{0, 0, 1, 0})), "not until they are enabled")
	assert.Equal(t, []Load{{c1 + 4, 0xff0000}}, b.ok(b.CombinerStageParameterfv(Combiner0+1, ConstantColor1, [4]float64{1, 0, 0, 0})))
	assert.Equal(t, []Load{{c0, 0xff}, {c1, 0}, {isa.OffsetControl, 0x11101}}, b.ok(b.Enable(PerStageConstants)))
	assert.Equal(t, []Load{{f0, 0xff00}}, b.ok(b.CombinerParameterfv(ConstantColor0, [4]float64{0, 1, 0, 0})), "the final combiner's alone")
	assert.Equal(t, []Load{{c0, 0xff000000}}, b.ok(b.CombinerStageParameterfv(Combiner0, ConstantColor0, [4]float64{0, 0, 0, 1})))
	assert.Equal(t, []Load{{c0, 0xff00}, {c1, 0xff000001}, {isa.OffsetControl, 0x101}}, b.ok(b.Disable(PerStageConstants)))
	assert.Equal(t, []Load{{isa.OffsetControl, 0x107}}, b.ok(b.CombinerParameterfv(NumGeneralCombiners, [4]float64{7.2})))
	assert.Equal(t, []Load{{isa.OffsetFinal1, 0x1c00}}, b.ok(b.CombinerParameterfv(ColorSumClamp, [4]float64{})))
	assert.Equal(t, []Load{{isa.OffsetFinal1, 0x1c80}}, b.ok(b.CombinerParameterfv(ColorSumClamp, [4]float64{0.3})))
}

func TestWhatGLRefuses(t *testing.T) {
	b := newBench(t)
	refused := func(code Code, message string) func(loads []Load, err error) {
		return func(loads []Load, err error) { t.Helper(); b.refused(loads, err, code, message) }
	}

	refused(InvalidValue, "CombinerParameteri: GL_INVALID_VALUE: there cannot be 0 general stages; there can be 1 to 8")(b.CombinerParameteri(NumGeneralCombiners, 0))
	refused(InvalidValue, "CombinerParameteri: GL_INVALID_VALUE: there cannot be 9 general stages; there can be 1 to 8")(b.CombinerParameteri(NumGeneralCombiners, 9))
	refused(InvalidValue, "CombinerParameterfv: GL_INVALID_VALUE: there cannot be 9 general stages; there can be 1 to 8")(b.CombinerParameterfv(NumGeneralCombiners, [4]float64{8.5}))
	refused(InvalidValue, "CombinerParameterfv: GL_INVALID_VALUE: NaN is not a number of general stages; there can be 1 to 8")(b.CombinerParameterfv(NumGeneralCombiners, [4]float64{math.NaN()}))
	refused(InvalidEnum, "CombinerParameteri: GL_INVALID_ENUM: GL_CONSTANT_COLOR0_NV has four values; use CombinerParameterfv")(b.CombinerParameteri(ConstantColor0, 1))
	refused(InvalidEnum, "CombinerParameterfv: GL_INVALID_ENUM: GL_SPARE0_NV is not a parameter of the combiners")(b.CombinerParameterfv(Spare0, [4]float64{1}))
	refused(InvalidEnum, "CombinerStageParameterfv: GL_INVALID_ENUM: GL_COLOR_SUM_CLAMP_NV is not a parameter of a stage; use GL_CONSTANT_COLOR0_NV or GL_CONSTANT_COLOR1_NV")(b.CombinerStageParameterfv(Combiner0, ColorSumClamp, [4]float64{1}))
	refused(InvalidEnum, "CombinerStageParameterfv: GL_INVALID_ENUM: 0x8558 is not a general stage; use GL_COMBINER0_NV to GL_COMBINER7_NV")(b.CombinerStageParameterfv(Combiner7+1, ConstantColor0, [4]float64{1}))
	refused(InvalidEnum, "Enable: GL_INVALID_ENUM: GL_FOG is not a capability of this driver; use GL_PER_STAGE_CONSTANTS_NV")(b.Enable(Fog))
	refused(InvalidEnum, "Disable: GL_INVALID_ENUM: GL_FOG is not a capability of this driver; use GL_PER_STAGE_CONSTANTS_NV")(b.Disable(Fog))

	refused(InvalidOperation, "CombinerInput: GL_INVALID_OPERATION: GL_RGB cannot be read for alpha; use GL_BLUE or GL_ALPHA")(b.CombinerInput(Combiner0, Alpha, VariableA, Spare1, UnsignedIdentity, RGB))
	refused(InvalidOperation, "CombinerInput: GL_INVALID_OPERATION: GL_BLUE cannot be read for red, green and blue; use GL_RGB or GL_ALPHA")(b.CombinerInput(Combiner0, RGB, VariableA, Spare1, UnsignedIdentity, Blue))
	for _, portion := range []Enum{RGB, Alpha} {
		refused(InvalidOperation, "CombinerInput: GL_INVALID_OPERATION: the alpha of GL_FOG can only be read in the final combiner")(b.CombinerInput(Combiner0, portion, VariableA, Fog, UnsignedIdentity, Alpha))
	}
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_E_TIMES_F_NV can only be read in the final combiner")(b.CombinerInput(Combiner0, RGB, VariableA, ETimesF, UnsignedIdentity, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_SPARE0_PLUS_SECONDARY_COLOR_NV can only be read in the final combiner")(b.CombinerInput(Combiner0, RGB, VariableA, Spare0PlusSecondary, UnsignedIdentity, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: 0x84c4 is not a register that can be read")(b.CombinerInput(Combiner0, RGB, VariableA, Texture3+1, UnsignedIdentity, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_VARIABLE_E_NV is not a variable of a general stage; use GL_VARIABLE_A_NV to GL_VARIABLE_D_NV")(b.CombinerInput(Combiner0, RGB, VariableE, Spare0, UnsignedIdentity, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_SCALE_BY_TWO_NV is not an input mapping; use GL_UNSIGNED_IDENTITY_NV to GL_SIGNED_NEGATE_NV")(b.CombinerInput(Combiner0, RGB, VariableA, Spare0, ScaleByTwo, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_BLUE is not a portion of a stage; use GL_RGB or GL_ALPHA")(b.CombinerInput(Combiner0, Blue, VariableA, Spare0, UnsignedIdentity, RGB))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: GL_FOG is not a component usage; use GL_RGB or GL_ALPHA")(b.CombinerInput(Combiner0, RGB, VariableA, Spare0, UnsignedIdentity, Fog))
	refused(InvalidEnum, "CombinerInput: GL_INVALID_ENUM: 0x0000 is not a general stage; use GL_COMBINER0_NV to GL_COMBINER7_NV")(b.CombinerInput(0, RGB, VariableA, Spare0, UnsignedIdentity, RGB))

	for _, dots := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		refused(InvalidValue, "CombinerOutput: GL_INVALID_VALUE: there is no dot product in the alpha portion")(b.CombinerOutput(Combiner0, Alpha, Spare0, Spare1, Discard, None, None, dots[0], dots[1], false))
	}
	for _, scale := range []Enum{ScaleByFour, ScaleByOneHalf} {
		refused(InvalidOperation, "CombinerOutput: GL_INVALID_OPERATION: GL_BIAS_BY_NEGATIVE_ONE_HALF_NV and "+scale.String()+" cannot be combined")(b.CombinerOutput(Combiner0, RGB, Spare0, Spare1, Discard, scale, BiasByNegativeOneHalf, false, false, false))
	}
	for _, o := range [][3]Enum{{Spare0, Spare0, Discard}, {Spare0, Discard, Spare0}, {Discard, Spare0, Spare0}, {Spare0, Spare0, Spare0}} {
		refused(InvalidOperation, "CombinerOutput: GL_INVALID_OPERATION: two results cannot both go to GL_SPARE0_NV")(b.CombinerOutput(Combiner0, RGB, o[0], o[1], o[2], None, None, false, false, false))
	}
	for _, o := range []Enum{Fog, ConstantColor0, ConstantColor1, ETimesF, Spare0PlusSecondary, Zero, RGB} {
		refused(InvalidEnum, "CombinerOutput: GL_INVALID_ENUM: "+o.String()+" is not a register that can be written")(b.CombinerOutput(Combiner0, RGB, Discard, o, Spare0, None, None, false, false, false))
	}
	refused(InvalidEnum, "CombinerOutput: GL_INVALID_ENUM: GL_BIAS_BY_NEGATIVE_ONE_HALF_NV is not a scale")(b.CombinerOutput(Combiner0, RGB, Spare0, Spare1, Discard, BiasByNegativeOneHalf, None, false, false, false))
	refused(InvalidEnum, "CombinerOutput: GL_INVALID_ENUM: GL_SCALE_BY_TWO_NV is not a bias")(b.CombinerOutput(Combiner0, RGB, Spare0, Spare1, Discard, None, ScaleByTwo, false, false, false))
	refused(InvalidEnum, "CombinerOutput: GL_INVALID_ENUM: GL_BLUE is not a portion of a stage; use GL_RGB or GL_ALPHA")(b.CombinerOutput(Combiner0, Blue, Spare0, Spare1, Discard, None, None, false, false, false))
	refused(InvalidEnum, "CombinerOutput: GL_INVALID_ENUM: 0x8558 is not a general stage; use GL_COMBINER0_NV to GL_COMBINER7_NV")(b.CombinerOutput(Combiner7+1, RGB, Spare0, Spare1, Discard, None, None, false, false, false))

	for _, input := range []Enum{ETimesF, Spare0PlusSecondary} {
		for _, variable := range []Enum{VariableE, VariableF} {
			refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: "+input.String()+" cannot be "+variable.String())(b.FinalCombinerInput(variable, input, UnsignedIdentity, RGB))
		}
		refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: "+input.String()+" cannot be GL_VARIABLE_G_NV")(b.FinalCombinerInput(VariableG, input, UnsignedIdentity, Alpha))
		refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: "+input.String()+" has no alpha and can only be read as GL_RGB, not as GL_ALPHA")(b.FinalCombinerInput(VariableD, input, UnsignedIdentity, Alpha))
		refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: GL_BLUE cannot be read for red, green and blue; use GL_RGB or GL_ALPHA")(b.FinalCombinerInput(VariableB, input, UnsignedIdentity, Blue))
	}
	refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: GL_SPARE0_PLUS_SECONDARY_COLOR_NV cannot be GL_VARIABLE_A_NV")(b.FinalCombinerInput(VariableA, Spare0PlusSecondary, UnsignedIdentity, RGB))
	refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: GL_RGB cannot be read for alpha; use GL_BLUE or GL_ALPHA")(b.FinalCombinerInput(VariableG, Spare0, UnsignedIdentity, RGB))
	for variable := VariableA; variable <= VariableF; variable++ {
		refused(InvalidOperation, "FinalCombinerInput: GL_INVALID_OPERATION: GL_BLUE cannot be read for red, green and blue; use GL_RGB or GL_ALPHA")(b.FinalCombinerInput(variable, Spare1, UnsignedIdentity, Blue))
	}
	refused(InvalidEnum, "FinalCombinerInput: GL_INVALID_ENUM: GL_EXPAND_NORMAL_NV is not a mapping of the final combiner; use GL_UNSIGNED_IDENTITY_NV or GL_UNSIGNED_INVERT_NV")(b.FinalCombinerInput(VariableA, Spare0, ExpandNormal, RGB))
	refused(InvalidEnum, "FinalCombinerInput: GL_INVALID_ENUM: GL_DISCARD_NV is not a register that can be read")(b.FinalCombinerInput(VariableA, Discard, UnsignedIdentity, RGB))
	refused(InvalidEnum, "FinalCombinerInput: GL_INVALID_ENUM: GL_CONSTANT_COLOR0_NV is not a variable of the final combiner; use GL_VARIABLE_A_NV to GL_VARIABLE_G_NV")(b.FinalCombinerInput(ConstantColor0, Spare0, UnsignedIdentity, RGB))

	b.ok(b.FinalCombinerInput(VariableA, ETimesF, UnsignedIdentity, RGB)) // these are legal
	b.ok(b.FinalCombinerInput(VariableB, Fog, UnsignedIdentity, Alpha))
	b.ok(b.CombinerInput(Combiner0, Alpha, VariableA, Fog, UnsignedIdentity, Blue))
	b.ok(b.CombinerOutput(Combiner0, RGB, Discard, Discard, Discard, ScaleByTwo, BiasByNegativeOneHalf, true, true, true))
}

// randomCalls makes calls, right and wrong, and returns how many were refused with each error, or accepted, which is 0.
// It requires that words are never illegal, and that a refused call changes nothing.
func randomCalls(b *bench, rng *rand.Rand, n int) map[Code]int {
	codes := map[Code]int{}
	one := func(list ...Enum) Enum {
		if rng.IntN(60) == 0 {
			return Enum(0x8520 + rng.IntN(0x40))
		}
		return list[rng.IntN(len(list))]
	}
	stage := func() Enum { return one(Combiner0 + Enum(rng.IntN(8))) }
	registers := []Enum{Zero, ConstantColor0, ConstantColor1, Fog, PrimaryColor, SecondaryColor, Texture0, Texture1, Texture2, Texture3, Spare0, Spare1}
	output := func() Enum {
		return one(Discard, Discard, PrimaryColor, SecondaryColor, Texture0, Texture1, Texture2, Texture3, Spare0, Spare1)
	}
	flag := func() bool { return rng.IntN(4) == 0 }
	colour := func() (c [4]float64) {
		for k := range c {
			c[k] = rng.Float64()*1.5 - 0.25
		}
		return c
	}
	for range n {
		before := b.Words()
		var loads []Load
		var err error
		switch rng.IntN(8) {
		case 0, 1:
			loads, err = b.CombinerInput(stage(), one(RGB, Alpha), one(VariableA, VariableB, VariableC, VariableD), one(registers...),
				UnsignedIdentity+Enum(rng.IntN(8)), one(RGB, Alpha, Blue))
		case 2, 3:
			loads, err = b.CombinerOutput(stage(), one(RGB, Alpha), output(), output(), output(), one(None, ScaleByTwo, ScaleByFour, ScaleByOneHalf),
				one(None, None, BiasByNegativeOneHalf), flag(), flag(), flag())
		case 4:
			loads, err = b.FinalCombinerInput(VariableA+Enum(rng.IntN(8)), one(append(registers, ETimesF, Spare0PlusSecondary)...),
				one(UnsignedIdentity, UnsignedInvert), one(RGB, Alpha, Blue))
		case 5:
			loads, err = b.CombinerParameteri(one(NumGeneralCombiners, ColorSumClamp), rng.IntN(10))
		case 6:
			loads, err = b.CombinerParameterfv(one(ConstantColor0, ConstantColor1), colour())
			if rng.IntN(2) == 0 {
				b.apply(loads)
				loads, err = b.CombinerStageParameterfv(stage(), one(ConstantColor0, ConstantColor1), colour())
				before = b.words
			}
		case 7:
			if flag() {
				loads, err = b.Enable(one(PerStageConstants))
			} else if flag() {
				loads, err = b.Disable(one(PerStageConstants))
			}
		}
		code := Code(0)
		if err != nil {
			code = err.(*Error).Code
			require.Empty(b.t, loads)
			require.Equal(b.t, before, b.Words())
		}
		codes[code]++
		b.apply(loads)
		all := b.words
		for _, stages := range []uint32{all.Control & 15, isa.MaxStages} { // inactive stages are legal too
			all.Control = all.Control&^15 | stages
			require.Equal(b.t, -1, model.Translate(&all, isa.MaxStages).Illegal)
		}
	}
	return codes
}

func TestRandomCalls(t *testing.T) {
	for seed := range uint64(5) {
		b := newBench(t)
		codes := randomCalls(b, rand.New(rand.NewPCG(seed, 9)), 2000)
		for _, code := range []Code{0, InvalidEnum, InvalidValue, InvalidOperation} {
			assert.Greater(t, codes[code], 20, "%v", code)
		}
	}
}
