package bench

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/text"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Table checks a component against a table of inputs and expected outputs with a
// row for each cycle. It runs in every engine and, replayed as Verilog, in Icarus:
//
//	bench.Table(t, examples.NewCounter(8), `
//		enable | value
//		1      | 0
//		1      | 1
//		0      | -  * 3  # unchecked for three cycles
//		-      | 2
//	`)
//
// The first line names ports as in Verilog, inputs to the left of the bar and
// outputs to the right. A value is decimal, 0x or 0b; _ may separate digits. A
// - keeps the value of an input and leaves an output unchecked. "* n" repeats a
// row, and # begins a comment. Inputs that are not named are 0.
//
// The cycle before the first row is a reset cycle, unless a reset is an input of the
// table. The first row that differs ends the test; the error names its line. If
// Icarus is missing, the test is skipped after the engines have passed; under
// CI that is fatal. The options are the same as for [New].
func Table(r Reporter, c hdl.Component, table string, opts ...Option) {
	r.Helper()
	_, file, line, _ := runtime.Caller(1)
	t, err := parseTable(table, placeOf(table, file, line))
	if err != nil {
		r.Fatalf("%v", err)
	}
	d := elaborate(r, c)
	opts = append(opts[:len(opts):len(opts)], Record())
	if slices.ContainsFunc(d.Top.Resets(), func(rst *ir.Signal) bool { return t.column(rst.Name) }) {
		opts = append(opts, WithoutReset())
	}
	var tb *TB
	for _, e := range sim.Engines() {
		tb = NewDesign(r, d, append(opts[:len(opts):len(opts)], Engine(e))...)
		if err := t.run(tb); err != nil {
			r.Fatalf("%v", err)
		}
	}
	if err := tb.inIcarus(); errors.Is(err, eda.ErrMissingTool) {
		missing(r, err)
	} else if err != nil {
		r.Errorf("%s: %v", t.place(t.header), err)
	}
}

// inIcarus replays the run in Icarus.
func (tb *TB) inIcarus() error {
	if _, err := eda.Find("iverilog"); err != nil {
		return err
	}
	b, err := replay.New(tb.Recording(), verilog.Options{})
	if err != nil {
		return err
	}
	ctx, cancel := toolContext(tb.r)
	defer cancel()
	result, err := replay.Icarus(ctx, b, true)
	if err != nil {
		return err
	}
	return tb.agrees(result)
}

// maxTimes bounds the cycles of a row, each of which is recorded for the replay.
const maxTimes = 1_000_000

// valueTable is a table as parsed.
type valueTable struct {
	place           func(line int) string // of a line of the text
	header          int                   // the line with the names
	inputs, outputs []string
	rows            []tableRow
}

// tableRow is the values of the inputs, then of the outputs; nil for -.
type tableRow struct {
	line, times int
	values      []*big.Int
}

// placeOf finds the table in the source of the test, from the line of the call, so
// that errors name its lines. Without the source they count the table's lines.
func placeOf(table, file string, line int) func(int) string {
	source, err := os.ReadFile(file)
	if err != nil {
		return func(n int) string { return fmt.Sprintf("line %d of the table", n+1) }
	}
	all, best := string(source), -1
	for from := 0; ; {
		i := strings.Index(all[from:], table)
		if i < 0 || table == "" {
			break
		}
		from += i + 1
		at := 1 + strings.Count(all[:from-1], "\n")
		if best < 0 || abs(at-line) < abs(best-line) {
			best = at
		}
	}
	if best < 0 {
		return func(n int) string { return fmt.Sprintf("%s:%d: line %d of the table", filepath.Base(file), line, n+1) }
	}
	return func(n int) string { return filepath.Base(file) + ":" + strconv.Itoa(best+n) }
}

func abs(n int) int { return max(n, -n) }

func parseTable(table string, place func(int) string) (*valueTable, error) {
	t := &valueTable{place: place}
	t.header = -1
	for n, line := range strings.Split(table, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if err := text.NoStrangeBlank(line); err != nil {
			return nil, fmt.Errorf("%s: %w", place(n), err)
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		left, right, barred := strings.Cut(line, "|")
		if !barred || strings.Contains(right, "|") {
			return nil, fmt.Errorf("%s: a line of the table has one |, inputs left of it and outputs right of it", place(n))
		}
		if t.header < 0 {
			t.header = n
			t.inputs, t.outputs = strings.Fields(left), strings.Fields(right)
			if len(t.outputs) == 0 {
				return nil, fmt.Errorf("%s: the table expects nothing: name outputs right of the |", place(n))
			}
			for _, names := range [][]string{t.inputs, t.outputs} {
				if name := twice(names); name != "" {
					return nil, fmt.Errorf("%s: %s has two columns: leave one of them out", place(n), name)
				}
			}
			continue
		}
		row, err := t.row(left, right)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place(n), err)
		}
		row.line = n
		t.rows = append(t.rows, row)
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("%s: the table has no rows: below a line with the names of ports comes a row for each cycle", place(max(t.header, 0)))
	}
	if !t.expects() {
		return nil, fmt.Errorf("%s: the table checks nothing: every expected output is -; write a value in at least one row", place(t.header))
	}
	return t, nil
}

