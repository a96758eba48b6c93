// Package stimulus draws random states, requests and words for the fixed-function units, and has benches that run the
// units against their models. The random requests of a whole connector are in the package scenario, with its environment.
package stimulus
