package formal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"posedge/hdl/ir"
	"posedge/internal/eda"
	"posedge/verilog"
)

// Prover says which engines a proof may use.
type Prover uint8

const (
	// Best is ABC, and z3 for properties that ABC leaves open and for designs with
	// more than 32768 bits of memory.
	Best Prover = iota
	// ABC works on gates, that is, single bits: for short runs and for all time.
	ABC
	// Z3 works on words and memories, cycle by cycle and by induction.
	Z3
	// BMC is ABC for runs of up to Depth cycles only: nothing is proved for all time.
	BMC
)

// gateLimit is how many bits of memory may become registers of an AIGER file.
const gateLimit = 1 << 15

// memoryBits counts the bits of all memories of a design.
func memoryBits(m *ir.Module) int {
	n := 0
	for _, mem := range m.Memories {
		n += mem.Width * mem.Depth
	}
	for _, x := range m.Instances {
		n += memoryBits(x.Module)
	}
	return n
}

// satisfiable is z3's answer to a query.
type satisfiable int

const (
	unknown satisfiable = iota // not decided in time
	unsat
	sat
)

// synthesiseWords makes Yosys write the design as functions of words and arrays.
func (p *proof) synthesiseWords(ctx context.Context, files []verilog.File) error {
	if p.words != nil {
		return nil
	}
	script := strings.Join([]string{
		reading(files),
		"hierarchy -check -top " + wrapper,
		"proc -noopt",
		"flatten",
		"chformal -early",
		"opt",
		"memory -nordff -nomap",
		"opt",
		"async2sync",
		"dffunmap",
		"setundef -zero",
		"opt_clean",
		"write_smt2 -wires words.smt2",
	}, "; ")
	if _, err := eda.Yosys(ctx, p.dir, script); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "words.smt2"))
	if err != nil {
		return fmt.Errorf("formal: %w", err)
	}
	if p.words, err = parseWords(string(text), wrapper); err != nil {
		return err
	}
	for _, v := range append(slices.Clone(p.goals), p.assumes...) {
		if p.words.goals[v.Kind.String()+" "+v.Path] == "" {
			return fmt.Errorf("formal: %s: Yosys has lost %s %s (%v)", p.name, v.Kind, v.Path, v.At)
		}
	}
	return nil
}

// decides is the condition under which a goal is decided in a cycle: an assert
// fails, or a cover is reached.
func (p *proof) decides(i, cycle int) string {
	v := &p.goals[i]
	f := inCycle(p.words.goals[v.Kind.String()+" "+v.Path], cycle)
	if v.Kind == ir.Assert {
		return "(not " + f + ")"
	}
	return f
}

// z3 asks whether there is a run of some cycles, from power-on or from any state,
// that satisfies the assumes and conditions. It returns the values of names.
func (p *proof) z3(ctx context.Context, until time.Time, cycles int, powerOn bool, conditions, names []string) (satisfiable, []sexp, error) {
	var b strings.Builder
	p.words.unroll(&b, cycles, powerOn)
	for i := range cycles {
		fmt.Fprintf(&b, "(assert %s)\n", inCycle("|"+wrapper+"_u|", i))
	}
	for _, c := range conditions {
		fmt.Fprintf(&b, "(assert %s)\n", c)
	}
	fmt.Fprintf(&b, "(check-sat)\n")
	if len(names) > 0 {
		fmt.Fprintf(&b, "(get-value (%s))\n", strings.Join(names, " "))
	}
	const question = "question.smt2"
	if err := os.WriteFile(filepath.Join(p.dir, question), []byte(b.String()), 0o644); err != nil {
		return unknown, nil, fmt.Errorf("formal: %w", err)
	}
	left := int((time.Until(until) + time.Second - 1) / time.Second)
	if left < 1 {
		return unknown, nil, nil
	}
	bounded, cancel := context.WithDeadline(ctx, until.Add(overrun))
	defer cancel()
	out, err := eda.Run(bounded, p.dir, "z3", fmt.Sprintf("-T:%d", left), question)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return unknown, nil, nil
	}
	said, values, _ := strings.Cut(out, "\n")
	switch strings.TrimSpace(said) {
	case "sat":
		list, perr := parseSMT(values)
		if err == nil && len(names) > 0 && (perr != nil || len(list) != 1 || len(list[0].list) != len(names)) {
			perr = &eda.Error{Tool: "z3", Output: eda.Trimmed(out, p.dir), Err: errors.New("gives no values")}
		}
		if err = errors.Join(err, perr); err != nil || len(names) == 0 {
			return sat, nil, err
		}
		return sat, list[0].list, nil
	case "unsat": // z3 then reports the missing values as an error
		return unsat, nil, nil
	case "unknown", "timeout":
		return unknown, nil, nil
	}
	return unknown, nil, errors.Join(err, &eda.Error{Tool: "z3", Output: eda.Trimmed(out, p.dir), Err: errors.New("no answer")})
}

