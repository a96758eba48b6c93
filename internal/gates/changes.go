package gates

import (
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"

	"posedge/internal/eda"
	"posedge/verilog"
	"posedge/waves"
)

// Changes is how many outputs have changed from one sample point to the next, all in all.
// What happens between two sample points does not count: there are no glitches.
type Changes struct {
	Steps     int // pairs of sample points that were compared
	Gates     int // of outputs of AND, OR and XOR gates and multiplexers; not of inverters
	FlipFlops int // of outputs of flip-flops
}

// Changes runs the netlist in Icarus Verilog, from power-on, with inputs by port for each
// cycle; an input that a cycle does not name keeps its value, and is 0 at first. It
// compares the settled values of cycle first, at least 1, and of each later one with those
// of the cycle before.
func (n *Netlist) Changes(ctx context.Context, first int, inputs []map[string]uint64) (Changes, error) {
	if first < 1 || len(inputs) <= first {
		return Changes{}, fmt.Errorf("gates: changes cannot be counted from cycle %d on in %d cycles", first, len(inputs))
	}
	stimulus, width, err := n.stimulus(inputs)
	if err != nil {
		return Changes{}, err
	}
	var bench strings.Builder
	fmt.Fprintf(&bench, `module gate_bench;
  reg clock = 0;
  reg [%[1]d:0] cycles [0:%[2]d];
  reg [%[1]d:0] inputs;
  integer i;
  initial begin
    $readmemh("inputs.hex", cycles);
    inputs = cycles[0];
    $dumpfile("gates.vcd");
    $dumpvars(0, gate_bench);
    for (i = 1; i <= %[2]d; i = i + 1) begin
      #1 clock = 1;
      inputs <= cycles[i];
      #1 clock = 0;
    end
    $finish;
  end
`, width-1, len(inputs)-1)
	n.verilog(&bench)
	bench.WriteString("endmodule\n")

	var wave *waves.File
	files := []verilog.File{{Name: "bench.v", Content: []byte(bench.String())}, {Name: "inputs.hex", Content: []byte(stimulus)}}
	err = eda.InFolder(files, func(dir string) error {
		if _, err := eda.Run(ctx, dir, "iverilog", "-g2005", "-o", "bench", "bench.v"); err != nil {
			return err
		}
		if _, err := eda.Run(ctx, dir, "vvp", "-n", "bench"); err != nil {
			return err
		}
		wave, err = waves.ReadFile(filepath.Join(dir, "gates.vcd"))
		return err
	})
	if err != nil {
		return Changes{}, fmt.Errorf("gates: %s: %w", n.top, err)
	}
	changes := Changes{Steps: len(inputs) - first}
	for _, s := range wave.Signals() {
		switch {
		case strings.HasPrefix(s.Name, prefixes[gate]):
			changes.Gates += changesFrom(s, first)
		case strings.HasPrefix(s.Name, prefixes[flipFlop]):
			changes.FlipFlops += changesFrom(s, first)
		}
	}
	return changes, nil
}

// changesFrom is how often a net is another from cycle first on. Cycle i settles at the
// rising edge of the clock at time 2i − 1; a value that was not known does not count.
func changesFrom(s *waves.Signal, first int) (count int) {
	for i := 1; i < s.Len(); i++ {
		at, now := s.Change(i)
		_, before := s.Change(i - 1)
		if at >= uint64(2*first-1) && now.Known() && before.Known() {
			count++
		}
	}
	return count
}

// stimulus is a line of hexadecimal digits for each cycle: all inputs side by side.
func (n *Netlist) stimulus(inputs []map[string]uint64) (text string, width int, err error) {
	names := sorted(n.ports)
	at := map[string]int{}
	for _, name := range names {
		at[name] = width
		width += len(n.ports[name])
	}
	var b strings.Builder
	now := map[string]uint64{}
	for i, cycle := range inputs {
		for name, v := range cycle {
			bits, known := n.ports[name]
			if !known {
				return "", 0, fmt.Errorf("gates: %s has no input %s; inputs are %s", n.top, name, strings.Join(names, ", "))
			}
			if len(bits) < 64 && v>>len(bits) != 0 {
				return "", 0, fmt.Errorf("gates: cycle %d: %d does not fit into the %d bits of %s", i, v, len(bits), name)
			}
			now[name] = v
		}
		word := new(big.Int)
		for name, v := range now {
			word.Or(word, new(big.Int).Lsh(new(big.Int).SetUint64(v), uint(at[name])))
		}
		fmt.Fprintf(&b, "%x\n", word)
	}
	return b.String(), max(width, 1), nil
}
