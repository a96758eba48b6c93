// Package combineripu is the combiner IPU of US8004523. It stores the state words that an old driver writes for
// register combiners. When they change, it drains the shader, allocates registers, and generates a shader program that
// computes what the combiners would have.
//
// [Unit] has the raster stream, the program stream and the instruction stream; [System] is a unit with a small
// [Shader]. A [Config] sets how many program states are stored, whether registers are remapped, and which of the
// patent's embodiments and which lane the shader uses.
//
// Package isa defines the state words and the instructions. Package model is the unit in plain Go. Package assembler
// translates a program into one for castalu. Package stimulus provides random program states, and stimulus/driver turns
// GL calls into register loads.
//
// The unit passes one pixel or load per cycle. From the last old pixel to the first new one, k changed words and n
// stages take k + n + 7 cycles if a program state is free. On an iCE40, Yosys needs about 16 300 LUT4 and 4 400
// flip-flops for a unit with two program states, most of them to store its words.
//
// The patent does not say how a combiner becomes instructions, nor how registers are remapped; docs/combineripu.md
// states the rules, and where each decision comes from.
package combineripu
