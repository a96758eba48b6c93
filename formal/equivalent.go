package formal

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"posedge/hdl/ir"
	"posedge/internal/eda"
	"posedge/internal/frame"
	"posedge/verilog"
)

// equivalenceDepth and equivalenceBudget bound the search for a difference.
const (
	equivalenceDepth  = 32
	equivalenceBudget = 30 * time.Second
)

// ErrDifferent is wrapped by the error of [Equivalent] for designs that differ.
var ErrDifferent = errors.New("the designs differ")

// The two designs, and the module around them that asserts for each output that
// it is the same in both.
const (
	firstSide  = "_first"
	secondSide = "_second"
	miter      = "_miter"
	// bothValues is an input of the miter: an assert fails only if this input has
	// the values of both outputs, so that a run to a difference shows them.
	bothValues = "_values"
)

// Equivalent proves that two designs, each with a top module of that name and
// the same ports, have the same outputs in every cycle of every run from
// power-on: for example, the Verilog from before and from after a change. It
// works like [Prove] with an assert for each output.
//
// If they do not, the error wraps [ErrDifferent] and names the first cycle, an
// output with its two values, and the inputs of the run in each cycle. Any other
// error means that there is no answer, with half a minute for each search.
func Equivalent(ctx context.Context, top string, a, b []verilog.File) error {
	first, err := readSide(ctx, top, firstSide, a)
	if err != nil {
		return err
	}
	second, err := readSide(ctx, top, secondSide, b)
	if err != nil {
		return err
	}
	if err := samePorts(top, first.ports, second.ports); err != nil {
		return err
	}
	p := &proof{
		name:        miter,
		memoryBits:  first.memoryBits + second.memoryBits,
		opts:        Options{Depth: equivalenceDepth, Budget: equivalenceBudget},
		oneIsEnough: true,
		prepare:     "scorr; ", // finds the registers that are the same in both
	}
	clocked := append(first.clocks, second.clocks...)
	widest := 0
	for _, x := range first.ports {
		switch {
		case x.direction == "output":
			p.goals = append(p.goals, Verdict{Kind: ir.Assert, Path: x.name})
			widest = max(widest, x.width)
		case slices.Contains(clocked, x.name):
			p.clocks = append(p.clocks, x.name)
		default:
			p.inputs = append(p.inputs, proofInput{x.name, x.width})
		}
	}
	if len(p.goals) == 0 {
		return fmt.Errorf("formal: %s has no outputs that could differ", top)
	}
	if len(p.clocks) > 1 {
		return fmt.Errorf("formal: %s has clocks %s and %s: designs can be compared with one clock so far", top, p.clocks[0], p.clocks[1])
	}
	p.inputs = append(p.inputs, proofInput{bothValues, 2 * widest})
	err = p.prove(ctx, []verilog.File{
		{Name: firstSide + ".il", Content: first.text},
		{Name: secondSide + ".il", Content: second.text},
		{Name: miter + ".v", Content: miterText(first.ports, widest)},
	})
	if err != nil {
		return err
	}
	depth := equivalenceDepth
	for i, v := range p.goals {
		if v.Trace != nil {
			return fmt.Errorf("formal: %s: %w in %s", top, ErrDifferent, p.difference(v, first.ports))
		}
		if !v.decided() {
			depth = min(depth, p.goals[i].Depth)
		}
	}
	if len(p.undecided(p.all())) > 0 {
		return fmt.Errorf("formal: %s: no difference in %d cycles, and no proof that there is none within %v", top, depth, equivalenceBudget)
	}
	return nil
}

// side is one of two designs: a module without hierarchy in Yosys's own form.
type side struct {
	ports      []sidePort
	clocks     []string // the signals that clock its state
	text       []byte
	memoryBits int
}

type sidePort struct {
	direction string
	name      string
	width     int
}

// String is the port as Verilog declares it.
func (p sidePort) String() string {
	if p.width == 1 {
		return p.direction + " " + p.name
	}
	return fmt.Sprintf("%s [%d:0] %s", p.direction, p.width-1, p.name)
}

var (
	listedPort = regexp.MustCompile(`(?m)^(input|output|inout) \[(-?\d+):(-?\d+)\] (\S+)$`)
	clockPin   = regexp.MustCompile(`(?m)^ *connect \\CLK \\(\S+)$`)
	heldMemory = regexp.MustCompile(`(?m)^ *memory .*\bwidth (\d+)\b.* size (\d+)\b`)
)

