package scenario

import (
	"fmt"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// build is the configuration of a variant.
type build = testbench.Build

// shows is a demonstration on a bench around a variant.
func shows(run func(b *testbench.Bench, e *unit.Env, x build) error) unit.Demo[build] {
	return unit.On(build.Component, func(tb *bench.TB, _ hdl.Component, e *unit.Env, x build) error {
		return run(testbench.On(tb, x.Config, testbench.Delays{}), e, x)
	})
}

// showsDriver is a demonstration of a unit with a driver. It prints a note for a variant without one.
func showsDriver(delays testbench.Delays, run func(b *testbench.Bench, e *unit.Env, x build) error) unit.Demo[build] {
	return unit.On(func(x build) (*primbatch.Unit, error) {
		return primbatch.NewUnit(x.Config)
	}, func(tb *bench.TB, _ *primbatch.Unit, e *unit.Env, x build) error {
		if x.Whole {
			fmt.Fprintln(e.Out, "this variant has no driver; the figures are those of the unit with one")
			x.Whole = false
		}
		return run(testbench.On(tb, x.Config, delays), e, x)
	})
}
