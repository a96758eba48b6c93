package speed_test

import (
	"fmt"
	"os"

	"posedge/internal/quality/speed"
)

func Example() {
	for _, d := range speed.Suite(nil)[:3] {
		fmt.Println(d.Name+":", d.Summary)
	}
	// What a comparison returns can be made by hand as well.
	results := speed.Results{Rows: []speed.Row{
		{Design: "fir", Engine: "compiled", Nodes: 533, Build: 0.004, Rate: 7.5e6},
		{Design: "fir", Engine: "verilator", Nodes: 533, Build: 4.1, Rate: 5e6},
	}}
	if err := results.WriteCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// lfsr: 256 linear feedback shift registers
	// crossbar: 8 sources to 8 sinks through queues and round-robin arbiters
	// fir: FIR filter of 64 taps
	// design,engine,nodes,build_seconds,cycles_per_second
	// fir,compiled,533,0.004000,7500000.0
	// fir,verilator,533,4.100000,5000000.0
}
