// Package isa is what a program must know to use the IO connector: the operations with the words of their requests and
// responses, the formats of these words, the numbers of units and macros, and the statuses of acknowledgements. The
// units themselves are described in the package units below this one, the language of macros in microcode.
package isa
