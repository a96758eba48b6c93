package ropmask_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/hdl"
	"posedge/hdl/ir"
)

func TestElab(t *testing.T) {
	u, err := ropmask.New(ropmask.NewConfig(4, ropmask.PerTarget))
	require.NoError(t, err)
	d, err := hdl.Elaborate(u)
	require.NoError(t, err)
	for _, m := range ir.Modules(d.Top) {
		t.Log(m.Name, len(ir.Text(m)))
	}
	for _, n := range d.Notes {
		t.Log(n)
	}
}
