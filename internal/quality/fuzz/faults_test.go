package fuzz

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/outside"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// reconverging has a choice that both ports of another one read, and whose word is the other's condition.
type reconverging struct {
	C, Stop hdl.In
	Y       hdl.Out
}

func (r *reconverging) Describe(m *hdl.Module) {
	twice := m.Named("twice", hdl.Mux(r.Stop, 0, r.C.Repeat(2)))
	r.Y.Set(hdl.Mux(r.C, twice.Bit(0).ZeroExtend(3), hdl.Cat(twice.Bit(1), twice)))
}

// Where a pass of Yosys is known to change a design, the design does not fail; where the design differs, it does.
func TestAFaultOfOptMuxtreeIsNotTheDesigns(t *testing.T) {
	edatest.Need(t, "yosys", "iverilog")
	d, err := hdl.Elaborate(&reconverging{C: hdl.Input(1), Stop: hdl.Input(1), Y: hdl.Output(3)})
	require.NoError(t, err)
	rec := designs.Record(d.Top, 30, 1)
	run := func() outside.Run {
		b, err := replay.New(rec, verilog.Options{})
		require.NoError(t, err)
		return outside.Run{Top: rec.Top.Name, Replay: b}
	}
	for _, gates := range []bool{false, true} {
		assert.NoError(t, resynthesised(t.Context(), run(), gates))
	}
	_, disagreement := resynthesis(t.Context(), run(), eda.Netlist{})
	for _, gates := range []bool{false, true} {
		_, err = resynthesis(t.Context(), run(), eda.Netlist{Gates: gates, WithoutMuxtree: true})
		assert.NoError(t, err)
	}

	rec.Expected[3][0] ^= 1
	for _, gates := range []bool{false, true} {
		assert.ErrorContains(t, resynthesised(t.Context(), run(), gates), "after synthesis by Yosys: replay: icarus")
	}
	if disagreement == nil {
		t.Skip("this Yosys is newer than the fault: the exception has nothing to except")
	}
	assert.ErrorContains(t, disagreement, "disagrees with the recording")
}
