// Package stimulus draws the pixels, states and setups that the tests and scenarios
// of ropmask send. The same seed draws the same values.
package stimulus
