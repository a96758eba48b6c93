package driver_test

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus/driver"
)

// A call returns loads of the words that it changes, or says why it is refused.
func Example() {
	d := driver.New()
	loads, _ := d.CombinerInput(driver.Combiner0, driver.RGB, driver.VariableB, driver.Texture0, driver.UnsignedIdentity, driver.RGB)
	for _, l := range loads {
		fmt.Printf("%04x %08x %s\n", l.Offset, l.Word, isa.WordName(l.Offset))
	}
	_, err := d.CombinerInput(driver.Combiner0, driver.RGB, driver.VariableC, driver.Fog, driver.UnsignedIdentity, driver.Alpha)
	fmt.Println(err)
	// Output:
	// 0ac0 04080000 IN_RGB(0)
	// CombinerInput: GL_INVALID_OPERATION: the alpha of GL_FOG can only be read in the final combiner
}
