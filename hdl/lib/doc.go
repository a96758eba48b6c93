// Package lib has standard components in the language of [posedge/hdl]: queues,
// registers, forks, joins, width converters and arbiters for valid/ready streams,
// shift registers and counters; and functions for combinational logic.
// docs/lib.md has their latencies and costs.
package lib
