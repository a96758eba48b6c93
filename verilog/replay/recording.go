package replay

import (
	"fmt"
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/frame"
)

// Recording is a run of a design: what went in and what came out at every
// sample point. In a row each value takes ceil(width/64) words, the least
// significant first.
type Recording struct {
	Top *ir.Module
	// Edges says, for each cycle, which domains have their edge when it ends.
	Edges []ir.Edges
	// Stimulus has a row for each cycle: the inputs, resets among them, in declaration
	// order.
	Stimulus [][]uint64
	// Expected has a row for each cycle: the outputs in declaration order.
	Expected [][]uint64
}

// port is a signal of the bench: a port of the top.
type port struct {
	Name  string
	Width int
}

func (p port) words() int { return frame.Words(p.Width) }

// inputs are the columns of Stimulus.
func inputs(top *ir.Module) []port {
	return portsOf(top, ir.Kind.IsInput)
}

// outputs are the columns of Expected.
func outputs(top *ir.Module) []port {
	return portsOf(top, func(k ir.Kind) bool { return k == ir.Output })
}

func portsOf(top *ir.Module, is func(ir.Kind) bool) []port {
	var list []port
	for _, s := range top.SampledPorts() {
		if is(s.Kind) {
			list = append(list, port{s.Name, s.Width})
		}
	}
	return list
}

func widthOf(list []port) int {
	w := 0
	for _, p := range list {
		w += p.Width
	}
	return w
}

// check reports a recording that does not fit its design.
func (r *Recording) check() error {
	switch {
	case r.Top == nil:
		return fmt.Errorf("replay: the recording names no design")
	case len(r.Stimulus) == 0:
		return fmt.Errorf("replay: the recording of %s has no cycle", r.Top.Name)
	case len(r.Stimulus) != len(r.Expected) || len(r.Stimulus) != len(r.Edges):
		return fmt.Errorf("replay: the recording of %s has %d rows of stimulus, %d of expected values and %d of edges",
			r.Top.Name, len(r.Stimulus), len(r.Expected), len(r.Edges))
	case len(outputs(r.Top)) == 0:
		return fmt.Errorf("replay: %s has no output to compare", r.Top.Name)
	}
	all := ir.AllEdges(r.Top)
	for cycle, edges := range r.Edges {
		if edges&^all != 0 || edges == 0 && all != 0 {
			return fmt.Errorf("replay: recording of %s, cycle %d: the edges %#x are not some of its %d domains", r.Top.Name, cycle, edges, len(r.Top.Domains))
		}
		if err := fits(r.Stimulus[cycle], inputs(r.Top)); err != nil {
			return fmt.Errorf("replay: recording of %s, cycle %d, stimulus: %w", r.Top.Name, cycle, err)
		}
		if err := fits(r.Expected[cycle], outputs(r.Top)); err != nil {
			return fmt.Errorf("replay: recording of %s, cycle %d, expected values: %w", r.Top.Name, cycle, err)
		}
	}
	return nil
}

func fits(row []uint64, ports []port) error {
	n := 0
	for _, p := range ports {
		n += p.words()
	}
	if len(row) != n {
		return fmt.Errorf("the row has %d words, the ports take %d", len(row), n)
	}
	for _, p := range ports {
		top := row[p.words()-1]
		if rest := p.Width % 64; rest != 0 && top>>rest != 0 {
			return fmt.Errorf("the value of %s does not fit %d bits", p.Name, p.Width)
		}
		row = row[p.words():]
	}
	return nil
}

// pack joins the values of a row, the first in the most significant bits.
func pack(row []uint64, ports []port) *big.Int {
	all := new(big.Int)
	for _, p := range ports {
		all.Lsh(all, uint(p.Width))
		v := new(big.Int)
		for i := p.words() - 1; i >= 0; i-- {
			v.Lsh(v, 64)
			v.Or(v, new(big.Int).SetUint64(row[i]))
		}
		all.Or(all, v)
		row = row[p.words():]
	}
	return all
}
