package sim_test

import (
	"fmt"
	"math/big"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// A two-bit counter, described in the intermediate form, for five cycles.
func Example() {
	count := &ir.Signal{Name: "count", Kind: ir.Reg, Width: 2, Reset: big.NewInt(0)}
	value := &ir.Signal{Name: "value", Kind: ir.Output, Width: 2}
	one := &ir.Const{Value: big.NewInt(1), Bits: 2}
	top := &ir.Module{
		Name:    "counter",
		Ports:   []*ir.Signal{value},
		Signals: []*ir.Signal{count},
		Body: []ir.Stmt{
			&ir.Set{Target: count, Value: &ir.Binary{Op: ir.OpAdd, X: &ir.Ref{Signal: count}, Y: one}},
			&ir.Set{Target: value, Value: &ir.Ref{Signal: count}},
		},
	}
	top.UseImplicitDomain() // clk and rst
	program, err := sim.Compile(top)
	if err != nil {
		fmt.Println(err)
		return
	}
	port, err := program.Port("value")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := program.New()
	for range 5 {
		fmt.Print(s.Get(port), " ")
		if err := s.Tick(1); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("cycle", s.Cycle())
	// Output: 0 1 2 3 0 cycle 5
}
