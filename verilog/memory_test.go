package verilog_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/internal/long"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// A memory whose collisions are forbidden is bare block RAM.
func TestForbiddenCollisionsNeedNoLogic(t *testing.T) {
	edatest.Need(t, "yosys")
	top := designs.RAM(ir.Forbidden, 8, 512, 9)
	files, err := verilog.Export(top, verilog.Options{})
	require.NoError(t, err)
	s, err := eda.Synth(t.Context(), eda.ICE40, top.Name, files)
	require.NoError(t, err)
	assert.Equal(t, eda.Stats{BRAMs: 1}, s)
}

// What the three collision modes of a 512x8 memory cost on iCE40, golden for the Yosys
// that they were measured with.
func TestLongCostOfCollisionModes(t *testing.T) {
	long.Only(t)
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
	}
	version, err := eda.Version(t.Context(), "yosys")
	require.NoError(t, err)
	if !strings.HasPrefix(version, measured+" ") {
		t.Logf("not compared, this is %s:\n%s", version, table.String())
		return
	}
	golden.Check(t, "testdata/memory_modes.txt", table.String())
}

// byteEnables is a memory of 32 bits of which bytes are written.
func byteEnables(name string, mode hdl.ReadMode) *pair {
	return kindOfMemory(name, 1024, mode, func(c *pair, _ *hdl.Module, mem *hdl.Mem[hdl.Bits], addr hdl.Bits) {
		mem.WriteMasked(addr, c.B.Bits, c.A.Slice(13, 10))
	})
}

// kindOfMemory is a memory of 32 bits that write writes at an address of up to ten bits.
func kindOfMemory(name string, depth int, mode hdl.ReadMode, write func(c *pair, m *hdl.Module, mem *hdl.Mem[hdl.Bits], addr hdl.Bits), options ...hdl.MemOption) *pair {
	return newPair(name, 32, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(32), depth, options...)
		write(c, m, mem, c.A.Truncate(mem.AddrWidth()))
		c.Y.Set(mem.ReadReg("data", c.A.Slice(13+mem.AddrWidth(), 14), c.A.Bit(31), mode))
		c.Z.Set(0)
		hdl.Unused(c.A, c.B)
	})
}

// kindsOfMemory are memories of every kind of write and every mode of the read.
func kindsOfMemory(depth int, options ...hdl.MemOption) []*pair {
	type memory = *hdl.Mem[hdl.Bits]
	writes := map[string]func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits){
		"whole": func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits) {
			m.If(c.A.Bit(24), func() { mem.Write(addr, c.B.Bits) })
		},
		"masked": func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits) {
			m.If(c.A.Bit(24), func() { mem.WriteMasked(addr, c.B.Bits, c.A.Slice(28, 25)) })
		},
		"otherwise": func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits) {
			other := m.Reg("other", 1)
			m.If(c.A.Bit(24), func() { other.Set(1) }).Else(func() { mem.WriteMasked(addr, c.B.Bits, c.A.Slice(28, 25)) })
			hdl.Unused(other)
		},
		"chosen": func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits) {
			other := m.Reg("other", 1)
			m.Switch(c.A.Slice(25, 24)).Case(0, func() { other.Set(1) }).Cases([]int{1, 3}, func() { mem.Write(addr, c.B.Bits) })
			hdl.Unused(other)
		},
		"either": func(c *pair, m *hdl.Module, mem memory, addr hdl.Bits) {
			m.If(c.A.Bit(24), func() { mem.Write(addr, c.B.Bits) }).ElseIf(c.A.Bit(25), func() { mem.Write(addr, c.B.Not()) })
		},
	}
	var list []*pair
	for _, name := range slices.Sorted(maps.Keys(writes)) {
		for _, mode := range []hdl.ReadMode{hdl.ReadFirst, hdl.WriteFirst, hdl.Forbidden} {
			list = append(list, kindOfMemory(fmt.Sprintf("%s_%s_%d", name, mode, depth), depth, mode, writes[name], options...))
		}
	}
	return list
}

