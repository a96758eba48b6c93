// Package ref states in plain Go, on exact rational numbers of math/big, what
// the operations of package float return. It shares no code with them: each is
// computed exactly and rounded once.
package ref
