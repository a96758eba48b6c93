// Package engine has the interfaces through which the simulator runs a netlist, and
// the layout of the frames that both sides use.
package engine

import "posedge/hdl/sim/internal/netlist"

// Engine turns a netlist into something that runs. An engine has no state.
type Engine interface {
	// Name is the engine's name on a command line.
	Name() string
	// Compile is called once for each program. The netlist is not modified
	// afterwards. without names passes of the engine to leave out; it ignores
	// names that it does not know.
	Compile(n *netlist.Netlist, without map[string]bool) (Code, error)
}

// Code is a compiled netlist, shared by any number of machines in parallel.
type Code interface {
	// New returns a machine whose inputs, registers and memories are 0.
	New() Machine
}

// Machine is the state of one running design, in one goroutine. Inputs,
// outputs, registers, memories and signals have the indices of the netlist;
// a value is read and written in words of 64 bits, the least significant
// first, and has zeros above its width. A Machine trusts its caller:
// sim.Simulation has checked every index and value.
type Machine interface {
	SetInput(i, word int, v uint64)
	// Output, Signals and Settle see the logic settled for the current inputs and
	// state. Output and Signals are valid after Settle, until something changes.
	Settle()
	Output(i, word int) uint64
	// Signals puts all signals into a frame: see [FrameOf].
	Signals(dst []byte)
	// Run runs n cycles: settle, then the edges of the domains in edges[0], in the next
	// cycle those in edges[1], and after the last from the first again. It returns the
	// number of cycles done and -1, or stops before the edge at which a collision or a
	// failing check of the netlist applies, and returns its index in Netlist.Stops.
	// While armed it stops first if the net of Netlist.Until is 1, and returns
	// len(Netlist.Stops).
	Run(n int, edges []netlist.Edges) (done, stop int)
	// Arm says whether Run and Trace watch Netlist.Until. A new machine is not
	// armed.
	Arm(on bool)
	// Trace is Run for as many of n cycles as fit, at least one, with a frame of
	// each in succession. They are valid until the next call.
	Trace(n int, edges []netlist.Edges) (frames []byte, done, stop int)

	Input(i, word int) uint64
	Register(i, word int) uint64
	SetRegister(i, word int, v uint64)
	Memory(i, addr, word int) uint64
	// TakeState copies inputs, registers and memories of a machine of the same
	// engine, whose netlist has the same ones.
	TakeState(from Machine)
	SetMemory(i, addr, word int, v uint64)
}

// RingFrames is how many frames a machine keeps in one call of Trace: about as
// many as fit in a cache.
func RingFrames(size int) int { return max(1, min(1024, 1<<16/max(size, 1))) }
