package combineripu

import (
	"fmt"
	"testing"
	"time"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/internal/long"
)

// storageHarness states the properties of control storage with one stage. It follows any bit of any word that both read
// ports return.
type storageHarness struct {
	Load                   hdl.InOf[loadBits]
	Write, Next, Allocated hdl.In
	Mark                   hdl.InOf[mark] `doc:"free: selects the bit, in the first cycle"`

	config Config
}

// mark picks one bit of the words that a read port returns for a step of a set.
type mark struct {
	At   Position
	Word hdl.Bits `width:"3" doc:"IN_RGB, IN_ALPHA, OUT_RGB, OUT_ALPHA; FINAL0, FINAL1, -, -, the constants"`
	Bit  hdl.Bits `width:"5"`
}

func (c Config) mark() mark {
	return hdl.Shape[mark](hdl.Widths{"set": c.setWidth(), "stage": c.stageWidth()})
}

func newStorageHarness(sets int) *storageHarness {
	c := Config{Sets: sets, Stages: 1}
	return &storageHarness{
		Load: hdl.InputOf(commonShapes().Load), Write: hdl.Input(1), Next: hdl.Input(1), Allocated: hdl.Input(1),
		Mark: hdl.InputOf(c.mark()), config: c,
	}
}

func (h *storageHarness) Describe(m *hdl.Module) {
	c, n := h.config, h.config.Sets
	s := hdl.Instance(m, "dut", newControlStorage(c))
	s.Load.Set(h.Load.Data)
	s.Write.Set(h.Write)
	s.Next.Set(h.Next)
	s.Allocated.Set(h.Allocated)
	load := h.Load.Data
	m.Assume("write_or_next", h.Write.And(h.Next).Not())

	current := s.Current.Bits
	next := hdl.Const(current.Width(), 0)
	if n > 1 {
		next = current.Add(1)
	}
	expectedSet := m.Reg("expected_current", current.Width()) // the expected current set
	expectedSet.Set(hdl.Mux(h.Next, next, current))
	m.Assert("next_is_current", current.Eq(expectedSet))
	dirty := m.Reg("dirty", 1, hdl.ResetTo(1))
	m.If(h.Write.And(s.Changed), func() { dirty.Set(1) }).ElseIf(h.Allocated, func() { dirty.Set(0) })
	m.Assert("dirty_since_a_change", s.Dirty.Eq(dirty))

	// The bit: of any set at one port, of the current set at the other.
	started, marked := m.Reg("started", 1), hdl.RegOf(m, "marked", c.mark())
	started.Set(1)
	m.If(started.Not(), func() { hdl.Set(marked, h.Mark.Data) })
	m.Assume("not_before", implies(started.Not(), h.Write.Or(h.Next).Not()))
	final := marked.At.Stage.Eq(c.Stages)
	m.Assume("a_word", marked.Word.Lt(hdl.Mux(final, hdl.Const(3, 6), hdl.Const(3, 4))).And(final.And(marked.Word.Eq(2).Or(marked.Word.Eq(3))).Not()))
	s.Allocating.Set(marked.At)
	s.Emulating.Set(Position{current, marked.At.Stage})
	bit := func(w StepWords) hdl.Bits {
		return hdl.Select(marked.Word, append(w.Words[:], w.Constants[:]...)).At(marked.Bit)
	}
	followed, now := m.Named("followed_bit", bit(s.AllocatingWords.Data)), m.Named("current_bit", bit(s.EmulatingWords.Data))
	offset := func(o int) hdl.Bits { return hdl.Const(isa.OffsetBits, o) }
	hit := m.Named("hit", load.Offset.Eq(hdl.Mux(final,
		hdl.Select(marked.Word, []hdl.Bits{offset(isa.OffsetFinal0), offset(isa.OffsetFinal1), offset(0), offset(0), offset(isa.OffsetFinalConst), offset(isa.OffsetFinalConst + 4)}),
		hdl.Select(marked.Word, []hdl.Bits{offset(isa.OffsetInRGB), offset(isa.OffsetInAlpha), offset(isa.OffsetOutRGB), offset(isa.OffsetOutAlpha)}))))
	loads := m.Named("loads", load.Word.At(marked.Bit))
	m.Assert("differs", implies(hit.And(loads.Ne(now)), s.Changed.Bits))

	// A set changes only when it is written or takes over.
	bitBefore, changedBefore := m.Reg("bit_before", 1), m.Reg("changed_before", 1)
	before := hdl.RegOf(m, "before", commonShapes().Load)
	bitBefore.Set(followed)
	changedBefore.Set(s.Changed)
	hdl.Set(before, load)
	unwritten := m.Reg("unwritten", 1) // nothing was written to the set
	unwritten.Set(started.And(h.Write.And(current.Eq(marked.At.Set)).Or(h.Next.And(next.Eq(marked.At.Set))).Not()))
	m.Assert("changes_only_when_written", implies(unwritten, followed.Eq(bitBefore)))
	idle := m.Reg("no_write", 1) // nothing was written: the same load is still a change, or is none, in the next set too
	idle.Set(started.And(h.Write.Not()))
	same := idle.And(hdl.Flatten(load).Eq(hdl.Flatten(before)))
	m.Assert("changed_is_stable", implies(same, s.Changed.Eq(changedBefore)))

	// The current set holds the bit as it was last loaded.
	expected, loaded := m.Reg("expected", 1), m.Reg("loaded", 1)
	m.If(h.Write.And(hit), func() {
		expected.Set(loads)
		loaded.Set(1)
	})
	m.Assert("as_loaded", implies(loaded, now.Eq(expected)))
	m.Cover("taken_over", loaded.And(marked.At.Set.Eq(n-1)).And(current.Eq(n-1)).And(expected))
}

// Induction proves it, so the search before it need not go deep.
func TestControlStorageIsProved(t *testing.T) {
	provedWithin(t, newStorageHarness(2), 3*time.Minute, 5)
}

func TestLongControlStorageIsProved(t *testing.T) {
	long.Only(t)
	for _, sets := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d sets", sets), func(t *testing.T) { provedWithin(t, newStorageHarness(sets), 5*time.Minute, 8) })
	}
}
