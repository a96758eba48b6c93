package compiler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"posedge/internal/text"
)

// manyWebs is the number of webs beyond which an allocation that fits is not improved any
// further, to save time.
const manyWebs = 500

// allocate assigns registers to all webs, and components to all values. The error says why
// limit registers do not suffice.
func (d *draft) allocate(limit int) error {
	if len(d.inputs) > limit {
		return fmt.Errorf("castalu: the shader has %s, each of which needs a register, but a thread has %s; declare inputs as vectors, or use fewer",
			text.Count(len(d.inputs), "input"), text.Count(limit, "register"))
	}
	d.lives()
	var webs []*web
	from := map[*web]int{}
	for _, v := range d.values {
		if at, ok := from[v.web]; !ok {
			webs = append(webs, v.web)
			from[v.web] = v.from
		} else {
			from[v.web] = min(at, v.from)
		}
	}
	pinned := func(w *web) int {
		if w.register != free {
			return 0
		}
		return 1
	}
	best := 0
	for k, before := range []func(a, b *web) int{
		func(a, b *web) int { return from[a] - from[b] },
		func(a, b *web) int { return len(b.values) - len(a.values) },
		func(a, b *web) int { return b.widest() - a.widest() },
	} {
		if k > 0 && best <= limit && len(webs) > manyWebs {
			break
		}
		slices.SortStableFunc(webs, func(a, b *web) int {
			if n := pinned(a) - pinned(b); n != 0 {
				return n
			}
			return before(a, b)
		})
		if p := pack(webs); k == 0 || p.count < best {
			best = p.count
			p.keep()
		}
	}
	d.registers = best
	if best > limit {
		return d.tooMany(limit)
	}
	for _, v := range d.values {
		v.web.register = v.register
	}
	return nil
}

// widest estimates how many components of a web are live at the same time: those with a
// fixed place.
func (w *web) widest() int {
	n := 1
	for _, v := range w.values {
		n = max(n, v.place+1)
	}
	return n
}

// A packing assigns registers and components to values.
type packing struct {
	at    map[*value][2]int // register and component
	count int               // number of registers
}

// pack puts each web into the first register that has room for it.
func pack(webs []*web) packing {
	p := packing{map[*value][2]int{}, 0}
	var registers [][4][]*value
	for _, w := range webs {
		for r := max(w.register, 0); ; r++ {
			for len(registers) <= r {
				registers = append(registers, [4][]*value{})
			}
			at, ok := fit(w.values, nil, func(k int, v *value) bool { return slices.ContainsFunc(registers[r][k], v.meets) })
			if !ok {
				continue
			}
			for n, v := range w.values {
				p.at[v] = [2]int{r, at[n]}
				registers[r][at[n]] = append(registers[r][at[n]], v)
			}
			p.count = max(p.count, r+1)
			break
		}
	}
	return p
}

func (p packing) keep() {
	for v, at := range p.at {
		v.register, v.at = at[0], at[1]
	}
}

// tooMany is an error that says where most components are live, and which values live longest.
func (d *draft) tooMany(limit int) error {
	steps := d.all()
	change := map[int]int{} // of the number of live components, by time
	for _, v := range d.values {
		change[v.from]++
		change[v.to+1]--
	}
	var worst *step
	most, now, time := 0, 0, -1
	for _, s := range steps {
		for ; time <= s.reads(); time++ {
			now += change[time]
		}
		if now > most {
			worst, most = s, now
		}
	}
	var alive []*value
	for _, v := range d.values {
		if v.from <= worst.reads() && worst.reads() <= v.to && v.name != "" {
			alive = append(alive, v)
		}
	}
	slices.SortStableFunc(alive, func(a, b *value) int { return (b.to - b.from) - (a.to - a.from) })
	var names []string
	for _, v := range alive {
		name, _, _ := strings.Cut(v.name, ".")
		if !slices.Contains(names, name) && len(names) < 5 {
			names = append(names, name)
		}
	}
	message := fmt.Sprintf("castalu: the shader needs %s, but a thread has %d; at %s, %s are live at the same time",
		text.Count(d.registers, "register"), limit, worst.what(), text.Count(most, "component"))
	if len(names) > 0 {
		message += ", longest " + strings.Join(names, ", ")
	}
	return errors.New(message + "; compute values closer to their use, or split the shader into passes")
}
