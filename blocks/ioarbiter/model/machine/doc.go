// Package machine is the request expander in plain Go: it runs the microcode of a macro, and says which requests the
// macro makes and how it ends.
package machine
