// Package stimulus drives ropmask with random pixels, states and setups, and compares it with the model. The same seed
// gives the same run.
package stimulus
