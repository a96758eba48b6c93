// Package mutant breaks the project on purpose, one place at a time, and expects
// the tests to notice. A [Mutant] is a fault that somebody could make: a text in a
// source file and its replacement. [Run] builds the tests with the changed file
// laid over the original (go test -overlay), so that the sources stay untouched.
package mutant
