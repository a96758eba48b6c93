package scenario

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/verilog"
)

// operands are what one element of an instruction computes with, in fp32.
type operands struct{ a, b, c uint32 }

// recorded are the operands of the first multiplications of the lighting program.
func recorded(n int) ([]operands, error) {
	program, err := castalu.Assemble("lighting.s", lightingText)
	if err != nil {
		return nil, err
	}
	var list []operands
	model, err := NewModel()
	if err != nil {
		return nil, err
	}
	m := castalu.Machine{Model: model, Config: castalu.NewConfig(4, castalu.Separate), Program: program.Words, Constants: program.Constants}
	m.Executed = func(i castalu.Instruction, x [3][4]uint32) {
		if i.Op != castalu.MultiplyAdd {
			return
		}
		for k := range i.Elements() {
			element := func(n int) uint32 {
				s := i.In[n]
				if s.Width == 1 {
					return x[n][s.Swizzle[0]]
				}
				return x[n][s.Swizzle[k]]
			}
			list = append(list, operands{element(0), element(1), element(2)})
		}
	}
	start, _ := program.Entry("float")
	for at := 0; len(list) < n; at += 37 { // pixels all over the picture
		x, y := at%lightingSize, at/lightingSize%lightingSize
		if _, ok := m.Run(start, 0, [][4]uint32{pixel(x, y, lightingSize, lightingSize)}, maxInstructions); !ok {
			return nil, errors.New("the lighting program does not end")
		}
	}
	return list[:n], nil
}

// gates is a math function unit as gates.
type gates struct {
	unit castalu.MathUnit
	top  string
	file verilog.File
	nets []string // the outputs of gates
}

// gate is an assignment that Yosys writes for a gate: of two operands, or a choice.
var gate = regexp.MustCompile(`(?m)^  assign (.+) = [^;]+ (?:[&|^]|\?) [^;]+;$`)

