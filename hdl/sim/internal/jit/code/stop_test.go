package code

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/sim/internal/jit/word"
)

// The program ends before it stores anything, and what only the number of the stop needs
// is computed where it ends. The logic that decides is shared with the stores.
func TestAStopComesBeforeEveryStore(t *testing.T) {
	p := newProgram(t)
	sum := p.Add(p.reg(0), p.reg(1))
	p.set(0, sum)
	p.set(1, p.Mul(sum, sum))
	when := p.Less(word.LtU, p.Const(word.I32, 9), sum)
	p.Stop = &Stop{When: when, Store: Store{Value: p.Sub(p.reg(2), p.reg(1)), Addr: 20, State: word.NoState}}
	for _, omit := range []Omitted{{}, {Order: true}, {Groups: true, Arms: true}} {
		plan := p.plan(omit)
		assert.Equal(t, lines("function 0",
			"  %2 = add(@8 @12)",
			"  if lt_u(0x9 %2)",
			"    @20 = sub(@16 @12), then return"), firstLines(plan.Text(), 4))
		assert.Equal(t, 1, plan.UntilStop())
		assert.Equal(t, []uint32{9, 81, 7, 0}, p.run(plan, 4, 5, 7, 0))
		assert.Equal(t, []uint32{5, 5, 7, 2}, p.run(plan, 5, 5, 7, 0), "nothing else is stored")
	}
	p.Stop = nil
	assert.Zero(t, p.plan(Omitted{}).UntilStop())
}

// What decides may take several functions, none of which stores anything; those after
// them are not to be called.
func TestAStopMayNeedSeveralFunctions(t *testing.T) {
	p := newProgram(t)
	var values []word.ID
	for i := range 4 {
		values = append(values, p.much(p.reg(i), 400))
		p.set(i, p.much(values[i], 400))
	}
	when := p.And(p.And(values[0], values[1]), p.And(values[2], values[3]))
	p.Stop = &Stop{When: when, Store: Store{Value: p.Const(word.I32, 7), Addr: 28, State: word.NoState}}
	plan := p.plan(Omitted{})
	assert.Greater(t, plan.UntilStop(), 2)
	assert.Less(t, plan.UntilStop(), plan.parts-2)
	for k, s := range plan.steps {
		if s.item != nil && int(plan.part[k]) < plan.UntilStop()-1 {
			assert.Fail(t, "something is stored before the stop")
		}
	}
}
