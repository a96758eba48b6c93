package sim_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/long"
	"posedge/internal/quality/fuzz"
	"posedge/internal/quality/oracle"
)

// reached walks a body as the design executes it and counts the arms that are taken.
func reached(o *oracle.Oracle, body []ir.Stmt, count map[string]uint64) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.If:
			if o.Value(s.Cond).Sign() != 0 {
				count[fmt.Sprintf("%s:%d if", o.Module().Name, s.At.Line)]++
			} else {
				count[fmt.Sprintf("%s:%d else", o.Module().Name, s.At.Line)]++
			}
		case *ir.Switch:
			at, subject := s.At.Line, o.Value(s.Subject)
			for _, c := range s.Cases {
				for _, v := range c.Values {
					if v.Cmp(subject) == 0 {
						at = c.At.Line
					}
				}
			}
			count[fmt.Sprintf("%s:%d", o.Module().Name, at)]++
		}
		reached(o, o.Taken(s), count)
	}
}

// walk calls visit for o and all below.
func walk(o *oracle.Oracle, path string, visit func(path string, o *oracle.Oracle)) {
	visit(path, o)
	for _, i := range o.Module().Instances {
		walk(o.Child(i), path+i.Name+".", visit)
	}
}

// places gives every branch of the design a line, and every small register the
// names of its values.
func places(top *ir.Module) {
	line := 0
	next := func() ir.Pos {
		line++
		return ir.Pos{File: "x/unit.go", Line: line}
	}
	for _, m := range ir.Modules(top) {
		for _, s := range m.Signals {
			s.At = next()
			if s.Kind != ir.Reg || s.Width > 2 {
				continue
			}
			s.Enum = &ir.Enum{Name: s.Name}
			for v := range int64(1) << s.Width {
				s.Enum.Values = append(s.Enum.Values, ir.EnumValue{Name: fmt.Sprintf("S%d", v), Value: big.NewInt(v)})
			}
		}
		ir.Walk(m.Body, func(s ir.Stmt) {
			switch s := s.(type) {
			case *ir.If:
				s.At = next()
			case *ir.Switch:
				s.At = next()
				for i := range s.Cases {
					s.Cases[i].At = next()
				}
			}
		})
	}
}

// The counts of a random design equal the counts of a walk through its
// statements, in every engine; a point that was reached is never called
// unreachable, and no state machine takes a transition that is not listed.
func TestCountsOfRandomDesignsAreThoseOfTheirStatements(t *testing.T) {
	long.NotShort(t)
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for seed, m := range drawn(t, 100) {
			places(m)
			plain, err := sim.Compile(m, sim.WithEngine(e))
			require.NoError(t, err)
			p, err := plain.Instrumented()
			require.NoError(t, err)
			s := p.New()
			o := oracle.New(m)
			branches, states, ways := map[string]uint64{}, map[string]uint64{}, map[string]uint64{}
			for _, row := range fuzz.Stimulus(m, uint64(seed), 20) {
				o.SetInputs(row)
				for _, port := range p.Ports() {
					if port.Input() {
						n := (port.Width() + 63) / 64
						require.NoError(t, s.Set(port, row[:n]...))
						row = row[n:]
					}
				}
				was := map[string]*big.Int{}
				reset := o.Reset()
				if !reset {
					walk(o, "", func(path string, o *oracle.Oracle) {
						reached(o, o.Module().Body, branches)
						for _, r := range o.Module().Signals {
							if r.Enum != nil {
								was[path+r.Name] = o.Signal(r)
								states[path+r.Name+"."+r.Enum.NameOf(o.Signal(r))]++
							}
						}
					})
				}
				require.NoError(t, s.Tick(1))
				o.Edge()
				walk(o, "", func(path string, o *oracle.Oracle) {
					for _, r := range o.Module().Signals {
						if r.Enum != nil && !reset && was[path+r.Name].Cmp(o.Signal(r)) != 0 {
							ways[path+r.Name+"."+r.Enum.NameOf(was[path+r.Name])+" -> "+r.Enum.NameOf(o.Signal(r))]++
						}
					}
				})
			}

			got := map[sim.PointKind]map[string]uint64{}
			for i, h := range s.Hits() {
				x := p.Points()[i]
				assert.False(t, x.Unreachable && h.Count > 0, "%+v", x)
				if h.Count == 0 {
					continue
				}
				key := x.Signal + "." + x.Name
				if x.Path != "" {
					key = x.Path + "." + key
				}
				if x.Kind == sim.Branch {
					key = fmt.Sprintf("%s:%d", x.Module, x.At.Line)
					switch x.Name {
					case "if", "else if":
						key += " if"
					case "else", "implicit else":
						key += " else"
					}
				}
				if got[x.Kind] == nil {
					got[x.Kind] = map[string]uint64{}
				}
				got[x.Kind][key] += h.Count
			}
			// An else that is an else-if has no point itself: its arms do.
			for key := range branches {
				if _, counted := got[sim.Branch][key]; !counted && elseIf(m, key) {
					delete(branches, key)
				}
			}
			require.Equal(t, branches, orEmpty(got[sim.Branch]), ir.Text(m))
			for key := range states {
				if !hasPoint(p, key) { // a register that nothing sets is not a machine
					delete(states, key)
				}
			}
			require.Equal(t, states, orEmpty(got[sim.State]))
			require.Equal(t, ways, orEmpty(got[sim.Transition]), ir.Text(m))
		}
	})
}

