// Package stimulus drives castalu: random instructions and programs, and benches that send them to an arithmetic unit or
// a processor and compare the results with package model.
package stimulus
