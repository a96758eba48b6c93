package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// sampleColumns are the columns of samples.hex.
func sampleColumns(top *ir.Module) []port {
	var list []port
	for _, s := range top.SampledPorts() {
		list = append(list, port{s.Name, s.Width})
	}
	return list
}

// ReadSamples reads what a bench of top wrote with +samples and calls visit for
// each sample point: the cycle from 0, and the values of [ir.Module.SampledPorts],
// which are visit's for the call only. An x or z, a row that does not fit the ports,
// or a last line without its end, which was cut off, is an error with its line.
func ReadSamples(r io.Reader, top *ir.Module, visit func(cycle int, ports []*big.Int) error) error {
	columns := sampleColumns(top)
	values := make([]*big.Int, len(columns))
	for i := range values {
		values[i] = new(big.Int)
	}
	in := bufio.NewReaderSize(r, rowLimit(columns))
	for cycle := 0; ; cycle++ {
		bad := func(format string, args ...any) error {
			return fmt.Errorf("replay: samples of %s, line %d: %w", top.Name, cycle+1, fmt.Errorf(format, args...))
		}
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF:
			return bad("it has no end; the file was cut off")
		case errors.Is(err, bufio.ErrBufferFull):
			return bad("more than %d characters, too many for the values of %d ports", in.Size(), len(columns))
		case err != nil:
			return bad("%w", err)
		}
		fields := strings.Fields(string(line))
		if len(fields) != len(columns) {
			return bad("%d values for %d ports", len(fields), len(columns))
		}
		for i, f := range fields {
			// SetString takes a sign too.
			if _, ok := values[i].SetString(f, 16); !ok || strings.ContainsAny(f, "+-") || values[i].BitLen() > columns[i].Width {
				return bad("%s is %q, not a number of %d bits", columns[i].Name, f, columns[i].Width)
			}
		}
		if err := visit(cycle, values); err != nil {
			return err
		}
	}
}

// rowLimit bounds a line of samples: twice the digits of the ports and the spaces
// between them, and so much that a message can show what stands there instead.
func rowLimit(columns []port) int {
	n := 256
	for _, c := range columns {
		n += 2 * ((c.Width+3)/4 + 1)
	}
	return n
}
