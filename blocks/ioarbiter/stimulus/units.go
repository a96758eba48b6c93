package stimulus

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
)

// unitsInGo are fixed-function units in Go at the ports of a connector. They compare each request with the model's: those
// of SMs arrive in order, and so do those of macros, but the two sequences may be merged in any way. At each request, the
// unit's state must be the request's, and only words that differ may have been sent.
type unitsInGo struct {
	e      *Environment
	models []model.Unit
	list   []*unitPort
}

type unitPort struct {
	unit      isa.Unit
	state     []uint32 // as sent
	updates   int      // words sent since the last request
	known     []uint32 // the state at the last request
	responses *bench.Driver
	direct    []issue // expected requests of SMs, and of macros
	expanded  []issue
	places    map[[2]int]bool // how many of each may have arrived
	count     uint64          // words of state in all
}

type issue struct {
	state   []uint32
	request *big.Int
}

// newUnits makes the units of a connector, with models of their own, apart from those in the environment's model.
func newUnits(e *Environment, ports []ioarbiter.UnitPort, models []model.Unit, delays Delays, rng *rand.Rand) *unitsInGo {
	u := &unitsInGo{e: e, models: models}
	for k, port := range ports {
		p := &unitPort{unit: e.Model.ABI.Units[k], responses: bench.Drive(e.TB, port.Responses, delays.Gap), places: map[[2]int]bool{{0, 0}: true}}
		p.state, p.known = make([]uint32, p.unit.StateWords), make([]uint32, p.unit.StateWords)
		u.list = append(u.list, p)
		state := bench.Collect[stateBeat](e.TB, port.State, 0)
		state.When(func() bool { return p.responses.Waiting() == 0 && rng.Float64() >= delays.Stall })
		state.Each(func(b stateBeat) { u.update(p, b) })
		requests := bench.Collect[big.Int](e.TB, port.Requests, delays.Stall)
		requests.Each(func(x big.Int) { u.request(k, p, new(big.Int).Set(&x)) })
		e.ends = append(e.ends, end{atUnits, requests}, end{atAnswers, p.responses})
	}
	e.Model.Issued = func(i model.Issue) {
		p := u.list[i.Unit]
		x := issue{i.State, pack(p.unit.Request, i.Request)}
		if i.Macro {
			p.expanded = append(p.expanded, x)
		} else {
			p.direct = append(p.direct, x)
		}
	}
	return u
}

type stateBeat struct {
	Index uint64
	Data  uint32
}

// pack is a unit's request or response as the bits at its port.
func pack(list isa.Fields, values model.Values) *big.Int {
	x, low := new(big.Int), 0
	for _, f := range list {
		v := new(big.Int).SetUint64(values[f.Path])
		x.Or(x, v.Lsh(v, uint(low)))
		low += f.Width
	}
	return x
}

// unpack is the inverse of pack.
func unpack(list isa.Fields, x *big.Int) model.Values {
	values, low := model.Values{}, 0
	for _, f := range list {
		v := new(big.Int).Rsh(x, uint(low))
		values[f.Path] = v.And(v, new(big.Int).SetUint64(1<<f.Width-1)).Uint64()
		low += f.Width
	}
	return values
}

func (u *unitsInGo) update(p *unitPort, b stateBeat) {
	switch {
	case int(b.Index) >= len(p.state):
		u.e.Reporter().Fatalf("cycle %d: %s: its state has no word %d", u.e.Cycle(), p.unit.Name, b.Index)
	case p.state[b.Index] == b.Data:
		u.e.Reporter().Fatalf("cycle %d: %s: word %d of its state is sent, but has not changed", u.e.Cycle(), p.unit.Name, b.Index)
	}
	p.state[b.Index] = b.Data
	p.updates++
	p.count++
}

func (u *unitsInGo) request(k int, p *unitPort, x *big.Int) {
	p.accept(u, x)
	differ := 0
	for n, w := range p.state {
		if w != p.known[n] {
			differ++
		}
	}
	// A request without records updates the state too, and does not arrive here, so there may be more updates.
	if p.updates < differ {
		u.e.Reporter().Fatalf("cycle %d: %s: %d words of its state differ, but %d were sent", u.e.Cycle(), p.unit.Name, differ, p.updates)
	}
	p.updates, p.known = 0, slices.Clone(p.state)
	p.responses.Send(pack(p.unit.Response, u.models[k].Do(slices.Clone(p.state), unpack(p.unit.Request, x))))
}

// accept compares a request with those that may arrive next. It keeps track of every way in which the two sequences may
// have been merged so far.
func (p *unitPort) accept(u *unitsInGo, x *big.Int) {
	is := func(list []issue, k int) bool {
		return k < len(list) && list[k].request.Cmp(x) == 0 && slices.Equal(list[k].state, p.state)
	}
	next := map[[2]int]bool{}
	for at := range p.places {
		if is(p.direct, at[0]) {
			next[[2]int{at[0] + 1, at[1]}] = true
		}
		if is(p.expanded, at[1]) {
			next[[2]int{at[0], at[1] + 1}] = true
		}
	}
	if len(next) == 0 {
		for at := range p.places {
			if at[0] < len(p.direct) {
				u.e.Reporter().Errorf("a request of an SM is expected: %x in state %x", p.direct[at[0]].request, p.direct[at[0]].state)
			}
			if at[1] < len(p.expanded) {
				u.e.Reporter().Errorf("a request of a macro is expected: %x in state %x", p.expanded[at[1]].request, p.expanded[at[1]].state)
			}
		}
		u.e.Reporter().Fatalf("cycle %d: %s: request %x in state %x is not expected", u.e.Cycle(), p.unit.Name, x, p.state)
	}
	p.places = next
	if len(next) == 1 { // drop the requests that have arrived
		for at := range next {
			p.direct, p.expanded = p.direct[at[0]:], p.expanded[at[1]:]
		}
		p.places = map[[2]int]bool{{0, 0}: true}
	}
}
