package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
)

// straight is the number of instructions in the program that measures occupancy.
const straight = 100

// occupancy counts the cycles in which an instruction issues, for various numbers of items in flight.
func occupancy(tb *bench.TB, p *castalu.Processor, e *unit.Env, c castalu.Config) error {
	var text strings.Builder
	for n := range straight - 1 {
		fmt.Fprintf(&text, "mad.fp32 r%d, r0, r1, r%d\n", 2+n%4, 2+(n+1)%4)
	}
	text.WriteString("end r2, 1\n")
	program, err := isa.Assemble("straight", text.String())
	if err != nil {
		return err
	}
	var rows [][]string
	h := stimulus.DriveProcessor(tb, p, c, program, model.Model{}, 0, 0)
	h.Trusting = true
	for n, done := 1, false; !done; n = min(2*n, c.Threads) {
		rows = append(rows, []string{strconv.Itoa(n), fmt.Sprintf("%.1f %%", 100*rateOf(h, n))})
		done = n == c.Threads
	}
	e.Table([]string{"items under way", "cycles that issue"}, "RR", rows)
	first, last := rows[0], rows[len(rows)-1]
	e.Result("an instruction is issued in %s of the cycles with %s item under way, and in %s with %s", first[1], first[0], last[1], last[0])
	return nil
}

// rateOf keeps n items of the straight program in flight. It returns the share of cycles that fetch an instruction, from the
// end of the first n items until the last item is sent.
func rateOf(h *stimulus.Processor, n int) float64 {
	const rounds = 4 // items for each thread
	sent, ended := 0, 0
	send := func() {
		sent++
		h.SendFor(stimulus.Work{Vectors: [][4]uint32{{1}, {2}}}, func(model.Ended) { ended++ })
	}
	cycles, fetched := 0, uint64(0)
	h.Until(10_000_000, "the last item", func() bool {
		for sent < rounds*n && sent-ended < n {
			send()
		}
		if ended >= n && sent < rounds*n {
			cycles++
			fetched += h.Peek("fetch")
		}
		return ended == rounds*n
	})
	return float64(fetched) / float64(cycles)
}