// expects reports whether any row names a value of an output.
func (t *valueTable) expects() bool {
	return slices.ContainsFunc(t.rows, func(r tableRow) bool {
		return slices.ContainsFunc(r.values[len(t.inputs):], func(v *big.Int) bool { return v != nil })
	})
}

func (t *valueTable) row(left, right string) (tableRow, error) {
	row := tableRow{times: 1}
	if cells, times, ok := strings.Cut(right, "*"); ok {
		n, err := strconv.Atoi(strings.TrimSpace(times))
		if err != nil || n < 1 || n > maxTimes {
			return row, fmt.Errorf("after * comes the number of cycles, 1 to %d, not %q", maxTimes, strings.TrimSpace(times))
		}
		right, row.times = cells, n
	}
	for _, side := range []struct {
		what  string
		names []string
		cells []string
	}{{"inputs", t.inputs, strings.Fields(left)}, {"outputs", t.outputs, strings.Fields(right)}} {
		if len(side.cells) != len(side.names) {
			return row, fmt.Errorf("the row has %d values for the %d %s %s", len(side.cells), len(side.names), side.what, strings.Join(side.names, " "))
		}
		for i, cell := range side.cells {
			var v *big.Int
			if cell != "-" {
				var ok bool
				octal := len(cell) > 1 && cell[0] == '0' && !strings.ContainsAny(cell[1:2], "xXbB")
				if v, ok = new(big.Int).SetString(cell, 0); !ok || octal || v.Sign() < 0 {
					return row, fmt.Errorf("%s is not a value of %s: write a non-negative decimal, 0x or 0b number without leading zeros, or -", cell, side.names[i])
				}
			}
			row.values = append(row.values, v)
		}
	}
	return row, nil
}

// twice returns the first repeated name in the list, or "".
func twice(names []string) string {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return name
		}
	}
	return ""
}

// column reports whether an input of the table has that name.
func (t *valueTable) column(name string) bool {
	return slices.Contains(t.inputs, name)
}

// ports finds the columns.
func (t *valueTable) ports(p *sim.Program) (list []sim.Port, err error) {
	for i, name := range append(t.inputs[:len(t.inputs):len(t.inputs)], t.outputs...) {
		port, err := p.Port(name)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", t.place(t.header), err)
		case port.Input() && i >= len(t.inputs):
			return nil, fmt.Errorf("%s: %s is an input of %s: it belongs left of the |", t.place(t.header), name, p.Name())
		case !port.Input() && i < len(t.inputs):
			return nil, fmt.Errorf("%s: %s is an output of %s: it belongs right of the |", t.place(t.header), name, p.Name())
		}
		list = append(list, port)
	}
	return list, nil
}

// run plays the rows and returns the first difference.
func (t *valueTable) run(tb *TB) error {
	tb.r.Helper()
	ports, err := t.ports(tb.sim.Program())
	if err != nil {
		return err
	}
	for _, row := range t.rows {
		for range row.times {
			var wrong []string
			for i, v := range row.values {
				switch {
				case v == nil:
				case i < len(t.inputs):
					if err := tb.sim.SetBig(ports[i], v); err != nil {
						return fmt.Errorf("%s: %w", t.place(row.line), err)
					}
				default:
					if got := tb.sim.GetBig(ports[i]); got.Cmp(v) != 0 {
						wrong = append(wrong, fmt.Sprintf("%s is %s, expected %s", ports[i].Name(), inBases(got), inBases(v)))
					}
				}
			}
			if len(wrong) > 0 {
				return fmt.Errorf("%s: cycle %d in the %s engine: %s", t.place(row.line), tb.Cycle(),
					tb.sim.Program().Engine().Name(), strings.Join(wrong, "; "))
			}
			tb.Tick()
		}
	}
	return nil
}

// inBases is a value as decimal and, if that differs, hexadecimal text.
func inBases(v *big.Int) string {
	if v.Cmp(big.NewInt(10)) < 0 {
		return v.String()
	}
	return fmt.Sprintf("%d (%#x)", v, v)
}
