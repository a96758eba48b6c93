// Package scenario shows ropmask on the command line: the patent's worked tables, random pixels, and pictures of a G-buffer and
// of every blend mode, rendered by the hardware.
package scenario
