// Package model is the combiner IPU in plain Go. [Combine] computes the formulas of the register combiners without any
// instructions. [Translate] makes the program that the unit must send, and [Interpret] runs it. [Raster] predicts the
// packets that go to the shader.
package model