// synthesise makes a unit of AND, OR, XOR, MUX and inverters.
func synthesise(ctx context.Context, u castalu.MathUnit) (*gates, error) {
	d, err := hdl.Elaborate(u.Component)
	if err != nil {
		return nil, err
	}
	files, err := verilog.Export(d.Top, verilog.Options{})
	if err != nil {
		return nil, err
	}
	g := &gates{unit: u, top: d.Top.Name}
	err = eda.InFolder(files, func(dir string) error {
		script := fmt.Sprintf("read_verilog %s; synth -flatten -top %s; abc -g AND,OR,XOR,MUX; opt_clean -purge; splitnets; write_verilog -noattr gates.v",
			strings.Join(eda.Sources(files), " "), g.top)
		if _, err := eda.Yosys(ctx, dir, script); err != nil {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, "gates.v"))
		g.file = verilog.File{Name: "gates.v", Content: content}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, m := range gate.FindAllSubmatch(g.file.Content, -1) {
		g.nets = append(g.nets, string(m[1]))
	}
	if len(g.nets) == 0 {
		return nil, fmt.Errorf("Yosys wrote no gates of %s", g.top)
	}
	return g, nil
}

// changes runs an operation on each of the operands, one a cycle, and returns how many
// outputs of gates change between sample points, for one operation.
func (g *gates) changes(ctx context.Context, op castalu.Op, t castalu.Type, list []operands) (float64, error) {
	var hex strings.Builder
	for _, x := range list {
		cast := func(v uint32) uint32 {
			if t == castalu.FP32 {
				return v
			}
			return castalu.Cast(castalu.As(castalu.FP32), castalu.As(t), v)
		}
		fmt.Fprintf(&hex, "%08x%08x%08x\n", cast(x.a), cast(x.b), cast(x.c))
	}
	take := ""
	if g.unit.Takes {
		take = ".take(1'b1), "
	}
	var nets []string
	for _, n := range g.nets {
		nets = append(nets, "dut."+n)
	}
	bench := fmt.Sprintf(`module gate_bench;
  reg clk = 0;
  reg [95:0] operands [0:%[1]d];
  reg [95:0] now;
  integer i, k, changes;
  %[2]s dut (.clk(clk), .move(1'b1), %[3]s.in_op(4'd%[4]d), .in_type(3'd%[5]d), .in_condition(2'd0),
    .in_a(now[95:64]), .in_b(now[63:32]), .in_c(now[31:0]));
  wire [%[6]d:0] nets = {%[7]s};
  reg [%[6]d:0] last, changed;
  initial begin
    $readmemh("operands.hex", operands);
    changes = 0;
    for (i = 0; i <= %[1]d; i = i + 1) begin
      now = operands[i];
      #1;
      changed = nets ^ last;
      last = nets;
      if (i > %[8]d)
        for (k = 0; k <= %[6]d; k = k + 1) if (changed[k] === 1'b1) changes = changes + 1;
      clk = 1;
      #1 clk = 0;
    end
    $display("%%0d", changes);
    $finish;
  end
endmodule
`, len(list)-1, g.top, take, op, t, len(g.nets)-1, strings.Join(nets, ", "), castalu.MathSteps)
	files := []verilog.File{g.file, {Name: "gate_bench.v", Content: []byte(bench)}, {Name: "operands.hex", Content: []byte(hex.String())}}
	total := 0
	err := eda.InFolder(files, func(dir string) error {
		if _, err := eda.Run(ctx, dir, "iverilog", "-g2005", "-o", "gates", "gate_bench.v", "gates.v"); err != nil {
			return err
		}
		out, err := eda.Run(ctx, dir, "vvp", "-n", "gates")
		if err != nil {
			return err
		}
		total, err = strconv.Atoi(strings.TrimSpace(out))
		return err
	})
	return float64(total) / float64(len(list)-1-castalu.MathSteps), err
}

// gateOperations are the rows of the table.
var gateOperations = []struct {
	op castalu.Op
	t  castalu.Type
}{
	{castalu.Multiply, castalu.FP32}, {castalu.Add, castalu.FP32}, {castalu.Multiply, castalu.FP16}, {castalu.Add, castalu.FP16},
	{castalu.Multiply, castalu.U24}, {castalu.Add, castalu.U24}, {castalu.Multiply, castalu.U12}, {castalu.Add, castalu.U12},
	{castalu.Multiply, castalu.S9}, {castalu.Add, castalu.S9},
}

// patentEnergy is what the patent says of an operation, in its units; 0 where it says
// nothing. The savings that it names imply the fixed-point figures.
func patentEnergy(op castalu.Op, t castalu.Type) int {
	switch {
	case op == castalu.Multiply && t == castalu.FP32:
		return 9
	case op == castalu.Add && t == castalu.FP32:
		return 8
	case op == castalu.Multiply && t == castalu.U24:
		return 4
	case op == castalu.Multiply && t == castalu.U12:
		return 1
	}
	return 0
}

// activity judges the patent's claim on gates: it counts the outputs that change in the
// math function units of one lane, in both embodiments.
func activity(e *unit.Env) error {
	list, err := recorded(1000)
	if err != nil {
		return err
	}
	ctx := context.Background()
	found := map[castalu.Embodiment]map[castalu.Type]*gates{}
	size := map[castalu.Embodiment]int{}
	for _, em := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
		found[em] = map[castalu.Type]*gates{}
		for _, u := range castalu.MathUnits(em) {
			g, err := synthesise(ctx, u)
			if errors.Is(err, eda.ErrMissingTool) {
				fmt.Fprintf(e.Out, "not measured: %v\n", err)
				return nil
			}
			if err != nil {
				return err
			}
			size[em] += len(g.nets)
			for _, t := range u.Types {
				found[em][t] = g
			}
		}
	}
	signals, err := simulated(e, list)
	if err != nil {
		return err
	}
	var rows [][]string
	base := map[castalu.Embodiment]float64{}
	for n, x := range gateOperations {
		e.Step(n, len(gateOperations))
		row := []string{x.op.String() + "." + x.t.String()}
		for _, em := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
			c, err := found[em][x.t].changes(ctx, x.op, x.t, list)
			if err != nil {
				return err
			}
			if n == 0 {
				base[em] = c
			}
			row = append(row, fmt.Sprintf("%.0f", c), fmt.Sprintf("%.1f", 9*c/base[em]))
		}
		patent := ""
		if p := patentEnergy(x.op, x.t); p > 0 {
			patent = strconv.Itoa(p)
		}
		rows = append(rows, append(row, patent, fmt.Sprintf("%.0f", signals[n])))
	}
	fmt.Fprintf(e.Out, "changes of gates' outputs for an operation; units of the patent, in which mul.fp32 is 9; changes of named signals in the simulator (%v)\n", config(e).Embodiment)
	if err := render(e, []string{"operation", "separate", "units", "shared", "units", "patent", "signals"}, rows); err != nil {
		return err
	}
	fmt.Fprintf(e.Out, "gates of one lane: separate %d, shared %d\n", size[castalu.Separate], size[castalu.Shared])
	return nil
}

// simulated runs the same operations, one after the other, on the arithmetic unit of the
// variant and returns how many bits of named signals change for each in the math function
// units of its first lane.
func simulated(e *unit.Env, list []operands) (changes []float64, err error) {
	c := config(e)
	model, err := NewModel()
	if err != nil {
		return nil, err
	}
	err = e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		h := NewUnitHarness(r, castalu.UnitConfig{Lanes: c.Lanes, Embodiment: c.Embodiment, Threads: c.Threads}, model, 0, 0, append(opts, bench.CountActivity())...)
		count := func() (sum uint64) {
			for _, x := range h.Activity().Instances() {
				if len(x.Path) > 0 && x.Path[0] == "lanes_math_0" {
					sum += x.Total()
				}
			}
			return sum
		}
		for _, x := range gateOperations {
			before := count()
			i := castalu.Instruction{Op: x.op, Type: x.t, Mask: 1}
			for n := range i.Op.Inputs() {
				i.In[n] = castalu.Source{Width: 1, Index: n}
			}
			w, err := i.Encode()
			if err != nil {
				r.Fatalf("%v", err)
			}
			for _, o := range list {
				v := [3][4]uint32{}
				for n, bits := range []uint32{o.a, o.b, o.c} {
					v[n][0] = bits
					if x.t != castalu.FP32 {
						v[n][0] = castalu.Cast(castalu.As(castalu.FP32), castalu.As(x.t), bits)
					}
				}
				h.Send(w, v)
			}
			h.Finish()
			changes = append(changes, float64(count()-before)/float64(len(list)))
		}
		return h.TB
	})
	return changes, err
}
