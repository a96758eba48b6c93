package code

import "posedge/hdl/sim/internal/jit/word"

// Program is what one run of the code does. Loads see the state before the run.
type Program struct {
	*word.Graph
	Stop   *Stop // or nil
	Stores []Store
	Writes []Write
}

// Store puts a value at a fixed address, in Size bytes, or in as many as its type
// has if Size is 0. State is the number of the piece of state there, which
// loads name too, or [word.NoState] if no load reads it; state has no Size.
type Store struct {
	Value word.ID
	Addr  uint32
	Size  int
	State int32
}

// Write puts values into an array if Enable, of 32 bits, is not 0, or always if it
// is [word.None]. The addresses are Base, counted from the beginning of all
// arrays, plus Addr, and 8 more for each further value. Size is the
// number of bytes of a value; it may be less than its type has. Writes of one
// State happen in their order.
type Write struct {
	Enable, Addr word.ID
	Base         uint32
	Size         int
	Values       []word.ID
	State        int32
}

// item is one thing that a body does besides computing values: a store, the
// writes of one array, or a group of items under a condition.
type item struct {
	store  *Store
	ends   bool // the run returns after the store
	writes []Write
	group  *group
}

// group does then where cond is not 0, else els. plain is the same without
// the group; a stop has none.
type group struct {
	cond      word.ID
	then, els []item
	plain     []item

	thenRegion, elsRegion int32
}

// values calls f with every value that the item itself uses, as often as it
// does, not those in the bodies of a group.
func (i *item) values(f func(word.ID)) {
	if i.store != nil {
		f(i.store.Value)
	}
	for k := range i.writes {
		i.writes[k].values(f)
	}
	if i.group != nil {
		f(i.group.cond)
	}
}

func (w *Write) values(f func(word.ID)) {
	if w.Enable != word.None {
		f(w.Enable)
	}
	for _, v := range w.Values {
		f(w.Addr)
		f(v)
	}
}

// items returns the program as items.
func (p *Program) items() []item {
	var list []item
	if p.Stop != nil {
		list = append(list, p.Stop.item())
	}
	for i := range p.Stores {
		list = append(list, item{store: &p.Stores[i]})
	}
	at := map[int32]int{}
	for _, w := range p.Writes {
		if k, ok := at[w.State]; ok {
			list[k].writes = append(list[k].writes, w)
			continue
		}
		at[w.State] = len(list)
		list = append(list, item{writes: []Write{w}})
	}
	return list
}
