package gates

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/eda"
	"posedge/verilog"
)

// Netlist is a flat design of AND, OR and XOR gates with two inputs each, multiplexers,
// inverters and flip-flops.
type Netlist struct {
	top   string
	clock string
	ports map[string][]net // the inputs
	cells []cell           // in the order of their names
	init  map[net]string   // of flip-flops: what they power on with, "0" or "1"
}

// Missing returns an error that wraps [eda.ErrMissingTool] if one of the tools that this
// package needs is not installed.
func Missing() error {
	for _, tool := range []string{"yosys", "yosys-abc", "iverilog", "vvp"} {
		if _, err := eda.Find(tool); err != nil {
			return err
		}
	}
	return nil
}

// net is a bit of the netlist: its number, or a constant, "0", "1", "x" or "z".
type net string

// UnmarshalJSON reads a number or a string.
func (n *net) UnmarshalJSON(text []byte) error {
	*n = net(strings.Trim(string(text), `"`))
	return nil
}

// cell is a gate, an inverter or a flip-flop.
type cell struct {
	Type        string
	Connections map[string][]net // one each
}

func (c cell) net(port string) net { return c.Connections[port][0] }

// kind is what the output of a cell counts as.
type kind int

const (
	gate kind = iota
	inverter
	flipFlop
)

// A primitive is a type of cell.
type primitive struct {
	kind   kind
	inputs []string // the ports that a cell must have, beside its output
	output string
	text   string // of the output, in Verilog; of a flip-flop, what it takes
}

var primitives = map[string]primitive{
	"$_AND_":     {gate, []string{"A", "B"}, "Y", "A & B"},
	"$_OR_":      {gate, []string{"A", "B"}, "Y", "A | B"},
	"$_XOR_":     {gate, []string{"A", "B"}, "Y", "A ^ B"},
	"$_MUX_":     {gate, []string{"A", "B", "S"}, "Y", "S ? B : A"},
	"$_NOT_":     {inverter, []string{"A"}, "Y", "~A"},
	"$_DFF_P_":   {flipFlop, []string{"D", "C"}, "Q", "D"},
	"$_DFFE_PP_": {flipFlop, []string{"D", "C", "E"}, "Q", "E ? D : Q"},
}

// script makes gates of a module. Flip-flops keep their enable, since one that holds
// still is what saves energy; a reset becomes a gate.
const script = "read_verilog %[1]s; synth -flatten -noabc -top %[2]s; dfflegalize -cell $_DFF_P_ 01 -cell $_DFFE_PP_ 01; abc -g AND,OR,XOR,MUX; opt_clean -purge; write_json netlist.json"

// Synthesise makes gates of a module with one clock and without memories that Yosys does
// not turn into flip-flops.
func Synthesise(ctx context.Context, top *ir.Module) (*Netlist, error) {
	clocks := top.Clocks()
	if len(clocks) == 0 {
		return nil, fmt.Errorf("gates: nothing in %s is clocked, so that there are no cycles to count", top.Name)
	}
	files, err := verilog.Export(top, verilog.Options{})
	if err != nil {
		return nil, err
	}
	var text []byte
	err = eda.InFolder(files, func(dir string) error {
		if _, err := eda.Yosys(ctx, dir, fmt.Sprintf(script, strings.Join(eda.Sources(files), " "), top.Name)); err != nil {
			return err
		}
		text, err = os.ReadFile(filepath.Join(dir, "netlist.json"))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("gates: %s: %w", top.Name, err)
	}
	n, err := parse(text, top.Name, clocks[0].Name)
	if err != nil {
		return nil, fmt.Errorf("gates: the netlist of %s: %w", top.Name, err)
	}
	return n, nil
}

func parse(text []byte, top, clock string) (*Netlist, error) {
	var file struct {
		Modules map[string]struct {
			Ports map[string]struct {
				Direction string
				Bits      []net
			}
			Cells    map[string]cell
			Netnames map[string]struct {
				Bits       []net
				Attributes map[string]string
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	m := file.Modules[top]
	n := &Netlist{top: top, clock: clock, ports: map[string][]net{}, init: map[net]string{}}
	for name, p := range m.Ports {
		if p.Direction == "input" && name != clock {
			n.ports[name] = p.Bits
		}
	}
	for _, name := range sorted(m.Cells) {
		c := m.Cells[name]
		if _, known := primitives[c.Type]; !known {
			return nil, fmt.Errorf("%s is a %s, which is no gate", name, c.Type)
		}
		n.cells = append(n.cells, c)
	}
	for _, name := range m.Netnames {
		init := name.Attributes["init"] // binary, the highest bit first
		for i, bit := range name.Bits {
			if at := len(init) - 1 - i; at >= 0 && (init[at] == '0' || init[at] == '1') {
				n.init[bit] = init[at : at+1]
			}
		}
	}
	return n, nil
}

// Gates is the number of AND, OR and XOR gates and multiplexers.
func (n *Netlist) Gates() int { return n.count(gate) }

// FlipFlops is the number of flip-flops.
func (n *Netlist) FlipFlops() int { return n.count(flipFlop) }

func (n *Netlist) count(k kind) (count int) {
	for _, c := range n.cells {
		if primitives[c.Type].kind == k {
			count++
		}
	}
	return count
}

func sorted[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// verilog writes the netlist as it is, with the clock and the inputs as the bits of
// "inputs" in the order of the ports' names. The name of a net begins with what drives it.
func (n *Netlist) verilog(b *strings.Builder) {
	names := map[net]string{"0": "1'b0", "1": "1'b1", "x": "1'bx", "z": "1'bz"}
	at := 0
	for _, p := range sorted(n.ports) {
		for _, bit := range n.ports[p] {
			names[bit] = "inputs[" + strconv.Itoa(at) + "]"
			at++
		}
	}
	for _, c := range n.cells {
		p := primitives[c.Type]
		out := c.net(p.output)
		names[out] = prefixes[p.kind] + string(out)
		if p.kind != flipFlop {
			fmt.Fprintf(b, "  wire %s;\n", names[out])
			continue
		}
		fmt.Fprintf(b, "  reg %s", names[out])
		if v := n.init[out]; v != "" {
			fmt.Fprintf(b, " = 1'b%s", v)
		}
		b.WriteString(";\n")
	}
	for _, c := range n.cells {
		p := primitives[c.Type]
		out := names[c.net(p.output)]
		var text strings.Builder
		for _, letter := range p.text {
			if port := string(letter); port == p.output {
				text.WriteString(out)
			} else if slices.Contains(p.inputs, port) {
				text.WriteString(names[c.net(port)])
			} else {
				text.WriteRune(letter)
			}
		}
		if p.kind == flipFlop {
			fmt.Fprintf(b, "  always @(posedge clock) %s <= %s;\n", out, &text)
		} else {
			fmt.Fprintf(b, "  assign %s = %s;\n", out, &text)
		}
	}
}

// prefixes tell in a wave what drives a net.
var prefixes = [...]string{gate: "gate_", inverter: "inverter_", flipFlop: "flip_flop_"}
