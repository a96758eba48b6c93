package combineripu

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
)

// provedForAllInputs proves all asserts for all inputs, and reaches all covers.
func provedForAllInputs(t *testing.T, c hdl.Component) {
	t.Parallel()
	for _, p := range bench.Prove(t, c, bench.ProofBy(formal.ABC), bench.ProofBudget(time.Minute), bench.ProofDepth(1)) {
		assert.True(t, p.Unbounded || p.Kind == ir.Cover, "%s is proved for %d cycles only", p.Property, p.Depth)
	}
}

// planProof follows any half of any register through the slots of a plan: that of any stage, whatever is live after it,
// or of any final combiner.
type planProof struct {
	Words    hdl.InOf[[4]hdl.Bits]
	After    hdl.InOf[halvesBits] `doc:"the halves that are live after the stage"`
	Register hdl.In               `hdl:"followed" doc:"whose half is followed"`
	Alpha    hdl.In               `doc:"1: alpha, 0: red, green and blue"`

	final bool
}

func newPlanProof(final bool) *planProof {
	return &planProof{
		Words: hdl.InputOf(NewConfig(1).shapes().Words.Words), After: hdl.InputOf(commonShapes().Halves),
		Register: hdl.Input(4), Alpha: hdl.Input(1),
		final: final,
	}
}

func (h *planProof) ModuleName() string { return fmt.Sprintf("plan_proof_%t", h.final) }

func (h *planProof) Describe(m *hdl.Module) {
	c := NewConfig(1)
	dut := hdl.Instance(m, "dut", newPlan(c))
	dut.Final.Set(bit(h.final))
	w := zeros(c.shapes().Words)
	w.Words = h.Words.Data
	dut.Words.Set(w)
	attributes := 0
	for r := isa.Register(0); r < isa.NumRegisters; r++ {
		attributes |= bit(r.Attribute()) << r
	}
	after := halvesBits{h.After.Data.RGB.And(attributes), h.After.Data.Alpha.And(attributes)}
	dut.Live.Set(liveResults(portionsOf(m.Scope("words"), w), after))

	var reads, writes [numSlots]hdl.Bits
	for k, s := range dut.Slots.Data {
		valid := dut.Valid.Bit(k)
		reads[k] = m.Named(fmt.Sprintf("reads_%d", k), valid.And(h.readBy(s)))
		writes[k] = m.Named(fmt.Sprintf("writes_%d", k), every(valid, s.Dest.Eq(h.Register), hdl.Mux(h.Alpha, s.Halves.Bit(1), s.Halves.Bit(0))))
	}
	// lastBefore reports whether one of its owners was the last to write the half before a slot reads it.
	lastBefore := func(slot int, owners ...int) hdl.Bits {
		owned := hdl.Const(1, 0)
		for k := range slot {
			isOwner := 0
			for _, o := range owners {
				isOwner |= bit(o == k)
			}
			owned = hdl.Mux(writes[k], isOwner, owned)
		}
		return owned
	}
	if h.final {
		h.describeFinal(m, dut, reads, writes)
		return
	}
	isAttribute := some(h.Register.Eq(int(isa.Fog)), writable(h.Register.Bits))
	written := hdl.Const(1, 0)
	for k := range numSlots {
		name := fmt.Sprintf("_%d", k)
		m.Assert("not_overwritten"+name, isAttribute.And(reads[k]).And(written).Not())
		m.Assert("written_once"+name, isAttribute.And(writes[k]).And(written).Not())
		written = written.Or(writes[k])

		// The slots that must have written what this slot reads of a temporary.
		owners := map[isa.Register][]int{}
		switch k {
		case 4, 5: // SUM
			owners = map[isa.Register][]int{isa.T2: {0, 1}, isa.Result: {2, 3}}
		case 10, 11: // the homes
			owners = map[isa.Register][]int{isa.Result: {4, 5}}
		case 12, 13:
			owners = map[isa.Register][]int{isa.T1: {6, 7}}
		case 14, 15:
			owners = map[isa.Register][]int{isa.T2: {8, 9}}
		}
		right := isAttribute
		for _, r := range []isa.Register{isa.Result, isa.T1, isa.T2} {
			right = right.Or(h.Register.Eq(int(r)).And(lastBefore(k, owners[r]...)))
		}
		m.Assert("read_from_its_owner"+name, reads[k].Not().Or(right))
	}
	m.Cover("waits", every(reads[14], h.Register.Eq(int(isa.T2))))
	m.Cover("fifteen", dut.Valid.PopCount().Eq(15))
}

