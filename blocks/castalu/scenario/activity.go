package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/internal/gates"
	"posedge/internal/parallel"
)

// measured are the operations whose activity is measured. patent is the energy of an operation in the patent's units, or 0 if
// it gives none. The text on its table of the fragment program's operations gives about 9 for a multiplication in floating
// point and 8 for an addition. Ten multiplications in 24 bits instead save 50, so each takes 4; 22 in 12 bits save 176, so
// each takes 1.
var measured = [...]struct {
	op     isa.Op
	t      isa.Type
	patent int
}{
	{isa.Multiply, isa.FP32, 9},
	{isa.Add, isa.FP32, 8},
	{isa.Multiply, isa.FP16, 0},
	{isa.Add, isa.FP16, 0},
	{isa.Multiply, isa.S24, 4},
	{isa.Add, isa.S24, 0},
	{isa.Multiply, isa.S12, 1},
	{isa.Add, isa.S12, 0},
	{isa.Multiply, isa.S9, 0},
	{isa.Add, isa.S9, 0},
}

const (
	// warmUp is the number of operations that fill the pipeline before changes are counted.
	warmUp = castalu.MathSteps + 1
	// counted is the number of operations whose changes are counted.
	counted = 1000
)

// energy is the number of changes for each of the measured operations.
type energy [len(measured)]float64

// units is the energy of operation n in the patent's units, in which the first operation takes 9.
func (e *energy) units(n int) string {
	return fmt.Sprintf("%.1f", e[n]/e[0]*float64(measured[0].patent))
}

