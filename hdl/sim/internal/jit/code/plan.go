package code

import "posedge/hdl/sim/internal/jit/word"

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
	// finishAfter has the stores that wait for a reader, by the step after which
	// they are done.
	finishAfter map[*step][]*deferred
	beginAt     map[*step][]*deferred // the same, by the step that computes them
	ofItem      map[*item]*deferred
	alloc       func(bytes int) uint32
}

// NewPlan plans a program. alloc returns the address of free bytes, which no
// state and no other plan that runs in the same cycle uses.
func NewPlan(p *Program, omit Omitted, alloc func(bytes int) uint32) *Plan {
	pl := placed(p, omit)
	items, s := pl.items, pl.scheduler()
	if !omit[Order] {
		items = s.ordered(items, 0)
	}
	x := &Plan{placement: pl, steps: s.schedule(items, 0), alloc: alloc,
		home: map[word.ID]int32{}, slot: map[word.ID]uint32{}, finishAfter: map[*step][]*deferred{}, beginAt: map[*step][]*deferred{}, ofItem: map[*item]*deferred{}}
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