// bmcWords looks for runs that decide the goals of list in each cycle from a
// first one, and returns the number of cycles in which no more are found.
func (p *proof) bmcWords(ctx context.Context, list []int, first int) (depth int, err error) {
	until := time.Now().Add(p.opts.Budget)
	for cycle := first; cycle < p.opts.Depth; {
		list = p.undecided(list)
		if len(list) == 0 {
			return p.opts.Depth, nil
		}
		names, bits := p.inputValues(cycle + 1)
		any := []string{"or", "false"}
		for _, i := range list {
			any = append(any, p.decides(i, cycle))
		}
		names = append(names, any[2:]...)
		answer, values, err := p.z3(ctx, until, cycle+1, true, []string{"(" + strings.Join(any, " ") + ")"}, names)
		if err != nil {
			return 0, err
		}
		switch answer {
		case unknown:
			return cycle, nil
		case unsat:
			cycle++
			continue
		}
		trace, err := p.traceOf(values[:len(bits)], bits, cycle+1)
		if err != nil {
			return 0, err
		}
		for n, i := range list {
			if v := &p.goals[i]; values[len(bits)+n].list[1].atom == "true" {
				v.Trace, v.Engine, v.Depth = trace, "z3 bmc", cycle+1
			}
		}
		if len(p.undecided(list)) == len(list) {
			return 0, &eda.Error{Tool: "z3", Err: fmt.Errorf("a run that decides nothing in cycle %d", cycle)}
		}
	}
	return p.opts.Depth, nil
}

// induct proves that no run decides goals of list: a goal that is not decided for
// some cycles is not decided in the next either, given what is already proved. The
// first depth cycles from power-on have been searched.
func (p *proof) induct(ctx context.Context, list []int, depth int) error {
	until := time.Now().Add(p.opts.Budget)
	for k := 1; k <= min(depth, 8); k++ {
		for again := true; again; {
			again = false
			for _, i := range p.undecided(list) {
				conditions := []string{p.decides(i, k)}
				for cycle := range k + 1 {
					for j := range p.goals {
						v := &p.goals[j]
						if v.Unbounded || j == i && cycle < k {
							conditions = append(conditions, "(not "+p.decides(j, cycle)+")")
						}
					}
				}
				answer, _, err := p.z3(ctx, until, k+1, false, conditions, nil)
				if err != nil {
					return err
				}
				if answer == unsat {
					v := &p.goals[i]
					v.Unbounded, v.Engine, v.Depth, again = true, "z3 induction", 0, true
				}
			}
		}
	}
	return nil
}

// runWords makes the whole proof with z3.
func (p *proof) runWords(ctx context.Context, files []verilog.File) error {
	if _, err := eda.Find("z3"); err != nil {
		return err
	}
	if err := p.synthesiseWords(ctx, files); err != nil {
		return err
	}
	if len(p.assumes) > 0 {
		alive := inCycle("|"+wrapper+"_n "+alive+"|", p.opts.Depth-1)
		answer, _, err := p.z3(ctx, time.Now().Add(p.opts.Budget), p.opts.Depth, true, []string{alive}, nil)
		if err != nil {
			return err
		}
		if answer != sat {
			return p.vacuous(answer == unsat)
		}
	}
	return p.decideWords(ctx)
}

// decideWords continues with the goals that other engines left open.
func (p *proof) decideWords(ctx context.Context) error {
	for _, kind := range []ir.PropertyKind{ir.Assert, ir.Cover} {
		var list []int
		first := p.opts.Depth
		for i, v := range p.goals {
			if v.Kind == kind && !v.decided() {
				list = append(list, i)
				first = min(first, v.Depth)
			}
		}
		depth, err := p.bmcWords(ctx, list, first)
		if err != nil {
			return err
		}
		for _, i := range p.undecided(list) {
			if v := &p.goals[i]; v.Engine == "" || depth > v.Depth {
				v.Depth, v.Engine = depth, "z3 bmc"
			}
		}
		if err := p.induct(ctx, list, depth); err != nil {
			return err
		}
	}
	return nil
}

// inputValues names the values of all inputs in some cycles, cycle by cycle,
// and says which port each belongs to.
func (p *proof) inputValues(cycles int) (names, ports []string) {
	for i := range cycles {
		for _, in := range p.inputs {
			if !p.tiedLow(in) {
				names = append(names, inCycle("|"+wrapper+"_n "+in.name+"|", i))
				ports = append(ports, in.name)
			}
		}
	}
	return names, ports
}

// traceOf turns the values of the inputs into stimulus.
func (p *proof) traceOf(values []sexp, ports []string, cycles int) ([][]uint64, error) {
	layout, words := p.row()
	rows := make([][]uint64, cycles)
	for n, v := range values {
		cycle := n / (len(ports) / cycles)
		if rows[cycle] == nil {
			rows[cycle] = make([]uint64, words)
		}
		if len(v.list) != 2 {
			return nil, &eda.Error{Tool: "z3", Err: errors.New("a value without a name")}
		}
		digits, perDigit := v.list[1].atom, 1
		switch {
		case digits == "true" || digits == "false":
			digits = map[string]string{"true": "1", "false": "0"}[digits]
		case strings.HasPrefix(digits, "#b"):
			digits = digits[2:]
		case strings.HasPrefix(digits, "#x"):
			digits, perDigit = digits[2:], 4
		default:
			return nil, &eda.Error{Tool: "z3", Output: digits, Err: errors.New("a value that is no bits")}
		}
		for i, d := range []byte(digits) {
			value := strings.IndexByte("0123456789abcdef", d)
			low := (len(digits) - 1 - i) * perDigit
			if value > 0 {
				rows[cycle][layout[ports[n]]+low/64] |= uint64(value) << (low % 64)
			}
		}
	}
	for i := range rows {
		if rows[i] == nil {
			rows[i] = make([]uint64, words)
		}
	}
	return rows, nil
}
