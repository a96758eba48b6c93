// Package scenario drives ropmask for the command line: the worked tables of
// the patent, random pixels, and a G-buffer that is rendered through the
// hardware into pictures.
package scenario
