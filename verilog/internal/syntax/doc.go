// Package syntax is what the printer of designs and that of replay benches share:
// how a vector is declared, where a long line is broken, and which names are free.
package syntax
