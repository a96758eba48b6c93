// Package stimulus draws random states and requests for the connector and for its fixed-function units, and has benches
// that compare them with their models.
package stimulus
