package model_test

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
)

// A shader that generates RGB is bound to a target that takes R, B and A: R
// and B are sent, and A is written with its default.
func ExampleUnit() {
	state := model.State{
		Draw: model.Draw{
			OutputMap:   isa.OutputMapWord(isa.Masks{0: 0b0111}),
			MrtEnable:   true,
			CtMrtEnable: true,
			CtSelect:    isa.CtSelectWord(1, isa.IdentitySelect()),
			CtWrite:     [8]uint32{isa.CtWriteWord(0b1101)},
		},
		FormatMask: isa.Masks{isa.AllComponents},
	}
	result, err := model.New(isa.PerTarget).Pixel(state, []model.Vector{{Index: 0, Color: isa.Color{10, 20, 30, 40}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("update mask", result.UpdateMaskText())
	fmt.Println("sent", result.Sent, "of", result.Conventional)
	fmt.Println("target 0 gets", result.TargetRegisters(0))
	// Output:
	// update mask 1010
	// sent [10 30] of 4
	// target 0 gets r0 – r2 d
}
