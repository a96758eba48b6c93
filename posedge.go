// Package posedge is a register-transfer-level hardware model in Go, and the way into it.
//
//   - [posedge/hdl] is the language: a component is a struct of ports with one method that describes it. Standard
//     components are in [posedge/hdl/lib].
//   - [posedge/bench] drives a component tick by tick inside go test, and shows the waves when the test fails.
//   - [posedge/verilog] exports it, and [posedge/formal] proves its properties.
//   - [posedge/blocks/unit] describes a block to the command line, which is [Main]: it lists, runs, exports, checks and
//     measures the blocks that it is given. cmd/posedge is this function with the units of this project.
//
// A module of one's own has the command with a main of one call:
//
//	func main() { posedge.Main(blinker.Block()) }
package posedge

import (
	"posedge/blocks/unit"
	"posedge/internal/command"
)

// Main is the command posedge for these blocks, which posedge list shows in this order: it reads the arguments of the
// process, and exits with status 0 if all went well, 1 if something failed, and 2 if the command line is wrong. Two
// blocks of one name, or a block with the name of a command, are refused.
func Main(blocks ...unit.Block) { command.Main(blocks...) }
