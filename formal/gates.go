package formal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"posedge/internal/eda"
	"posedge/verilog"
)

// A design is proved inside a wrapper module. Users cannot use names that begin
// with an underscore ([ir.ValidName]).
const (
	wrapper   = "_proof"
	instance  = "_dut"
	alive     = "_alive" // output: Depth cycles have passed, without a reset
	clock     = "_clk"
	violated  = "._violated" // after the path of an assert
	reached   = "._reached"  // after the path of a cover
	pathStart = instance + "."
)

// propertyMap is the file that turns the properties into outputs. Each has a
// separate input, so that no two are the same signal and none is constant 1:
// Yosys does not report where such signals went.
const (
	propertyMap     = "_properties.vh"
	propertyMapText = `(* techmap_celltype = "$assert" *)
module _assert (input A, input EN);
  wire any;
  \$anyseq #(.WIDTH(1)) free (.Y(any));
  (* keep *) wire _violated = EN && !A && any;
endmodule
(* techmap_celltype = "$cover" *)
module _cover (input A, input EN);
  wire any;
  \$anyseq #(.WIDTH(1)) free (.Y(any));
  (* keep *) wire _reached = EN && A && any;
endmodule
`
)

// wrapperText is the module that is proved: the design, its outputs not
// connected, and a count of the cycles without a reset.
func (p *proof) wrapperText() []byte {
	var ports, pins []string
	input := func(name string, width int) {
		ports = append(ports, fmt.Sprintf("input wire [%d:0] %s", width-1, name))
		pins = append(pins, fmt.Sprintf(".%s(%s)", name, name))
	}
	var resets []string
	for _, in := range p.inputs {
		switch {
		case p.tiedLow(in):
			pins = append(pins, "."+in.name+"(1'b0)")
			continue
		case slices.Contains(p.resets, in.name):
			resets = append(resets, in.name)
		}
		input(in.name, in.width)
	}
	for _, name := range p.clocks {
		pins = append(pins, fmt.Sprintf(".%s(%s)", name, clock))
	}
	reset := cmp.Or(strings.Join(resets, " | "), "1'b0")
	if len(resets) > 1 {
		reset = "(" + reset + ")"
	}
	ports = append(ports, "input wire "+clock, "output wire "+alive)
	var b strings.Builder
	fmt.Fprintf(&b, "module %s (%s);\n  %s %s (%s);\n", wrapper, strings.Join(ports, ", "), p.name, instance, strings.Join(pins, ", "))
	fmt.Fprintf(&b, "  reg [31:0] _age;\n  reg _reset_seen;\n  initial begin _age = 0; _reset_seen = 0; end\n")
	fmt.Fprintf(&b, "  always @(posedge %s) begin _age <= _age + 32'd1; _reset_seen <= _reset_seen | %s; end\n", clock, reset)
	fmt.Fprintf(&b, "  assign %s = _age == 32'd%d && !_reset_seen && !%s;\nendmodule\n", alive, p.opts.Depth-1, reset)
	return []byte(b.String())
}

// errNoGates is wrapped by the error for a design that is too large for gates.
var errNoGates = errors.New("no gates from Yosys in time")

// synthesisTime is how long Yosys, which has no time limit itself, may take: a
// product's gates grow with the square of its width, and a memory's with its size.
func (p *proof) synthesisTime() time.Duration { return 20 * p.opts.Budget }

// tiedLow reports whether an input is a reset in a proof without reset.
func (p *proof) tiedLow(in proofInput) bool {
	return p.opts.ResetLow && slices.Contains(p.resets, in.name)
}

// reading returns the Yosys commands that read files.
func reading(files []verilog.File) string {
	script := "read_verilog -formal " + strings.Join(eda.Sources(files), " ")
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".il") {
			script += "; read_rtlil " + f.Name
		}
	}
	return script
}

// synthesise makes Yosys write the design as gates: gates.aig with its map. Yosys
// evaluates a clocked check a cycle late, after extra registers; chformal
// removes these before anything is optimised into them. Values that are x once
// memories are gone are not read: they belong to checks that do not apply.
func (p *proof) synthesise(ctx context.Context, files []verilog.File) error {
	script := strings.Join([]string{
		reading(files),
		"hierarchy -check -top " + wrapper,
		"proc -noopt",
		"flatten",
		"chformal -early",
		"tee -q -o goals.txt select -list t:$assert t:$cover",
		"opt",
		"memory -nomap",
		"memory_map",
		"setundef -zero",
		"opt",
		"async2sync",
		"dffunmap",
		"techmap -map " + propertyMap,
		"expose w:*" + violated + " w:*" + reached,
		"opt_clean",
		"techmap",
		"opt -fast -nodffe -nosdff",
		"setundef -zero",
		"aigmap",
		"opt_clean",
		"write_aiger -I -zinit -map gates.map gates.aig",
	}, "; ")
	bounded, cancel := context.WithTimeout(ctx, p.synthesisTime())
	defer cancel()
	_, err := eda.Yosys(bounded, p.dir, script)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("formal: %s: %w (%v); give the proof a larger budget, prove a smaller variant, or prove it by z3", p.name, errNoGates, p.synthesisTime())
	}
	return err
}

// gates says where in the AIGER file the ports and properties are.
type gates struct {
	inputs  map[int]bit    // by the index of the input
	outputs map[string]int // by the path of the property
	alive   int
}

type bit struct {
	port  string
	index int
}

// parseMap reads the map of write_aiger: lines of kind, index, bit and name.
func parseMap(text string) (*gates, error) {
	g := &gates{inputs: map[int]bit{}, outputs: map[string]int{}, alive: -1}
	for _, line := range strings.Split(text, "\n") {
		var kind, name string
		var index, at int
		if n, _ := fmt.Sscan(line, &kind, &index, &at, &name); n != 4 {
			continue
		}
		switch kind {
		case "input":
			g.inputs[index] = bit{name, at}
		case "output":
			if name == alive {
				g.alive = index
				continue
			}
			path := strings.TrimSuffix(strings.TrimSuffix(name, violated), reached)
			if path == name || !strings.HasPrefix(path, pathStart) {
				return nil, fmt.Errorf("formal: Yosys has an output %s that is not a property", name)
			}
			g.outputs[strings.TrimPrefix(path, pathStart)] = index
		}
	}
	if g.alive < 0 {
		return nil, fmt.Errorf("formal: Yosys has lost the count of cycles")
	}
	return g, nil
}
