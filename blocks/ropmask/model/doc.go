// Package model is ropmask in plain Go, written from the text of US8922555: it computes what becomes of a pixel,
// without clock cycles. [Unit] is the output map, and [Framebuffer] is the output map with render targets behind it.
// The hardware must agree with both in every bit.
//
// The package also has the beats of the unit's streams as Go values, for test
// benches. They have the fields of the beats in package ropmask.
package model
