// Package mutant breaks the project on purpose, one place at a time, and asks
// the tests to notice. A [Mutant] is a fault that somebody could make: a text of
// a source file and what stands there instead. [Run] builds the tests with the
// changed file laid over the true one (go test -overlay), so that nothing in
// the sources knows of it.
package mutant
