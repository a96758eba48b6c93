package scenario

import (
	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// statePatterns are sequences of state objects for the texture unit.
var statePatterns = []struct {
	what   string
	object func(n int) int
}{
	{"the same object", func(n int) int { return 0 }},
	{"two equal objects in turn", func(n int) int { return n % 2 }},
	{"two in turn, one word differs", func(n int) int { return 2 * (n % 2) }},
	{"two in turn, all words differ", func(n int) int { return 3 * (n % 2) }},
	{"four in runs of eight", func(n int) int { return n / 8 % 4 }},
}

// stateRequests is the number of requests in each pattern.
const stateRequests = 256

// stateObjects are the objects of the patterns.
func stateObjects() (list []units.TextureState) {
	first := units.TextureState{Width: 8, Height: 8}
	filtered, other := first, units.TextureState{Base: 64, Width: 4, Height: 4, Bilinear: true, WrapU: units.Clamp}
	filtered.Bilinear = true
	return []units.TextureState{first, first, filtered, other}
}

// stateRun sends the requests of a pattern, one sample each, and returns the cycles and the words of state sent.
func stateRun(h *stimulus.System, object func(n int) int) (cycles, updates uint64) {
	for n, s := range stateObjects() {
		copy(h.Objects[n].Words[:], s.Words())
	}
	at, sent := h.Cycle(), h.Counters().Updates[isa.TextureUnit]
	for n := range stateRequests {
		for h.Waiting(0) >= 8 {
			h.Step()
		}
		block := n % 8 * 16
		h.Store(0, block, uint32(object(n)*isa.ObjectWords), uint32(n%7)<<8, uint32(n%5)<<8)
		h.Send(0, model.Call{Unit: isa.TextureFixed, Address: block, Length: 3, Response: block, Tag: uint64(n % 256)})
	}
	h.Finish(10_000)
	return h.Cycle() - at, h.Counters().Updates[isa.TextureUnit] - sent
}

// stateScenario counts the words of state sent, with the shadow state and without it.
func stateScenario(tb *bench.TB, y *ioarbiter.System, e *unit.Env, c ioarbiter.Config) error {
	var rows [][]string
	type cost struct{ cycles, updates uint64 }
	var without []cost
	plain := c
	plain.Unshadowed = true
	texels := make([]uint32, 128)
	h := stimulus.NewSystem(tb.Reporter(), plain, stimulus.SmallStores, texels, stimulus.Delays{}, 1)
	for _, p := range statePatterns {
		cycles, updates := stateRun(h, p.object)
		without = append(without, cost{cycles, updates})
	}
	h = stimulus.DriveSystem(tb, y, c, stimulus.SmallStores, texels, stimulus.Delays{}, 1)
	for n, p := range statePatterns {
		cycles, updates := stateRun(h, p.object)
		rows = append(rows, row(p.what, stateRequests, updates, without[n].updates, cycles, without[n].cycles))
	}
	header := []string{"state objects of the requests", "requests", "words sent", "without shadow", "cycles", "without shadow"}
	e.Table(header, "LRRRRR", rows)
	same := rows[0]
	e.Result("%s requests with %s send %s word of state instead of %s, in %s cycles instead of %s", same[1], same[0], same[2], same[3], same[4], same[5])
	return nil
}
