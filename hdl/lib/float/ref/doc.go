// Package ref computes in plain Go, by exact rational numbers of math/big, what
// the operations of package float return. It shares no code with them: each result
// is computed exactly and rounded once.
package ref