func whole(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// activity tests the patent's claim by counting the bits that change in the math function units of one lane: in the
// simulator's signals and in gates.
func activity(tb *bench.TB, u *castalu.Unit, e *unit.Env, c castalu.Config) error {
	list, err := recorded(warmUp + counted)
	if err != nil {
		return err
	}
	units := castalu.MathUnits(c.Embodiment)
	signals, err := changesOfSignals(tb, u, c, units, list)
	if err != nil {
		return err
	}
	missing := gates.Missing()
	var found []mathGates
	var ofGates, ofFlipFlops energy
	if missing == nil {
		if found, ofGates, ofFlipFlops, err = changesOfGates(e, units, list); err != nil {
			return err
		}
	}

	header, columns := []string{"operation", "computed in", "signals", "= units"}, "LLRR"
	if missing == nil {
		header, columns = append(header, "flip-flops", "gates", "= units"), columns+"RRR"
	}
	header, columns = append(header, "patent"), columns+"R"
	var rows [][]string
	var differences []string
	for n, x := range measured {
		name := fmt.Sprintf("%v.%v", x.op, x.t)
		patent := ""
		if x.patent > 0 {
			patent = strconv.Itoa(x.patent)
		}
		row := []string{name, units[unitOf(units, x.t)].Name, whole(signals[n]), signals.units(n)}
		if missing == nil {
			row = append(row, whole(ofFlipFlops[n]), whole(ofGates[n]), ofGates.units(n))
			if is := ofGates.units(n); x.patent > 0 && is != patent+".0" {
				differences = append(differences, fmt.Sprintf("%s takes %s units in gates, %s in the patent", name, is, patent))
			}
		}
		rows = append(rows, append(row, patent))
	}
	fmt.Fprintf(e.Out, "bits that change for an operation, on average over %d, in its math function unit (%v); %v.%v is %d units, as in the patent\n",
		counted, c.Embodiment, measured[0].op, measured[0].t, measured[0].patent)
	e.Table(header, columns, rows)
	if missing != nil {
		fmt.Fprintf(e.Out, "changes in gates were not counted: %v\n", missing)
	}
	for _, g := range found {
		fmt.Fprintf(e.Out, "%s: %d gates, %d flip-flops\n", g.Name, g.Gates(), g.FlipFlops())
	}
	for _, line := range differences {
		fmt.Fprintln(e.Out, line)
	}
	return nil
}

// unitOf is the index of the unit that computes in a type.
func unitOf(units []castalu.MathUnit, t isa.Type) int {
	return slices.IndexFunc(units, func(u castalu.MathUnit) bool { return slices.Contains(u.Types, t) })
}

// changesOfSignals runs the operations on an arithmetic unit and counts the changes of signals in the math function unit of
// the first lane that computes them.
func changesOfSignals(tb *bench.TB, u *castalu.Unit, c castalu.Config, units []castalu.MathUnit, list []operands) (changes energy, err error) {
	h := stimulus.DriveUnit(tb, u, unitConfig(c), stimulus.MustModel(tb.Reporter()), 0, 0)
	for n, x := range measured {
		path := []string{"lanes_math_0", units[unitOf(units, x.t)].Instance}
		count := func() (sum uint64) {
			for _, i := range h.Activity().Instances() {
				if len(i.Path) >= len(path) && slices.Equal(i.Path[:len(path)], path) {
					sum += i.Total()
				}
			}
			return sum
		}
		i := isa.Instruction{Op: x.op, Type: x.t, Mask: 1}
		for k := range i.Op.Inputs() {
			i.In[k] = isa.Source{Width: 1, Index: k}
		}
		word, err := i.Encode()
		if err != nil {
			return changes, err
		}
		send := func(list []operands) {
			for _, o := range list {
				var v [3][4]uint32
				for k, bits := range o.in(x.t) {
					v[k][0] = bits
				}
				h.Send(word, v)
			}
			h.Finish()
		}
		send(list[:warmUp])
		before := count()
		send(list[warmUp:])
		changes[n] = float64(count()-before) / counted
	}
	return changes, nil
}

// unitConfig is the arithmetic unit of a processor.
func unitConfig(c castalu.Config) castalu.UnitConfig {
	return castalu.UnitConfig{Lanes: c.Lanes, Embodiment: c.Embodiment, Threads: c.Threads}
}

func newArithmeticUnit(c castalu.Config) (*castalu.Unit, error) {
	return castalu.NewUnit(unitConfig(c))
}

// mathGates is a math function unit and its gates.
type mathGates struct {
	castalu.MathUnit
	*gates.Netlist
}

func gatesOf(ctx context.Context, u castalu.MathUnit) (mathGates, error) {
	d, err := hdl.Elaborate(u.Component)
	if err != nil {
		return mathGates{}, err
	}
	n, err := gates.Synthesise(ctx, d.Top)
	return mathGates{u, n}, err
}

// run counts the changes when an operation runs on each of the operands, one per cycle.
func (g mathGates) run(ctx context.Context, op isa.Op, t isa.Type, list []operands) (gates.Changes, error) {
	inputs := make([]map[string]uint64, len(list))
	for k, o := range list {
		o = o.in(t)
		inputs[k] = map[string]uint64{"in_a": uint64(o[0]), "in_b": uint64(o[1]), "in_c": uint64(o[2])}
	}
	inputs[0]["move"], inputs[0]["take"], inputs[0]["in_op"], inputs[0]["in_type"] = 1, 1, uint64(op), uint64(t)
	return g.Changes(ctx, warmUp, inputs)
}

// changesOfGates synthesises the units and runs the operations on their gates.
func changesOfGates(e *unit.Env, units []castalu.MathUnit, list []operands) (found []mathGates, ofGates, ofFlipFlops energy, err error) {
	ctx := context.Background()
	step := steps(e, len(units)+len(measured))
	found = make([]mathGates, len(units))
	failed := make([]error, max(len(units), len(measured)))
	parallel.Each(len(units), func(n int) {
		found[n], failed[n] = gatesOf(ctx, units[n])
		step()
	})
	if err := errors.Join(failed...); err != nil {
		return nil, ofGates, ofFlipFlops, err
	}
	parallel.Each(len(measured), func(n int) {
		x := measured[n]
		var c gates.Changes
		c, failed[n] = found[unitOf(units, x.t)].run(ctx, x.op, x.t, list)
		ofGates[n], ofFlipFlops[n] = float64(c.Gates)/counted, float64(c.FlipFlops)/counted
		step()
	})
	return found, ofGates, ofFlipFlops, errors.Join(failed...)
}

// steps returns a function that reports one more of the total steps as done.
func steps(e *unit.Env, total int) func() {
	var lock sync.Mutex
	done := 0
	return func() {
		lock.Lock()
		defer lock.Unlock()
		done++
		e.Step(done, total)
	}
}
