package driver

import "fmt"

// Enum is a symbolic constant of GL. Names and values are those of the public texts of GL_NV_register_combiners and
// GL_NV_register_combiners2, and of OpenGL 1.2 with GL_ARB_multitexture.
type Enum uint32

// The symbolic constants that the calls take.
const (
	None  Enum = 0 // also Zero: GL_NONE as a scale or bias, GL_ZERO as a register
	Zero  Enum = 0
	Fog   Enum = 0x0b60
	Blue  Enum = 0x1905
	Alpha Enum = 0x1906
	RGB   Enum = 0x1907

	Texture0 Enum = 0x84c0
	Texture1 Enum = 0x84c1
	Texture2 Enum = 0x84c2
	Texture3 Enum = 0x84c3

	VariableA             Enum = 0x8523
	VariableB             Enum = 0x8524
	VariableC             Enum = 0x8525
	VariableD             Enum = 0x8526
	VariableE             Enum = 0x8527
	VariableF             Enum = 0x8528
	VariableG             Enum = 0x8529
	ConstantColor0        Enum = 0x852a
	ConstantColor1        Enum = 0x852b
	PrimaryColor          Enum = 0x852c
	SecondaryColor        Enum = 0x852d
	Spare0                Enum = 0x852e
	Spare1                Enum = 0x852f
	Discard               Enum = 0x8530
	ETimesF               Enum = 0x8531
	Spare0PlusSecondary   Enum = 0x8532
	PerStageConstants     Enum = 0x8535
	UnsignedIdentity      Enum = 0x8536
	UnsignedInvert        Enum = 0x8537
	ExpandNormal          Enum = 0x8538
	ExpandNegate          Enum = 0x8539
	HalfBiasNormal        Enum = 0x853a
	HalfBiasNegate        Enum = 0x853b
	SignedIdentity        Enum = 0x853c
	SignedNegate          Enum = 0x853d
	ScaleByTwo            Enum = 0x853e
	ScaleByFour           Enum = 0x853f
	ScaleByOneHalf        Enum = 0x8540
	BiasByNegativeOneHalf Enum = 0x8541
	NumGeneralCombiners   Enum = 0x854e
	ColorSumClamp         Enum = 0x854f
	Combiner0             Enum = 0x8550 // Combiner0 + i is general stage i, up to 7
	Combiner7             Enum = 0x8557
)

var enumNames = map[Enum]string{
	Fog: "FOG", Blue: "BLUE", Alpha: "ALPHA", RGB: "RGB",
	Texture0: "TEXTURE0_ARB", Texture1: "TEXTURE1_ARB", Texture2: "TEXTURE2_ARB", Texture3: "TEXTURE3_ARB",
	VariableA: "VARIABLE_A_NV", VariableB: "VARIABLE_B_NV", VariableC: "VARIABLE_C_NV", VariableD: "VARIABLE_D_NV",
	VariableE: "VARIABLE_E_NV", VariableF: "VARIABLE_F_NV", VariableG: "VARIABLE_G_NV",
	ConstantColor0: "CONSTANT_COLOR0_NV", ConstantColor1: "CONSTANT_COLOR1_NV",
	PrimaryColor: "PRIMARY_COLOR_NV", SecondaryColor: "SECONDARY_COLOR_NV", Spare0: "SPARE0_NV", Spare1: "SPARE1_NV",
	Discard: "DISCARD_NV", ETimesF: "E_TIMES_F_NV", Spare0PlusSecondary: "SPARE0_PLUS_SECONDARY_COLOR_NV",
	PerStageConstants: "PER_STAGE_CONSTANTS_NV",
	UnsignedIdentity:  "UNSIGNED_IDENTITY_NV", UnsignedInvert: "UNSIGNED_INVERT_NV",
	ExpandNormal: "EXPAND_NORMAL_NV", ExpandNegate: "EXPAND_NEGATE_NV",
	HalfBiasNormal: "HALF_BIAS_NORMAL_NV", HalfBiasNegate: "HALF_BIAS_NEGATE_NV",
	SignedIdentity: "SIGNED_IDENTITY_NV", SignedNegate: "SIGNED_NEGATE_NV",
	ScaleByTwo: "SCALE_BY_TWO_NV", ScaleByFour: "SCALE_BY_FOUR_NV", ScaleByOneHalf: "SCALE_BY_ONE_HALF_NV",
	BiasByNegativeOneHalf: "BIAS_BY_NEGATIVE_ONE_HALF_NV",
	NumGeneralCombiners:   "NUM_GENERAL_COMBINERS_NV", ColorSumClamp: "COLOR_SUM_CLAMP_NV",
}

// String is GL's name: "GL_SPARE0_NV". It is a number for 0, which has several names, and for values that no call
// takes.
func (e Enum) String() string {
	if name := enumNames[e]; name != "" {
		return "GL_" + name
	}
	if e >= Combiner0 && e <= Combiner7 {
		return fmt.Sprintf("GL_COMBINER%d_NV", e-Combiner0)
	}
	return fmt.Sprintf("%#04x", uint32(e))
}
