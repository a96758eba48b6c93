package ropmask_test

import (
	"fmt"

	"posedge/blocks/ropmask"
)

// A shader that generates RGB is bound to a target that takes R, B and A: R
// and B are sent, and A is written with its default.
func ExampleModel() {
	state := ropmask.State{
		OutputMap:   ropmask.OutputMapWord(ropmask.Masks{0: 0b0111}),
		MrtEnable:   true,
		CtMrtEnable: true,
		CtSelect:    ropmask.CtSelectWord(1, ropmask.IdentitySelect()),
		CtWrite:     [8]uint32{ropmask.CtWriteWord(0b1101)},
		FormatMask:  ropmask.Masks{ropmask.AllComponents},
	}
	model := ropmask.NewModel(ropmask.PerTarget)
	result, err := model.Pixel(state, []ropmask.Vector{{Index: 0, Color: ropmask.Color{10, 20, 30, 40}}})
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
