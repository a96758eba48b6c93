package waves_test

import (
	"fmt"
	"os"
	"strings"

	"posedge/waves"
)

// A 4-bit counter with an enable: three cycles, the enable low in the last.
func Example() {
	enable := &waves.Var{Name: "enable", Width: 1}
	value := &waves.Var{Name: "value", Width: 4}
	count := &waves.Var{Name: "count", Width: 4, Kind: waves.Reg}
	value.Alias = count
	top := &waves.Scope{Name: "tb",
		Vars: []*waves.Var{{Name: "clk", Width: 1, Kind: waves.Clock}, enable, value},
		Scopes: []*waves.Scope{{
			Name: "dut",
			Vars: []*waves.Var{{Name: "clk", Width: 1, Kind: waves.Clock}, count},
		}},
	}
	w, err := waves.NewWriter(os.Stdout, top, waves.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// One word each for enable and count, in this order.
	for _, sample := range [][]uint64{{1, 0}, {1, 1}, {0, 2}} {
		if err := w.Sample(sample); err != nil {
			break // Close returns it too
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// $version posedge waves $end
	// $timescale 1ns $end
	// $scope module tb $end
	// $var wire 1 ! clk $end
	// $var wire 1 " enable $end
	// $var wire 4 # value [3:0] $end
	// $scope module dut $end
	// $var wire 1 ! clk $end
	// $var reg 4 # count [3:0] $end
	// $upscope $end
	// $upscope $end
	// $enddefinitions $end
	// #0
	// $dumpvars
	// 1!
	// 1"
	// b0 #
	// $end
	// #1
	// 0!
	// #2
	// 1!
	// b1 #
	// #3
	// 0!
	// #4
	// 1!
	// 0"
	// b10 #
	// #5
	// 0!
	// #6
}

func ExampleRead() {
	const vcd = `$timescale 1ns $end
$scope module tb $end $var reg 8 ! count [7:0] $end $upscope $end
$enddefinitions $end
#0 bx ! #4 b101 ! #6 b1z ! #8
`
	file, err := waves.Read(strings.NewReader(vcd))
	if err != nil {
		fmt.Println(err)
		return
	}
	count := file.Find("tb.count")
	for _, time := range []uint64{0, 5, 6} {
		value, known := count.At(time).Uint64()
		fmt.Println(time, count.At(time), value, known)
	}
	// Output:
	// 0 xxxxxxxx 0 false
	// 5 00000101 5 true
	// 6 0000001z 0 false
}
