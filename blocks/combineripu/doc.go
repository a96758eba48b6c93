// Package combineripu is the combiner IPU of US8004523: it stores the state words of register combiners that an old
// driver writes, drains the shader when they change, allocates registers, and generates the shader program that does
// what the combiners did.
//
// How a combiner becomes instructions, and how registers are remapped, the patent does not say; docs/combineripu.md
// states the rules and says of each decision whose it is.
package combineripu
