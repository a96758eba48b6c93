package combineripu

import (
	"fmt"

	"posedge/hdl"
)

// plan generates all instructions of one step, a general stage or the final combiner, combinationally.
type plan struct {
	Final hdl.In                        `hdl:"is_final" doc:"1: the words are the final combiner's"`
	Words hdl.InOf[StepWords]           `doc:"the step's words"`
	Live  hdl.InOf[Live]                `doc:"the stage's results that are read later"`
	Valid hdl.Out                       `doc:"bit k: slot k holds an instruction"`
	Slots hdl.OutOf[[numSlots]slotBits] `doc:"the instructions, in the order of their slots"`

	c Config
}

func newPlan(c Config) *plan {
	common := commonShapes()
	return &plan{
		Final: hdl.Input(1), Words: hdl.InputOf(c.shapes().Words), Live: hdl.InputOf(common.Live),
		Valid: hdl.Output(numSlots), Slots: hdl.OutputOf(common.Slots),
		c: c,
	}
}

// ModuleName is combiner_plan with the number of stages.
func (p *plan) ModuleName() string { return fmt.Sprintf("combiner_plan_n%d", p.c.Stages) }

// ModuleDoc describes the plan in its Verilog.
func (p *plan) ModuleDoc() string {
	return "Generates all instructions of one step, a general stage or the final combiner, each in its slot."
}

// Describe plans the words both as a stage and as a final combiner, and selects.
func (p *plan) Describe(m *hdl.Module) {
	w := p.Words.Data
	hdl.Unused(w.Constants, w.Active, w.Count)
	stage := planStage(m.Scope("stage"), w, p.Live.Data)
	final := planFinal(m.Scope("final"), w)
	var valid []any
	var list [numSlots]slotBits
	for k, s := range stage {
		if k < len(final) {
			s = filledSlot{hdl.Mux(p.Final, final[k].valid, s.valid), hdl.MuxOf(p.Final, final[k].slot, s.slot)}
		} else {
			s.valid = s.valid.And(p.Final.Not())
		}
		valid = append(valid, s.valid)
		list[k] = s.slot
	}
	p.Valid.Set(hdl.Pack(valid...))
	p.Slots.Set(list)
}
