package scenario

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
	"posedge/internal/gates"
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
	for _, op := range []isa.Op{isa.Multiply, isa.Add} {
		c, err := g.run(t.Context(), op, isa.S12, theRecorded(t))
		require.NoError(t, err)
		assert.Equal(t, counted, c.Steps)
		_, row, found := strings.Cut(pageText(t), "| "+op.String()+".s12 | 12 bits |")
		require.True(t, found, "the page has %v.s12", op)
		row, _, _ = strings.Cut(row, "\n")
		assert.Equal(t, []string{whole(float64(c.FlipFlops) / counted), whole(float64(c.Gates) / counted)}, strings.Split(row, " | ")[2:4], "%v", op)
	}
}

// The flip-flops among the gates change exactly as the simulator's registers do if the bits of registers that Yosys removes
// are 0, as in u12.
func TestFlipFlopsChangeAsRegistersDo(t *testing.T) {
	g := smallGates(t)
	for _, op := range []isa.Op{isa.Multiply, isa.Add} {
		c, err := g.run(t.Context(), op, isa.U12, theRecorded(t))
		require.NoError(t, err)
		assert.Equal(t, registerChanges(t, smallUnit().Component, op, isa.U12, theRecorded(t)), c.FlipFlops, "%v", op)
	}
}

// registerChanges counts the changes of registers in the simulator.
func registerChanges(t *testing.T, c hdl.Component, op isa.Op, of isa.Type, list []operands) int {
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
	for _, embodiment := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
		var out bytes.Buffer
		b := Block()
		v, err := b.Variant(castalu.NewConfig(4, embodiment).Name())
		require.NoError(t, err)
		s, err := b.Scenario("activity")
		require.NoError(t, err)
		require.NoError(t, (&unit.Env{Out: &out, Variant: v, Seed: 1}).Run(s, nil))
		made := markdown(out.String())
		text := pageText(t)
		_, rest, found := strings.Cut(text, titles[embodiment])
		require.True(t, found)
		table, after, _ := strings.Cut(rest, "\n\n")
		if *update {
			require.NoError(t, os.WriteFile(page, []byte(strings.TrimSuffix(text, rest)+made+"\n\n"+after), 0o666))
			continue
		}
		assert.Equal(t, made, table, "POSEDGE_LONG=1 go test ./blocks/castalu/scenario -run Activity -update writes it again")
	}
}

// multiplier is a multiplier between registers, like those of the math function units.
type multiplier struct {
	A, B    hdl.In
	Product hdl.Out
}

func newMultiplier(width int) *multiplier {
	return &multiplier{hdl.Input(width), hdl.Input(width), hdl.Output(2 * width)}
}

func (x *multiplier) ModuleName() string { return fmt.Sprintf("multiplier_%d", x.A.Width()) }

func (x *multiplier) Describe(m *hdl.Module) {
	a, b := m.Reg("a_taken", x.A.Width(), hdl.NoReset()), m.Reg("b_taken", x.B.Width(), hdl.NoReset())
	product := m.Reg("product_made", x.Product.Width(), hdl.NoReset())
	a.Set(x.A)
	b.Set(x.B)
	product.Set(a.Mul(b))
	x.Product.Set(product)
}

// significand is the significand of an fp32 value.
func significand(bits uint32) uint64 {
	if bits<<1>>24 == 0 {
		return uint64(bits & 0x7f_ffff)
	}
	return uint64(bits&0x7f_ffff | 0x80_0000)
}

// magnitude is the magnitude of a code, left-aligned in the multiplier.
func magnitude(bits uint32) uint64 { return uint64(max(int32(bits), -int32(bits))) << 1 }

// The page has the figures of multipliers alone.
func TestLongThePageHasTheActivityOfMultipliers(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "yosys", "yosys-abc", "iverilog", "vvp")
	changes := func(width int, of isa.Type, value func(uint32) uint64) string {
		d, err := hdl.Elaborate(newMultiplier(width))
		require.NoError(t, err)
		n, err := gates.Synthesise(t.Context(), d.Top)
		require.NoError(t, err)
		var inputs []map[string]uint64
		for _, o := range theRecorded(t) {
			o = o.in(of)
			inputs = append(inputs, map[string]uint64{"a": value(o[0]), "b": value(o[1])})
		}
		c, err := n.Changes(t.Context(), warmUp, inputs)
		require.NoError(t, err)
		return whole(float64(c.Gates) / counted)
	}
	assert.Contains(t, pageText(t), fmt.Sprintf("switches %s gate outputs with their significands and %s with their codes",
		changes(24, isa.FP32, significand), changes(24, isa.S24, magnitude)))
	assert.Contains(t, pageText(t), fmt.Sprintf("Its multiplier alone switches %s outputs", changes(12, isa.S12, magnitude)))
}

func pageText(t *testing.T) string {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	return string(content)
}

// markdown is the first table of a text, in Markdown.
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
