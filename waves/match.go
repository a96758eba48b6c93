package waves

import "strings"

// Match returns the signals of a name or a pattern, in the order of declaration.
// In a pattern "*" stands for any characters but a dot, "**" for any characters,
// "?" for one. Scopes on the left may be left out: of all signals that match so,
// those count for which the fewest are, the outermost.
//
//	count       the outermost signal of that name
//	queue.*     the signals of the instance queue
//	dut.**      all signals inside dut
func (f *File) Match(pattern string) []*Signal { return match(f.signals, pattern) }

func match(list []*Signal, pattern string) []*Signal {
	var found []*Signal
	fewest := -1
	for _, s := range list {
		// The scopes are cut off one by one: a name may have dots itself.
		scopes := s.scopes()
		rest := s.Path()
		for omitted := 0; fewest < 0 || omitted <= fewest; omitted++ {
			if glob(pattern, rest) {
				if omitted != fewest {
					fewest, found = omitted, nil
				}
				found = append(found, s)
				break
			}
			if omitted == len(scopes) {
				break
			}
			rest = rest[len(scopes[omitted])+1:]
		}
	}
	return found
}

// scopes are the names of the scopes of a signal, the outermost first.
func (s *Signal) scopes() []string {
	depth := 0
	for m := s.module; m != nil; m = m.parent {
		depth++
	}
	list := make([]string, depth)
	for m := s.module; m != nil; m = m.parent {
		depth--
		list[depth] = m.Name
	}
	return list
}

// glob matches without going back further than to the last star, so that its
// time is at most the product of the lengths.
func glob(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return pattern == name
	}
	type place struct{ p, n int }
	var deep, flat *place // where the last "**" and the last "*" may take one more
	p, n := 0, 0
	for {
		switch {
		case strings.HasPrefix(pattern[p:], "**"):
			p += 2
			deep, flat = &place{p, n}, nil
			continue
		case p < len(pattern) && pattern[p] == '*':
			p++
			flat = &place{p, n}
			continue
		case p == len(pattern) && n == len(name):
			return true
		case p < len(pattern) && n < len(name) && (pattern[p] == name[n] || pattern[p] == '?'):
			p, n = p+1, n+1
			continue
		}
		switch {
		case flat != nil && flat.n < len(name) && name[flat.n] != '.':
			flat.n++
			p, n = flat.p, flat.n
		case deep != nil && deep.n < len(name):
			deep.n++
			flat = nil
			p, n = deep.p, deep.n
		default:
			return false
		}
	}
}
