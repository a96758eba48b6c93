// Package float has number formats, and components for them:
// arithmetic, comparison and functions in the binary formats of IEEE
// 754-2008, and casts between these and integer, fixed-point and
// normalised formats.
//
// Every operation is a component with valid/ready streams and a number of
// pipeline stages from 0, which is combinational, to as many as it has steps.
// Rounding is to nearest even or toward zero, and subnormals are kept or
// flushed, as the [Mode] with each operand says. There is one NaN, a quiet one,
// with all bits below the sign set: 0x7FFFFFFF in binary32 and 0x7FFF in
// binary16. Exceptions are not flagged.
//
// The Dual functions and [CastAmong] are datapaths for several formats, to be
// built into a pipeline of the caller.
//
// The references of package float/ref share no code with the components.
package float
