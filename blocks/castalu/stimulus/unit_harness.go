package stimulus

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
)

// operation and result are castalu.Operation and castalu.Result as Go values.
type operation struct {
	Word     *big.Int
	Thread   uint64
	Operands [3][4]uint32
}

type result struct {
	Thread uint64
	Dest   uint64
	Mask   uint64
	Value  [4]uint32
	Killed bool
	Fault  bool
}

// UnitHarness sends instructions of random threads to an arithmetic unit and compares the
// results with the model.
type UnitHarness struct {
	*bench.TB
	r          bench.Reporter
	arithmetic model.Model
	in         *bench.Driver
	out        *bench.Monitor[result]
	inside     map[uint64]sent // by thread
	free       []uint64        // threads
	Done       int             // instructions whose result has arrived
}

type sent struct {
	operation
	isa.Word
}

// NewUnitHarness makes the bench; gap and stall are the probabilities that the input and the
// output wait in a cycle.
func NewUnitHarness(r bench.Reporter, c castalu.UnitConfig, arithmetic model.Model, gap, stall float64, opts ...bench.Option) *UnitHarness {
	u, err := castalu.NewUnit(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return DriveUnit(bench.New(r, u, opts...), u, c, arithmetic, gap, stall)
}

// DriveUnit is [NewUnitHarness] on a bench of the unit.
func DriveUnit(tb *bench.TB, u *castalu.Unit, c castalu.UnitConfig, arithmetic model.Model, gap, stall float64) *UnitHarness {
	h := &UnitHarness{TB: tb, r: tb.Reporter(), arithmetic: arithmetic, inside: map[uint64]sent{}}
	for t := range c.Threads {
		h.free = append(h.free, uint64(t))
	}
	h.in = bench.Drive(h.TB, u.In, gap)
	h.out = bench.Collect[result](h.TB, u.Out, stall)
	h.out.Each(h.check)
	return h
}

// Send executes a word on a free thread, and waits until there is one.
func (h *UnitHarness) Send(w isa.Word, operands [3][4]uint32) {
	if len(h.free) == 0 {
		h.Until(1000, "a free thread", func() bool { return len(h.free) > 0 })
	}
	t := h.free[0]
	h.free = h.free[1:]
	o := operation{w.Big(), t, operands}
	h.inside[t] = sent{o, w}
	h.in.Send(o)
}

// Finish waits for all results.
func (h *UnitHarness) Finish() {
	h.Until(10000, "the last result", func() bool { return len(h.inside) == 0 })
}

// check compares a result with the model's.
func (h *UnitHarness) check(r result) {
	s, ok := h.inside[r.Thread]
	if !ok {
		h.r.Errorf("cycle %d: a result of thread %d, which has no instruction in flight", h.Cycle(), r.Thread)
		return
	}
	delete(h.inside, r.Thread)
	h.free = append(h.free, r.Thread)
	h.Done++
	m := h.arithmetic.Execute(s.Word, s.Operands)
	want := result{r.Thread, uint64(s.Low >> 20 & 31), uint64(m.Mask), m.Value, m.Holds, m.Fault}
	if r != want {
		i, _ := isa.Decode(s.Word)
		h.r.Errorf("cycle %d: %v of %x\n  is %+v\n  not %+v", h.Cycle(), i, s.Operands, r, want)
	}
}

// RandomOperand is a random component, often a special value of a format.
func RandomOperand(rng *rand.Rand, f isa.Format) uint32 {
	x := rng.Uint32()
	switch rng.IntN(4) {
	case 0:
		return x
	case 1: // an integer of any magnitude
		return uint32(int32(x) >> rng.IntN(32))
	}
	edges := []float64{0, 1, -1, 0.5, -0.5, 2, 0.25, 3, 255, 1e-5, 1e-40, 65504, 1e38, 0.75, 0.999999}
	v := isa.Cast(isa.As(isa.FP32), f, math.Float32bits(float32(edges[rng.IntN(len(edges))])))
	switch rng.IntN(6) {
	case 0:
		v++
	case 1:
		v--
	case 2:
		v ^= 1 << rng.IntN(32)
	}
	if rng.IntN(16) == 0 { // infinity or NaN in floating point
		v = []uint32{0x7f800000, 0xff800000, 0x7fffffff, 0x7c00, 0xfc00, 0x7fff, 0x80000000, 0x8000, 0x80000001, 1}[rng.IntN(10)]
	}
	return v
}

// RandomOperands are operands for the inputs of an instruction.
func RandomOperands(rng *rand.Rand, i isa.Instruction) (x [3][4]uint32) {
	for n := range x {
		f := i.In[n].From
		if f == isa.None {
			f = isa.As(i.Type)
		}
		for k := range x[n] {
			x[n][k] = RandomOperand(rng, f)
		}
		if rng.IntN(8) == 0 && n > 0 {
			x[n] = x[0]
		}
	}
	return x
}

// ExerciseUnit sends each operation in each type, with random operands, casts and modifiers,
// and illegal words among them.
func ExerciseUnit(r bench.Reporter, c castalu.UnitConfig, arithmetic model.Model, seed uint64, instructions int, opts ...bench.Option) *UnitHarness {
	rng := rand.New(rand.NewPCG(seed, 1))
	h := NewUnitHarness(r, c, arithmetic, 0.1, 0.2, append(opts, bench.Seed(seed))...)
	var kinds []isa.Instruction
	for op := isa.Move; op <= isa.Kill; op++ {
		for t := range isa.NumTypes {
			if !op.Special() || isa.Type(t).Float() {
				kinds = append(kinds, isa.Instruction{Op: op, Type: isa.Type(t)})
			}
		}
	}
	for n := range instructions {
		k := kinds[n%len(kinds)]
		i := RandomInstruction(rng, k.Op, k.Type)
		w, err := i.Encode()
		if err != nil {
			panic(fmt.Sprintf("castalu: %v: %v", i, err))
		}
		if rng.IntN(16) == 0 { // perhaps illegal
			if bit := rng.IntN(isa.WordBits); bit < 64 {
				w.Low ^= 1 << bit
			} else {
				w.High ^= 1 << (bit - 64)
			}
		}
		h.Send(w, RandomOperands(rng, i))
	}
	h.Finish()
	return h
}
