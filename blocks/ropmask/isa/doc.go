// Package isa has the numbers and words that hardware and model of ropmask share:
// the words that a driver writes, with their fields; masks and colours; the
// formats of render targets and how a texel is laid out; and the functions and
// factors of blending. It has no hardware and no behaviour of the unit.
package isa
