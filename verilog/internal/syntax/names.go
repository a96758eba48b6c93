package syntax

import (
	"strconv"

	"posedge/hdl/ir"
)

// Names hands out the names of one module that the user did not give. They
// derive from what an expression feeds, never from a count over the module, so
// that an unrelated edit renames nothing.
//
// For each taken name it has the number from which to look for a free one when the
// name is wanted again; names are never given back.
type Names map[string]int

// Take marks a name that is the user's.
func (n Names) Take(name string) { n[name] = max(n[name], 2) }

// Has reports whether a name is taken.
func (n Names) Has(name string) bool { return n[name] > 0 }

// Fresh returns want, or want_2, want_3, … if it is taken.
func (n Names) Fresh(want string) string { return n.FreshBeside(want, nil) }

// FreshBeside is [Names.Fresh] with the names of other taken as well.
func (n Names) FreshBeside(want string, other Names) string {
	name, next := want, max(n[want], 2)
	for n.Has(name) || other.Has(name) || ir.Reserved(name) {
		name = want + "_" + strconv.Itoa(next)
		next++
	}
	n.Take(name)
	if other == nil && n.Has(want) {
		n[want] = next
	}
	return name
}
