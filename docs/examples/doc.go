// Package examples holds small designs, each with the Verilog that it becomes:
// NAME.go and, in testdata, one file for each module. The standard library's
// FIFO and arbiter are exported here too.
package examples
