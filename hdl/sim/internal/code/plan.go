package code

import "posedge/hdl/sim/internal/word"

// The size of a function, in operations and branches: compile time is linear
// in the first up to some thousands, and worse than linear in the second.
const (
	maxOperations = 1000
	maxBranches   = 90
)

// Plan is a program cut into functions.
type Plan struct {
	*placement
	steps []step
	part  []int32 // of each step of the program: the number of its function
	parts int

	home map[word.ID]int32 // of values that are kept: the function, if it is in the program's own body
	slot map[word.ID]uint32
	// late are the stores that wait for a reader, by the step after which they
	// are done.
	late   map[int][]*late
	lateOf map[int][]*late // the same, by the step that computes them
	ofItem map[*item]*late
	alloc  func(bytes int) uint32
}

// late is an item that computes its values at once and stores them later. Of a
// register that both arms of a group set, it stands for both.
type late struct {
	*item
	from, to int32  // functions
	hold     []temp // the values: of a store, or enable, address and data of each write
}

// temp holds a value: in a local, or in memory from function to function.
type temp struct {
	t     word.Type
	slot  uint32
	local uint32
}

// NewPlan plans a program. alloc returns the address of free bytes, which no
// state and no other plan that runs in the same cycle uses.
func NewPlan(p *Program, o Options, alloc func(bytes int) uint32) *Plan {
	pl := placed(p, o)
	items := pl.items
	if !o.NoOrder {
		items = pl.ordered(items)
	}
	x := &Plan{placement: pl, steps: pl.schedule(items), alloc: alloc,
		home: map[word.ID]int32{}, slot: map[word.ID]uint32{}, late: map[int][]*late{}, lateOf: map[int][]*late{}, ofItem: map[*item]*late{}}
	x.divide()
	x.cross()
	x.postpone()
	return x
}

// Empty reports whether there is nothing to do.
func (p *Plan) Empty() bool { return len(p.steps) == 0 }

// divide cuts the steps into functions.
func (p *Plan) divide() {
	p.part = make([]int32, len(p.steps))
	operations, branches := 0, 0
	for k := range p.steps {
		o, b := p.weight(p.steps[k : k+1])
		if operations > 0 && (operations+o > maxOperations || branches+b > maxBranches) {
			p.parts++
			operations, branches = 0, 0
		}
		operations += o
		branches += b
		p.part[k] = int32(p.parts)
		if x := p.steps[k].value; x != word.None {
			p.home[x] = int32(p.parts)
		}
	}
	if len(p.steps) > 0 {
		p.parts++
	}
}

func (p *Plan) weight(steps []step) (operations, branches int) {
	count := func(x word.ID) {
		if n := &p.Nodes[x]; !p.local[x] && n.Op != word.Const {
			operations++
		}
	}
	walk(steps, func(s *step) {
		p.expressions(s, count)
		operations++
		if s.branches() {
			branches++
		}
		if s.item != nil {
			for _, w := range s.item.writes {
				if w.Enable != word.None {
					branches++
				}
			}
		}
	}, func(s *step) { p.results(s, count) })
	return operations, branches
}

// cross gives the values that another function uses a place in memory.
func (p *Plan) cross() {
	for k := range p.steps {
		use := func(x word.ID) {
			if home, ok := p.home[x]; ok && home != p.part[k] {
				if _, ok := p.slot[x]; !ok {
					p.slot[x] = p.alloc(8)
				}
			}
		}
		walk(p.steps[k:k+1], func(s *step) { p.expressions(s, use) }, func(s *step) { p.results(s, use) })
	}
}

// postpone finds the items that change state before its last reader.
func (p *Plan) postpone() {
	type moment struct{ time, step int }
	last := map[int32]moment{} // when a piece of state is last read
	time := 0
	changed := map[*item]moment{}
	var order []*item
	for k := range p.steps {
		load := func(x word.ID) {
			p.Reads(x, func(state int32) { last[state] = moment{time, k} })
		}
		walk(p.steps[k:k+1], func(s *step) {
			time++
			if s.item != nil && len(s.item.writes) > 1 {
				// The later ones read what the first has changed.
				changed[s.item] = moment{time, k}
				order = append(order, s.item)
				time++
			}
			p.expressions(s, load)
			if s.item != nil && s.item.group == nil && len(s.item.writes) <= 1 {
				changed[s.item] = moment{time, k}
				order = append(order, s.item)
			}
		}, func(s *step) {
			time++
			p.results(s, load)
		})
	}
	held := map[int32]*late{}
	early := map[int32]bool{} // state that some item changes too early
	for _, it := range order {
		it.changes(func(state int32) {
			early[state] = early[state] || last[state].time > changed[it].time
		})
	}
	for _, it := range order {
		it.changes(func(state int32) {
			if !early[state] {
				return
			}
			read, now := last[state], changed[it]
			if l := held[state]; it.store != nil && l != nil {
				p.ofItem[it] = l // the other arm of a group
				return
			}
			l := &late{item: it, from: p.part[now.step], to: p.part[max(read.step, now.step)]}
			it.held(p.Graph, func(t word.Type) { l.hold = append(l.hold, temp{t: t}) })
			if l.from != l.to {
				for i := range l.hold {
					l.hold[i].slot = p.alloc(8)
				}
			}
			at := max(read.step, now.step)
			p.late[at] = append(p.late[at], l)
			p.lateOf[now.step] = append(p.lateOf[now.step], l)
			p.ofItem[it] = l
			held[state] = l
		})
	}
}

// held calls f with the types of what a late item keeps.
func (i *item) held(g *word.Graph, f func(word.Type)) {
	if i.store != nil {
		f(g.Nodes[i.store.Value].T)
	}
	for _, w := range i.writes {
		f(word.I32) // enable
		f(word.I32) // address
		for _, v := range w.Values {
			f(g.Nodes[v].T)
		}
	}
}
