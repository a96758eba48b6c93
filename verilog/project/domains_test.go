package project

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir/irtest"
)

// Every clock has its constraint.
func TestEveryClockIsConstrained(t *testing.T) {
	g := gaps{Project: Project{Name: "x", Top: irtest.Crossing().Module, Megahertz: 100}}
	for _, name := range []string{"clock.sdc.tmpl", "clock.xdc.tmpl"} {
		text := g.fill(name)
		assert.Contains(t, text, "create_clock -name a_clk -period 10 [get_ports a_clk]")
		assert.Contains(t, text, "create_clock -name b_clk -period 10 [get_ports b_clk]")
	}
}
