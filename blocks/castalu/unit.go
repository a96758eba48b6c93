package castalu

import (
	"fmt"

	"posedge/hdl"
)

// UnitConfig holds the parameters of an arithmetic unit.
type UnitConfig struct {
	Lanes      int // elements per cycle of the cheap operations: 1, 2 or 4
	Embodiment Embodiment
	Threads    int // threads that issue operations, 2 to 32

	copies copies
}

// copies replaces the arithmetic in proofs of the control around it: components have one
// bit, and the elements of the first input pass unchanged through the given numbers of
// stages. The zero value is the arithmetic itself.
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

// Check returns an error that names the first parameter that cannot be built.
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

// Unit is the arithmetic unit: input casting units, math function units and output
// casting units, once for each lane and once for the special functions.
type Unit struct {
	In          hdl.Sink[Operation]
	Out         hdl.Source[Result]
	Meaningless hdl.Out `doc:"1: the offered instruction is illegal"`

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
	s := c.shapes()
	return &Unit{In: hdl.NewSink(s.Operation), Out: hdl.NewSource(s.Result), Meaningless: hdl.Output(1), config: c}
}

// ModuleName is castalu_unit with the configuration.
func (u *Unit) ModuleName() string { return "castalu_unit_" + u.config.Name() }

// ModuleDoc describes the unit in its Verilog.
func (u *Unit) ModuleDoc() string {
	return fmt.Sprintf("Arithmetic unit of casting-arithmetic instructions (US9477477): %d lanes, %v math function units.", u.config.Lanes, u.config.Embodiment)
}

// Describe decodes the instruction and builds the two pipelines and the arbiter of their results.
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
	ready      hdl.Bits // 1: the offered instruction can be taken
	offered    hdl.Bits // 1: a lane result was offered and not taken
}

// pipes builds the two pipelines. An instruction, given as a job for each, enters one of them.
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

// leave gives a special-function result priority over a lane result, unless the lane result was offered before: an
// offer stays until it is taken.
func (p *pipes) leave(m *hdl.Module, out hdl.Source[Result]) {
	ready := out.Ready.Bits
	p.offered = m.Reg("lanes_offered", 1)
	specialFirst := m.Named("special_leaves", p.slow.done.And(p.offered.Not()))
	p.offered.Set(p.fast.done.And(specialFirst.Not()).And(ready.Not()))
	p.slow.leave(ready.And(specialFirst))
	p.fast.leave(ready.And(specialFirst.Not()))
	out.Send(p.slow.done.Or(p.fast.done), hdl.MuxOf(specialFirst, p.slow.result, p.fast.result))
}

// Part is a part of a pipeline: a letter for diagrams, and how many cycles it takes.
type Part struct {
	Letter rune
	Steps  int
}

// LaneParts returns the parts of the pipeline of the cheap operations, in order, for
// drawing: casts C, math function units M, sums of dot products D, output stage O.
func LaneParts() []Part {
	return []Part{{'C', castSteps}, {'M', mathSteps}, {'D', dotSteps}, {'O', outputSteps}, {'C', castSteps}}
}

// SpecialParts returns those of the pipeline of the special functions, S.
func SpecialParts() []Part {
	return []Part{{'C', castSteps}, {'S', specialSteps}, {'O', outputSteps}, {'C', castSteps}}
}
