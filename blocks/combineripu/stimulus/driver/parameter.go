package driver

import (
	"math"

	"posedge/blocks/combineripu/isa"
)

// CombinerParameteri sets [NumGeneralCombiners], 1 to 8, or [ColorSumClamp], where 0 is false.
func (d *Driver) CombinerParameteri(name Enum, value int) ([]Load, error) {
	return d.call("CombinerParameteri", func(s *state) error { return s.scalar(name, value) })
}

// CombinerParameterfv sets [ConstantColor0] or [ConstantColor1], red, green, blue and alpha, each limited to [0, 1] and
// rounded to 8 bits. It also sets what CombinerParameteri does, to the first value, rounded.
func (d *Driver) CombinerParameterfv(name Enum, values [4]float64) ([]Load, error) {
	return d.call("CombinerParameterfv", func(s *state) error {
		switch name {
		case ConstantColor0, ConstantColor1:
			s.constants[name-ConstantColor0] = colour(values)
			return nil
		case ColorSumClamp:
			return s.scalar(name, boolean(values[0] != 0))
		}
		if !(math.Abs(values[0]) < 1e9) && name == NumGeneralCombiners { // or infinite, or NaN
			return refusal(InvalidValue, "%v is not a number of general stages; there can be 1 to %d", values[0], isa.MaxStages)
		}
		return s.scalar(name, int(math.Round(values[0])))
	})
}

// CombinerStageParameterfv sets the own constants of a stage, [Combiner0] to [Combiner7], as CombinerParameterfv does.
func (d *Driver) CombinerStageParameterfv(stage, name Enum, values [4]float64) ([]Load, error) {
	return d.call("CombinerStageParameterfv", func(s *state) error {
		n, err := stageOf(stage)
		if err != nil {
			return err
		}
		if name != ConstantColor0 && name != ConstantColor1 {
			return refusal(InvalidEnum, "%v is not a parameter of a stage; use %v or %v", name, ConstantColor0, ConstantColor1)
		}
		s.stages[n][name-ConstantColor0] = colour(values)
		return nil
	})
}

func (s *state) scalar(name Enum, value int) error {
	switch name {
	case NumGeneralCombiners:
		if value < 1 || value > isa.MaxStages {
			return refusal(InvalidValue, "there cannot be %d general stages; there can be 1 to %d", value, isa.MaxStages)
		}
		s.words.Control = s.words.Control&^15 | uint32(value)
	case ColorSumClamp:
		s.words.Final[1] &^= clampBit
		if value != 0 {
			s.words.Final[1] |= clampBit
		}
	case ConstantColor0, ConstantColor1:
		return refusal(InvalidEnum, "%v has four values; use CombinerParameterfv", name)
	default:
		return refusal(InvalidEnum, "%v is not a parameter of the combiners", name)
	}
	return nil
}

// clampBit of the second final word clamps the colour sum.
const clampBit = 0x80

// colour is a constant word: alpha, red, green and blue from the top.
func colour(values [4]float64) (word uint32) {
	for k, shift := range []int{16, 8, 0, 24} {
		v := values[k]
		if !(v > 0) { // or NaN
			v = 0
		}
		word |= uint32(math.Floor(min(v, 1)*255+0.5)) << shift
	}
	return word
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// stageOf is the number of a general stage.
func stageOf(stage Enum) (int, error) {
	if stage < Combiner0 || stage > Combiner7 {
		return 0, refusal(InvalidEnum, "%v is not a general stage; use %v to %v", stage, Combiner0, Combiner7)
	}
	return int(stage - Combiner0), nil
}