// describeFinal states that the final combiner reads R0, E and F only after it has written them, that it writes R0 and
// nothing else but E and F, and that its last instruction is marked.
func (h *planProof) describeFinal(m *hdl.Module, dut *plan, reads, writes [numSlots]hdl.Bits) {
	own := some(h.Register.Eq(int(isa.Result)), h.Register.Eq(int(isa.Sum)), h.Register.Eq(int(isa.Product)))
	written, later := hdl.Const(1, 0), hdl.Const(1, 0)
	for k := range numSlots {
		name := fmt.Sprintf("_%d", k)
		m.Assert("written_before"+name, every(reads[k], own).Eq(every(reads[k], written)))
		m.Assert("only_its_own"+name, writes[k].Not().Or(own))
		written = written.Or(writes[k])
	}
	m.Assert("writes_the_result", h.Register.Ne(int(isa.Result)).Or(written))
	for k := numSlots - 1; k >= 0; k-- {
		m.Assert(fmt.Sprintf("last_%d", k), dut.Valid.Bit(k).Not().Or(dut.Slots.Data[k].Last.Eq(later.Not())))
		later = later.Or(dut.Valid.Bit(k))
	}
	m.Cover("seven", dut.Valid.PopCount().Eq(7))
	m.Cover("one", dut.Valid.PopCount().Eq(1))
}

// readBy reports whether a slot's lanes read the half.
func (h *planProof) readBy(s slotBits) hdl.Bits {
	dot := s.Op.Eq(int(isa.Dot3))
	y := hdl.Const(1, 0)
	for _, in := range s.In {
		// The sources that an operation lacks are 0, which is not a register.
		rgb := s.Halves.Bit(0).Or(dot).And(in.RGB.Eq(h.Alpha))
		alpha := s.Halves.Bit(1).And(dot.Not()).And(in.Alpha.Eq(h.Alpha))
		y = y.Or(every(in.Kind.Eq(int(isa.RegisterOperand)), in.Register.Eq(h.Register), rgb.Or(alpha)))
	}
	return y
}

func TestPlansReadNothingOverwritten(t *testing.T) {
	t.Run("stage", func(t *testing.T) { provedForAllInputs(t, newPlanProof(false)) })
	t.Run("final combiner", func(t *testing.T) { provedForAllInputs(t, newPlanProof(true)) })
}

// numbersProof checks any two registers and any number, for any set of registers in use.
type numbersProof struct {
	Used   hdl.In
	Codes  hdl.InOf[[2]hdl.Bits]
	Number hdl.In

	remap bool
}

func newNumbersProof(remap bool) *numbersProof {
	return &numbersProof{
		Used: hdl.Input(isa.NumRegisters), Codes: hdl.InputOf([2]hdl.Bits{hdl.Width(4), hdl.Width(4)}), Number: hdl.Input(5),
		remap: remap,
	}
}

func (h *numbersProof) Describe(m *hdl.Module) {
	table, count := registerNumbers(h.Used.Bits, h.remap)
	a, b := h.Codes.Data[0], h.Codes.Data[1]
	numberOf := func(code hdl.Bits) hdl.Bits { return hdl.Select(code, table[:]) }
	usedA, usedB := h.Used.At(a), h.Used.At(b)
	m.Assume("the_result_is_used", h.Used.Bit(0))

	m.Assert("one_to_one", every(usedA, usedB, a.Ne(b), numberOf(a).Eq(numberOf(b))).Not())
	m.Assert("ascending", every(usedA, usedB, a.Lt(b), numberOf(a).Ge(numberOf(b))).Not())
	m.Assert("below_the_count", usedA.Not().Or(numberOf(a).ZeroExtend(5).Lt(count)))
	m.Assert("zero_if_unused", usedA.Or(numberOf(a).Eq(0)))
	m.Assert("the_result_is_r0", numberOf(hdl.Const(4, int(isa.Result))).Eq(0))
	given := hdl.Const(1, 0)
	for c, number := range table {
		given = given.Or(every(h.Used.Bit(c), number.ZeroExtend(5).Eq(h.Number)))
	}
	if h.remap {
		m.Assert("no_gaps", h.Number.Ge(count).Or(given))
	} else {
		m.Assert("its_code", usedA.Not().Or(numberOf(a).Eq(a)))
		m.Assert("count_is_minimal", h.Number.AddCarry(1).Ne(count.ZeroExtend(6)).Or(given))
	}
	m.Cover("all", count.Eq(isa.NumRegisters))
}

func TestRegisterNumbersAreProved(t *testing.T) {
	t.Run("remapped", func(t *testing.T) { provedForAllInputs(t, newNumbersProof(true)) })
	t.Run("not remapped", func(t *testing.T) { provedForAllInputs(t, newNumbersProof(false)) })
}
