package hdl

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/ir"
)

// source is a stream that a module produces.
type source struct {
	module       *ir.Module
	name         string
	valid, ready *ir.Signal // ports of the module
}

// sources lists the streams that the module produces.
func (d *definition) sources() []source {
	var list []source
	for i, p := range d.ir.Ports {
		g := d.of(p).group
		if g == nil || !g.stream || g.ready == nil || g.ready.Kind != ir.Input || g.targets[0] != p {
			continue
		}
		list = append(list, source{d.ir, g.name, d.ir.Ports[i], g.ready})
	}
	return list
}

// paths checks the combinational paths of a design that has no mistake so far.
func (e *elaboration) paths(top *ir.Module) {
	sums, loop, in := ir.Paths(top)
	if loop != nil {
		e.loop(loop, in)
		return
	}
	e.waits(sums)
}

// loop reports a combinational loop as a list of the user's lines.
func (e *elaboration) loop(loop []ir.Step, in *ir.Module) {
	e.errorAt(loop[0].At, "combinational loop in module %s:%s\n\tput a register in the path%s",
		in.Name, drawn(append(loop[:len(loop):len(loop)], loop[0])), split(loop))
}

// waits reports the streams whose Valid waits for their own Ready, each in the
// innermost module that makes it so.
func (e *elaboration) waits(sums map[*ir.Module]ir.Summary) {
	said := map[*ir.Signal]*ir.Signal{} // reported: ready by valid
	for _, s := range e.produced {
		out, in := slices.Index(s.module.Ports, s.valid), slices.Index(s.module.Ports, s.ready)
		if !slices.Contains(sums[s.module][out], in) {
			continue
		}
		d := ir.Depends(s.module, s.valid, s.ready)
		if d == nil {
			continue
		}
		said[s.valid] = s.ready
		if !inherited(d.Path, said) {
			e.errorAt(d.First.At, "the Valid of stream %s of module %s waits for the stream's own Ready:%s\n\t"+
				"offer the beat without asking for Ready, and put what depends on its passing under Fire()", s.name, s.module.Name, drawn(d.Path))
		}
	}
}

// inherited reports whether the path leads through a child's stream for which
// the same mistake was reported.
func inherited(path []ir.Step, said map[*ir.Signal]*ir.Signal) bool {
	for i, s := range path {
		if s.Instance == nil {
			continue
		}
		var out, in *ir.Signal
		for _, c := range s.Instance.Conns {
			switch c.Net {
			case s.Signal:
				out = c.Port
			case path[i+1].Signal:
				in = c.Port
			}
		}
		if out != nil && said[out] == in {
			return true
		}
	}
	return false
}

// drawn writes the path from its first signal to its last, with a line for each step.
func drawn(path []ir.Step) string {
	var b strings.Builder
	for i, s := range path[:len(path)-1] {
		next := path[i+1].Signal.Name
		if s.Part != nil {
			next += bitRange(s.Part)
		}
		through := ""
		if s.Instance != nil {
			through = ", through instance " + s.Instance.Name
		}
		fmt.Fprintf(&b, "\n\t%s needs %s%s (%s)", s.Signal.Name, next, through, s.At.Short())
	}
	return b.String()
}

func bitRange(x *ir.Slice) string {
	if x.Hi == x.Lo {
		return fmt.Sprintf("[%d]", x.Hi)
	}
	return fmt.Sprintf("[%d:%d]", x.Hi, x.Lo)
}

// split proposes how to split a signal to break a loop in which no bit depends on
// itself; "" for a loop of single bits.
func split(loop []ir.Step) string {
	const unless = "; or, if no bit really depends on itself, "
	for i, s := range loop {
		if s.Part != nil {
			return fmt.Sprintf("%smake %s a signal of its own: %s needs only that part", unless, loop[(i+1)%len(loop)].Signal.Name+bitRange(s.Part), s.Signal.Name)
		}
	}
	var wide *ir.Signal
	for _, s := range loop {
		if s.Signal.Width > 1 && (wide == nil || wide.Kind != ir.Wire && s.Signal.Kind == ir.Wire) {
			wide = s.Signal
		}
	}
	if wide == nil {
		return ""
	}
	return fmt.Sprintf("%ssplit %s into several signals", unless, wide.Name)
}
