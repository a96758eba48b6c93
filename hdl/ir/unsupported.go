package ir

import "fmt"

// unsupported reports features of a sound design that the simulator, the exporter
// and the provers do not support yet: several domains, domains other than a rising
// edge with a synchronous active-high reset, and modules without a body. When the
// readers learn one of these, remove its line.
func unsupported(top *Module) []error {
	var errs []error
	refuse := func(at Pos, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%v: "+format, append([]any{at}, args...)...))
	}
	for _, m := range Modules(top) {
		if m.Extern != nil {
			refuse(m.At, "module %s is external (%s): black boxes cannot be simulated or exported yet; describe it in the language", m.Name, m.Extern.Name)
		}
		if len(m.Domains) > 1 {
			refuse(m.At, "module %s has clocks %s and %s: a design can be simulated and exported with one clock so far",
				m.Name, m.Domains[0].Clock.Name, m.Domains[1].Clock.Name)
		}
		for _, d := range m.Domains {
			if d.Edge != Rising || d.Async || d.ActiveLow {
				kind := "synchronous"
				if d.Async {
					kind = "asynchronous"
				}
				level := "high"
				if d.ActiveLow {
					level = "low"
				}
				refuse(m.At, "clock %s of module %s: %s edge with a %s reset, active %s; a design can be simulated and exported with a rising edge and a synchronous reset, active high, so far",
					d.Clock.Name, m.Name, d.Edge, kind, level)
			}
		}
	}
	return errs
}
