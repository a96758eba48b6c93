package primbatch

import (
	"fmt"

	"posedge/hdl"
)

// slotTable finds the record of an identifier in the batch being gathered. It is direct-mapped: an identifier whose line has
// since been taken by another one is not found.
//
// A line is live if its generation is the current one. As each batch begins, one line is invalidated, in rotation, so that no
// valid line is older than a full rotation. There are more generations than lines, so old and new ones never alias. After a
// reset all lines are invalidated, one per cycle: the memory may hold anything at power-on, and stale lines after later resets.
type slotTable struct {
	Ready      hdl.Out `doc:"1: the table has been cleared since the reset; results are meaningless before"`
	Take       hdl.In  `doc:"1: look the identifier up"`
	Identifier hdl.In  `doc:"the result follows in the next cycle"`
	Found      hdl.Out `doc:"1: it has a record"`
	Slot       hdl.Out `doc:"the number of that record"`
	Enter      hdl.In  `doc:"1: enter a record for the identifier looked up last; a look-up in the same cycle finds it"`
	Record     hdl.In  `doc:"its number"`
	Forget     hdl.In  `doc:"1: a new batch begins without records; a look-up in the same cycle is its first"`

	config Config
}

func newSlotTable(c Config) *slotTable {
	return &slotTable{
		Ready: hdl.Output(1), Take: hdl.Input(1), Identifier: hdl.Input(c.identifiers()), Found: hdl.Output(1), Slot: hdl.Output(c.slotBits()),
		Enter: hdl.Input(1), Record: hdl.Input(c.slotBits()), Forget: hdl.Input(1), config: c,
	}
}

// ModuleName is slot_table with the number of lines and the width of identifiers.
func (t *slotTable) ModuleName() string {
	return fmt.Sprintf("slot_table_n%d_i%d", t.config.tableLines(), t.config.identifiers())
}

// ModuleDoc describes the table in its Verilog.
func (t *slotTable) ModuleDoc() string {
	return fmt.Sprintf("Finds the records of identifiers in the batch being gathered: %d lines, direct-mapped, cleared by generation.", t.config.tableLines())
}

// tableLines is the number of lines of the table.
func (c Config) tableLines() int {
	if c.proved() {
		return 2 // cleared before the first index arrives, and few enough for identifiers to conflict
	}
	return 4 * c.Vertices
}

// slotLine is a line of the table.
type slotLine struct {
	Valid      hdl.Bits `width:"1"`
	Generation hdl.Bits `width:"generation"`
	Tag        hdl.Bits `width:"tag" doc:"the upper bits of the identifier"`
	Slot       hdl.Bits `width:"slot"`
}

// Describe builds the lines, the register of the identifier looked up, and the generation counter.
func (t *slotTable) Describe(m *hdl.Module) {
	c := t.config
	lineBits := hdl.IndexWidth(c.tableLines())
	generation, next := m.Reg("generation", hdl.CountWidth(c.tableLines())), m.Reg("next_invalid", lineBits)
	sweeping := m.Reg("sweeping", 1, hdl.ResetTo(1))
	clears := m.Named("clears", sweeping.Or(t.Forget))
	m.If(t.Forget, func() { generation.Set(generation.Add(1)) })
	m.If(clears, func() { next.Set(next.Add(1)) })
	m.If(next.Eq(c.tableLines()-1), func() { sweeping.Set(0) })
	t.Ready.Set(sweeping.Not())

	asked := m.Reg("asked", c.identifiers(), hdl.NoReset())
	m.If(t.Take, func() { asked.Set(t.Identifier) })
	line := func(id hdl.Bits) hdl.Bits { return id.ZeroExtend(max(id.Width(), lineBits)).Truncate(lineBits) }
	tag := hdl.Const(1, 0)
	if c.identifiers() > lineBits {
		tag = asked.Slice(c.identifiers()-1, lineBits)
	}
	shape := hdl.Shape[slotLine](hdl.Widths{"generation": generation.Width(), "tag": tag.Width(), "slot": c.slotBits()})
	lines := hdl.NewMem(m, "lines", shape, c.tableLines(), hdl.NoInit())
	m.If(clears.Or(t.Enter), func() {
		entered := slotLine{hdl.Const(1, 1), generation, tag, t.Record.Bits}
		lines.Write(hdl.Mux(clears, next, line(asked)), hdl.MuxOf(clears, hdl.Unflatten(shape, hdl.Const(hdl.WidthOf(shape), 0)), entered))
	})
	found := lines.ReadReg("found_line", line(t.Identifier.Bits), t.Take, hdl.WriteFirst)
	t.Found.Set(found.Valid.And(found.Generation.Eq(generation)).And(found.Tag.Eq(tag)))
	t.Slot.Set(found.Slot)
}
