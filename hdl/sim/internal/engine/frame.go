package engine

import (
	"posedge/hdl/sim/internal/netlist"
	"posedge/internal/frame"
)

// FrameOf lays out the signals of a netlist in a frame.
func FrameOf(n *netlist.Netlist) (at []int, size int) {
	var l frame.Layout
	for _, x := range n.Signals {
		at = append(at, l.Add(n.Nodes[x.Net].Width))
	}
	return at, l.Size()
}
