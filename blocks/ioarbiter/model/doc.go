// Package model is the IO connector in plain Go, written from the text of the patent: [Model] is a connector, and [Raster],
// [Texture], [Depth] and [Surface] are its fixed-function units. Each carries out one request at a time and returns its
// result, without timing. The request expander, instruction by instruction, is in the package machine.
package model
