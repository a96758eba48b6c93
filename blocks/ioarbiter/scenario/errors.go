package scenario

import (
	"fmt"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// mistake is a request with an error.
type mistake struct {
	what   string
	call   model.Call
	block  []uint32
	spoil  func(h *stimulus.System) // if not nil, injects an error elsewhere
	status isa.Status
}

// Addresses of the mistakes' blocks and responses, and numbers of state objects.
const (
	mistakeBlock, mistakeResponse = 0x100, 0x200
	goodObject, unreadableObject  = 1 * isa.ObjectWords, 2 * isa.ObjectWords
	noTexture                     = 3 * isa.ObjectWords
)

// Macros of the scenario, after the built-in ones.
const (
	endlessMacro = isa.ZOnlyMacro + 1 + iota
	meaninglessMacro
	missingMacro
)

func mistakes(c ioarbiter.Config) []mistake {
	at := func(unit, length int) model.Call {
		return model.Call{Unit: unit, Address: mistakeBlock, Length: length, Response: mistakeResponse}
	}
	sample := []uint32{goodObject, 0x180, 0x280}
	corner := []uint32{goodObject, isa.Float(0), isa.Float(0), isa.Float(2049), isa.Float(0), isa.Float(0), isa.Float(9), 0, 0}
	return []mistake{
		{"a unit that does not exist", at(len(c.Operations), 3), sample, nil, isa.UnknownUnit},
		{"no words", at(isa.TextureFixed, 0), sample, nil, isa.BadLength},
		{"65 words", at(isa.TextureFixed, 65), sample, nil, isa.BadLength},
		{"half a record", at(isa.TextureFixed, 2), sample, nil, isa.BadLength},
		{"a state pointer that is not a multiple of 16", at(isa.TextureFixed, 3), []uint32{goodObject + 1, 0, 0}, nil, isa.BadPointer},
		{"a state pointer past the end of memory", at(isa.TextureFixed, 3), []uint32{uint32(c.Objects) * isa.ObjectWords, 0, 0}, nil, isa.BadPointer},
		{"a state object that cannot be read", at(isa.TextureFixed, 3), []uint32{unreadableObject, 0, 0}, nil, isa.MemoryError},
		{"a parameter that cannot be read", at(isa.TextureFixed, 3), sample, func(h *stimulus.System) { h.Spoil(0, mistakeBlock+2, true, false) }, isa.MemoryError},
		{"a response that cannot be written", at(isa.TextureFixed, 3), sample, func(h *stimulus.System) { h.Spoil(0, mistakeResponse+1, false, true) }, isa.MemoryError},
		{"a state without a texture", at(isa.TextureFixed, 3), []uint32{noTexture, 0, 0}, nil, isa.UnitFault},
		{"a corner at 2049", at(isa.Triangle, 9), corner, nil, isa.UnitFault},
		{"a tile outside the depth buffer", at(isa.Depth, 8), []uint32{goodObject, 200, 0, 0, 0, 0, 1, 0}, nil, isa.UnitFault},
		{"a quad outside the surface", at(isa.SurfaceFill, 5), []uint32{goodObject, 200, 0, 1, 0}, nil, isa.UnitFault},
		{"a quad number that exceeds its field", at(isa.SurfaceFill, 5), []uint32{goodObject, 256, 0, 1, 1}, nil, isa.UnitFault},
		{"a tile number that exceeds its field", at(isa.DepthClear, 5), []uint32{goodObject, 0x300, 0, 1, 0}, nil, isa.UnitFault},
		{"a macro that is not loaded", at(missingMacro, 1), []uint32{goodObject}, nil, isa.MacroFault},
		{"a macro with too few parameters", at(isa.ClearMacro, 8), []uint32{goodObject, 0, 0, 0, 0, 0, 0, 0}, nil, isa.BadLength},
		{"an illegal instruction of microcode", at(meaninglessMacro, 1), []uint32{goodObject}, nil, isa.MacroFault},
		{"a macro that never ends", at(endlessMacro, 1), []uint32{goodObject}, nil, isa.MacroStopped},
	}
}

// bounded lowers the bound on the instructions of a macro, to keep the endless one short.
func bounded(c ioarbiter.Config) ioarbiter.Config {
	c.Bound = 1000
	return c
}

func newErrors(c ioarbiter.Config) (*ioarbiter.System, error) {
	return stimulus.NewSmallSystem(bounded(c))
}

// errorsScenario sends requests with errors, each followed by a correct one, which must succeed.
func errorsScenario(tb *bench.TB, y *ioarbiter.System, e *unit.Env, c ioarbiter.Config) error {
	var rows [][]string
	h := stimulus.DriveSystem(tb, y, bounded(c), stimulus.SmallStores, make([]uint32, 64), stimulus.Delays{}, 1)
	endless, err := microcode.Assemble("endless.s", "again: jump again", c.MicrocodeOperations())
	if err != nil {
		return err
	}
	end := c.Instructions - 2
	h.LoadMacro(endlessMacro, end, isa.MacroStopped, endless...)
	h.LoadMacro(meaninglessMacro, end+1, isa.MacroFault, 0)
	copy(h.Objects[goodObject/isa.ObjectWords].Words[:], units.TextureState{Width: 8, Height: 8}.Words())
	h.Objects[unreadableObject/isa.ObjectWords].Bad = true
	for n, x := range mistakes(c) {
		h.Store(0, mistakeBlock, x.block...)
		for k := range 16 {
			h.Spoil(0, mistakeBlock+k, false, false)
			h.Spoil(0, mistakeResponse+k, false, false)
		}
		if x.spoil != nil {
			x.spoil(h)
		}
		x.call.Tag = uint64(2 * n)
		wrong := h.Send(0, x.call)
		h.Store(0, 0x300, goodObject, 0x180, 0x280)
		right := h.Send(0, model.Call{Unit: isa.TextureFixed, Address: 0x300, Length: 3, Response: 0x300, Tag: uint64(2*n + 1)})
		h.Finish(10_000)
		if wrong.Status != x.status || right.Status != isa.OK {
			tb.Reporter().Errorf("%s: the status is %q, and that of the next request %q", x.what, wrong.Status, right.Status)
		}
		rows = append(rows, row(x.what, wrong.Status, wrong.Acked-wrong.Taken, right.Acked-right.Taken))
	}
	h.Read()
	e.Table([]string{"request", "status", "cycles", "cycles of the next"}, "LLRR", rows)
	fmt.Fprintln(e.Out, "cycles are from the grant to the acknowledgement; the next request is a texture sample")
	e.Result("%d requests with errors, each with its status; the request after each was carried out", len(rows))
	return nil
}
