package scenario

import (
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

// workedCase is a worked table of the patent: a state, and the pixel that is output in it.
type workedCase struct {
	Title string
	State model.State
}

// row is the result for one vector or target of a case.
type row struct {
	Slot    int // the vector in MRT mode, else the target
	Target  int
	Enables isa.Mask
	Format  isa.Mask
	Update  isa.Mask // the component update mask from the selection logic
	First   string   // the registers that the target receives: "r0 – r2 d"
	Second  string   // those of the second source
}

// masks parses the masks in this file.
func masks(text string) isa.Masks {
	m, err := isa.ParseMasks(text)
	if err != nil {
		panic(err)
	}
	return m
}

func state(outputMap, enables, formats string, targets int) model.State {
	s := model.State{
		Draw:       model.Draw{OutputMap: isa.OutputMapWord(masks(outputMap)), CtSelect: isa.CtSelectWord(targets, isa.IdentitySelect())},
		FormatMask: masks(formats),
	}
	for t, m := range masks(enables) {
		s.CtWrite[t] = isa.CtWriteWord(m)
	}
	return s
}

// mrtCase is the MRT table: eight vectors with the identity select, or with vectors 0 and 6 swapped.
func mrtCase(swap bool) workedCase {
	s := state("1110 1100 0000 0001 0000 0100 0101 1101",
		"1110 1111 1111 1011 1111 0001 1111 1000",
		"1111 1111 1111 1111 1111 1111 0000 1111", 8)
	s.MrtEnable, s.CtMrtEnable = true, true
	title := "MRT, identity select"
	if swap {
		// The masks in the table belong to the target to which a vector goes.
		targets := isa.IdentitySelect()
		targets[0], targets[6] = 6, 0
		s.CtSelect = isa.CtSelectWord(8, targets)
		s.CtWrite[0], s.CtWrite[6] = s.CtWrite[6], s.CtWrite[0]
		s.FormatMask[0], s.FormatMask[6] = s.FormatMask[6], s.FormatMask[0]
		title = "MRT, vector 0 to target 6 and vector 6 to target 0"
	}
	return workedCase{title, s}
}

// nonMRTCase is the non-MRT table: vector 0 to every target.
func nonMRTCase() workedCase {
	return workedCase{"non-MRT: vector 0 to all targets", state("1110",
		"1011 1111 0001 1111 1000 1110",
		"1111 0000 1110 0001 1110 1111", 6)}
}

// dualSourceCase is the dual-source table: vectors 0 and 1 to every target.
func dualSourceCase() workedCase {
	s := state("1110 1111",
		"1011 1111 0001 1111 1000 1110",
		"1111 0000 1111 1111 1111 1111", 6)
	s.DualSource = 0x3f
	return workedCase{"dual source: vectors 0 and 1 to all targets", s}
}

// blendCases are the three component update masks with and without blending.
func blendCases() []workedCase {
	make := func(title string, blend, blendable uint8) workedCase {
		s := state("1001 1011 0000", "1111 1110 1111", "1110 1111 1111", 3)
		s.MrtEnable, s.CtMrtEnable = true, true
		s.Blend, s.Blendable, s.AlphaAffectsColor = blend, blendable, 0xff
		return workedCase{title, s}
	}
	return []workedCase{
		make("no blending", 0, 0xff),
		make("the first two targets blend", 0b011, 0xff),
		make("the first two targets blend, the first alone is blendable", 0b011, 0b001),
	}
}

// value is the value of component k of vector v in the worked tables: all differ.
func value(v, k int) uint32 { return 0x3f000000 + uint32(v<<8+k) }

// allVectors are the eight vectors of a pixel, regardless of the output map.
func allVectors() []model.Vector {
	var list []model.Vector
	for v := range isa.Vectors {
		x := model.Vector{Index: v}
		for k := range x.Color {
			x.Color[k] = value(v, k)
		}
		list = append(list, x)
	}
	return list
}

// run sends the case's pixel and reads the table off the writes that the targets receive: each value is printed as the
// shader register in which it is found. Any earlier pixels must have left the unit.
func (c workedCase) run(h *stimulus.Harness) []row {
	h.Reporter().Helper()
	start := h.Peek("shader.store_start")
	var received []model.TargetWrite
	var targets []int
	h.OnWrite = func(t int, w model.TargetWrite) {
		targets, received = append(targets, t), append(received, w)
	}
	result := h.Send(c.State, allVectors())
	h.Until(1000, "the table's last write", h.Done)
	h.Ticks(16)

	registers := registerNames(h, int(start), len(result.Registers))
	route := selection(h.Reporter(), c.State)
	var rows []row
	for slot := range c.State.TargetCount() {
		row := row{Slot: slot, Target: slot, Update: route.Slots[slot].Update, First: model.Nothing, Second: model.Nothing}
		if result.Mode == model.MRT {
			row.Target = c.State.Target(slot)
		}
		row.Enables, row.Format = c.State.WriteEnable(row.Target), c.State.FormatMask[row.Target]
		for i, t := range targets {
			if t == row.Target {
				row.First = print(received[i].Mask, received[i].Color, h.Model.Default, registers)
				if result.Mode == model.DualSourceMode && received[i].Second != (isa.Color{}) {
					row.Second = print(received[i].Mask, received[i].Second, h.Model.Default, registers)
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// routeValue is a [ropmask.Route] as a Go value.
type routeValue struct {
	Mrt   bool
	Slots [isa.Targets]struct {
		Target    int
		Mask      isa.Mask
		Generated isa.Mask
		Update    isa.Mask
		Dual      bool
	}
	Second isa.Mask
}

// selection returns the selection logic's result for a state.
func selection(r bench.Reporter, s model.State) routeValue {
	r.Helper()
	logic := ropmask.NewSelection()
	tb := bench.New(r, logic)
	tb.Set(logic.State, s)
	var route routeValue
	tb.Read(logic.Route, &route)
	return route
}

// print shows received components: the register with the value, d for the default, and a dash for a component that is not
// written.
func print(mask isa.Mask, color, def isa.Color, registers map[uint32]string) string {
	var list []string
	for k, v := range color {
		switch name, known := registers[v]; {
		case !mask.Has(k):
			list = append(list, "–")
		case known:
			list = append(list, name)
		case v == def[k]:
			list = append(list, "d")
		default:
			list = append(list, fmt.Sprintf("?%08x", v))
		}
	}
	return strings.Join(list, " ")
}

// registerNames maps the contents of n registers of the shader's ring to their names in the pixel, whose r0 is the first.
func registerNames(h *stimulus.Harness, first, n int) map[uint32]string {
	h.Reporter().Helper()
	names := map[uint32]string{}
	for i := range n {
		at := (first + i) % ropmask.Registers
		bank, err := h.Sim().DumpMemory(fmt.Sprintf("shader.registers%d", at%isa.Components))
		if err != nil {
			h.Reporter().Fatalf("%v", err)
		}
		names[uint32(bank[at/isa.Components])] = fmt.Sprintf("r%d", i)
	}
	return names
}
