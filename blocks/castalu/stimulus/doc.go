// Package stimulus feeds castalu: random instructions and programs, and benches that send them to an arithmetic unit or a
// processor and compare what comes back with package model.
package stimulus
