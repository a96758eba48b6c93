package bench

import (
	"errors"

	"posedge/hdl"
	"posedge/hdl/sim"
)

// Program is a component that is elaborated and compiled once, for any number of benches. They share nothing else, and may
// run in parallel.
type Program struct {
	design *hdl.Design
	sim    *sim.Program
	opts   []Option
}

// Compile elaborates a component and compiles it. The options hold for each bench of the program.
func Compile(c hdl.Component, opts ...Option) (*Program, error) {
	d, err := hdl.Elaborate(c)
	if err != nil {
		return nil, err
	}
	return compile(d, opts)
}

func compile(d *hdl.Design, opts []Option) (*Program, error) {
	p := &Program{design: d, opts: opts}
	o, err := p.optionsWith(nil)
	if err != nil {
		return nil, err
	}
	if err := given(d); err != nil {
		return nil, err
	}
	var engine []sim.Option
	if o.engine != (sim.Engine{}) {
		engine = append(engine, sim.WithEngine(o.engine))
	}
	p.sim, err = sim.Compile(d.Top, engine...)
	return p, err
}

// Design returns the elaborated design.
func (p *Program) Design() *hdl.Design { return p.design }

// given refuses a design that is not there.
func given(d *hdl.Design) error {
	if d == nil || d.Top == nil {
		return errors.New("the design is nil; make it with hdl.Elaborate")
	}
	return nil
}

// optionsWith are the options of a bench.
func (p *Program) optionsWith(own []Option) (*options, error) {
	o := &options{seed: 1}
	if err := o.take(p.opts); err != nil {
		return nil, err
	}
	engine := o.engine
	if err := o.take(own); err != nil {
		return nil, err
	}
	if o.engine != engine {
		return nil, errors.New("a bench cannot choose the engine of a program that is compiled; give bench.Engine to bench.Compile, or -engine to posedge run")
	}
	return o, nil
}
