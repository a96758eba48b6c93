package oracle

import (
	"math/big"

	"posedge/hdl/ir"
)

// Run runs a design over rows of inputs, a reset among them, in declaration order,
// each in words of 64 bits, the least significant first. It calls visit at each
// sample point and returns the outputs of each cycle in the same form. It ends before the edge of a cycle that [Oracle.Stops];
// that cycle's outputs are then the last row.
func Run(top *ir.Module, stimulus [][]uint64, visit func(cycle int, o *Oracle)) (outputs [][]uint64, stopped bool) {
	o := New(top)
	for cycle, row := range stimulus {
		o.SetInputs(row)
		var out []uint64
		for _, p := range top.Ports {
			if p.Kind == ir.Output {
				out = Words(out, o.Signal(p), p.Width)
			}
		}
		outputs = append(outputs, out)
		if visit != nil {
			visit(cycle, o)
		}
		if o.Stops() {
			return outputs, true
		}
		o.Edge()
	}
	return outputs, false
}

// SetInputs gives the inputs and the reset the values of a row, in the form of [Run].
func (o *Oracle) SetInputs(row []uint64) {
	for _, p := range o.module.SampledPorts() {
		n := (p.Width + 63) / 64
		switch p.Kind {
		case ir.ResetInput:
			o.SetReset(row[0] != 0)
		case ir.Input:
			o.SetInput(p.Name, fromWords(row[:n]))
		default:
			continue
		}
		row = row[n:]
	}
}

// Words appends a value of a width to dst, in words of 64 bits.
func Words(dst []uint64, v *big.Int, width int) []uint64 {
	for k := range (width + 63) / 64 {
		dst = append(dst, Modulo(new(big.Int).Rsh(v, uint(64*k)), 64).Uint64())
	}
	return dst
}

func fromWords(words []uint64) *big.Int {
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(words[k]))
	}
	return v
}
