package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// mesh is a random word-level graph of about n nodes with one register for
// every eight.
func mesh(n, width int) Mod {
	random := rand.New(rand.NewPCG(uint64(n), uint64(width)))
	m := Module("mesh")
	var pool []ir.Expr
	var regs []*ir.Signal
	for i := range n/8 + 1 {
		r := m.Reg(fmt.Sprintf("r%d", i), width, uint64(i)&1)
		regs, pool = append(regs, r), append(pool, Ref(r))
	}
	ops := []ir.BinaryOp{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpXor}
	for len(pool) < n {
		x, y := pool[random.IntN(len(pool))], pool[random.IntN(len(pool))]
		if random.IntN(5) == 0 {
			pool = append(pool, Pick(Slice(x, 0, 0), x, y))
		} else {
			pool = append(pool, Bin(ops[random.IntN(len(ops))], x, y))
		}
	}
	for i, r := range regs {
		m.Set(r, Plus(pool[len(pool)-1-i], Lit(width, 1)))
	}
	m.Drive("q", Ref(regs[0]))
	return m
}

func BenchmarkTick(b *testing.B) {
	for _, e := range engines {
		for _, size := range []struct{ nodes, width int }{{300, 32}, {3000, 32}, {30000, 32}, {3000, 100}} {
			b.Run(fmt.Sprintf("%s/nodes=%d/width=%d", e.Name(), size.nodes, size.width), func(b *testing.B) {
				p, err := sim.Compile(mesh(size.nodes, size.width).Module, sim.WithEngine(e))
				if err != nil {
					b.Fatal(err)
				}
				s := p.New()
				b.ResetTimer()
				if err := s.Tick(b.N); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.Nodes()), "ns/node")
			})
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	m := mesh(30000, 32)
	for b.Loop() {
		if _, err := sim.Compile(m.Module); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSetGetTick(b *testing.B) {
	for _, e := range engines {
		b.Run(e.Name(), func(b *testing.B) {
			p, err := sim.Compile(Counter(32).Module, sim.WithEngine(e))
			if err != nil {
				b.Fatal(err)
			}
			enable, _ := p.Port("enable")
			value, _ := p.Port("value")
			s := p.New()
			var sum uint64
			for b.Loop() {
				_ = s.Set(enable, 1)
				sum += s.Get(value)
				_ = s.Tick(1)
			}
		})
	}
}
