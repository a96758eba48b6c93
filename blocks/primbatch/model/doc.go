// Package model is what primitive batching must do, in plain Go, written from US9589310 and the tables of OpenGL 4.6.
//
// A [Model] draws whole primitives and knows nothing of batches. A [Twin] is the driver: it cuts what an application sends
// into batches. [Batches] draws these one by one, and must come to what the model draws. The values that they take and
// make, such as [Item] and [Primitive], are also the beats of the hardware's streams as Go values.
package model
