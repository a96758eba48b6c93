package scenario

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

const (
	contentionSMs      = 8
	contentionRequests = 4000
)

// newContention makes a system with eight SMs, whatever the variant.
func newContention(ioarbiter.Config) (*ioarbiter.System, error) {
	return stimulus.NewSmallSystem(variant(contentionSMs).Config)
}

// contention makes eight SMs send requests to all units, each as soon as it has a free block.
func contention(tb *bench.TB, y *ioarbiter.System, e *unit.Env, _ ioarbiter.Config) error {
	c := variant(contentionSMs).Config
	latencies := make([][]int, c.SMs)
	var words uint64
	others := make([]int, c.SMs)
	rng := rand.New(rand.NewPCG(e.Seed, 17))
	h := stimulus.DriveSystem(tb, y, c, stimulus.SmallStores, stimulus.RandomTexels(rng), stimulus.Delays{Gap: 0.1, Stall: 0.1}, e.Seed)
	x := stimulus.NewRandom(h.Environment, rng, stimulus.SmallTexels)
	x.Errors = 0
	free := h.Answer
	h.Answer = func(p *stimulus.Pending) {
		free(p)
		latencies[p.SM] = append(latencies[p.SM], int(p.Acked-p.Taken))
		words += uint64(p.Length)
		others[p.SM] = max(others[p.SM], p.Others)
	}
	began := h.Cycle()
	for n := 0; n < contentionRequests; {
		for sm := range c.SMs {
			if x.May(sm) {
				x.Send(sm)
				n++
			}
		}
		h.Step()
		e.Step(n, contentionRequests)
	}
	h.Finish(100_000)
	cycles := h.Cycle() - began
	h.Read()
	var rows [][]string
	var all []int
	for k, list := range latencies {
		slices.Sort(list)
		all = append(all, list...)
		rows = append(rows, row(k, len(list), list[len(list)/2], list[len(list)*95/100], list[len(list)-1], others[k]))
	}
	e.Table([]string{"SM", "requests", "median", "95 %", "longest", "most others before one"}, "RRRRRR", rows)
	slices.Sort(all)
	e.Result("%d requests of %d SMs in %d cycles: %.2f words of blocks a cycle", len(all), len(latencies), cycles, float64(words)/float64(cycles))
	fmt.Fprint(e.Out, "latencies in cycles, from the grant to the acknowledgement\n")
	fmt.Fprintf(e.Out, "half of the requests are acknowledged within %d cycles of their grant, the slowest after %d, and no SM waits for more than %d grants to others\n\n",
		all[len(all)/2], all[len(all)-1], slices.Max(others))
	histogram(e, all)
	return nil
}

// histogram shows the number of latencies between successive powers of two.
func histogram(e *unit.Env, latencies []int) {
	counts := map[int]int{}
	least, most, top := 64, 0, 0
	for _, x := range latencies {
		k := bits.Len(uint(x)) - 1
		counts[k]++
		least, most, top = min(least, k), max(most, k), max(top, counts[k])
	}
	var rows [][]string
	for k := least; k <= most; k++ {
		rows = append(rows, row(fmt.Sprintf("%d to %d", 1<<k, 2<<k-1), counts[k], strings.Repeat("█", (counts[k]*40+top-1)/top)))
	}
	e.Table([]string{"cycles", "requests", ""}, "RRL", rows)
}
