package verilog

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// sampleColumns are the columns of samples.hex: the reset, if the design has
// one, then the ports in declaration order.
func sampleColumns(top *ir.Module) []port {
	var list []port
	if ir.HasReset(top) {
		list = append(list, port{ir.DefaultDomain.Reset, 1})
	}
	for _, s := range top.Ports {
		list = append(list, port{s.Name, s.Width})
	}
	return list
}

// ReadSamples reads what a bench of top wrote with +samples and calls visit for
// each sample point: the cycle from 0, the reset (0 if the design has none), and
// the ports in declaration order. The values are visit's for the call only. An x
// or z, or a row that does not fit the ports, is an error with its line.
func ReadSamples(r io.Reader, top *ir.Module, visit func(cycle int, reset bool, ports []*big.Int) error) error {
	columns := sampleColumns(top)
	values := make([]*big.Int, len(columns))
	for i := range values {
		values[i] = new(big.Int)
	}
	in := bufio.NewReader(r)
	for cycle := 0; ; cycle++ {
		text, err := in.ReadString('\n')
		if err == io.EOF && text == "" {
			return nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("verilog: samples of %s: %w", top.Name, err)
		}
		fields := strings.Fields(text)
		if len(fields) != len(columns) {
			return fmt.Errorf("verilog: samples of %s, line %d: %d values for %d ports", top.Name, cycle+1, len(fields), len(columns))
		}
		for i, f := range fields {
			if _, ok := values[i].SetString(f, 16); !ok || values[i].Sign() < 0 || values[i].BitLen() > columns[i].width {
				return fmt.Errorf("verilog: samples of %s, line %d: %s is %q, not a number of %d bits", top.Name, cycle+1, columns[i].name, f, columns[i].width)
			}
		}
		ports, reset := values, false
		if ir.HasReset(top) {
			ports, reset = values[1:], values[0].Sign() != 0
		}
		if err := visit(cycle, reset, ports); err != nil {
			return err
		}
	}
}
