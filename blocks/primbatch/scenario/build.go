package scenario

import (
	"fmt"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// build is the configuration of a variant: a unit, or with Whole a pipeline without a driver.
type build struct {
	primbatch.Config
	Whole bool
}

// shows is a demonstration on a bench around a variant.
func shows(run func(b *Bench, e *unit.Env, x build) error) unit.Demo[build] {
	return unit.On(build.component, func(tb *bench.TB, c hdl.Component, e *unit.Env, x build) error {
		return run(drive(tb, c, x.Config, Delays{}), e, x)
	})
}

// showsDriver is a demonstration of a unit with a driver. It prints a note for a variant without one.
func showsDriver(delays Delays, run func(b *Bench, e *unit.Env, x build) error) unit.Demo[build] {
	return unit.On(func(x build) (*primbatch.Unit, error) {
		return primbatch.NewUnit(x.Config)
	}, func(tb *bench.TB, u *primbatch.Unit, e *unit.Env, x build) error {
		if x.Whole {
			fmt.Fprintln(e.Out, "this variant has no driver; the figures are those of the unit with one")
			x.Whole = false
		}
		return run(drive(tb, u, x.Config, delays), e, x)
	})
}

// component makes the build's component.
func (b build) component() (hdl.Component, error) {
	if b.Whole {
		return primbatch.NewPipeline(b.Config)
	}
	return primbatch.NewUnit(b.Config)
}

// bench makes a bench around the build's component.
func (b build) bench(r bench.Reporter, delays Delays, opts ...bench.Option) *Bench {
	return NewBench(r, b.Config, b.Whole, delays, opts...)
}

// Draw sends items, and waits until all is drawn.
func (b *Bench) Draw(items ...model.Item) {
	b.Send(items...)
	b.Drain()
}

// drawnBy runs items in a bench of their own, and returns the bench and the driver's counters when all is drawn.
func drawnBy(x build, delays Delays, setup func(b *Bench), items ...model.Item) (b *Bench, counts model.Counts, err error) {
	err = bench.Run(func(r bench.Reporter) {
		b = x.bench(r, delays)
		if setup != nil {
			setup(b)
		}
		b.Send(items...)
		b.Drain()
		if b.counts != nil {
			counts = b.Counts()
		}
		b.Close()
	})
	return b, counts, err
}

// cut returns the items that a driver sends, after comparing them with its twin's.
func cut(c primbatch.Config, items ...model.Item) (sent []model.Item, err error) {
	twin := model.NewTwin(c.Embodiment, c.Limits())
	for _, i := range items {
		twin.Take(i)
	}
	err = bench.Run(func(r bench.Reporter) {
		d := primbatch.NewDriver(c)
		tb := bench.New(r, d)
		in := bench.Drive(tb, d.In, 0)
		out := bench.Collect[model.Item](tb, d.Out, 0)
		for _, i := range items {
			in.Send(i)
		}
		out.Wait(len(twin.Out), 100*len(items)+1000)
		sent = out.Beats()
		for k, i := range sent {
			if i != twin.Out[k] {
				r.Fatalf("item %d of the driver is %v, and %v in Go", k, i, twin.Out[k])
			}
		}
		tb.Close()
	})
	return sent, err
}

// begin, end and the other items of an application.
func begin(op isa.Op) model.Item {
	return model.Method(isa.BeginAddress, isa.BeginWord(op, false, isa.FirstInstance, 0))
}

func end() model.Item { return model.Method(isa.EndAddress, 0) }

func limits(elements, vertices int) model.Item {
	return model.Method(isa.BatchLimitAddress, uint32(vertices)<<16|uint32(elements))
}

// viewport sets a viewport whose corner is (x, y).
func viewport(x, y, width, height int) []model.Item {
	return []model.Item{
		model.Method(isa.ViewportHorizontalAddress, uint32(width)<<16|uint32(x)),
		model.Method(isa.ViewportVerticalAddress, uint32(height)<<16|uint32(y)),
	}
}

// stipple turns a pattern on.
func stipple(factor int, pattern uint16) []model.Item {
	return []model.Item{
		model.Method(isa.LineStippleAddress, 1),
		model.Method(isa.StippleParametersAddress, uint32(pattern)<<8|uint32(factor-1)),
	}
}

func polygonMode(m isa.PolygonMode) model.Item {
	return model.Method(isa.PolygonModeAddress, 0x1b00+uint32(m))
}

// path is a primitive with vertices at these points.
func path(op isa.Op, points ...point) []model.Item {
	list := []model.Item{begin(op)}
	for k, p := range points {
		list = append(list, model.VertexAt(p.x, p.y, uint32(k), true))
	}
	return append(list, end())
}

// point is a position in pixels.
type point struct{ x, y int }
