package code

import "posedge/hdl/sim/internal/jit/word"

// What a branch must save, in operations. A branch that is not taken costs
// about 1.5 ns, as five operations do, and code for it compiles slowly.
const (
	minGroup = 8
	minArm   = 12
)

// maxRounds bounds how often branches are taken back: when one goes, others may
// have less in them.
const maxRounds = 8

// maxInline is how deep an expression may nest before a local holds a part of it.
const maxInline = 48

// maxCheap is how many operations are repeated at each use, one of them a load.
const maxCheap = 2

// region is a body and its depth. Region 0 is the whole program.
type region struct {
	parent int32
	depth  int32
	cost   int
}

// placement is where values are computed.
type placement struct {
	*Program
	omit  Omitted
	items []item
	// uses counts the places that name a value, after those that are computed
	// again at each use.
	uses []int32
	// local says that a value is computed once and kept, not at each use.
	local   []bool
	cheap   []uint8 // 0, or how many operations lie between a value and a load or local
	regions []region
	region  []int32              // of each value; -1 if nothing uses it
	arms    map[word.ID][2]int32 // regions of a choice that is a branch
	flat    map[word.ID]bool     // choices that are not worth it
}

// placed decides which groups and choices become branches.
func placed(p *Program, omit Omitted) *placement {
	items := p.items()
	if !omit[Groups] {
		items = p.grouped(items, 0, omit)
	}
	pl := &placement{Program: p, omit: omit, items: items, flat: map[word.ID]bool{}}
	pl.measure()
	for range maxRounds {
		pl.place()
		if !pl.dissolve() {
			return pl
		}
	}
	pl.place()
	return pl
}

// measure finds the values that are cheap enough to be computed again at each
// use: loads of state, and slices.
func (p *placement) measure() {
	p.cheap = make([]uint8, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		below := func() uint8 {
			if c := p.cheap[n.A]; c > 0 {
				return c
			}
			return 1
		}
		switch n.Op {
		case word.Const, word.Load:
			p.cheap[i] = 1
		case word.And, word.Shl, word.Shr, word.Xor:
			if p.Nodes[n.B].Op == word.Const {
				p.cheap[i] = below() + 1
			}
		case word.Wrap, word.Extend:
			p.cheap[i] = below() + 1
		}
		if p.cheap[i] > maxCheap {
			p.cheap[i] = 0
		}
	}
}

// place counts the uses and finds the regions of all values.
func (p *placement) place() {
	p.uses = make([]int32, len(p.Nodes))
	p.local = make([]bool, len(p.Nodes))
	p.region = make([]int32, len(p.Nodes))
	for i := range p.region {
		p.region[i] = -1
	}
	p.regions = []region{{parent: -1}}
	p.arms = map[word.ID][2]int32{}
	p.placeItems(p.items, 0)
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		x := word.ID(i)
		r := p.region[i]
		if r < 0 {
			continue
		}
		n := &p.Nodes[i]
		times := int32(1)
		switch {
		case n.Op == word.Const:
			continue
		case p.cheap[i] > 0:
			times = p.uses[i]
		case p.uses[i] > 1:
			p.local[i] = true
		}
		if n.Op != word.Load && p.cheap[i] == 0 {
			p.regions[r].cost++
		}
		if n.Op == word.Select && p.cheap[n.B]+p.cheap[n.C] < 4 && p.regions[r].depth < maxDepth && !p.omit[Arms] && !p.flat[x] {
			yes, no := p.newRegion(r), p.newRegion(r)
			p.arms[x] = [2]int32{yes, no}
			p.use(n.A, r, 1)
			p.use(n.B, yes, 1)
			p.use(n.C, no, 1)
			p.local[i] = true
			continue
		}
		p.Operands(x, func(o word.ID) { p.use(o, r, times) })
	}
	depth := make([]uint8, len(p.Nodes))
	for i := range p.Nodes {
		var d uint8
		p.Operands(word.ID(i), func(o word.ID) {
			if !p.local[o] {
				d = max(d, depth[o])
			}
		})
		depth[i] = d + 1
		if d >= maxInline && p.cheap[i] == 0 {
			p.local[i] = true
		}
	}
}

func (p *placement) newRegion(parent int32) int32 {
	p.regions = append(p.regions, region{parent: parent, depth: p.regions[parent].depth + 1})
	return int32(len(p.regions) - 1)
}

func (p *placement) placeItems(items []item, r int32) {
	for k := range items {
		items[k].values(func(x word.ID) { p.use(x, r, 1) })
		p.regions[r].cost++
		if g := items[k].group; g != nil {
			g.thenRegion, g.elsRegion = p.newRegion(r), p.newRegion(r)
			p.placeItems(g.then, g.thenRegion)
			p.placeItems(g.els, g.elsRegion)
		}
	}
}

func (p *placement) use(x word.ID, r int32, times int32) {
	p.uses[x] += times
	if p.region[x] < 0 {
		p.region[x] = r
	} else {
		p.region[x] = p.common(p.region[x], r)
	}
}

// common is the innermost region that holds both.
func (p *placement) common(a, b int32) int32 {
	for a != b {
		if p.regions[a].depth >= p.regions[b].depth {
			a = p.regions[a].parent
		} else {
			b = p.regions[b].parent
		}
	}
	return a
}

// inside reports whether region r is outer or lies in it.
func (p *placement) inside(r, outer int32) bool {
	for p.regions[r].depth > p.regions[outer].depth {
		r = p.regions[r].parent
	}
	return r == outer
}

// dissolve takes back the branches that save too little, and reports whether
// there were any.
func (p *placement) dissolve() bool {
	for i := len(p.regions) - 1; i > 0; i-- {
		p.regions[p.regions[i].parent].cost += p.regions[i].cost
	}
	found := false
	for x, arms := range p.arms {
		if max(p.regions[arms[0]].cost, p.regions[arms[1]].cost) < minArm {
			p.flat[x] = true
			found = true
		}
	}
	var flatten func(items []item) []item
	flatten = func(items []item) []item {
		var out []item
		for _, it := range items {
			g := it.group
			switch {
			case g == nil || it.stops():
				out = append(out, it)
			case p.regions[g.thenRegion].cost+p.regions[g.elsRegion].cost < minGroup:
				found = true
				out = append(out, g.plain...)
			default:
				g.then, g.els = flatten(g.then), flatten(g.els)
				out = append(out, it)
			}
		}
		return out
	}
	p.items = flatten(p.items)
	return found
}
