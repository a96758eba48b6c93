// Package lib holds standard components and helpers in the language of
// [posedge/hdl]: queues, arbiters and counting networks.
package lib