// mapped are the cells of each of the memories after the passes, which keep the
// hierarchy.
func mapped(t *testing.T, kinds []*pair, passes string) map[string]map[string]int {
	t.Helper()
	got, took := cellsByModule(t, top(t, newPair("kinds", kinds[0].A.Width(), func(c *pair, m *hdl.Module) {
		y := c.A.Bits
		for i, k := range kinds {
			u := hdl.Instance(m, fmt.Sprint("u", i), k)
			u.A.Set(c.A)
			u.B.Set(c.B)
			y = y.Xor(u.Y.Xor(u.Z))
		}
		c.Y.Set(y)
		c.Z.Set(0)
	})), passes)
	t.Logf("%s: %v", passes, took)
	return got
}

// Memories of every kind are block RAM on both families: those read write-first were
// not where the write had a mask, or was anywhere but in the If of its conditions.
func TestEveryKindOfMemoryIsBlockRAM(t *testing.T) {
	got := mapped(t, kindsOfMemory(256, hdl.NoInit()), "synth_ice40 -noflatten -run begin:map_ffram")
	for _, k := range kindsOfMemory(256) {
		assert.Equal(t, 2, got[k.name]["SB_RAM40_4K"], "%s is %v", k.name, got[k.name])
	}
	of := func(kinds []*pair) []*pair { // the others are in the long test
		return slices.DeleteFunc(kinds, func(k *pair) bool {
			return !strings.Contains(k.name, "masked") && k.name != "either_write_first_256"
		})
	}
	got = mapped(t, of(kindsOfMemory(256, hdl.NoInit())), "synth_xilinx -family xc7 -run prepare:map_ffram") // the library that begin reads takes seconds
	for _, k := range of(kindsOfMemory(256)) {
		assert.Equal(t, 1, got[k.name]["RAMB18E1"], "%s is %v", k.name, got[k.name])
	}
}

// And so are larger ones with contents, whatever the passes do behind the memories. A
// write mask is the byte enable of a block RAM: with an array for each byte it took four
// RAMB18 and four DP16KD, and read write-first 31 203 LUT4 and 32 800 FF on iCE40.
func TestLongEveryKindOfMemoryIsBlockRAM(t *testing.T) {
	long.Only(t)
	got := mapped(t, kindsOfMemory(1024), "synth_ice40 -noflatten")
	for _, k := range kindsOfMemory(1024) {
		assert.Equal(t, 8, got[k.name]["SB_RAM40_4K"], "%s is %v", k.name, got[k.name])
		assert.Less(t, got[k.name]["SB_LUT4"], 110, "%s is %v", k.name, got[k.name])
	}
	got = mapped(t, kindsOfMemory(1024), "synth_xilinx -family xc7")
	for _, k := range kindsOfMemory(1024) {
		assert.Equal(t, 1, got[k.name]["RAMB36E1"], "%s is %v", k.name, got[k.name])
		assert.Zero(t, got[k.name]["RAMB18E1"], k.name)
	}
	bytes, _ := cells(t, top(t, byteEnables("bytes", hdl.Forbidden)), "synth_ecp5")
	assert.Equal(t, 2, bytes["DP16KD"], bytes)
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
	var kinds []*replay.Bench
	for i, k := range kindsOfMemory(4) {
		if strings.Contains(k.name, hdl.WriteFirst.String()) {
			kinds = append(kinds, recorded(t, k, 500, uint64(5+i)))
		}
	}
	agree(t, append(kinds, recorded(t, byteEnables("bytes_read_first", hdl.ReadFirst), 2000, 1), recorded(t, byteEnables("bytes_write_first", hdl.WriteFirst), 2000, 2),
		recorded(t, twice("twice_read_first", hdl.ReadFirst), 2000, 3), recorded(t, twice("twice_write_first", hdl.WriteFirst), 2000, 4))...)
}
