// Package isa defines the numbers and words that hardware and model of ropmask share: the words that a driver writes,
// with their fields; masks and colours; the formats of render targets and the layout of a texel; and the functions and
// factors of blending. It has no hardware and no behaviour of the unit.
package isa
