package unit

import (
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/hdl"
)

// Block is a unit. [Of.Block] makes one.
type Block struct {
	Name    string // as in the package path
	Patent  string // "US8922555", or "" for a block of no patent
	License string // the SPDX identifier of its Verilog, or "" for none
	Summary string // one line
	Latency string // one line
	// Variants are the configurations that are built and checked; the first is
	// exported and run unless another one is named.
	Variants  []Variant
	Scenarios []Scenario
	// Commands are the unit's own: posedge NAME COMMAND.
	Commands []Command
	// Speed is the unit's design in the speed suite.
	Speed Speed
}

// Variant is one configuration of a block.
type Variant struct {
	Name    string // "l4_packed_once"
	Summary string // one line
	// New makes the component.
	New func() (hdl.Component, error)
	// Exercise runs the component with random stimulus and random stalls for at
	// least the given number of cycles, and checks its outputs.
	Exercise func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB
	// Large: Yosys would take more than a quarter of an hour, so posedge check skips
	// the synthesis.
	Large bool

	config any // for the scenarios of [Of]
}

// Speed is a design that stimulates a unit: it has no inputs but the reset, and one
// 64-bit output, "checksum". Package blocks/unit/harness has parts for such designs.
type Speed struct {
	Summary string // one line
	New     func() (hdl.Component, error)
}

// Scenario returns the scenario of that name.
func (b *Block) Scenario(name string) (Scenario, error) {
	return find(b.Name, "scenario", name, b.Scenarios, func(s Scenario) string { return s.Name })
}

// Variant returns the variant of that name, or the first for an empty name.
func (b *Block) Variant(name string) (Variant, error) {
	return variant(b.Name, name, b.Variants, func(v Variant) string { return v.Name })
}

// Command returns the command of that name.
func (b *Block) Command(name string) (Command, error) {
	return find(b.Name, "command", name, b.Commands, func(c Command) string { return c.Name })
}

// variant returns the variant of that name, or the first for an empty name.
func variant[T any](block, name string, list []T, nameOf func(T) string) (T, error) {
	if name == "" {
		return list[0], nil
	}
	return find(block, "variant", name, list, nameOf)
}

// find returns the entry of that name; the error lists the names.
func find[T any](block, kind, name string, list []T, nameOf func(T) string) (T, error) {
	var names []string
	for _, x := range list {
		if nameOf(x) == name {
			return x, nil
		}
		names = append(names, nameOf(x))
	}
	var none T
	if len(names) == 0 {
		return none, fmt.Errorf("%s has no %s %q, nor any other", block, kind, name)
	}
	return none, fmt.Errorf("%s has no %s %q; it has %s", block, kind, name, strings.Join(names, ", "))
}
