package waves

import "posedge/internal/glob"

// Match returns the signals that match a name or a pattern, in the order of
// declaration. In a pattern "*" stands for any characters but a dot, "**" for
// any characters, "?" for one character. Scopes on the left may be left out:
// Match returns the outermost matches, with the fewest scopes left out.
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
			if glob.Match(pattern, rest) {
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
	for m := s.in; m != nil; m = m.parent {
		depth++
	}
	list := make([]string, depth)
	for m := s.in; m != nil; m = m.parent {
		depth--
		list[depth] = m.name
	}
	return list
}
