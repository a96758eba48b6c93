package castalu

import (
	"fmt"
	"math/bits"

	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// job is an instruction in a sequencer.
type job struct {
	Op       hdl.Bits      // 6
	Dot      hdl.Bits      // 1
	Last     hdl.Bits      // 2: elements to compute − 1
	Math     mathControl   //
	Used     []hdl.Bits    // per input, 1 each
	From     []hdl.Bits    // per input, 4 each: Format
	Modifier []hdl.Bits    // 4 each
	Elements [][4]hdl.Bits // 32 each
	Of       ending
	Thread   hdl.Bits
}

// job is the part of an instruction that a pipe needs, with the given number of inputs.
func (d decoded) job(inputs int, elements [3][4]hdl.Bits, thread hdl.Bits) job {
	return job{d.Op, d.Dot, d.Last, d.Math, d.Used[:inputs], d.From[:inputs], d.Modifier[:inputs], elements[:inputs],
		ending{d.Out, d.Single, d.Kill, d.Fault, d.To, d.Dest, d.Mask}, thread}
}

// tail is the part of an instruction that is needed after its operation.
type tail struct {
	Group  hdl.Bits // 2: number of the group of elements
	Last   hdl.Bits // 1: it is the last
	Of     ending
	Thread hdl.Bits
}

// ending is the part of an instruction that controls its result.
type ending struct {
	Out    outputs
	Single hdl.Bits
	Kill   hdl.Bits
	Fault  hdl.Bits
	To     hdl.Bits
	Dest   hdl.Bits
	Mask   hdl.Bits
}

// A pipe is a sequencer and the pipeline behind it. The sequencer takes an instruction and
// issues its elements in groups, one group per move; the pipeline moves as a whole.
type pipe struct {
	m      *hdl.Module
	config UnitConfig
	width  int      // elements of a group
	move   hdl.Bits // 1: the pipeline moves

	busy      hdl.Bits // 1: the sequencer has a group
	validBits hdl.Bits // bit i: there is a group i + 1 moves behind the sequencer
	job       job      // the instruction of the group
	group     hdl.Bits // number of the group
	last      hdl.Bits // 1: the group is the last of its instruction
	ready     hdl.Bits // 1: the sequencer can take an instruction

	kept   [4]hdl.Bits // elements of the groups that arrived before the last
	done   hdl.Bits    // 1: a result is ready to leave
	result Result

	passes []passing // the contents of each stage of a copy
}

// passing is a group in a stage of a copy.
type passing struct {
	Values []hdl.Bits
	Of     arrived
}

func newPipe(m *hdl.Module, c UnitConfig, width int, valid hdl.Bits, next job) *pipe {
	p := &pipe{m: m, config: c, width: width}
	p.move = m.Wire("move", 1)
	p.busy = m.Reg("busy", 1)
	p.job = hdl.RegOf(m, "job", next, hdl.NoReset())
	p.group = hdl.Const(2, 0)
	p.last = hdl.Const(1, 1)
	if width < 4 {
		p.group = m.Reg("group", 2)
		p.last = m.Named("last", p.group.Eq(p.job.Last.Shr(bits.Len(uint(width))-1)))
	}
	p.ready = m.Named("ready", p.busy.Not().Or(p.move.And(p.last)))
	m.If(p.ready, func() {
		p.busy.Set(valid)
		m.If(valid, func() { hdl.Set(p.job, next) })
	})
	if width < 4 {
		m.If(p.move.And(p.busy), func() { p.group.Set(lib.Gate(p.last.Not(), p.group.Add(1))) })
	}
	return p
}

// elements returns the group's elements of input n.
func (p *pipe) elements(n int) []hdl.Bits {
	x := p.job.Elements[n]
	var list []hdl.Bits
	for lane := range p.width {
		var of []hdl.Bits
		for k := lane; k < 4; k += p.width {
			of = append(of, x[k])
		}
		if len(of) == 1 {
			list = append(list, of[0])
			continue
		}
		list = append(list, hdl.Select(p.group.Truncate(hdl.IndexWidth(len(of))), of))
	}
	return list
}

// stages makes the pipeline n moves long.
func (p *pipe) stages(n int) {
	p.validBits = p.m.Reg("valid", n)
	p.m.If(p.move, func() { p.validBits.Set(hdl.Cat(p.validBits.Slice(n-2, 0), p.busy)) })
}

// valid reports whether there is a group the given number of moves behind the sequencer.
func (p *pipe) valid(moves int) hdl.Bits {
	if moves == 0 {
		return p.busy
	}
	return p.validBits.Bit(moves - 1)
}

// line is a part of the pipeline that begins the given number of moves behind the
// sequencer. Its registers hold where there is no group.
func (p *pipe) line(name string, moves int) *float.Line {
	return float.NewLine(p.m.Scope(name), p.move).Gated(p.valid(moves))
}

// ungated is a part of the pipeline that moves even where there is no group: it keeps values
// of earlier groups.
func (p *pipe) ungated(name string) *float.Line { return float.NewLine(p.m.Scope(name), p.move) }

// active reports for each lane whether the group has an element there.
func (p *pipe) active() []hdl.Bits {
	var list []hdl.Bits
	for lane := range p.width {
		element := hdl.Const(2, lane)
		switch p.width {
		case 2:
			element = hdl.Cat(p.group.Bit(0), hdl.Const(1, lane))
		case 1:
			element = p.group
		}
		list = append(list, p.busy.And(element.Le(p.job.Last)))
	}
	return list
}

// carry delays a bundle on a line that begins the given number of moves behind the
// sequencer, as [float.After] does, but with one register per step.
func carry[T any](p *pipe, name string, moves int, x T, steps int) T {
	hdl.Helper()
	y := hdl.WireOf(p.m, name, x)
	hdl.Set(y, hdl.Unflatten(x, float.After(p.line(name, moves), hdl.Flatten(x), steps)))
	return y
}

// head is the part of an instruction that is needed up to the math function units.
type head struct {
	Modifier []hdl.Bits
	Math     mathControl
	Active   []hdl.Bits // per lane
}

// inputs casts and modifies the inputs of the group, x by input and lane, in castSteps
// moves. Active reports which lanes have an element.
func (p *pipe) inputs() (x [3][]hdl.Bits, math mathControl, active []hdl.Bits) {
	d := p.job
	now := p.active()
	for i, from := range d.From {
		for lane, e := range p.elements(i) {
			c := hdl.Instance(p.m, fmt.Sprintf("cast_%c%d", 'a'+i, lane), newCastUnit())
			c.Move.Set(p.move)
			c.Valid.Set(now[lane].And(d.Used[i]))
			c.From.Set(from)
			c.To.Set(d.Math.Type.ZeroExtend(formatBits).Add(1))
			c.Cast.Set(from.ReduceOr())
			c.X.Set(e)
			x[i] = append(x[i], c.Y.Bits)
		}
	}
	h := carry(p, "head", 0, head{d.Modifier, d.Math, now}, castSteps)
	for i := range d.From {
		for lane := range x[i] {
			x[i][lane] = p.m.Named(fmt.Sprintf("input_%c%d", 'a'+i, lane), modify(h.Math.Type, h.Modifier[i], x[i][lane]))
		}
	}
	for _, a := range h.Active {
		active = append(active, a.And(p.valid(castSteps)))
	}
	return x, h.Math, active
}

// arrived is the control of a group at the end of the pipeline.
type arrived struct {
	Group, Last, Kill, Holds, Fault, Single hdl.Bits
	Dest, Mask, Thread                      hdl.Bits
}

func (t tail) arrived(holds hdl.Bits) arrived {
	return arrived{t.Group, t.Last, t.Of.Kill, holds, t.Of.Fault, t.Of.Single, t.Of.Dest, t.Of.Mask, t.Thread}
}

// tail is the tail of the group that enters the pipeline.
func (p *pipe) tail() tail { return tail{p.group, p.last, p.job.Of, p.job.Thread} }

// outputs takes values and their control through the output stage and the output casts,
// steps moves behind the sequencer. Active says which lanes have a value.
func (p *pipe) outputs(values, active []hdl.Bits, holds hdl.Bits, t tail, steps int) {
	type cast struct {
		From, To hdl.Bits
		Active   []hdl.Bits
	}
	format := float.After(p.line("format", steps), cast{t.Of.Out.Type, t.Of.To, active}, outputSteps)
	var y []hdl.Bits
	for lane, v := range values {
		o := hdl.Instance(p.m, fmt.Sprintf("output_%d", lane), newOutputUnit())
		o.Move.Set(p.move)
		o.Valid.Set(active[lane])
		o.X.Set(v)
		hdl.Set(o.How.Data, t.Of.Out)
		c := hdl.Instance(p.m, fmt.Sprintf("cast_out%d", lane), newCastUnit())
		c.Move.Set(p.move)
		c.Valid.Set(format.Active[lane].And(p.valid(steps + outputSteps)))
		of := format.From.ZeroExtend(formatBits).Add(1)
		some := format.To.ReduceOr()
		c.From.Set(of)
		c.To.Set(hdl.Mux(some, format.To, of))
		c.Cast.Set(some)
		c.X.Set(o.Y)
		y = append(y, c.Y.Bits)
	}
	p.collect(y, carry(p, "tail", steps, t.arrived(holds), outputSteps+castSteps))
}

// copy replaces the arithmetic: it takes the elements of the first input through the given
// number of stages.
func (p *pipe) copy(steps int) {
	p.stages(steps)
	x := p.elements(0)
	l := passing{x, p.tail().arrived(x[0])}
	for k := range steps {
		l = float.After(p.line(fmt.Sprintf("copy_%d", k), k), l, 1)
		if p.width == 4 {
			hdl.Unused(l.Of.Group, l.Of.Last)
			l.Of.Group, l.Of.Last = p.group, p.last // constants
		}
		p.passes = append(p.passes, l)
	}
	hdl.Unused(p.job)
	p.collect(l.Values, l.Of)
}

// collect assembles a result from its groups at the end of the pipeline.
func (p *pipe) collect(y []hdl.Bits, l arrived) {
	there := p.valid(p.validBits.Width())
	p.done = p.m.Named("done", there.And(l.Last))

	var value [4]hdl.Bits
	for k := range value {
		value[k] = y[k%p.width]
		if g := k / p.width; g < 4/p.width-1 {
			kept := p.m.Reg(fmt.Sprintf("kept_%d", k), value[k].Width(), hdl.NoReset())
			here := l.Group.Eq(g)
			p.m.If(there.And(here), func() { kept.Set(y[k%p.width]) })
			value[k] = hdl.Mux(here.Or(l.Single), y[k%p.width], kept)
			p.kept[k] = kept
		}
		if k%p.width > 0 {
			value[k] = hdl.Mux(l.Single, y[0], value[k])
		}
		value[k] = lib.Gate(l.Mask.Bit(k).And(l.Fault.Not()), value[k])
	}
	if p.width == 4 {
		hdl.Unused(l.Group)
	}
	p.result = Result{Thread: l.Thread, Dest: l.Dest, Mask: l.Mask, Value: value, Killed: l.Kill.And(l.Holds).And(l.Fault.Not()), Fault: l.Fault}
}

// leave lets the pipeline move unless a result must wait.
func (p *pipe) leave(may hdl.Bits) { p.move.Set(p.done.Not().Or(may)) }
