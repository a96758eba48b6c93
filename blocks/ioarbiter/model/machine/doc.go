// Package machine is the request expander in plain Go: it runs the microcode of a macro, and returns the requests that
// the macro makes and how it ends.
package machine