// readSide makes Yosys turn a design into one module, called name.
func readSide(ctx context.Context, top, name string, files []verilog.File) (s side, err error) {
	script := strings.Join([]string{
		"read_verilog " + strings.Join(eda.Sources(files), " "),
		"hierarchy -check -top " + top,
		"tee -q -o ports.txt portlist " + top,
		"proc", "flatten", "opt_clean",
		"rename -top " + name,
		"write_rtlil -selected side.il",
	}, "; ")
	err = eda.InFolder(files, func(dir string) error {
		if _, err := eda.Yosys(ctx, dir, script); err != nil {
			return err
		}
		listed, err := os.ReadFile(filepath.Join(dir, "ports.txt"))
		if err != nil {
			return fmt.Errorf("formal: %w", err)
		}
		for _, f := range listedPort.FindAllStringSubmatch(string(listed), -1) {
			high, _ := strconv.Atoi(f[2]) // digits only, as the others
			low, _ := strconv.Atoi(f[3])
			s.ports = append(s.ports, sidePort{f[1], f[4], max(high-low, low-high) + 1})
		}
		if s.text, err = os.ReadFile(filepath.Join(dir, "side.il")); err != nil {
			return fmt.Errorf("formal: %w", err)
		}
		for _, f := range clockPin.FindAllStringSubmatch(string(s.text), -1) {
			s.clocks = append(s.clocks, f[1])
		}
		for _, f := range heldMemory.FindAllStringSubmatch(string(s.text), -1) {
			width, _ := strconv.Atoi(f[1])
			size, _ := strconv.Atoi(f[2])
			s.memoryBits += width * size
		}
		return nil
	})
	return s, err
}

// samePorts is an error that names the ports that only one of two designs has.
func samePorts(top string, first, second []sidePort) error {
	var only []string
	for _, x := range first {
		if !slices.Contains(second, x) {
			only = append(only, fmt.Sprintf("%v is only in the first", x))
		}
	}
	for _, x := range second {
		if !slices.Contains(first, x) {
			only = append(only, fmt.Sprintf("%v is only in the second", x))
		}
	}
	if only == nil {
		return nil
	}
	return fmt.Errorf("formal: %s: the designs have different ports and cannot be compared: %s", top, strings.Join(only, ", "))
}

// miterText is the module around both designs.
func miterText(ports []sidePort, widest int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s (input wire [%d:0] %s", miter, 2*widest-1, bothValues)
	pins := map[string][]string{}
	for _, x := range ports {
		for _, side := range []string{firstSide, secondSide} {
			net := x.name
			if x.direction == "output" {
				net = side + "_" + x.name
			}
			pins[side] = append(pins[side], fmt.Sprintf(".%s(%s)", x.name, net))
		}
		if x.direction != "output" {
			fmt.Fprintf(&b, ", input wire [%d:0] %s", x.width-1, x.name)
		}
	}
	fmt.Fprintf(&b, ");\n")
	for _, side := range []string{firstSide, secondSide} {
		for _, x := range ports {
			if x.direction == "output" {
				fmt.Fprintf(&b, "  wire [%d:0] %s_%s;\n", x.width-1, side, x.name)
			}
		}
		fmt.Fprintf(&b, "  %s %s_side (%s);\n", side, side, strings.Join(pins[side], ", "))
	}
	for _, x := range ports {
		if x.direction == "output" {
			one, two := firstSide+"_"+x.name, secondSide+"_"+x.name
			fmt.Fprintf(&b, "  always @* begin\n    %s: assert (%s == %s || %s[%d:0] != {%s, %s});\n  end\n", x.name, one, two, bothValues, 2*x.width-1, one, two)
		}
	}
	fmt.Fprintf(&b, "endmodule\n")
	return []byte(b.String())
}

// difference describes a run that leads to an output that differs.
func (p *proof) difference(v Verdict, ports []sidePort) string {
	last := len(v.Trace) - 1
	width := ports[slices.IndexFunc(ports, func(x sidePort) bool { return x.name == v.Path })].width
	both := p.valueIn(v.Trace[last], bothValues)
	one := new(big.Int).Rsh(both, uint(width))
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1))
	var b strings.Builder
	fmt.Fprintf(&b, "cycle %d: %s is %#x in the first and %#x in the second; the inputs, where they are not 0:", last, v.Path, one.And(one, ones), both.And(both, ones))
	for cycle, row := range v.Trace {
		var values []string
		for _, in := range p.inputs {
			if x := p.valueIn(row, in.name); in.name != bothValues && x.Sign() != 0 {
				values = append(values, fmt.Sprintf("%s = %#x", in.name, x))
			}
		}
		if values == nil {
			values = []string{"all 0"}
		}
		fmt.Fprintf(&b, "\n  cycle %d: %s", cycle, strings.Join(values, ", "))
	}
	return b.String()
}

// valueIn is the value of an input in a row of stimulus.
func (p *proof) valueIn(row []uint64, name string) *big.Int {
	layout, _ := p.row()
	i := slices.IndexFunc(p.inputs, func(in proofInput) bool { return in.name == name })
	x := new(big.Int)
	for k := frame.Words(p.inputs[i].width) - 1; k >= 0; k-- {
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(row[layout[name]+k]))
	}
	return x
}
