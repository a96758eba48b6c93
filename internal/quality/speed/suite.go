package speed

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/hdl/ir"
)

// Design is a design of the suite: it has no inputs but the reset, and one
// output of 64 bits, "checksum", beside what it may have for tests.
type Design struct {
	Name    string
	Summary string // one line
	New     func() (hdl.Component, error)
	// Quick says that the design is part of a quick comparison.
	Quick bool
	// Large says that a C++ compiler takes minutes for the design.
	Large bool
}

// Suite returns the designs in the order of the table; the units come last, without those that have no Speed.
func Suite(units []unit.Block) []Design {
	plain := func(f func() hdl.Component) func() (hdl.Component, error) {
		return func() (hdl.Component, error) { return f(), nil }
	}
	list := []Design{
		{Name: "lfsr", Summary: "256 linear feedback shift registers", New: plain(func() hdl.Component { return newLFSRBank(256) })},
		{Name: "crossbar", Summary: "8 sources to 8 sinks through queues and round-robin arbiters", New: plain(func() hdl.Component { return newCrossbar(8) })},
		{Name: "fir", Summary: "FIR filter of 64 taps", New: plain(func() hdl.Component { return newFIR(64) })},
		{Name: "sha256", Summary: "4 chains of SHA-256 hashes, a round a cycle", New: plain(func() hdl.Component { return newSHABank(4) })},
		{Name: "rv32i", Summary: "RV32I core that sorts and computes CRCs", Quick: true, New: plain(func() hdl.Component { return newRV32I(sortProgram()) })},
		{Name: "idle", Summary: "64 units of which one works in one cycle of sixteen", New: plain(func() hdl.Component { return newIdle(64) })},
		{Name: "fma", Summary: "8 multiply-adds of fp32, a result each in every cycle", New: plain(func() hdl.Component { return newFMABank(8) })},
		{Name: "memory", Summary: "16 banks of 4096 words, each read and written in every cycle", New: plain(func() hdl.Component { return newMemories(16, 12) })},
	}
	for _, nodes := range []int{1000, 3000, 10000, 30000, 100000, 300000} {
		list = append(list, Design{
			Name:    fmt.Sprintf("mesh_%d", nodes),
			Summary: fmt.Sprintf("grid of cells, about %d nodes", nodes),
			New:     plain(func() hdl.Component { return newMesh(nodes) }),
			Quick:   nodes == 1000,
			Large:   nodes >= 100000,
		})
	}
	for _, b := range units {
		if b.Speed.New != nil {
			list = append(list, Design{Name: b.Name, Summary: b.Speed.Summary, New: b.Speed.New})
		}
	}
	return list
}

// Find returns the design of that name; the error lists the names, or says what a unit without a design lacks.
func Find(units []unit.Block, name string) (Design, error) {
	var names []string
	for _, d := range Suite(units) {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	if slices.ContainsFunc(units, func(b unit.Block) bool { return b.Name == name }) {
		return Design{}, fmt.Errorf("unit %s has no design to measure; give Speed of its Block() a Summary and a New, "+
			"as docs/examples/block.go does with blocks/unit/harness", name)
	}
	return Design{}, fmt.Errorf("no design %q; known designs: %s", name, strings.Join(names, ", "))
}

// measurable refuses a design whose ports the simulators would not know what to do with.
func measurable(top *ir.Module) error {
	for _, p := range top.DataPorts() {
		if p.Kind == ir.Input {
			return fmt.Errorf("a design to measure has no input but the reset, and this one has %s; stimulate it inside", p.Name)
		}
	}
	isChecksum := func(p *ir.Signal) bool { return p.Name == "checksum" && p.Width == 64 }
	if !slices.ContainsFunc(top.DataPorts(), isChecksum) {
		return errors.New(`a design to measure has an output "checksum" of 64 bits (Checksum in Go); make it with harness.Fold`)
	}
	return nil
}

// elaborate builds the design.
func (d Design) elaborate() (*hdl.Design, error) {
	c, err := d.New()
	if err == nil {
		var built *hdl.Design
		if built, err = hdl.Elaborate(c); err == nil {
			err = measurable(built.Top)
		}
		if err == nil {
			return built, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", d.Name, err)
}

func itoa(i int) string { return strconv.Itoa(i) }
