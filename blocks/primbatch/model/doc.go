// Package model states in plain Go what primitive batching must do, written from US9589310 and the tables of OpenGL 4.6.
//
// A [Model] draws whole primitives and knows nothing of batches. A [Twin] is the driver: it cuts an application's primitives
// into batches. [Batches] draws these one by one, and must draw exactly what the model draws. Their inputs and outputs, such
// as [Item] and [Primitive], are also the Go values of the beats in the hardware's streams.
package model
