package float

import (
	"fmt"

	"posedge/hdl"
)

// One, Two and Three are the operands of an operation.
type (
	One struct {
		A    hdl.Bits `width:"value"`
		Mode Mode
	}
	Two struct {
		A, B hdl.Bits `width:"value"`
		Mode Mode
	}
	Three struct {
		A, B, C hdl.Bits `width:"value"`
		Mode    Mode
	}
)

// OneShape is the shape of an operand in a format.
func OneShape(f Any) One { return shape[One](f) }

// TwoShape is the shape of two operands in a format.
func TwoShape(f Format) Two { return shape[Two](f) }

// ThreeShape is the shape of three operands in a format.
func ThreeShape(f Format) Three { return shape[Three](f) }

func shape[In any](f Any) In { return hdl.Shape[In](hdl.Widths{"value": widthOf(f)}) }

// Unit is an operation with streams. With n stages a result comes n cycles after
// its operands, and an operation may begin in every cycle; if Out is not ready only
// the full stages wait. In's ready depends combinationally on Out's, through
// all stages; with 0 stages the unit is combinational, and the two are the
// same.
type Unit[In any] struct {
	In  hdl.Sink[In]
	Out hdl.Source[hdl.Bits]

	op     string            // "add"
	doc    string            // "a + b in fp32"
	ports  map[string]string // the meaning of ports, where it differs from their tags
	format Any
	checks []Any // formats to be checked
	stages int
	steps  int
	build  func(p *path, in In) hdl.Bits
}

// ModuleName is fp32_add_s3 for three stages.
func (u *Unit[In]) ModuleName() string {
	return fmt.Sprintf("%s_s%d", u.name(), max(u.stages, 0))
}

// name is fp32_add.
func (u *Unit[In]) name() string { return nameOf(u.format) + "_" + u.op }

// ModuleDoc says what the unit computes, in which format, and its latency.
func (u *Unit[In]) ModuleDoc() string {
	if u.stages == 1 {
		return u.doc + ", 1 pipeline stage."
	}
	return fmt.Sprintf("%s, %d pipeline stages.", u.doc, u.stages)
}

// PortDoc says which inputs have no effect in this unit, and what the bits of a
// comparison mean.
func (u *Unit[In]) PortDoc(name string) string { return u.ports[name] }

const noEffect = "no effect"

// noRounding says that the direction of rounding has no effect.
func noRounding() map[string]string { return map[string]string{"in_data_mode_toward_zero": noEffect} }

// Stages is the number of cycles from operands to result.
func (u *Unit[In]) Stages() int { return u.stages }

// Describe builds the datapath and, beside it, a valid bit for each stage.
func (u *Unit[In]) Describe(m *hdl.Module) {
	for _, f := range u.checks {
		if err := check(f); err != nil {
			m.Errorf("%v", err)
			return
		}
	}
	if u.stages < 0 || u.stages > u.steps {
		m.Errorf("%s has 0 to %d stages, not %d", u.name(), u.steps, u.stages)
		return
	}
	p := &path{m: m, steps: u.steps, named: true}
	valid, ready := u.pipeline(m, p)
	u.In.Ready.Set(ready)
	u.Out.Send(valid, u.build(p, u.In.Data))
}

// pipeline makes the valid bits: a stage takes a value if it is empty or passes
// its own on.
func (u *Unit[In]) pipeline(m *hdl.Module, p *path) (valid, ready hdl.Bits) {
	var full []hdl.Bits
	for i := range u.stages {
		full = append(full, m.Reg(fmt.Sprintf("valid_%d", i+1), 1))
	}
	p.enable = make([]hdl.Bits, u.stages)
	ready = u.Out.Ready.Bits
	for i := u.stages - 1; i >= 0; i-- {
		ready = m.Named(fmt.Sprintf("move_%d", i+1), full[i].Not().Or(ready))
		p.enable[i] = ready
	}
	valid = u.In.Valid.Bits
	for i := range u.stages {
		m.If(p.enable[i], func() { full[i].Set(valid) })
		valid = full[i]
	}
	return valid, ready
}

func newUnit[In any](f Format, op, doc string, steps, stages int, build func(p *path, in In) hdl.Bits) *Unit[In] {
	u := &Unit[In]{op: op, doc: doc + " in " + nameOf(f), format: f, checks: []Any{f}, stages: stages, steps: steps, build: build}
	u.In, u.Out = hdl.NewSink(shape[In](f)), hdl.NewSource(hdl.Width(widthOf(f)))
	return u
}

// NewAdd makes a + b with 0 to 3 stages.
func NewAdd(f Format, stages int) *Unit[Two] {
	return newUnit(f, "add", "a + b", sumSteps+1, stages, func(p *path, in Two) hdl.Bits { return f.add(p, in.A, in.B, in.Mode) })
}

