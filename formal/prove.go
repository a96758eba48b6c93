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

// Options limit a proof. The zero value is right for most blocks.
type Options struct {
	// Depth is how many cycles from power-on are searched one by one: for the
	// shortest counterexample, for covers, and if no proof for all time is
	// found; 0 means 32.
	Depth int
	// Budget bounds each search of an engine; 0 means 10 seconds. How far a search
	// gets in that time depends on the machine. Each kind of property is searched a
	// few times, and once more for each one decided and each one left open. If Yosys
	// cannot turn the design into gates within 20 budgets, the proof is left to z3.
	Budget time.Duration
	// ResetLow holds the reset at 0 in every cycle. Without it the reset is 0 or 1
	// in any cycle, including the first.
	ResetLow bool
	// Prover limits the engines.
	Prover Prover
}

// Verdict is the result for one property of a design.
type Verdict struct {
	Kind ir.PropertyKind // Assert or Cover
	Path string          // "queue.no_overflow"
	At   ir.Pos
	// Trace is a run from power-on that ends with the cycle in which an assert
	// fails or a cover is reached; nil if none was found. A row is as in a
	// recording's Stimulus (package verilog/replay).
	Trace [][]uint64
	// Unbounded says that there is no such run of any length: the assert is
	// proved, or the cover is proved unreachable. It is false if there is a Trace;
	// without either, no such run of at most Depth cycles was found.
	Unbounded bool
	// Depth is how many cycles were searched, or the length of the Trace.
	Depth int
	// Engine names the tool and method that gave the answer: "yosys", "abc bmc", "abc pdr",
	// "z3 bmc" or "z3 induction".
	Engine string
}

// decided reports whether the answer is final.
func (v *Verdict) decided() bool { return v.Unbounded || v.Trace != nil }

// ErrMissingTool is wrapped by the errors for a tool that is not installed; the
// message names the package to install. It is for programs outside this module.
var ErrMissingTool = eda.ErrMissingTool

// ErrVacuous is wrapped by the error of a proof whose assumes exclude every run.
var ErrVacuous = errors.New("the assumes exclude every run")

// properties returns the properties of a design in the order of declaration, a
// module's own before its instances', with their paths.
func properties(top *ir.Module) []Verdict {
	var list []Verdict
	var visit func(m *ir.Module, path string)
	visit = func(m *ir.Module, path string) {
		ir.Walk(m.Body, func(s ir.Stmt) {
			if p, ok := s.(*ir.Property); ok {
				list = append(list, Verdict{Kind: p.Kind, Path: path + p.Name, At: p.At})
			}
		})
		for _, x := range m.Instances {
			visit(x.Module, path+x.Name+".")
		}
	}
	visit(top, "")
	return list
}

// Prove searches every run of a design, from its defined power-on and with any
// inputs that satisfy its assumes, for one in which an assert fails, and for
// one that reaches each cover. It returns a verdict for each assert and cover,
// in the order of declaration, a module's own before its instances'.
//
// Yosys turns the exported Verilog into gates; ABC (yosys-abc) looks for short
// runs and then, by property directed reachability, for a run or a proof that
// there is none of any length. Properties that it leaves open, and designs that
// are too large for gates, go to z3, which works on words, searches cycle by
// cycle and proves by induction. Without z3 such properties stay open. Prove
// returns an error if it cannot run the proof; the error wraps [ErrVacuous] if
// no run of Depth cycles without a reset satisfies the assumes.
func Prove(ctx context.Context, top *ir.Module, opts Options) ([]Verdict, error) {
	if opts.Depth == 0 {
		opts.Depth = 32
	}
	if opts.Budget == 0 {
		opts.Budget = 10 * time.Second
	}
	if opts.Depth < 1 || opts.Budget < 0 {
		return nil, fmt.Errorf("formal: a proof of %d cycles in %v: both must be positive", opts.Depth, opts.Budget)
	}
	files, err := verilog.Export(top, verilog.Options{FillMemories: true})
	if err != nil {
		return nil, err
	}
	p := &proof{name: top.Name, opts: opts, memoryBits: memoryBits(top)}
	for _, s := range top.Ports {
		switch s.Kind {
		case ir.ClockInput:
			p.clocks = append(p.clocks, s.Name)
		case ir.ResetInput:
			p.resets = append(p.resets, s.Name)
		}
		if s.Kind == ir.Input || s.Kind == ir.ResetInput {
			p.inputs = append(p.inputs, proofInput{s.Name, s.Width})
		}
	}
	for _, v := range properties(top) {
		if v.Kind == ir.Assume {
			p.assumes = append(p.assumes, v)
		} else {
			p.goals = append(p.goals, v)
		}
	}
	if len(p.goals) == 0 {
		return nil, fmt.Errorf("formal: %s has no asserts and no covers; state what to prove with m.Assert(name, cond)", top.Name)
	}
	return p.goals, p.prove(ctx, files)
}

