package lib_test

import (
	"slices"
	"testing"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/internal/long"
)

const page = "../../docs/lib.md"

// quickRows are the rows of the table of costs that every test run measures.
var quickRows = []string{"NewFIFO(8 bits, 16, RegisteredOutput)", "NewRoundRobin(8 bits, 4)", "Rank(16 bits)", "NewLFSR(16, 1)"}

// costs is the table in docs/lib.md.
func costs() edatest.Costs {
	list := edatest.Costs{
		Page:    page,
		Begin:   "| component | LUT4 | FF | block RAM | levels |\n|---|---|---|---|---|\n",
		Remake:  "go test ./hdl/lib -run Costs -update writes it again, with POSEDGE_LONG=1 every row",
		Update:  golden.Update(),
		Figures: func(s eda.Stats) []int { return []int{s.LUTs, s.FFs, s.BRAMs, s.Levels} },
	}
	for _, p := range parts() {
		list.Parts = append(list.Parts, edatest.CostPart{Name: "`" + p.name + "`", Components: []hdl.Component{p.make()}, Quick: slices.Contains(quickRows, p.name)})
	}
	return list
}

// The table of costs in docs/lib.md is what Yosys reports now: the quick rows in every test run, the others in the long
// one.
func TestCostsAreAsDocumented(t *testing.T) { costs().Check(t, true) }

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costs().Check(t, false)
}