func orEmpty(m map[string]uint64) map[string]uint64 {
	if m == nil {
		return map[string]uint64{}
	}
	return m
}

func hasPoint(p *sim.Program, key string) bool {
	for _, x := range p.Points() {
		name := x.Signal + "." + x.Name
		if x.Path != "" {
			name = x.Path + "." + name
		}
		if x.Kind == sim.State && name == key {
			return true
		}
	}
	return false
}

// elseIf reports whether the else of that key is a single If.
func elseIf(top *ir.Module, key string) (yes bool) {
	for _, m := range ir.Modules(top) {
		ir.Walk(m.Body, func(s ir.Stmt) {
			if s, ok := s.(*ir.If); ok && fmt.Sprintf("%s:%d else", m.Name, s.At.Line) == key && len(s.Else) == 1 {
				_, single := s.Else[0].(*ir.If)
				yes = yes || single
			}
		})
	}
	return yes
}

func TestCoverPointsTellTheirFirstCycle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p, err := compile(t, nested(), sim.WithEngine(e)).Instrumented()
		require.NoError(t, err)
		r := rig{p.New(), t}
		r.set("step", 1)
		r.tick(3)
		r.set("step", 0)
		r.set("rst", 1)
		r.tick(1)
		r.set("rst", 0)
		r.tick(2)
		require.Equal(t, "two", p.Points()[0].Name)
		assert.Equal(t, "inner", p.Points()[0].Path)
		assert.Equal(t, sim.Hits{Count: 1, First: 2}, r.Hits()[0])

		// A snapshot restores the cycle number, but not the counts.
		plain := compile(t, nested(), sim.WithEngine(e)).New()
		require.NoError(t, plain.Tick(1000))
		fresh := rig{p.New(), t}
		require.NoError(t, fresh.Restore(plain.Snapshot()))
		fresh.set("step", 1)
		fresh.tick(4)
		assert.Equal(t, sim.Hits{Count: 1, First: 1002}, fresh.Hits()[0])
		require.NoError(t, plain.Restore(fresh.Snapshot()))
		assert.EqualValues(t, 4, rig{plain, t}.get("q"))
	})
}

// Between the last cycle before a restore and the first after it nothing toggles.
func TestARestoreIsNoToggle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p, err := compile(t, nested(), sim.WithEngine(e)).Instrumented()
		require.NoError(t, err)
		r := rig{p.New(), t}
		toggles := func() (n uint64) {
			for i, x := range p.Points() {
				if x.Kind == sim.Toggle && x.Name == "step" {
					n += r.Hits()[i].Count
				}
			}
			return n
		}
		low := r.Snapshot()
		for range 3 {
			r.set("step", 1)
			r.tick(1)
			require.NoError(t, r.Restore(low))
			r.tick(1)
			require.NoError(t, r.Restore(low))
		}
		assert.Zero(t, toggles())
		r.tick(1)
		r.set("step", 1)
		r.tick(1)
		r.set("step", 0)
		r.tick(1)
		assert.EqualValues(t, 1, toggles())
	})
}

// A program that does not count is the same as it was without coverage.
func TestCoverageIsNoTaxOnTheProgramWithout(t *testing.T) {
	p := compile(t, nested())
	before := p.Nodes()
	covered, err := p.Instrumented()
	require.NoError(t, err)
	assert.Equal(t, before, p.Nodes())
	assert.Nil(t, p.Points())
	assert.Greater(t, covered.Nodes(), p.Nodes())
	again, err := covered.Instrumented()
	require.NoError(t, err)
	assert.Same(t, covered, again)
}
