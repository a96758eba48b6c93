package lower_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/lower/lowertest"
	"posedge/internal/golden"
)

func TestLowering(t *testing.T) {
	golden.Check(t, "testdata/counter.txt", lowertest.Netlist(t, Counter(8)).Text())
	golden.Check(t, "testdata/station.txt", lowertest.Netlist(t, Station()).Text())
	golden.Check(t, "testdata/ram_write_first.txt", lowertest.Netlist(t, RAM(8, 5, ir.WriteFirst)).Text())
	golden.Check(t, "testdata/ram_forbidden.txt", lowertest.Netlist(t, RAM(8, 5, ir.Forbidden)).Text())
}

func TestLoweringIsDeterministic(t *testing.T) {
	text := lowertest.Netlist(t, Station()).Text()
	for range 5 {
		require.Equal(t, text, lowertest.Netlist(t, Station()).Text())
	}
}

// State, checks and counters of coverage keep their domain.
func TestLoweringKeepsDomains(t *testing.T) {
	top := Crossing().Module
	d := lower.Lower(top, true)
	n := d.Netlist
	golden.Check(t, "testdata/crossing.txt", n.Text())
	for i, use := range ir.DomainUses(top) {
		var regs, writes, checks []string
		for _, r := range n.State() {
			if r.Domain == i {
				regs = append(regs, r.Path)
			}
		}
		for _, w := range n.Writes {
			if w.Domain == i {
				writes = append(writes, n.Memories[w.Mem].Path)
			}
		}
		for _, p := range n.Properties {
			if p.Domain == i {
				checks = append(checks, p.Path)
			}
		}
		for _, p := range d.Points {
			if p.Kind == lower.CoverPoint && p.Domain == i {
				checks = append(checks, p.Name)
			}
		}
		assert.ElementsMatch(t, append(use.Regs, use.Reads...), regs)
		assert.Equal(t, use.Writes, writes)
		assert.Equal(t, use.Properties, checks)
		assert.Equal(t, use.Reset.Name, n.Inputs[n.Domains[i].Reset].Name)
	}
	var arms []int
	for _, p := range d.Points {
		if p.Kind == lower.Branch {
			arms = append(arms, p.Domain)
		}
	}
	assert.Equal(t, []int{0, 0, 1, 1, 1, 1}, arms, "two of each If, the last in the counter")
}
