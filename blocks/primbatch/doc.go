// Package primbatch cuts primitives of unknown length into batches that draw exactly as the whole, after US9589310.
//
// A [Driver] takes what an application sends between OpenGL's Begin and End, and sends it in batches that keep to limits of
// elements and vertices. A [Processor] draws batches, or primitives that never saw a driver, in 1, 2 or 4 pipeline lines,
// with vertex processing outside. [Outline] draws points, stippled lines and the boundaries of polygons. [Pipeline] is a
// processor with its outline, and [Unit] has a driver before them. All of their streams are in items, [Item], of methods,
// vertices and indices.
//
// This package is the hardware. Its words and their numbers are in package isa. Package model has the driver's twin in plain
// Go, and a model that draws whole primitives by OpenGL's tables: what comes out of the hardware is compared with them.
// Package stimulus makes random draws, and package scenario shows the unit.
//
// A driver takes at most n + 6 cycles for a batch of n elements, a processor an item a cycle.
//
// Where a batch ends, what is sent with it, and much else the patent leaves open; docs/primbatch.md states the rules and
// says of each decision whose it is.
package primbatch
