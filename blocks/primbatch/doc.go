// Package primbatch cuts primitives of unknown length into batches that draw exactly as the whole, after US9589310.
//
// A [Driver] takes the vertices that an application sends between OpenGL's Begin and End and sends them on in batches within
// limits of elements and vertices. A [Processor] draws batches, or whole primitives straight from an application, in 1, 2 or 4
// pipeline lines; vertex processing is outside. [Outline] draws points, stippled lines and the boundaries of polygons.
// [Pipeline] is a processor followed by an outline unit, and [Unit] puts a driver in front of them. Applications and drivers
// send streams of [Item]s: methods, vertices and indices.
//
// This package is the hardware. The addresses, fields and rules are in package isa. Package model has the driver's twin in
// plain Go, and a model that draws whole primitives by OpenGL's tables; the hardware is compared with both. Package stimulus
// makes random draws, and package scenario demonstrates the unit.
//
// A driver takes at most n + 6 cycles for a batch of n elements, and a processor takes an item per cycle.
//
// The patent leaves much open, such as where a batch ends and what is sent with it. docs/primbatch.md states the rules, and
// the source of each decision.
package primbatch
