// Package combineripu is the combiner IPU of US8004523: it stores the state words of register combiners that an old
// driver writes, drains the shader when they change, allocates registers, and generates the shader program that does
// what the combiners did.
//
// [Unit] has the raster stream, the program stream and the instruction stream; [System] is a unit with a small [Shader].
// A [Config] says how many program states are stored, whether registers are remapped, and which of the patent's
// embodiments and which lane there is.
//
// Package isa has the state words and the instructions. Package model is the unit in plain Go. Package assembler turns a
// program into one for castalu. Package stimulus has random program states, and stimulus/driver turns GL's calls into
// register loads.
//
// A pixel or a load passes in each cycle; from the last old pixel to the first new one, k changed words and n stages take
// k + n + 7 cycles if a program state is free. For an iCE40 Yosys makes about 16 200 LUT4 and 4 400 flip-flops of a unit
// with two program states, most of them to store its words.
//
// How a combiner becomes instructions, and how registers are remapped, the patent does not say; docs/combineripu.md
// states the rules and says of each decision whose it is.
package combineripu
