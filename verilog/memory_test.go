package verilog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

// What the three collision modes of a 512x8 memory cost on iCE40. "Forbidden" is
// bare block RAM; the others are golden for the Yosys that they were measured
// with.
func TestCostOfCollisionModes(t *testing.T) {
	edatest.Need(t, "yosys")
	const measured = "Yosys 0.23"
	var table strings.Builder
	fmt.Fprintf(&table, "%s, synth_ice40, 512x8, one write and one registered read port\n%-12s %5s %4s %5s\n", measured, "mode", "LUTs", "FFs", "BRAMs")
	for _, mode := range []ir.ReadMode{ir.ReadFirst, ir.WriteFirst, ir.Forbidden} {
		top := designs.RAM(mode, 8, 512, 9)
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		s, err := eda.Synth(t.Context(), eda.ICE40, top.Name, files)
		require.NoError(t, err)
		fmt.Fprintf(&table, "%-12s %5d %4d %5d\n", mode, s.LUTs, s.FFs, s.BRAMs)
		assert.Equal(t, 1, s.BRAMs, mode)
		if mode == ir.Forbidden {
			assert.Equal(t, eda.Stats{BRAMs: 1}, s, "forbidden collisions need no logic")
		}
	}
	version, err := eda.Version(t.Context(), "yosys")
	require.NoError(t, err)
	if !strings.HasPrefix(version, measured+" ") {
		t.Logf("not compared, this is %s:\n%s", version, table.String())
		return
	}
	golden := filepath.Join("testdata", "memory_modes.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(table.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), table.String())
}

// byteEnables is a memory of 32 bits of which bytes are written.
func byteEnables(name string, mode hdl.ReadMode) *pair {
	return newPair(name, 32, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(32), 1024)
		mem.WriteMasked(c.A.Slice(9, 0), c.B.Bits, c.A.Slice(13, 10))
		c.Y.Set(mem.ReadReg("data", c.A.Slice(23, 14), c.A.Bit(31), mode))
		c.Z.Set(0)
		hdl.Unused(c.A)
	})
}

// A write mask is the byte enable of a block RAM: with an array for each byte it
// took four RAMB18 and four DP16KD.
func TestLongAMaskIsTheByteEnableOfABlockRAM(t *testing.T) {
	long.Only(t)
	for _, mode := range []hdl.ReadMode{hdl.ReadFirst, hdl.Forbidden} { // Yosys 0.23 finds none in write-first
		got, _ := cells(t, top(t, byteEnables("bytes", mode)), "synth_xilinx -family xc7 -flatten")
		assert.Equal(t, 1, got["RAMB36E1"], "%v: %v", mode, got)
		assert.Zero(t, got["RAMB18E1"], mode)
	}
	got, _ := cells(t, top(t, byteEnables("bytes", hdl.Forbidden)), "synth_ecp5")
	assert.Equal(t, 2, got["DP16KD"], got)
}

func TestAMaskIsTheTemplateThatToolsKnow(t *testing.T) {
	files, err := verilog.Export(top(t, byteEnables("bytes", hdl.Forbidden)), verilog.Options{})
	require.NoError(t, err)
	assert.Contains(t, string(files[0].Content), "    if (a[11]) mem[a[9:0]][15:8] <= b[15:8];")
}

// Lanes agree in our simulator, Icarus and Verilator: of one word written twice in
// a cycle, of bundles, and of single bits.
func TestMaskedWritesAgree(t *testing.T) {
	twice := func(name string, mode hdl.ReadMode) *pair {
		return newPair(name, 72, func(c *pair, m *hdl.Module) {
			type word struct{ Low, High hdl.Bits }
			mem := hdl.NewMem(m, "mem", word{hdl.Width(9), hdl.Width(63)}, 6)
			data := hdl.Unflatten(word{hdl.Width(9), hdl.Width(63)}, c.B.Bits)
			mem.WriteMasked(c.A.Slice(2, 0), data, c.A.Slice(15, 8))
			m.If(c.A.Bit(16), func() { mem.WriteMasked(c.A.Slice(5, 3), word{data.Low.Not(), data.High}, c.B.Not()) })
			m.If(c.A.Bit(17), func() { mem.WriteMasked(c.A.Slice(2, 0), data, c.A.Bit(18)) })
			c.Y.Set(hdl.Flatten(mem.ReadReg("data", c.A.Slice(21, 19), c.A.Bit(22), mode)))
			c.Z.Set(hdl.Flatten(mem.Read(c.A.Slice(5, 3))))
			hdl.Unused(c.A)
		})
	}
	agree(t, recorded(t, byteEnables("bytes_read_first", hdl.ReadFirst), 2000, 1), recorded(t, byteEnables("bytes_write_first", hdl.WriteFirst), 2000, 2),
		recorded(t, twice("twice_read_first", hdl.ReadFirst), 2000, 3), recorded(t, twice("twice_write_first", hdl.WriteFirst), 2000, 4))
}
