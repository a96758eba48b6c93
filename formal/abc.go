package formal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"posedge/internal/eda"
	"posedge/internal/frame"
)

// answer is ABC's answer for some outputs: a proof that none is ever 1, a shortest
// run to a cycle in which one is, or neither within a number of cycles.
type answer struct {
	proved bool
	output int
	trace  [][]uint64
	frames int
}

var (
	abcStatus = regexp.MustCompile(`Status = (-?\d+)\s+Frames = (-?\d+)\s+`)
	abcFrame  = regexp.MustCompile(`(?m)^ *(\d+) \+ :`) // from bmc3 -v: no output is 1 in the frame
	abcFound  = regexp.MustCompile(`CEX: Po =\s*(\d+)\s+Frame =\s*(\d+)`)
)

// overrun is how long an engine may exceed its time: ABC counts its processor time
// and checks it between the calls of its solver.
const overrun = 5 * time.Second

// abc runs one command of ABC on the outputs of wanted, under the assumes.
func (p *proof) abc(ctx context.Context, wanted []int, command string) (answer, error) {
	return p.abcOn(ctx, "gates.aig", wanted, command)
}

// abcOn is abc for a file with the gates.
func (p *proof) abcOn(ctx context.Context, file string, wanted []int, command string) (answer, error) {
	outputs := []int{p.gates.alive}
	for _, o := range p.gates.outputs {
		outputs = append(outputs, o)
	}
	slices.Sort(outputs)
	script := []string{"read_aiger " + file, "fold"}
	for _, o := range outputs {
		if !slices.Contains(wanted, o) {
			script = append(script, fmt.Sprintf("zeropo -N %d", o))
		}
	}
	const trace = "trace.txt"
	if err := os.RemoveAll(filepath.Join(p.dir, trace)); err != nil {
		return answer{}, fmt.Errorf("formal: %w", err)
	}
	script = append(script, command, "print_status", "write_cex -a "+trace)
	bounded, cancel := context.WithTimeout(ctx, p.opts.Budget+overrun)
	defer cancel()
	out, err := eda.Run(bounded, p.dir, "yosys-abc", "-c", strings.Join(script, "; "))
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return answer{frames: len(abcFrame.FindAllString(out, -1))}, nil
	}
	if err != nil {
		return answer{}, err
	}
	status := abcStatus.FindStringSubmatch(out)
	if status == nil {
		return answer{}, &eda.Error{Tool: "yosys-abc", Output: eda.Trimmed(out, p.dir), Err: fmt.Errorf("no status after %s", command)}
	}
	frames, _ := strconv.Atoi(status[2]) // digits only, as the others
	a := answer{proved: status[1] == "1", frames: frames + 1}
	found := abcFound.FindStringSubmatch(out)
	if (found != nil) != (status[1] == "0") {
		return answer{}, &eda.Error{Tool: "yosys-abc", Output: eda.Trimmed(out, p.dir), Err: fmt.Errorf("status %s after %s", status[1], command)}
	}
	if found == nil {
		return a, nil
	}
	a.output, _ = strconv.Atoi(found[1])
	last, _ := strconv.Atoi(found[2])
	text, err := os.ReadFile(filepath.Join(p.dir, trace))
	if err != nil {
		return answer{}, fmt.Errorf("formal: %w", err)
	}
	a.trace, err = p.trace(string(text), last+1)
	return a, err
}

// bmc is the command that searches cycle by cycle, reporting each.
func (p *proof) bmc() string {
	return fmt.Sprintf("bmc3 -v -F %d -T %d", p.opts.Depth, p.seconds())
}

// simplify makes fewer gates of those of the design: it takes as long as some cycles of a search and makes all of them faster.
// The inputs and outputs stay, and the assumes are folded into the outputs.
func (p *proof) simplify(ctx context.Context) error {
	_, err := eda.Run(ctx, p.dir, "yosys-abc", "-c", "read_aiger gates.aig; fold; scorr; dc2; write_aiger gates.aig")
	return err
}

// pdr is the command that looks for a proof for all time, or a run.
func (p *proof) pdr(seconds int) string { return fmt.Sprintf("%spdr -T %d", p.prepare, seconds) }

// trace reads the inputs of a run: after a line with the power-on state, a line
// for each cycle with a digit for each input.
func (p *proof) trace(text string, cycles int) ([][]uint64, error) {
	text, _, _ = strings.Cut(text, "#")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) != cycles+1 {
		return nil, fmt.Errorf("formal: ABC gives a run of %d cycles in %d lines", cycles, len(lines))
	}
	layout, words := p.row()
	rows := make([][]uint64, cycles)
	for i, line := range lines[1:] {
		rows[i] = make([]uint64, words)
		for at, digit := range line {
			b, isPort := p.gates.inputs[at]
			word, known := layout[b.port]
			if digit == '1' && isPort && known {
				rows[i][word+b.index/64] |= 1 << (b.index % 64)
			}
		}
	}
	return rows, nil
}

// row says where in a row of stimulus the words of each input are, and how many
// words it has.
func (p *proof) row() (layout map[string]int, words int) {
	layout = map[string]int{}
	for _, in := range p.inputs {
		layout[in.name] = words
		words += frame.Words(in.width)
	}
	return layout, words
}
