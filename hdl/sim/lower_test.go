package sim_test

import (
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

var update = flag.Bool("update", false, "make the golden files again")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// lowered is the netlist before any pass.
func lowered(t *testing.T, m mod) *sim.Netlist {
	t.Helper()
	var options []sim.Option
	for _, p := range sim.Passes() {
		options = append(options, sim.WithoutPass(p.Name))
	}
	return compile(t, m, options...).Netlist()
}

func TestLowering(t *testing.T) {
	golden(t, "lower_counter", lowered(t, counter(8)).Text())
	golden(t, "lower_station", lowered(t, station()).Text())
	golden(t, "lower_ram_write_first", lowered(t, ram(8, 5, ir.WriteFirst)).Text())
	golden(t, "lower_ram_forbidden", lowered(t, ram(8, 5, ir.Forbidden)).Text())
}

func TestLoweringIsDeterministic(t *testing.T) {
	text := lowered(t, station()).Text()
	for range 5 {
		require.Equal(t, text, lowered(t, station()).Text())
	}
}

// chain adds the input to a sum n times, each a shared subexpression.
func chain(n int) mod {
	m := module("chain")
	a := ref(m.in("a", 32))
	sum := a
	for range n {
		sum = bin(ir.OpXor, add(sum, a), sum)
	}
	m.drive("q", sum)
	return m
}

func TestDeepExpressionsAreLowered(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, chain(100_000))
		r.set("a", 1)
		var want uint32 = 1
		for range 100_000 {
			want ^= want + 1
		}
		assert.EqualValues(t, want, r.get("q"))
		assert.EqualValues(t, want, r.peek("q"))
	})
}

// wires is a chain through n wires of one module.
func TestDeepChainsOfWiresAreLowered(t *testing.T) {
	m := module("wires")
	last := m.in("a", 8)
	for i := range 3000 {
		w := m.wire("w"+string(rune('a'+i%26))+"_"+num(uint64(i)).String(), 8)
		m.set(w, add(ref(last), lit(8, 1)))
		last = w
	}
	m.drive("q", ref(last))
	r := start(t, sim.Reference, m)
	assert.EqualValues(t, 3000%256, r.get("q"))
}

// Registers of which each has an arm of its own cost a few nodes each, as many as
// they may be: an else-if chain or a Switch that writes a file of registers.
func TestADecodedFileOfRegistersIsLinear(t *testing.T) {
	for _, choose := range []func(at ir.Expr, list []*ir.Signal, value ir.Expr) ir.Stmt{
		func(at ir.Expr, list []*ir.Signal, value ir.Expr) ir.Stmt {
			s := &ir.Switch{Subject: at, HasDefault: true}
			for i, r := range list {
				s.Cases = append(s.Cases, ir.Case{Values: []*big.Int{num(uint64(i))}, Body: []ir.Stmt{put(r, value)}})
			}
			return s
		},
		func(at ir.Expr, list []*ir.Signal, value ir.Expr) (s ir.Stmt) {
			for i, r := range slices.Backward(list) {
				first := when(bin(ir.OpEq, at, lit(12, uint64(i))), put(r, value))
				if s != nil {
					first.Else = []ir.Stmt{s}
				}
				s = first
			}
			return s
		},
	} {
		nodes := func(n int) int { // a compare, conditions, a mux, a register
			m := module("file")
			at, value := ref(m.in("at", 12)), ref(m.in("value", 32))
			var list []*ir.Signal
			var all ir.Expr = lit(32, 0)
			for i := range n {
				r := m.bare("r"+num(uint64(i)).String(), 32)
				list, all = append(list, r), bin(ir.OpXor, all, ref(r))
			}
			m.add(choose(at, list, value))
			m.drive("q", all)
			return len(compile(t, m).Netlist().Nodes)
		}
		assert.Less(t, nodes(400), 10*400)
	}
}

func TestLargeDesignsLowerInSeconds(t *testing.T) {
	m := chain(150_000)
	began := time.Now()
	p := compile(t, m)
	assert.Len(t, p.Netlist().Nodes, 300_001)
	assert.Less(t, time.Since(began), 20*time.Second, "about a second; the limit is for a busy machine")
}
