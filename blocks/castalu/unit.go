package castalu

import (
	"fmt"
	"math/bits"

	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// UnitConfig is what an arithmetic unit is built for.
type UnitConfig struct {
	Lanes      int // elements a cycle of the cheap operations: 1, 2 or 4
	Embodiment Embodiment
	Threads    int // that operations may be of, 2 to 32

	copies copies
}

// copies is an arithmetic unit for proofs of what is around the arithmetic: components
// have one bit, and the elements of the first input pass through so many stages as they
// are. The zero value is the arithmetic itself.
type copies struct {
	lanes, special int
}

// bits is the width of a component.
func (c UnitConfig) bits() int {
	if c.copies.lanes > 0 {
		return 1
	}
	return 32
}

// Check returns an error that names the parameter that cannot be built.
func (c UnitConfig) Check() error {
	switch {
	case c.Lanes != 1 && c.Lanes != 2 && c.Lanes != 4:
		return fmt.Errorf("castalu: %d lanes cannot be built; choose 1, 2 or 4", c.Lanes)
	case c.Embodiment > Shared:
		return fmt.Errorf("castalu: there is no embodiment %d; use Separate or Shared", uint8(c.Embodiment))
	case c.Threads < 2 || c.Threads > 32:
		return fmt.Errorf("castalu: %d threads cannot be built; choose 2 to 32", c.Threads)
	}
	return nil
}

// Name is the configuration as part of a module's name: "l4_shared_t16".
func (c UnitConfig) Name() string {
	return fmt.Sprintf("l%d_%v_t%d", c.Lanes, c.Embodiment, c.Threads)
}

// Operation is an instruction with what its sources name.
type Operation struct {
	Word     hdl.Bits       `doc:"the instruction"`                                // 128
	Thread   hdl.Bits       `doc:"whose it is; of a thread at most one is inside"` // as many bits as the threads need
	Operands [3][4]hdl.Bits `doc:"the register or constant of each input, x to w"` // 32 each
}

// Result is what an instruction yields.
type Result struct {
	Thread hdl.Bits    `doc:"whose instruction it was"`
	Dest   hdl.Bits    `doc:"the register to write"`                                // 5
	Mask   hdl.Bits    `doc:"bit i: component i is written"`                        // 4
	Value  [4]hdl.Bits `doc:"the components; 0 where the mask has no bit"`          // 32 each
	Killed hdl.Bits    `doc:"1: a kill whose condition holds"`                      // 1
	Fault  hdl.Bits    `doc:"1: the word has no meaning; the components are zeros"` // 1
}

func four(x hdl.Bits) [4]hdl.Bits { return [4]hdl.Bits{x, x, x, x} }

func (c UnitConfig) operation() Operation {
	v := four(hdl.Width(c.bits()))
	return Operation{hdl.Width(WordBits), hdl.Width(hdl.IndexWidth(c.Threads)), [3][4]hdl.Bits{v, v, v}}
}

func (c UnitConfig) result() Result {
	return Result{hdl.Width(hdl.IndexWidth(c.Threads)), hdl.Width(registerBits), hdl.Width(4), four(hdl.Width(c.bits())), hdl.Width(1), hdl.Width(1)}
}

// Unit is the arithmetic unit: input casting units, math function units and output
// casting units, once for each lane and once for the special functions.
type Unit struct {
	In          hdl.Sink[Operation]
	Out         hdl.Source[Result]
	Meaningless hdl.Out `doc:"1: the instruction that is offered has no meaning"`

	config UnitConfig
}

// NewUnit makes the unit; it returns the error of [UnitConfig.Check].
func NewUnit(c UnitConfig) (*Unit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newUnit(c), nil
}

func newUnit(c UnitConfig) *Unit {
	return &Unit{hdl.NewSink(c.operation()), hdl.NewSource(c.result()), hdl.Output(1), c}
}

// ModuleName is castalu_unit with the configuration.
func (u *Unit) ModuleName() string { return "castalu_unit_" + u.config.Name() }

// ModuleDoc describes the unit in its Verilog.
func (u *Unit) ModuleDoc() string {
	return fmt.Sprintf("Arithmetic unit of casting-arithmetic instructions (US9477477): %d lanes, %v math function units.", u.config.Lanes, u.config.Embodiment)
}

// job is an instruction in a sequencer.
type job struct {
	Op       hdl.Bits      // 6
	Dot      hdl.Bits      // 1
	Last     hdl.Bits      // 2: elements to compute − 1
	Math     mathControl   //
	Used     []hdl.Bits    // of each input, 1 each
	From     []hdl.Bits    // of each input, 4 each: Format
	Modifier []hdl.Bits    // 4 each
	Elements [][4]hdl.Bits // 32 each
	Of       ending
	Thread   hdl.Bits
}

// job is what a pipe needs of an instruction, with its first inputs.
func (d decoded) job(inputs int, elements [3][4]hdl.Bits, thread hdl.Bits) job {
	return job{d.Op, d.Dot, d.Last, d.Math, d.Used[:inputs], d.From[:inputs], d.Modifier[:inputs], elements[:inputs],
		ending{d.Out, d.Single, d.Kill, d.Fault, d.To, d.Dest, d.Mask}, thread}
}

// tail is what is needed of an instruction behind its operation.
type tail struct {
	Group  hdl.Bits // 2: which elements these are
	Last   hdl.Bits // 1: and the last
	Of     ending
	Thread hdl.Bits
}

// ending is the part of an instruction that says what becomes of the result.
type ending struct {
	Out    outputs
	Single hdl.Bits
	Kill   hdl.Bits
	Fault  hdl.Bits
	To     hdl.Bits
	Dest   hdl.Bits
	Mask   hdl.Bits
}

// Describe decodes the instruction and builds the two pipelines and the way out of both.
func (u *Unit) Describe(m *hdl.Module) {
	in := u.In.Data
	of := decode(m.Scope("word"), in.Word)
	special := m.Named("special", of.Special.And(of.Fault.Not()))
	u.Meaningless.Set(of.Fault)
	var elements [3][4]hdl.Bits
	for n := range elements {
		elements[n] = swizzled(inputOf(in.Word, n), in.Operands[n])
	}
	p := u.config.pipes(m, u.In.Valid.Bits, special, of.job(3, elements, in.Thread), of.job(2, elements, in.Thread))
	u.In.Ready.Set(p.ready)
	p.leave(m, u.Out)
}

// pipes are the pipelines of a unit.
type pipes struct {
	fast, slow *pipe
	ready      hdl.Bits // 1: an instruction is taken if there is one
	offered    hdl.Bits // 1: a result of the lanes was offered and not taken
}

// pipes takes instructions to one of two pipelines, as jobs for either.
func (c UnitConfig) pipes(m *hdl.Module, valid, special hdl.Bits, fast, slow job) *pipes {
	p := &pipes{
		fast: newPipe(m.Scope("lanes"), c, c.Lanes, valid.And(special.Not()), fast),
		slow: newPipe(m.Scope("special"), c, 1, valid.And(special), slow),
	}
	if n := c.copies; n.lanes > 0 {
		p.fast.copy(n.lanes)
		p.slow.copy(n.special)
	} else {
		p.fast.lanes(c.Embodiment)
		p.slow.special()
	}
	p.ready = hdl.Mux(special, p.slow.ready, p.fast.ready)
	return p
}

// leave lets a result of the special functions go first, but not before one of the lanes that was offered already: that
// stays until it is taken.
func (p *pipes) leave(m *hdl.Module, out hdl.Source[Result]) {
	ready := out.Ready.Bits
	p.offered = m.Reg("lanes_offered", 1)
	slowly := m.Named("special_leaves", p.slow.done.And(p.offered.Not()))
	p.offered.Set(p.fast.done.And(slowly.Not()).And(ready.Not()))
	p.slow.leave(ready.And(slowly))
	p.fast.leave(ready.And(slowly.Not()))
	out.Send(p.slow.done.Or(p.fast.done), hdl.MuxOf(slowly, p.slow.result, p.fast.result))
}

// A pipe is a sequencer, which takes an instruction and gives its elements in groups, a
// group each time the pipeline moves, and the pipeline behind it, which moves as a
// whole.
type pipe struct {
	m      *hdl.Module
	config UnitConfig
	width  int      // elements of a group
	move   hdl.Bits // 1: the pipeline moves

	busy  hdl.Bits // 1: there is a group
	moved hdl.Bits // bit i: the group that is i + 1 moves behind it is one
	job   job      // of the group
	group hdl.Bits // its number
	last  hdl.Bits // 1: it is the last of its instruction
	ready hdl.Bits // 1: an instruction is taken if there is one

	kept   [4]hdl.Bits // elements of groups that have arrived before the last
	done   hdl.Bits    // 1: a result leaves if it may
	result Result

	passes []passing // what is in each stage of a copy
}

// passing is a group in a copy.
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

// elements is the group's part of an input.
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
	p.moved = p.m.Reg("valid", n)
	p.m.If(p.move, func() { p.moved.Set(hdl.Cat(p.moved.Slice(n-2, 0), p.busy)) })
}

