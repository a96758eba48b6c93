package sim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func TestCounterCountsEnabledCyclesAndWraps(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Counter(3))
		r.tick(2)
		assert.EqualValues(t, 0, r.get("value"), "nothing is counted while enable is low")
		r.set("enable", 1)
		assert.EqualValues(t, 0, r.get("value"), "a register does not see its input before the edge")
		r.tick(1)
		assert.EqualValues(t, 1, r.get("value"))
		r.tick(7)
		assert.EqualValues(t, 0, r.get("value"), "3 bits wrap at 8")
		r.tick(3)
		r.set("rst", 1)
		assert.EqualValues(t, 3, r.get("value"), "reset is synchronous")
		r.tick(1)
		assert.EqualValues(t, 0, r.get("value"))
		r.tick(1)
		assert.EqualValues(t, 0, r.get("value"), "reset wins over enable")
		assert.EqualValues(t, 15, r.Cycle())
	})
}
