package scenario

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

var update = flag.Bool("update", false, "write the tables of activity in docs/castalu.md again")

const page = "../../../docs/castalu.md"

// smallGates are the gates of the 12-bit unit.
func smallGates(t *testing.T) mathGates {
	edatest.Need(t, "yosys", "yosys-abc", "iverilog", "vvp")
	g, err := synthesiseSmall()
	require.NoError(t, err)
	return g
}

var synthesiseSmall = sync.OnceValues(func() (mathGates, error) { return gatesOf(context.Background(), smallUnit()) })

func smallUnit() castalu.MathUnit { return castalu.MathUnits(castalu.Separate)[2] }

func theRecorded(t *testing.T) []operands {
	list, err := recorded(warmUp + counted)
	require.NoError(t, err)
	return list
}

func TestThePageHasTheActivityOfTheSmallUnit(t *testing.T) {
	g := smallGates(t)
	for _, op := range []castalu.Op{castalu.Multiply, castalu.Add} {
		c, err := g.run(t.Context(), op, castalu.S12, theRecorded(t))
		require.NoError(t, err)
		assert.Equal(t, counted, c.Steps)
		_, row, found := strings.Cut(pageText(t), "| "+op.String()+".s12 | 12 bits |")
		require.True(t, found, "the page has %v.s12", op)
		row, _, _ = strings.Cut(row, "\n")
		assert.Equal(t, []string{whole(float64(c.FlipFlops) / counted), whole(float64(c.Gates) / counted)}, strings.Split(row, " | ")[2:4], "%v", op)
	}
}

// Flip-flops of the gates change as registers do in the simulator. That is exact where
// all bits of an input's register that Yosys removes are 0, as in u12.
func TestFlipFlopsChangeAsRegistersDo(t *testing.T) {
	g := smallGates(t)
	for _, op := range []castalu.Op{castalu.Multiply, castalu.Add} {
		c, err := g.run(t.Context(), op, castalu.U12, theRecorded(t))
		require.NoError(t, err)
		assert.Equal(t, registerChanges(t, smallUnit().Component, op, castalu.U12, theRecorded(t)), c.FlipFlops, "%v", op)
	}
}

// registerChanges is how often registers change in the simulator.
func registerChanges(t *testing.T, c hdl.Component, op castalu.Op, of castalu.Type, list []operands) int {
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	p, err = p.Traced()
	require.NoError(t, err)
	s := p.New()
	set := func(name string, v uint64) {
		port, err := p.Port(name)
		require.NoError(t, err)
		require.NoError(t, s.Set(port, v))
	}
	var a *sim.Activity
	for n, o := range list {
		if n == warmUp-1 {
			a, err = sim.NewActivity(p)
			require.NoError(t, err)
		}
		o = o.in(of)
		set("move", 1)
		set("take", 1)
		set("in_op", uint64(op))
		set("in_type", uint64(of))
		set("in_a", uint64(o[0]))
		set("in_b", uint64(o[1]))
		set("in_c", uint64(o[2]))
		if a != nil {
			require.NoError(t, a.Sample(s))
		}
		require.NoError(t, s.Tick(1))
	}
	return int(a.Instances()[0].Registers)
}

var titles = [...]string{castalu.Separate: "With separate units:\n\n", castalu.Shared: "With the shared unit:\n\n"}

// The table of each embodiment on the page is what the scenario prints.
func TestLongThePageHasTheActivity(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "yosys", "yosys-abc", "iverilog", "vvp")
	b := Block()
	for _, v := range b.Variants[:2] {
		var out bytes.Buffer
		require.NoError(t, activity(&unit.Env{Out: &out, Variant: v, Seed: 1}))
		made := markdown(out.String())
		text := pageText(t)
		_, rest, found := strings.Cut(text, titles[v.Config.(castalu.Config).Embodiment])
		require.True(t, found)
		table, after, _ := strings.Cut(rest, "\n\n")
		if *update {
			require.NoError(t, os.WriteFile(page, []byte(strings.TrimSuffix(text, rest)+made+"\n\n"+after), 0o666))
			continue
		}
		assert.Equal(t, made, table, "POSEDGE_LONG=1 go test ./blocks/castalu/scenario -run Activity -update writes it again")
	}
}

func pageText(t *testing.T) string {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	return string(content)
}

// markdown is the first table of a text as pages have it.
func markdown(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "│") {
			continue
		}
		var cells []string
		for _, c := range strings.Split(strings.Trim(line, "│"), "│") {
			cells = append(cells, strings.TrimSpace(c))
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
		if len(lines) == 1 {
			lines = append(lines, strings.Repeat("|---", len(cells))+"|")
		}
	}
	return strings.Join(lines, "\n")
}
