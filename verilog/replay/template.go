package replay

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"posedge/hdl/ir"
	"posedge/verilog"
	"posedge/verilog/internal/syntax"
)

//go:embed bench.v.tmpl
var benchText string

// benches has the template of a bench and, named "finish", the end of a simulation.
// It is only Verilog-2005, but for the way to end with a failure.
var benches = template.Must(template.New("bench.v.tmpl").Option("missingkey=error").Funcs(template.FuncMap{
	"vector": func(p port) string { return syntax.Vector(p.Width) },
	"last":   func(width int) int { return width - 1 },
	"row":    rowWidth,
	"width":  widthOf,
	"names":  names,
	"formats": func(list []port) string {
		return strings.TrimSuffix(strings.Repeat("%h ", len(list)), " ")
	},
	"wrap": func(format string, args ...any) string { return syntax.Wrap(fmt.Sprintf(format, args...), "") },
}).Parse(benchText))

// fill is a template with its gaps filled. The templates are part of the program, so
// a gap that cannot be filled is a fault of this package.
func fill(name string, gaps any) string {
	var b strings.Builder
	if err := benches.ExecuteTemplate(&b, name, gaps); err != nil {
		panic(fmt.Sprintf("replay: %v", err))
	}
	return b.String()
}

// gaps are what the template of the bench has gaps for: the bench's own names under
// their roles, which begin with a small letter or are in capitals, and the design.
func (r *Bench) gaps(opts verilog.Options) map[string]any {
	outs := outputs(r.top)
	wanted := make([]port, len(outs))
	for i, p := range outs {
		wanted[i] = port{r.names["expected "+p.Name], p.Width}
	}
	var ports []string
	for _, p := range r.top.Ports {
		ports = append(ports, p.Name)
	}
	var clocks []string
	for _, c := range r.top.Clocks() {
		clocks = append(clocks, c.Name)
	}
	gaps := map[string]any{
		"License":   opts.LicenseLine(),
		"Digest":    ir.Digest(r.top),
		"Bench":     r.Name,
		"Top":       r.top.Name,
		"Rows":      r.Cycles,
		"EndMarker": fmt.Sprintf("%x", endMarker),
		"Clocks":    clocks,
		"Ports":     ports,
		"Inputs":    inputs(r.top),
		"Outputs":   outs,
		"Wanted":    wanted, // in the order of Outputs
		"Columns":   sampleColumns(r.top),
	}
	for role, name := range r.names {
		gaps[role] = name
	}
	return gaps
}

func names(list []port) string {
	all := make([]string, len(list))
	for i, p := range list {
		all[i] = p.Name
	}
	return strings.Join(all, ", ")
}