// valid says whether there is a group so many moves behind the sequencer.
func (p *pipe) valid(moves int) hdl.Bits {
	if moves == 0 {
		return p.busy
	}
	return p.moved.Bit(moves - 1)
}

// line is a part of the pipeline that begins so many moves behind the sequencer. Its
// registers hold where there is no group.
func (p *pipe) line(name string, moves int) *float.Line {
	return float.NewLine(p.m.Scope(name), p.move).Gated(p.valid(moves))
}

// steady is a part of the pipeline that always moves with it: what it holds is of earlier
// groups.
func (p *pipe) steady(name string) *float.Line { return float.NewLine(p.m.Scope(name), p.move) }

// active says for each lane whether the group has an element there.
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

// carry is [float.After] on a line that begins so many moves behind the sequencer, for a
// bundle that only travels along: in one register a step.
func carry[T any](p *pipe, name string, moves int, x T, steps int) T {
	hdl.Helper()
	y := hdl.WireOf(p.m, name, x)
	hdl.Set(y, hdl.Unflatten(x, float.After(p.line(name, moves), hdl.Flatten(x), steps)))
	return y
}

// head is what the inputs of an instruction need, up to the math function units.
type head struct {
	Modifier []hdl.Bits
	Math     mathControl
	Active   []hdl.Bits // of each lane
}

