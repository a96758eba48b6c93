// Package ref computes the results of package float's operations in plain Go,
// with the exact rational numbers of math/big. It shares no code with them:
// each result is computed exactly and rounded once.
package ref
