package float

import (
	"fmt"

	"posedge/hdl"
)

// Format is a binary interchange format of IEEE 754-2008, 3.4: from the top, a
// sign, a biased exponent and a fraction.
type Format struct {
	Exponent int // bits of the exponent, 2 to 15
	Fraction int // bits of the fraction, 1 to 112
}

var (
	Binary32 = Format{8, 23}
	Binary16 = Format{5, 10}
)

// Width is the number of bits of a value.
func (f Format) Width() int { return 1 + f.Exponent + f.Fraction }

// Name is fp32, fp16, or fp with the widths of exponent and fraction.
func (f Format) Name() string {
	switch f {
	case Binary32:
		return "fp32"
	case Binary16:
		return "fp16"
	}
	return fmt.Sprintf("fp_e%d_f%d", f.Exponent, f.Fraction)
}

// Check returns an error if the format cannot be built.
func (f Format) Check() error {
	if f.Exponent < 2 || f.Exponent > 15 || f.Fraction < 1 || f.Fraction > 112 {
		return fmt.Errorf("float: Format{%d, %d} cannot be built: an exponent has 2 to 15 bits, a fraction 1 to 112", f.Exponent, f.Fraction)
	}
	return nil
}

// bias is added to the exponent in a value; it is also the greatest exponent.
func (f Format) bias() int { return 1<<(f.Exponent-1) - 1 }

// least is the exponent of the smallest normal value.
func (f Format) least() int { return 1 - f.bias() }

// precision is the number of significant bits, including the hidden one.
func (f Format) precision() int { return f.Fraction + 1 }

// NaN is the one quiet NaN.
func (f Format) NaN() hdl.Bits {
	if err := f.Check(); err != nil {
		return hdl.Const(1, 0).Refuse(1, "%v", err)
	}
	return hdl.Cat(hdl.Const(1, 0), ones(f.Width()-1))
}

// Mode says how an operation rounds and what it does with subnormals.
type Mode struct {
	TowardZero hdl.Bits `width:"1" doc:"1 rounds toward zero, 0 to nearest, ties to even"`
	Flush      hdl.Bits `width:"1" doc:"1 takes subnormal operands and results for 0, the sign is kept"`
}

// Nearest is the default of IEEE 754: to nearest even, with subnormals.
func Nearest() Mode { return Mode{hdl.Const(1, 0), hdl.Const(1, 0)} }
