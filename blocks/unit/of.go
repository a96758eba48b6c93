package unit

import (
	"posedge/bench"
	"posedge/hdl"
)

// Of is a unit whose configurations have type C. Its functions take the configuration of the variant at hand;
// [Of.Block] hides the type.
type Of[C any] struct {
	Name, Patent, License, Summary, Latency string // as in [Block]

	// Variants are the configurations that are built and checked, the default first.
	Variants []VariantOf[C]
	// New makes the component.
	New func(c C) (hdl.Component, error)
	// Exercise makes the component of the configuration and runs it as [Variant] says: it passes the options and the seed on to
	// its bench, which it returns.
	Exercise  func(r bench.Reporter, c C, seed uint64, cycles int, opts ...bench.Option) *bench.TB
	Scenarios []ScenarioOf[C]
	Commands  []Command
	// Speed measures the first variant.
	Speed SpeedOf[C]
}

// VariantOf is a [Variant] with its configuration.
type VariantOf[C any] struct {
	Name, Summary string
	Config        C
	Large         bool
}

// ScenarioOf is a [Scenario] that takes a configuration.
type ScenarioOf[C any] struct {
	Name, Summary string
	Cycles        int
	Demo          Demo[C]
	Wave          *Wave
	Tools         string
}

// Demo is what a scenario builds, and what it does with it. [On] makes one.
type Demo[C any] struct {
	build func(c C) (hdl.Component, error)
	run   func(tb *bench.TB, e *Env, c C) error
	opts  []bench.Option
}

// On builds a component with build, and shows something on a bench of it with run. One component serves several runs at
// once, so run must not change x. The options are what the bench needs besides those of every run.
func On[C any, T hdl.Component](build func(c C) (T, error), run func(tb *bench.TB, x T, e *Env, c C) error, opts ...bench.Option) Demo[C] {
	if build == nil || run == nil {
		return Demo[C]{} // which Check tells
	}
	return Demo[C]{
		build: func(c C) (hdl.Component, error) { return build(c) },
		run:   func(tb *bench.TB, e *Env, c C) error { return run(tb, tb.Design().Component.(T), e, c) },
		opts:  opts,
	}
}

// SpeedOf is a [Speed] that takes a configuration.
type SpeedOf[C any] struct {
	Summary string
	New     func(c C) (hdl.Component, error)
}

// Block describes the unit without the type of its configurations. A missing function stays missing.
func (o Of[C]) Block() Block {
	b := Block{Name: o.Name, Patent: o.Patent, License: o.License, Summary: o.Summary, Latency: o.Latency, Commands: o.Commands, Speed: Speed{Summary: o.Speed.Summary}}
	for _, v := range o.Variants {
		x := Variant{Name: v.Name, Summary: v.Summary, Large: v.Large, config: v.Config}
		if o.New != nil {
			x.New = func() (hdl.Component, error) { return o.New(v.Config) }
		}
		if o.Exercise != nil {
			x.Exercise = func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
				r.Helper()
				return o.Exercise(r, v.Config, seed, cycles, opts...)
			}
		}
		b.Variants = append(b.Variants, x)
	}
	for _, s := range o.Scenarios {
		x := Scenario{Name: s.Name, Summary: s.Summary, Cycles: s.Cycles, Wave: s.Wave, Tools: s.Tools, Options: s.Demo.opts}
		if demo := s.Demo; demo.run != nil {
			x.New = func(v Variant) (hdl.Component, error) { return demo.build(v.config.(C)) }
			x.Run = func(tb *bench.TB, e *Env) error { return demo.run(tb, e, e.Variant.config.(C)) }
		}
		b.Scenarios = append(b.Scenarios, x)
	}
	if o.Speed.New != nil {
		b.Speed.New = func() (hdl.Component, error) { return o.Speed.New(o.Variants[0].Config) }
	}
	return b
}

// Variant returns the variant of that name, or the first for an empty name.
func (o Of[C]) Variant(name string) (VariantOf[C], error) {
	return variant(o.Name, name, o.Variants, func(v VariantOf[C]) string { return v.Name })
}
