package verilog_test

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog"
)

// A register that follows its input by one cycle.
func ExampleExport() {
	d := &ir.Signal{Name: "d", Kind: ir.Input, Width: 8}
	q := &ir.Signal{Name: "q", Kind: ir.Output, Width: 8}
	held := &ir.Signal{Name: "held", Kind: ir.Reg, Width: 8, Reset: big.NewInt(0)}
	delay := &ir.Module{Name: "delay", Ports: []*ir.Signal{d, q}, Signals: []*ir.Signal{held}, Body: []ir.Stmt{
		&ir.Set{Target: held, Value: &ir.Ref{Signal: d}},
		&ir.Set{Target: q, Value: &ir.Ref{Signal: held}},
	}}
	delay.UseImplicitDomain() // clk and rst
	files, err := verilog.Export(delay, verilog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, body, _ := strings.Cut(string(files[0].Content), "assign")
	body, _, _ = strings.Cut(body, "initial")
	fmt.Println(files[0].Name + ":\n  assign" + strings.TrimRight(body, " \n"))
	// Output:
	// delay.v:
	//   assign q = held;
	//
	//   always @(posedge clk) begin
	//     if (rst) begin
	//       held <= 8'd0;
	//     end else begin
	//       held <= d;
	//     end
	//   end
}
