package driver

// CombinerOutput sets what a portion, [RGB] or [Alpha], of a general stage does with A·B, C·D and their sum: the
// registers that they go to, or [Discard]; the scale and bias of all three; whether a product is a dot product, in the
// RGB portion only; and whether SUM is one of the products instead, chosen by the alpha of SPARE0.
func (d *Driver) CombinerOutput(stage, portion, ab, cd, sum, scale, bias Enum, abDot, cdDot, mux bool) ([]Load, error) {
	return d.call("CombinerOutput", func(s *state) error {
		n, err := stageOf(stage)
		if err != nil {
			return err
		}
		word := &s.words.Stages[n].OutRGB
		switch portion {
		case RGB:
		case Alpha:
			word = &s.words.Stages[n].OutAlpha
		default:
			return noPortion(portion)
		}
		next := uint32(0)
		outputs := []Enum{cd, ab, sum}
		for k, output := range outputs {
			register, ok := registers[output]
			if output != Discard && (!ok || !register.Writable()) {
				return refusal(InvalidEnum, "%v is not a register that can be written", output)
			}
			if output != Discard {
				next |= uint32(register) << (4 * k)
			}
		}
		var scaled uint32
		switch scale {
		case None:
		case ScaleByTwo, ScaleByFour, ScaleByOneHalf:
			scaled = uint32(scale-ScaleByTwo) + 1
		default:
			return refusal(InvalidEnum, "%v is not a scale", scale)
		}
		if bias != None && bias != BiasByNegativeOneHalf {
			return refusal(InvalidEnum, "%v is not a bias", bias)
		}
		if portion == Alpha && (abDot || cdDot) {
			return refusal(InvalidValue, "there is no dot product in the alpha portion")
		}
		for k, a := range outputs {
			for _, b := range outputs[:k] {
				if a == b && a != Discard {
					return refusal(InvalidOperation, "two results cannot both go to %v", a)
				}
			}
		}
		if bias != None && (scale == ScaleByFour || scale == ScaleByOneHalf) {
			return refusal(InvalidOperation, "%v and %v cannot be combined", bias, scale)
		}
		for k, on := range []bool{cdDot, abDot, mux, bias != None} {
			if on {
				next |= 1 << (12 + k)
			}
		}
		*word = next | scaled<<16
		return nil
	})
}
