package castalu

import (
	"fmt"
	"math/bits"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/castalu/isa"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// unitHarness states what holds for the control of an arithmetic unit behind its decoder, with copies in place of the
// arithmetic. It follows each thread's instruction through the pipelines: how far the instructions have come determines
// everything in a pipeline, so that the statements prove each other by induction.
type unitHarness struct {
	In  hdl.Sink[instruction]
	Out hdl.Source[Result]

	config UnitConfig
}

// instruction is the part of an instruction that the control sees.
type instruction struct {
	Special hdl.Bits `width:"1"`
	Thread  hdl.Bits `width:"thread"`
	Of      carried
}

// carried is the part of an instruction that a copy carries.
type carried struct {
	Last     hdl.Bits    `width:"2"`
	Single   hdl.Bits    `width:"1"`
	Kill     hdl.Bits    `width:"1"`
	Fault    hdl.Bits    `width:"1"`
	Dest     hdl.Bits    `width:"1"`
	Mask     hdl.Bits    `width:"4"`
	Elements [4]hdl.Bits `width:"1"` // of the first input
}

// fits states that a legal instruction writes no component past its elements, as the decoder ensures.
func (c carried) fits() hdl.Bits {
	past := c.Mask.Shr(c.Last.ZeroExtend(3).Add(1))
	return c.Fault.Or(c.Single).Or(past.ReduceOr().Not())
}

func newUnitHarness(c UnitConfig) *unitHarness {
	result := c.shapes().Result
	result.Dest = hdl.Width(1) // one bit proves as much as more
	in := hdl.Shape[instruction](hdl.Widths{"thread": result.Thread.Width()})
	return &unitHarness{hdl.NewSink(in), hdl.NewSource(result), c}
}

// job is the instruction as a pipeline takes it.
func (i instruction) job() job {
	zero := hdl.Const(1, 0)
	d := decoded{
		Op: zero, Dot: zero, Kill: i.Of.Kill, Fault: i.Of.Fault, Last: i.Of.Last, Single: i.Of.Single, Math: mathControl{zero, zero, zero},
		Out: outputs{zero, zero, zero, zero}, To: zero, Dest: i.Of.Dest, Mask: i.Of.Mask,
	}
	d.Used[0], d.From[0], d.Modifier[0] = zero, zero, zero
	return d.job(1, [3][4]hdl.Bits{i.Of.Elements}, i.Thread)
}

// followed is the instruction of a thread.
type followed struct {
	inside hdl.Bits // 1: there is one
	slow   hdl.Bits // 1: of the special functions
	lead   hdl.Bits // how often its pipeline has moved since it was taken
	of     carried
}

// groups is the number of the last group in a pipeline of that width.
func (f followed) groups(width int) hdl.Bits { return f.of.Last.Shr(bits.Len(uint(width)) - 1) }

// element is a lane's element of a group.
func (f followed) element(group hdl.Bits, width, lane int) hdl.Bits {
	index := group.Shl(bits.Len(uint(width)) - 1).Or(lane)
	return hdl.Select(index, f.of.Elements[:])
}

// atLeast reports whether the instruction has a group of that number.
func (f followed) atLeast(width, group int) hdl.Bits {
	if group == 0 {
		return hdl.Const(1, 1)
	}
	return f.groups(width).Ge(group)
}

// result is the copy's result for the instruction.
func (f followed) result(thread hdl.Bits, lanes int) Result {
	one := hdl.Mux(f.slow, f.element(f.groups(1), 1, 0), f.element(f.groups(lanes), lanes, 0))
	legal := f.of.Fault.Not()
	r := Result{Thread: thread, Dest: f.of.Dest, Mask: f.of.Mask, Killed: f.of.Kill.And(one).And(legal), Fault: f.of.Fault}
	for k := range r.Value {
		r.Value[k] = lib.Gate(f.of.Mask.Bit(k).And(legal), hdl.Mux(f.of.Single, one, f.of.Elements[k]))
	}
	return r
}

func all(list ...hdl.Bits) hdl.Bits {
	y := hdl.Const(1, 1)
	for _, x := range list {
		y = y.And(x)
	}
	return y
}

func implies(a, b hdl.Bits) hdl.Bits { return a.Not().Or(b) }

func (h *unitHarness) Describe(m *hdl.Module) {
	c, in, out := h.config, property.OfSink(h.In), property.OfSource(h.Out)
	p := c.pipes(m, in.Valid, in.Data.Special, in.Data.job(), in.Data.job())
	h.In.Ready.Set(p.ready)
	p.leave(m, h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)

	m.Assume("as_decoded", in.Data.Of.fits())
	most := max(c.copies.lanes, c.copies.special) + 3
	threads := make([]followed, c.Threads)
	for t := range threads {
		s := m.Scope(fmt.Sprintf("thread%d", t))
		f := followed{s.Reg("inside", 1), s.Reg("slow", 1), s.Reg("lead", hdl.CountWidth(most+4)), hdl.RegOf(s, "of", in.Data.Of, hdl.NoReset())}
		threads[t] = f
		s.Assert("as_decoded", implies(f.inside, f.of.fits()))
		s.Assume("one_at_a_time", implies(in.Valid.And(in.Data.Thread.Eq(t)), f.inside.Not()))
		m.If(hdl.Mux(f.slow, p.slow.move, p.fast.move), func() { f.lead.Set(f.lead.Add(1)) })
		m.If(in.Fire().And(in.Data.Thread.Eq(t)), func() {
			f.inside.Set(1)
			f.slow.Set(in.Data.Special)
			f.lead.Set(0)
			hdl.Set(f.of, in.Data.Of)
		}).ElseIf(out.Fire().And(out.Data.Thread.Eq(t)), func() { f.inside.Set(0) })
	}
	h.followPipe(m.Scope("in_lanes"), p.fast, false, c.copies.lanes, threads)
	h.followPipe(m.Scope("in_special"), p.slow, true, c.copies.special, threads)
	m.Assert("offered_before", implies(p.offered, p.fast.done))
	h.boundWaits(m.Scope("waits"), p, threads)

	var results []Result
	var inside []hdl.Bits
	for t, f := range threads {
		results, inside = append(results, f.result(hdl.Const(in.Data.Thread.Width(), t), c.Lanes)), append(inside, f.inside)
	}
	m.Assert("nothing_invented", implies(out.Valid, hdl.Select(out.Data.Thread, inside)))
	m.Assert("unchanged", implies(out.Valid, hdl.Flatten(out.Data).Eq(hdl.Flatten(hdl.Select(out.Data.Thread, results)))))
}

// boundWaits states which pipeline's result waits for the other's, and for how long. A pipeline moves unless a result
// waits at its end, so nothing starves.
func (h *unitHarness) boundWaits(m *hdl.Module, p *pipes, threads []followed) {
	ready, n := h.Out.Ready.Bits, len(threads)
	fast := p.fast.done.And(p.fast.move.Not())
	slow := p.slow.done.And(p.slow.move.Not())
	m.Assert("lanes_for_special", implies(fast.And(ready), p.slow.done.And(p.slow.move)))
	m.Assert("special_for_lanes", implies(slow.And(ready), p.offered.And(p.fast.done).And(p.fast.move)))
	m.Assert("moves", p.fast.done.Or(p.fast.move).And(p.slow.done.Or(p.slow.move)))

	// Threads whose results have overtaken the one that waits.
	gone, count := m.Reg("gone", n), m.Reg("count", hdl.CountWidth(n))
	m.If(fast.Not(), func() {
		gone.Set(0)
		count.Set(0)
	}).ElseIf(ready, func() {
		gone.Set(gone.Or(lib.OneHot(h.Out.Data.Thread, n)))
		count.Set(count.Add(1))
	})
	m.Assert("counted", count.Eq(gone.PopCount()))
	m.Assert("one_waits", implies(count.Ne(0), p.fast.done.And(gone.At(p.fast.result.Thread).Not())))
	for t, f := range threads {
		again := gone.Bit(t).And(f.inside).And(f.slow).And(p.offered.Not())
		m.Assert(fmt.Sprintf("thread%d_is_far_behind", t), implies(again, f.lead.Lt(count.ZeroExtend(f.lead.Width()))))
	}
	m.Assert("once_for_each_other_thread", count.Le(n-1))
}

// followPipe states that a pipeline holds the instructions of the threads, each where its lead puts it.
func (h *unitHarness) followPipe(m *hdl.Module, p *pipe, slow bool, steps int, threads []followed) {
	most := 4/p.width - 1 // groups − 1
	// group[t][k][g]: group g of thread t is k moves behind the sequencer.
	group := make([][][]hdl.Bits, len(threads))
	carries := make([]carried, len(threads))
	for t, f := range threads {
		s := m.Scope(fmt.Sprintf("thread%d", t))
		mine := s.Named("mine", f.inside.And(f.slow.Eq(isa.Bit(slow))))
		lead := s.Named("leads", lib.Gate(mine, lib.OneHot(f.lead, steps+most+1)))
		for at := range steps + 1 {
			var list []hdl.Bits
			for g := range most + 1 {
				list = append(list, lead.Bit(at+g).And(f.atLeast(p.width, g)))
			}
			group[t] = append(group[t], list)
		}
		s.Assert("inside_the_pipe", implies(mine, f.lead.Le(f.groups(p.width).ZeroExtend(f.lead.Width()).Add(steps))))
		for k, kept := range p.kept {
			if g := k / p.width; g < most {
				s.Assert(fmt.Sprintf("kept_%d", k), implies(mine.And(f.lead.Gt(steps+g)), kept.Eq(f.of.Elements[k])))
			}
		}
		carries[t] = f.of
	}
	// A place holds the group that one of the threads has there, or nothing.
	place := func(name string, there, thread, number hdl.Bits, at int, same func(followed) hdl.Bits) {
		var here []hdl.Bits
		held := hdl.Const(1, 1)
		for t := range threads {
			here = append(here, hdl.Select(number.Truncate(hdl.IndexWidth(most+1)), group[t][at]))
			held = held.And(implies(hdl.Pack(operands(group[t][at])...).ReduceOr(), there.And(thread.Eq(t))))
		}
		f := followed{of: hdl.Select(thread, carries)}
		m.Assert(name, implies(there, all(hdl.Select(thread, here), number.Le(most), same(f))))
		m.Assert(name+"_has_all", held)
	}
	place("sequencer", p.busy, p.job.Thread, p.group, 0, func(f followed) hdl.Bits {
		j := p.job
		job := carried{j.Last, j.Of.Single, j.Of.Kill, j.Of.Fault, j.Of.Dest, j.Of.Mask, j.Elements[0]}
		return hdl.Flatten(job).Eq(hdl.Flatten(f.of))
	})
	m.Assert("begins_with_the_first_group", p.busy.Or(p.group.Eq(0)))
	for i, s := range p.passes {
		place(fmt.Sprintf("stage%d", i), p.valid(i+1), s.Of.Thread, s.Of.Group, i+1, func(f followed) hdl.Bits {
			a := s.Of
			list := []hdl.Bits{
				a.Last.Eq(a.Group.Eq(f.groups(p.width))), a.Holds.Eq(f.element(a.Group, p.width, 0)),
				hdl.Cat(a.Kill, a.Fault, a.Single, a.Dest, a.Mask).Eq(hdl.Cat(f.of.Kill, f.of.Fault, f.of.Single, f.of.Dest, f.of.Mask)),
			}
			for lane, v := range s.Values {
				list = append(list, v.Eq(f.element(a.Group, p.width, lane)))
			}
			return all(list...)
		})
	}
}

func operands(list []hdl.Bits) (out []hdl.Operand) {
	for _, b := range list {
		out = append(out, b)
	}
	return out
}

// proved proves all assertions for runs of any length.
func proved(t *testing.T, c hdl.Component) {
	for _, p := range bench.Prove(t, c, bench.ProofBy(formal.ABC), bench.ProofBudget(10*time.Second), bench.ProofDepth(4)) {
		assert.True(t, p.Unbounded, "%s is proved for %d cycles only", p.Property, p.Depth)
	}
}

// smallUnit has pipelines of 2 and 3 stages. Those of the arithmetic are longer; the statements are the same for each
// stage, but with that many the solver does not finish.
func smallUnit(lanes int) *unitHarness {
	return newUnitHarness(UnitConfig{Lanes: lanes, Threads: 4, copies: copies{2, 3}})
}

func TestTheUnitsControlIsProved(t *testing.T) {
	t.Parallel()
	proved(t, smallUnit(4))
}

// The control of a unit with 1 lane, where an instruction has several groups.
func TestLongTheUnitsControlIsProved(t *testing.T) {
	long.Only(t)
	proved(t, smallUnit(1))
}
