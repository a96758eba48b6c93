package primbatch

import (
	"fmt"

	"posedge/hdl"
)

// Unit is a driver followed by a pipeline.
type Unit struct {
	Ports
	Counts hdl.OutOf[Counts]
	config Config
}

// NewUnit makes the unit; it returns the error of [Config.Check].
func NewUnit(c Config) (*Unit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return &Unit{c.ports(), hdl.OutputOf(c.shapes().Counts), c}, nil
}

// ModuleName is primbatch with the unit's parameters.
func (u *Unit) ModuleName() string {
	return fmt.Sprintf("primbatch_l%d_", u.config.Lines) + u.config.driverName()
}

// ModuleDoc describes the unit in its Verilog.
func (u *Unit) ModuleDoc() string {
	return fmt.Sprintf("Primitive batching (US9589310): primitives are cut into batches of at most %d elements and %d vertices, which %d pipeline lines draw exactly as the whole.", u.config.Elements, u.config.Vertices, u.config.Lines)
}

// Describe connects the driver and the pipeline.
func (u *Unit) Describe(m *hdl.Module) {
	driver := hdl.Instance(m, "driver", NewDriver(u.config))
	driver.In.From(u.In)
	u.Counts.Set(driver.Counts.Data)

	pipeline := hdl.Instance(m, "pipeline", newPipeline(u.config))
	pipeline.In.From(driver.Out)
	for k := range u.Vertices {
		u.Vertices[k].From(pipeline.Vertices[k])
		pipeline.Shaded[k].From(u.Shaded[k])
	}
	u.Primitives.From(pipeline.Primitives)
	u.Fragments.From(pipeline.Fragments)
	u.Counted.Set(pipeline.Counted)

	// The driver refuses whatever the pipeline would refuse, so errors are reported in the application's order.
	u.Error.Set(hdl.Mux(driver.Error.Ne(0), driver.Error, pipeline.Error))
	u.Errors.Set(driver.Errors.Add(pipeline.Errors))
}