// NewSub makes a − b with 0 to 3 stages.
func NewSub(f Format, stages int) *Unit[Two] {
	return newUnit(f, "sub", "a - b", sumSteps+1, stages, func(p *path, in Two) hdl.Bits { return f.sub(p, in.A, in.B, in.Mode) })
}

// NewMul makes a × b with 0 to 3 stages.
func NewMul(f Format, stages int) *Unit[Two] {
	return newUnit(f, "mul", "a * b", productSteps+1, stages, func(p *path, in Two) hdl.Bits { return f.mul(p, in.A, in.B, in.Mode) })
}

// NewFMA makes a × b + c with 0 to 5 stages.
func NewFMA(f Format, stages int) *Unit[Three] {
	return newUnit(f, "fma", "a * b + c", productSteps+sumSteps+1, stages, func(p *path, in Three) hdl.Bits { return f.fma(p, in.A, in.B, in.C, in.Mode) })
}

// NewDiv makes a ÷ b with 0 to fraction bits + 5 stages: at most 15 for
// [Binary16] and 28 for [Binary32].
func NewDiv(f Format, stages int) *Unit[Two] {
	return newUnit(f, "div", "a / b", f.recurrenceSteps()+1, stages, func(p *path, in Two) hdl.Bits { return f.div(p, in.A, in.B, in.Mode) })
}

// NewRcp makes 1 ÷ a with as many stages as [NewDiv].
func NewRcp(f Format, stages int) *Unit[One] {
	return newUnit(f, "rcp", "1 / a", f.recurrenceSteps()+1, stages, func(p *path, in One) hdl.Bits { return f.rcp(p, in.A, in.Mode) })
}

// NewSqrt makes √a with as many stages as [NewDiv].
func NewSqrt(f Format, stages int) *Unit[One] {
	return newUnit(f, "sqrt", "square root of a", f.recurrenceSteps()+1, stages, func(p *path, in One) hdl.Bits { return f.sqrt(p, in.A, in.Mode) })
}

// NewRsqrt makes 1 ÷ √a with as many stages as [NewDiv].
func NewRsqrt(f Format, stages int) *Unit[One] {
	return newUnit(f, "rsqrt", "1 / square root of a", f.recurrenceSteps()+1, stages, func(p *path, in One) hdl.Bits { return f.rsqrt(p, in.A, in.Mode) })
}

// NewLog2 makes log2 a with 0 to 7 stages.
func NewLog2(f Format, stages int) *Unit[One] {
	return withTable(newUnit(f, "log2", "log2 a", logSteps+1, stages, func(p *path, in One) hdl.Bits { return f.log2(p, in.A, in.Mode) }))
}

// NewExp2 makes 2^a with 0 to 7 stages.
func NewExp2(f Format, stages int) *Unit[One] {
	return withTable(newUnit(f, "exp2", "2 to the power of a", expSteps+1, stages, func(p *path, in One) hdl.Bits { return f.exp2(p, in.A, in.Mode) }))
}

// NewPow makes a^b with 0 to 15 stages.
func NewPow(f Format, stages int) *Unit[Two] {
	return withTable(newUnit(f, "pow", "a to the power of b", logSteps+productSteps+expSteps+1, stages, func(p *path, in Two) hdl.Bits { return f.pow(p, in.A, in.B, in.Mode) }))
}

func withTable[In any](u *Unit[In]) *Unit[In] {
	u.checks = []Any{tabled{u.format.(Format)}}
	return u
}

// NewMin makes the lesser of a and b with 0 or 1 stages.
func NewMin(f Format, stages int) *Unit[Two] {
	u := newUnit(f, "min", "the lesser of a and b", 1, stages, func(p *path, in Two) hdl.Bits {
		hdl.Unused(in.Mode.TowardZero)
		return step(p, f.Min(in.A, in.B, in.Mode))
	})
	u.ports = noRounding()
	return u
}

// NewMax makes the greater of a and b with 0 or 1 stages.
func NewMax(f Format, stages int) *Unit[Two] {
	u := newUnit(f, "max", "the greater of a and b", 1, stages, func(p *path, in Two) hdl.Bits {
		hdl.Unused(in.Mode.TowardZero)
		return step(p, f.Max(in.A, in.B, in.Mode))
	})
	u.ports = noRounding()
	return u
}

// NewCompare makes the four bits of [Order], Less in bit 0, with 0 or 1 stages.
func NewCompare(f Format, stages int) *Unit[Two] {
	u := newUnit(f, "cmp", "order of a and b", 1, stages, func(p *path, in Two) hdl.Bits {
		hdl.Unused(in.Mode.TowardZero)
		return step(p, hdl.Flatten(f.Compare(in.A, in.B, in.Mode)))
	})
	u.Out = hdl.NewSource(hdl.Width(hdl.WidthOf(hdl.Shape[Order](nil))))
	u.ports = noRounding()
	u.ports["out_data"] = "bit 0: a is less than b, 1: equal, 2: greater, 3: unordered"
	return u
}
