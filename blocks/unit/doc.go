// Package unit describes a unit of blocks/ to the command line and to the tools: its variants, its scenarios, its
// commands and its design for the speed suite. A unit fills in an [Of], which makes its [Block], and [posedge/blocks.All]
// lists it.
//
// The types are separate from the list because a unit imports the types and the list imports every unit.
package unit