// inputs casts and modifies the inputs of the group: x by input and lane. That takes
// castSteps moves. Active says what lanes have an element.
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

// laneSteps is how many moves the cheap operations take.
const laneSteps = castSteps + mathSteps + dotSteps + outputSteps + castSteps

// arrived is what is known of a group at the end of the pipeline.
type arrived struct {
	Group, Last, Kill, Holds, Fault, Single hdl.Bits
	Dest, Mask, Thread                      hdl.Bits
}

func (t tail) arrived(holds hdl.Bits) arrived {
	return arrived{t.Group, t.Last, t.Of.Kill, holds, t.Of.Fault, t.Of.Single, t.Of.Dest, t.Of.Mask, t.Thread}
}

// tail is that of the group that enters the pipeline.
func (p *pipe) tail() tail { return tail{p.group, p.last, p.job.Of, p.job.Thread} }

// outputs takes values, and what becomes of them, through the output stage and the
// output casts. Steps is how many moves the pipeline has in front of it; active says
// which lanes have a value.
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

// copy takes the elements of the first input through as many stages as the arithmetic has.
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

// collect puts the groups of a result together at the end of the pipeline.
func (p *pipe) collect(y []hdl.Bits, l arrived) {
	there := p.valid(p.moved.Width())
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

// leave lets the pipeline move unless a result has to wait.
func (p *pipe) leave(may hdl.Bits) { p.move.Set(p.done.Not().Or(may)) }

// lanes builds the pipeline of the cheap operations.
func (p *pipe) lanes(e Embodiment) {
	p.stages(laneSteps)
	x, math, active := p.inputs()
	d := p.job
	var products []hdl.Bits
	var holds hdl.Bits
	for lane := range p.width {
		u := hdl.Instance(p.m, fmt.Sprintf("math_%d", lane), newMathUnits(e))
		u.Move.Set(p.move)
		u.Valid.Set(active[lane])
		hdl.Set(u.In.Data, mathInput{math.Op, math.Type, math.Condition, x[0][lane], x[1][lane], x[2][lane]})
		products = append(products, u.Out.Data.Value)
		if lane == 0 {
			holds = u.Out.Data.Holds
		} else {
			hdl.Unused(u.Out.Data.Holds)
		}
	}
	type behind struct {
		Dot, Four hdl.Bits
		Active    []hdl.Bits
		Tail      tail
	}
	const before = castSteps + mathSteps
	t := carry(p, "middle", 0, behind{d.Dot, d.Op.Eq(int(Dot4)), p.active(), p.tail()}, before)
	sums := p.dots(products, t.Dot.And(p.valid(before)), t.Four, t.Tail.Of.Out.Type, t.Tail.Group)
	type around struct {
		Dot, Holds hdl.Bits
		Active     []hdl.Bits
		Tail       tail
	}
	a := carry(p, "around", before, around{t.Dot, holds, t.Active, t.Tail}, dotSteps)
	values := float.After(p.line("products", before), products, dotSteps)
	values[0] = hdl.Mux(a.Dot, sums, values[0])
	for lane := range a.Active { // the sum has one element
		a.Active[lane] = a.Active[lane].And(p.valid(before + dotSteps))
		if lane > 0 {
			a.Active[lane] = a.Active[lane].And(a.Dot.Not())
		}
	}
	p.outputs(values, a.Active, a.Holds, a.Tail, before+dotSteps)
}

// dotSteps is a step for the sums of pairs of products and one for their sum.
const dotSteps = 2 * float.DualSumSteps

// dots adds products: (p0 + p1) + (p2 + p3), or (p0 + p1) + p2. With fewer than four
// lanes the products come in groups, one a move, and the sum behind the last.
func (p *pipe) dots(x []hdl.Bits, dot, four, t, group hdl.Bits) hdl.Bits {
	half := t.Eq(int(FP16))
	none := lib.Gate(isFloat(t), hdl.Mux(half, hdl.Const(32, 1<<15), hdl.Const(32, 1<<31))) // −0
	add := func(name string, dot, t, a, b hdl.Bits) hdl.Bits {
		s := hdl.Instance(p.m, name, newSumUnit())
		s.Move.Set(p.move)
		s.Valid.Set(dot)
		s.Of.Set(t)
		s.A.Set(a)
		s.B.Set(b)
		return s.Y.Bits
	}
	type later struct{ Dot, Type, Four hdl.Bits }
	l := float.After(p.line("dot", castSteps+mathSteps), later{dot, t, four}, float.DualSumSteps)
	l.Dot = l.Dot.And(p.valid(castSteps + mathSteps + float.DualSumSteps))
	switch p.width {
	case 4:
		hdl.Unused(group, l.Four)
		first := add("pair_0", dot, t, x[0], x[1])
		second := add("pair_1", dot, t, x[2], hdl.Mux(four, x[3], none))
		return add("sum", l.Dot, l.Type, first, second)
	case 2:
		hdl.Unused(l.Four)
		pair := add("pair", dot, t, x[0], hdl.Mux(group.Eq(0).Or(four), x[1], none))
		first := float.After(p.steady("first"), pair, 1)
		return add("sum", l.Dot, l.Type, first, pair)
	}
	alone := group.Eq(2).And(four.Not())
	before := float.After(p.steady("before"), x[0], 1)
	pair := add("pair", dot, t, hdl.Mux(alone, x[0], before), hdl.Mux(alone, none, x[0]))
	one := float.After(p.steady("first"), pair, 1)
	two := float.After(p.steady("second"), one, 1)
	return add("sum", l.Dot, l.Type, hdl.Mux(l.Four, two, one), pair)
}

// sumUnit adds two products of a dot product.
type sumUnit struct {
	Move  hdl.In  `doc:"1: the pipeline moves"`
	Valid hdl.In  `doc:"1: there are products to add"`
	Of    hdl.In  `doc:"the numeric type"`
	A, B  hdl.In  `doc:"the summands; codes with their sign"`
	Y     hdl.Out `doc:"the sum, exact in fixed point"`
}

func newSumUnit() *sumUnit {
	return &sumUnit{hdl.Input(1), hdl.Input(1), hdl.Input(typeBits), hdl.Input(32), hdl.Input(32), hdl.Output(32)}
}

// ModuleName is castalu_sum.
func (s *sumUnit) ModuleName() string { return "castalu_sum" }

// ModuleDoc describes the unit in its Verilog.
func (s *sumUnit) ModuleDoc() string { return "Adder of a dot product's products." }

// Describe builds an adder for floating point and one for fixed point.
func (s *sumUnit) Describe(m *hdl.Module) {
	floating := isFloat(s.Of.Bits)
	in := func(x hdl.In, yes hdl.Bits) hdl.Bits { return lib.Gate(yes, x.Bits) }
	line := func(name string, valid hdl.Bits) *float.Line {
		return float.NewLine(m.Scope(name), s.Move.Bits).Gated(s.Valid.And(valid))
	}
	sum := float.DualAdd(line("float", floating), s.Of.Eq(int(FP16)), in(s.A, floating), in(s.B, floating))
	exact := in(s.A, floating.Not()).Add(in(s.B, floating.Not()))
	type fixed struct{ Float, Sum hdl.Bits }
	f := float.After(line("fixed", hdl.Const(1, 1)), fixed{floating, exact}, float.DualSumSteps)
	s.Y.Set(hdl.Mux(f.Float, sum, f.Sum))
}

// Part is a part of a pipeline: a letter for diagrams, and how many cycles it takes.
type Part struct {
	Letter rune
	Steps  int
}

// LaneParts are the parts of the pipeline of the cheap operations, in order, for those
// who draw it: casts C, math function units M, sums of dot products D, output stage O.
func LaneParts() []Part {
	return []Part{{'C', castSteps}, {'M', mathSteps}, {'D', dotSteps}, {'O', outputSteps}, {'C', castSteps}}
}

// SpecialParts are those of the special functions, S.
func SpecialParts() []Part {
	return []Part{{'C', castSteps}, {'S', specialSteps}, {'O', outputSteps}, {'C', castSteps}}
}
