package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// Remap replaces register codes in an instruction stream by the numbers of a table: those of destinations, and of
// operands that are registers. Tokens pass unchanged. It is combinational: a beat passes in the cycle in which it is
// offered.
type Remap struct {
	In    hdl.Sink[Emission]                   `doc:"instructions with register codes, and tokens"`
	Out   hdl.Source[Emission]                 `doc:"the same with register numbers"`
	Set   hdl.Out                              `hdl:"table_of" doc:"the set whose table is used"`
	Table hdl.InOf[[isa.NumRegisters]hdl.Bits] `doc:"by code: the register's number; in the same cycle"`

	config Config
}

// NewRemap makes the stage for streams of a unit's configuration.
func NewRemap(c Config) *Remap {
	return &Remap{
		In: hdl.NewSink(EmissionShape(c)), Out: hdl.NewSource(EmissionShape(c)), Set: hdl.Output(c.setWidth()),
		Table: hdl.InputOf(commonShapes().Allocation.Table), config: c,
	}
}

// ModuleName is remap with the width of a set's number.
func (r *Remap) ModuleName() string { return fmt.Sprintf("remap_w%d", r.config.setWidth()) }

// ModuleDoc describes the part in its Verilog.
func (r *Remap) ModuleDoc() string {
	return "Replaces register codes by the numbers of a table."
}

// Describe looks up the destination and the sources.
func (r *Remap) Describe(m *hdl.Module) {
	e := r.In.Data
	r.Set.Set(e.Set)
	table := r.Table.Data[:]
	number := func(is, code hdl.Bits) hdl.Bits { return hdl.Mux(is, hdl.Select(code, table), code) }
	i := &e.Instruction
	i.Dest = number(e.Token.Eq(int(isa.InstructionToken)), i.Dest)
	for k := range i.In {
		in := &i.In[k]
		in.Register = number(in.Kind.Eq(int(isa.RegisterOperand)), in.Register)
	}
	r.Out.Send(r.In.Valid, e)
	r.In.Ready.Set(r.Out.Ready)
}
