package driver

import (
	"posedge/blocks/combineripu/isa"
)

// registers are GL's registers as the hardware's codes, without those that only the final combiner has.
var registers = map[Enum]isa.Register{
	Zero: isa.Zero, ConstantColor0: isa.Constant0, ConstantColor1: isa.Constant1, Fog: isa.Fog,
	PrimaryColor: isa.Primary, SecondaryColor: isa.Secondary,
	Texture0: isa.Texture0, Texture1: isa.Texture1, Texture2: isa.Texture2, Texture3: isa.Texture3,
	Spare0: isa.Spare0, Spare1: isa.Spare1,
}

// CombinerInput sets a variable, A to D, of a portion, [RGB] or [Alpha], of a general stage: a register, how it is mapped,
// and the component that is read: RGB or Alpha in the RGB portion, [Blue] or Alpha in the alpha portion.
func (d *Driver) CombinerInput(stage, portion, variable, input, mapping, usage Enum) ([]Load, error) {
	return d.call("CombinerInput", func(s *state) error {
		n, err := stageOf(stage)
		if err != nil {
			return err
		}
		word, usages := &s.words.Stages[n].InRGB, rgbUsages
		switch portion {
		case RGB:
		case Alpha:
			word, usages = &s.words.Stages[n].InAlpha, alphaUsages
		default:
			return noPortion(portion)
		}
		if variable < VariableA || variable > VariableD {
			return refusal(InvalidEnum, "%v is not a variable of a general stage; use %v to %v", variable, VariableA, VariableD)
		}
		register, ok := registers[input]
		if !ok {
			if input == ETimesF || input == Spare0PlusSecondary {
				return refusal(InvalidEnum, "%v can only be read in the final combiner", input)
			}
			return refusal(InvalidEnum, "%v is not a register that can be read", input)
		}
		if mapping < UnsignedIdentity || mapping > SignedNegate {
			return refusal(InvalidEnum, "%v is not an input mapping; use %v to %v", mapping, UnsignedIdentity, SignedNegate)
		}
		alpha, err := usages.bit(usage)
		if err != nil {
			return err
		}
		if input == Fog && usage == Alpha {
			return refusal(InvalidOperation, "the alpha of %v can only be read in the final combiner", input)
		}
		set(word, int(VariableD-variable), register, mapping, alpha)
		return nil
	})
}

// FinalCombinerInput sets a variable, A to G, of the final combiner: a register, its mapping, [UnsignedIdentity] or
// [UnsignedInvert], and the component that is read: [RGB] or [Alpha], of G [Blue] or Alpha.
func (d *Driver) FinalCombinerInput(variable, input, mapping, usage Enum) ([]Load, error) {
	return d.call("FinalCombinerInput", func(s *state) error {
		if variable < VariableA || variable > VariableG {
			return refusal(InvalidEnum, "%v is not a variable of the final combiner; use %v to %v", variable, VariableA, VariableG)
		}
		register, ok := registers[input]
		derived := input == ETimesF || input == Spare0PlusSecondary
		switch input {
		case ETimesF:
			register = isa.Product
		case Spare0PlusSecondary:
			register = isa.Sum
		default:
			if !ok {
				return refusal(InvalidEnum, "%v is not a register that can be read", input)
			}
		}
		if mapping != UnsignedIdentity && mapping != UnsignedInvert {
			return refusal(InvalidEnum, "%v is not a mapping of the final combiner; use %v or %v", mapping, UnsignedIdentity, UnsignedInvert)
		}
		usages := rgbUsages
		if variable == VariableG {
			usages = alphaUsages
		}
		alpha, err := usages.bit(usage)
		switch {
		case derived && variable >= VariableE, input == Spare0PlusSecondary && variable == VariableA:
			return refusal(InvalidOperation, "%v cannot be %v", input, variable)
		case err != nil:
			return err
		case derived && usage != RGB:
			return refusal(InvalidOperation, "%v has no alpha and can only be read as %v, not as %v", input, RGB, usage)
		}
		word, place := &s.words.Final[0], int(VariableD-variable)
		if variable >= VariableE {
			word, place = &s.words.Final[1], 3-int(variable-VariableE)
		}
		set(word, place, register, mapping, alpha)
		return nil
	})
}

// set writes a byte of an input word: mapping 7:5, usage 4, register 3:0.
func set(word *uint32, place int, register isa.Register, mapping Enum, alpha uint32) {
	b := uint32(mapping-UnsignedIdentity)<<5 | alpha<<4 | uint32(register)
	*word = *word&^(0xff<<(8*place)) | b<<(8*place)
}

// usages are the components that a portion reads.
type usages struct {
	first, never Enum
	portion      string
}

var (
	rgbUsages   = usages{RGB, Blue, "for red, green and blue"}
	alphaUsages = usages{Blue, RGB, "for alpha"}
)

// bit is the usage bit of a byte of a word.
func (u usages) bit(usage Enum) (uint32, error) {
	switch usage {
	case u.first:
		return 0, nil
	case Alpha:
		return 1, nil
	case u.never:
		return 0, refusal(InvalidOperation, "%v cannot be read %s; use %v or %v", usage, u.portion, u.first, Alpha)
	}
	return 0, refusal(InvalidEnum, "%v is not a component usage; use %v or %v", usage, u.first, Alpha)
}

func noPortion(portion Enum) error {
	return refusal(InvalidEnum, "%v is not a portion of a stage; use %v or %v", portion, RGB, Alpha)
}
