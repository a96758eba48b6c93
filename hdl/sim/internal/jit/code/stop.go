package code

import "posedge/hdl/sim/internal/jit/word"

// Stop ends a run of the code before it stores anything else: where When, of 32 bits,
// is not 0, the run does Store and returns. What only the store needs is computed there.
type Stop struct {
	When  word.ID
	Store Store
}

// item returns the stop as an item, which must be the first.
func (s *Stop) item() item {
	return item{group: &group{cond: s.When, then: []item{{store: &s.Store, ends: true}}}}
}

// stops reports whether the item is a stop.
func (i *item) stops() bool {
	return i.group != nil && len(i.group.then) == 1 && i.group.then[0].ends
}

// UntilStop is how many of the functions must have run before it is known whether the
// program stops: 0 if it never does. They store nothing but temporary values.
func (p *Plan) UntilStop() int {
	for k := range p.steps {
		if it := p.steps[k].item; it != nil {
			if it.stops() {
				return int(p.part[k]) + 1
			}
			return 0 // a stop is the first item
		}
	}
	return 0
}