// proof is a proof in the making, in a folder with its files.
type proof struct {
	name        string // of the module
	inputs      []proofInput
	clocks      []string // one at most, so far
	resets      []string // among the inputs
	memoryBits  int
	opts        Options
	oneIsEnough bool   // a run that decides one goal ends the search
	prepare     string // commands of ABC before a proof for all time
	dir         string
	assumes     []Verdict
	goals       []Verdict
	gates       *gates
	words       *words
}

// proofInput is an input of the module, as in a row of stimulus.
type proofInput struct {
	name  string
	width int
}

// prove finds the verdicts of the goals of a module in Verilog or RTLIL.
func (p *proof) prove(ctx context.Context, files []verilog.File) error {
	files = append(slices.Clone(files), verilog.File{Name: wrapper + ".v", Content: p.wrapperText()}, verilog.File{Name: propertyMap, Content: []byte(propertyMapText)})
	return eda.InFolder(files, func(dir string) error {
		p.dir = dir
		return p.run(ctx, files)
	})
}

func (p *proof) run(ctx context.Context, files []verilog.File) error {
	if p.opts.Prover == Z3 || p.opts.Prover == Best && p.memoryBits > gateLimit {
		return p.runWords(ctx, files)
	}
	_, noZ3 := eda.Find("z3")
	wordsToo := p.opts.Prover == Best && noZ3 == nil
	if err := p.synthesise(ctx, files); err != nil {
		if wordsToo && errors.Is(err, errNoGates) {
			return p.runWords(ctx, files)
		}
		return err
	}
	if err := p.readMap(); err != nil {
		return err
	}
	if p.opts.Prover == BMC {
		if err := p.simplify(ctx); err != nil {
			return err
		}
	}
	if err := p.alive(ctx); err != nil {
		return err
	}
	for _, kind := range []ir.PropertyKind{ir.Assert, ir.Cover} {
		if err := p.decideGates(ctx, kind); err != nil {
			return err
		}
	}
	if !wordsToo || len(p.undecided(p.all())) == 0 {
		return nil // the verdicts say how far ABC got
	}
	if err := p.synthesiseWords(ctx, files); err != nil {
		return err
	}
	return p.decideWords(ctx)
}

// all returns the indices of all goals.
func (p *proof) all() []int {
	list := make([]int, len(p.goals))
	for i := range list {
		list[i] = i
	}
	return list
}

// alive looks for a run that satisfies the assumes: without one, everything holds.
func (p *proof) alive(ctx context.Context) error {
	if len(p.assumes) == 0 {
		return nil
	}
	a, err := p.abc(ctx, []int{p.gates.alive}, p.bmc())
	if err != nil || a.trace != nil {
		return err
	}
	return p.vacuous(a.frames >= p.opts.Depth)
}

// vacuous is the error for assumes that no run satisfies, or no run that was found.
func (p *proof) vacuous(certain bool) error {
	var names []string
	for _, v := range p.assumes {
		names = append(names, fmt.Sprintf("%s (%v)", v.Path, v.At))
	}
	what := fmt.Sprintf("no run of %d cycles without a reset keeps to them", p.opts.Depth)
	if !certain {
		return fmt.Errorf("formal: %s: no run that satisfies the assumes was found within %v; give the proof a larger budget or a smaller depth", p.name, p.opts.Budget)
	}
	return fmt.Errorf("formal: %s: %w: %s: %s", p.name, ErrVacuous, what, strings.Join(names, ", "))
}

