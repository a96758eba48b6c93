package ir

import "slices"

// Branch is one way through an [If] or [Switch]: the statement and the arm
// that was taken.
type Branch struct {
	Stmt Stmt
	// Else is the arm of an If whose condition is 0, or of a Switch none of whose
	// cases applies.
	Else bool
	// Case is the index of the case that was taken, for a Switch if Else is not set.
	Case int
}

// Hole says that a combinational signal is not set on some path.
type Hole struct {
	Signal *Signal
	// Path leads to a place where no Set of Signal applies, outer branch
	// first; it is empty if Signal is never set.
	Path []Branch
}

// Holes returns the combinational signals of m that are not set on all paths,
// in declaration order.
func Holes(m *Module) []Hole {
	paths := map[*Signal]*fork{}
	set := setOnAllPaths(m.Body, nil, paths)
	var holes []Hole
	m.AllSignals(func(s *Signal) {
		if s.Kind.Combinational() && !set[s] {
			holes = append(holes, Hole{Signal: s, Path: paths[s].branches()})
		}
	})
	return holes
}

// fork is a branch inside others; nil is the body of the module.
type fork struct {
	Branch
	outer *fork
}

// branches lists the path to f, outer branch first.
func (f *fork) branches() []Branch {
	var list []Branch
	for ; f != nil; f = f.outer {
		list = append(list, f.Branch)
	}
	slices.Reverse(list)
	return list
}

// setOnAllPaths returns the signals that body sets on all paths, and notes in paths,
// for a signal that a branch sets and its sibling does not, the path to the sibling.
func setOnAllPaths(body []Stmt, at *fork, paths map[*Signal]*fork) map[*Signal]bool {
	all := map[*Signal]bool{}
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			all[s.Target] = true
		case *If:
			merge(all, at, paths,
				arm{Branch{Stmt: s}, s.Then}, arm{Branch{Stmt: s, Else: true}, s.Else})
		case *Switch:
			var arms []arm
			for i, c := range s.Cases {
				arms = append(arms, arm{Branch{Stmt: s, Case: i}, c.Body})
			}
			if !s.Exhaustive() {
				arms = append(arms, arm{Branch{Stmt: s, Else: true}, s.Default})
			}
			merge(all, at, paths, arms...)
		}
	}
	return all
}

type arm struct {
	branch Branch
	body   []Stmt
}

func merge(all map[*Signal]bool, at *fork, paths map[*Signal]*fork, arms ...arm) {
	sets := make([]map[*Signal]bool, len(arms))
	count := map[*Signal]int{}
	for i, a := range arms {
		sets[i] = setOnAllPaths(a.body, &fork{a.branch, at}, paths)
		for s := range sets[i] {
			count[s]++
		}
	}
	for s, n := range count {
		if n == len(arms) {
			all[s] = true
			continue
		}
		if _, known := paths[s]; known || all[s] {
			continue
		}
		for i, a := range arms {
			if !sets[i][s] {
				paths[s] = &fork{a.branch, at}
				break
			}
		}
	}
}
