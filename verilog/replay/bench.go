package replay

import (
	"fmt"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog"
	"posedge/verilog/internal/syntax"
)

// endMarker is the last word of a hex file: with the length in the first word
// it reveals a file that was cut off, about which Verilator says nothing.
const endMarker = 0x656e6421 // "end!"

// Instance is the design in its bench, unless a port of the design has that name.
const Instance = "dut"

// BenchName is the name of the bench of a module.
func BenchName(top string) string { return top + "_tb" }

// Bench is a recorded run as a self-checking Verilog test bench, with the
// design that it drives.
type Bench struct {
	// Name is the bench's module, [BenchName] of the top.
	Name   string
	Cycles int
	// RTL is what [verilog.Export] returns.
	RTL []verilog.File
	// Files are NAME.v, stimulus.hex and expected.hex. The bench looks for the hex
	// files in the working folder.
	Files []verilog.File

	top   *ir.Module
	names map[string]string // the bench's own names, by role
}

// New exports the design of rec and makes the bench that replays rec.
//
// The bench has one process: it sets the inputs, waits, compares every output
// with !==, raises the clock, waits and lowers it, so that no simulator's order
// of events matters. It prints "PASS NAME: n cycles", or for each wrong output of
// the first wrong cycle a line that begins with FAIL, and then ends with an exit
// status other than 0 (in Icarus and Verilator). With +samples it writes
// samples.hex, which [ReadSamples] reads; with +vcd it writes NAME.vcd, in which
// the design is the scope NAME.dut.
func New(rec Recording, opts verilog.Options) (*Bench, error) {
	if err := rec.check(); err != nil {
		return nil, err
	}
	rtl, err := verilog.Export(rec.Top, opts)
	if err != nil {
		return nil, err
	}
	r := &Bench{Name: BenchName(rec.Top.Name), Cycles: len(rec.Stimulus), RTL: rtl, top: rec.Top}
	for _, m := range ir.Modules(rec.Top) {
		if strings.EqualFold(m.Name, r.Name) {
			return nil, fmt.Errorf("replay: module %s has the name of the test bench of %s; give it another", m.Name, rec.Top.Name)
		}
	}
	r.nameAll()
	r.Files = []verilog.File{
		{Name: r.Name + ".v", Content: []byte(fill("bench.v.tmpl", r.gaps(opts)))},
		{Name: "stimulus.hex", Content: hexFile(rec.Stimulus, inputs(rec.Top))},
		{Name: "expected.hex", Content: hexFile(rec.Expected, outputs(rec.Top))},
	}
	return r, nil
}

// rowWidth is the width of a hex file's words: that of the ports, and at least
// that of length and end marker.
func rowWidth(ports []port) int { return max(widthOf(ports), 32) }

// hexFile is the length, one row for each cycle, and the end marker.
func hexFile(rows [][]uint64, ports []port) []byte {
	digits := (rowWidth(ports) + 3) / 4
	var b strings.Builder
	b.Grow((len(rows) + 2) * (digits + 1))
	fmt.Fprintf(&b, "%0*x\n", digits, len(rows))
	for _, row := range rows {
		fmt.Fprintf(&b, "%0*x\n", digits, pack(row, ports))
	}
	fmt.Fprintf(&b, "%0*x\n", digits, endMarker)
	return []byte(b.String())
}

// nameAll finds names for the bench's own objects that no port has.
func (r *Bench) nameAll() {
	taken := syntax.Names{r.top.Name: 2}
	for _, p := range r.top.Ports {
		taken.Take(p.Name)
	}
	r.names = map[string]string{}
	for _, role := range []string{Instance, "CYCLES", "STIMULUS", "EXPECTED", "SAMPLES", "LABEL", "EMBEDDED", "SAMPLED",
		"stimulus", "expected", "cycle", "failed", "done", "samples"} {
		r.names[role] = taken.Fresh(role)
	}
	for _, p := range outputs(r.top) {
		r.names["expected "+p.Name] = taken.Fresh("expected_" + p.Name)
	}
}
