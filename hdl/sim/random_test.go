package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/quality/fuzz"
)

// drawn returns n random designs in which no property and no collision stops a run.
func drawn(t *testing.T, n int) []*ir.Module {
	var list []*ir.Module
	for seed := uint64(1); len(list) < n; seed++ {
		d, err := hdl.Elaborate(fuzz.Generate(seed).Component())
		require.NoError(t, err)
		stops := false
		for _, m := range ir.Modules(d.Top) {
			for _, r := range m.Reads {
				stops = stops || r.Mode == ir.Forbidden
			}
			ir.Walk(m.Body, func(s ir.Stmt) {
				_, is := s.(*ir.Property)
				stops = stops || is
			})
		}
		if !stops {
			list = append(list, d.Top)
		}
	}
	return list
}
