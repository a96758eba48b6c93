// Package ioarbiter is the input output connector of patent US9019284: one connector through which N programmable
// processors (SMs) use M fixed-function units by requests in their memories, connected anew for each request.
package ioarbiter
