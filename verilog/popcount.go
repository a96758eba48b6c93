package verilog

import (
	"fmt"
	"math/big"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// countOnes returns the name of the function that counts the ones of width bits.
func (p *printer) countOnes(width int) string {
	if name, ok := p.counters[width]; ok {
		return name
	}
	below := syntax.Names{} // Verilator warns of a function like one in a module above
	for _, m := range ir.Modules(p.m) {
		if child := p.printed[m]; child != nil {
			for _, function := range child.counters {
				below.Take(function)
			}
		}
	}
	name := p.names.FreshBeside(fmt.Sprintf("count_ones_%d", width), below)
	bits, i := p.names.Fresh(name+"_bits"), p.names.Fresh(name+"_i")
	p.counters[width] = name
	w := ir.CountWidth(width)
	pad := ""
	if w > 1 {
		pad = literal(new(big.Int), w-1) + ", "
	}
	p.functions = append(p.functions, fmt.Sprintf(`  // The number of ones.
  function %[1]s%[2]s(input %[3]s%[4]s);
    integer %[5]s;
    begin
      %[2]s = %[6]s;
      for (%[5]s = 0; %[5]s < %[7]d; %[5]s = %[5]s + 1)
        %[2]s = %[2]s + {%[8]s%[4]s[%[5]s]};
    end
  endfunction
`, syntax.Vector(w), name, syntax.Vector(width), bits, i, literal(new(big.Int), w), width, pad))
	return name
}
