// Package ioarbiter is the input/output connector of patent US9019284, through which 2 to 8 programmable processors
// (SMs) use fixed-function units: an SM places a request in its memory, and the connector routes it to the unit it
// names.
//
// [Connector] has the SMs on one side and the ports of the units on the other; [System] is a connector with the raster,
// texture, depth and surface units of the packages below this one, which know nothing of it. A [Config] gives the
// number of SMs, the depth of the queues, and the units and operations: a unit is a descriptor, from which the
// connector builds its interface. The operations, their words and the microcode are in isa, a plain-Go model of the
// whole is in model, and random requests to the units are in stimulus.
//
// The connector takes a word of a block every cycle if the units are ready. As Yosys maps the graphics configuration to an
// iCE40, a connector for 2 SMs takes about 18 000 LUT4, 15 000 flip-flops and 42 block RAMs of 4 Kbit, and one for 8 SMs
// 19 300 LUT4 and 15 700 flip-flops; the units with 16×16 pixels add 13 300 LUT4. docs/ioarbiter.md has the ABI, the cost
// of each part, and the reasons why the connector cannot deadlock.
package ioarbiter