// decideGates looks for the shortest runs that decide the goals of a kind, and then
// for proofs that there is none for the remaining goals, first for all at once and,
// if that does not end, one by one. If a first quick attempt proves all asserts, the
// longer search is not needed; nor is it if they prove each other by induction.
func (p *proof) decideGates(ctx context.Context, kind ir.PropertyKind) error {
	open := p.open(kind)
	if p.opts.Prover == BMC {
		depth, err := p.search(ctx, open, p.bmc(), "abc bmc")
		p.bounded(open, depth)
		return err
	}
	if kind == ir.Assert && len(open) > 0 {
		a, err := p.abc(ctx, p.outputs(open), p.pdr(min(p.seconds(), 2)))
		if err != nil {
			return err
		}
		if a.proved {
			p.hold(open, "abc pdr")
			return nil
		}
	}
	depth, err := p.search(ctx, open, p.bmc(), "abc bmc")
	if err != nil {
		return err
	}
	if left := p.undecided(open); kind == ir.Assert && len(left) > 0 && len(left) == len(open) {
		if err := p.inductGates(ctx, left, depth); err != nil {
			return err
		}
	}
	pdr := p.pdr(p.seconds())
	if _, err = p.search(ctx, open, pdr, "abc pdr"); err != nil {
		return err
	}
	left := p.undecided(open)
	for _, i := range left {
		if len(left) == 1 {
			break
		}
		if _, err = p.search(ctx, []int{i}, pdr, "abc pdr"); err != nil {
			return err
		}
	}
	p.bounded(left, depth)
	return nil
}

// bounded records how many cycles were searched for the goals of list that are not decided.
func (p *proof) bounded(list []int, depth int) {
	for _, i := range p.undecided(list) {
		p.goals[i].Depth, p.goals[i].Engine = depth, "abc bmc"
	}
}

// open returns the goals of a kind that are not decided by the gates alone.
func (p *proof) open(kind ir.PropertyKind) []int {
	var list []int
	for i := range p.goals {
		v := &p.goals[i]
		if v.Kind != kind {
			continue
		}
		if _, there := p.gates.outputs[v.Path]; !there {
			v.Unbounded, v.Engine = true, "yosys" // the logic came out as constant 0
			continue
		}
		list = append(list, i)
	}
	return list
}

// undecided returns the goals of list that still need an answer for all time.
func (p *proof) undecided(list []int) []int {
	if p.oneIsEnough && slices.ContainsFunc(p.goals, func(v Verdict) bool { return v.Trace != nil }) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return p.goals[i].decided() })
}

// search makes ABC look for runs that decide the goals of list, repeatedly,
// leaving out decided goals. It returns the number of cycles in which no more
// are found.
func (p *proof) search(ctx context.Context, list []int, command, engine string) (depth int, err error) {
	for {
		list = p.undecided(list)
		if len(list) == 0 {
			return p.opts.Depth, nil
		}
		outputs := p.outputs(list)
		a, err := p.abc(ctx, outputs, command)
		if err != nil {
			return 0, err
		}
		switch {
		case a.proved:
			p.hold(list, engine)
			return p.opts.Depth, nil
		case a.trace == nil:
			return a.frames, nil
		}
		at := slices.Index(outputs, a.output)
		if at < 0 {
			return 0, fmt.Errorf("formal: %s: ABC decides output %d, which it was not asked for", p.name, a.output)
		}
		v := &p.goals[list[at]]
		v.Trace, v.Engine = a.trace, engine
		v.Depth = len(a.trace)
	}
}

// hold records that no run, of any length, decides the goals of list.
func (p *proof) hold(list []int, engine string) {
	for _, i := range list {
		p.goals[i].Unbounded, p.goals[i].Engine = true, engine
	}
}

// outputs returns the outputs of the goals of list.
func (p *proof) outputs(list []int) []int {
	var outputs []int
	for _, i := range list {
		outputs = append(outputs, p.gates.outputs[p.goals[i].Path])
	}
	return outputs
}

// seconds is the budget as ABC takes it.
func (p *proof) seconds() int { return max(1, int((p.opts.Budget+time.Second-1)/time.Second)) }

// readMap reads where Yosys put ports and properties.
func (p *proof) readMap() error {
	text, err := os.ReadFile(filepath.Join(p.dir, "gates.map"))
	if err != nil {
		return fmt.Errorf("formal: %w", err)
	}
	listed, err := os.ReadFile(filepath.Join(p.dir, "goals.txt"))
	if err != nil {
		return fmt.Errorf("formal: %w", err)
	}
	for _, v := range p.goals {
		if !strings.Contains("\n"+string(listed), "\n"+wrapper+"/"+instance+"."+v.Path+"\n") {
			return fmt.Errorf("formal: %s: Yosys has lost %s %s (%v)", p.name, v.Kind, v.Path, v.At)
		}
	}
	p.gates, err = parseMap(string(text))
	return err
}
