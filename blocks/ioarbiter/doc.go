// Package ioarbiter is the input output connector of patent US9019284: one connector through which 2 to 8 programmable
// processors, the SMs, use fixed-function units by requests in their memories, connected anew for each request.
//
// [Connector] has the SMs on one side and the ports of units on the other; [System] is a connector with the raster, texture,
// depth and surface units of the packages below this one, which know nothing of it. A [Config] says how many SMs there
// are, how deep the queues, and which units and operations there are: a unit is a descriptor, from which the connector
// builds its interface. The operations, their words and the microcode are in isa, the whole of it in plain Go is in
// model, and random requests to the units are in stimulus.
//
// A word of a block a cycle passes the connector if the units are ready. For
// an iCE40 Yosys makes, in the graphics configuration, about 18 000 LUT4, 15 000 flip-flops and 42 block RAMs of 4 Kbit
// of a connector for 2 SMs, and 19 300 LUT4 and 15 700 flip-flops of one for 8; its units with 16×16 pixels are 13 300
// LUT4 more.
// docs/ioarbiter.md has the ABI, the cost of each part, and why nothing waits for ever.
package ioarbiter
