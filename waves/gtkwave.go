package waves

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"posedge/internal/atomicfile"
)

// Flags of a trace in a GTKWave save file, in hexadecimal.
const (
	gtkBinary      = "@28"
	gtkHex         = "@22"
	gtkHexFilter   = "@2022"
	gtkGroupBegin  = "@800200"
	gtkGroupEnd    = "@1000200"
	gtkClosedBegin = "@c00200"
	gtkClosedEnd   = "@1401200"
)

// gtkZoom is the scale at which the wave opens: 200 pixels for a unit of time,
// halved for each step below 0; a cycle of the default period has 50. Without it
// one cycle fills the window. The "-1" after it sets no marker.
const gtkZoom = "-3.0"

// gtkFilters is how many filter files GTKWave takes; any further enums are
// shown in hexadecimal.
const gtkFilters = 127

// gtkwaveFiles makes GTKWave's save file for the VCD of the given base name, and a
// filter file for each enum wider than 1 bit. (GTKWave draws a single bit as a
// line and never as text.)
//
// The save file opens at the first cycles. It shows the variables of the top
// level, which is the outermost scope that has any, in one group, and then each
// instance in its own group. Clocks come first. Groups leave out signals that
// the top level already shows: the clock, and wires with the value of one of
// its variables. The words of a memory, and instances more than one level below
// the top, are in closed groups.
func gtkwaveFiles(vcd string, top *Scope) ([]atomicfile.Content, error) {
	if _, err := newLayout(top); err != nil {
		return nil, err
	}
	if vcd == "" || strings.ContainsAny(vcd, "\"/\\\n\r") {
		return nil, fmt.Errorf("waves: %q cannot be named in a save file; use a base name without quotes", vcd)
	}
	name := strings.TrimSuffix(vcd, ".vcd") + ".gtkw"
	g := &gtkwave{filterNumber: map[string]int{}, shown: map[*Var]bool{}}
	g.line(`[dumpfile] "%s"`, vcd)
	g.line(`[savefile] "%s"`, name)
	g.line("[timestart] 0")
	g.line("*%s -1", gtkZoom)
	g.line("[treeopen] %s.", top.Name)
	if len(top.Scopes) == 1 {
		g.line("[treeopen] %s.%s.", top.Name, top.Scopes[0].Name)
	}
	g.scope(top, "", 0)
	files := []atomicfile.Content{{Path: name, Data: g.buf.Bytes()}}
	return append(files, g.filters...), nil
}

type gtkwave struct {
	buf          bytes.Buffer
	filters      []atomicfile.Content
	filterNumber map[string]int // by the enum's name, from 1
	shown        map[*Var]bool  // the origins of the variables of the top level
	clockShown   bool
}

func (g *gtkwave) line(format string, args ...any) { fmt.Fprintf(&g.buf, format+"\n", args...) }

// origin is the variable at the end of a chain of aliases.
func origin(v *Var) *Var {
	for v.Alias != nil {
		v = v.Alias
	}
	return v
}

// scope writes the groups of a scope that is level levels below the outermost
// one with variables: a bench that only contains the design does not count.
func (g *gtkwave) scope(s *Scope, prefix string, level int) {
	full := prefix + s.Name
	var vars []*Var
	for _, v := range s.Vars {
		repeated := v.Kind == Clock && g.clockShown || v.Kind == Wire && g.shown[origin(v)]
		if level == 0 || !repeated {
			vars = append(vars, v)
		}
	}
	slices.SortStableFunc(vars, func(a, b *Var) int { return clockRank(a) - clockRank(b) })
	for _, v := range vars {
		g.clockShown = g.clockShown || v.Kind == Clock
		if level == 0 {
			g.shown[origin(v)] = true
		}
	}
	if len(vars) > 0 {
		end := g.group(full, level > 1)
		g.traces(full, vars)
		end()
	}
	if level > 0 || len(s.Vars) > 0 {
		level++
	}
	for _, inner := range s.Scopes {
		g.scope(inner, full+".", level)
	}
}

func clockRank(v *Var) int {
	if v.Kind == Clock {
		return 0
	}
	return 1
}

func (g *gtkwave) group(name string, closed bool) (end func()) {
	begin, finish := gtkGroupBegin, gtkGroupEnd
	if closed {
		begin, finish = gtkClosedBegin, gtkClosedEnd
	}
	g.line("%s\n-%s", begin, name)
	return func() { g.line("%s\n-%s", finish, name) }
}

// traces shows variables, and runs of words of one memory in a closed group.
func (g *gtkwave) traces(full string, vars []*Var) {
	memory, end := "", func() {}
	for _, v := range vars {
		array, _, isWord := strings.Cut(v.Name, "[")
		if !isWord {
			array = ""
		}
		if array != memory {
			end()
			memory, end = array, func() {}
			if isWord {
				end = g.group(array, true)
			}
		}
		g.trace(full, v)
	}
	end()
}

func (g *gtkwave) trace(full string, v *Var) {
	switch {
	case v.Width == 1:
		g.line(gtkBinary)
	case v.Enum != nil && len(v.Enum.States) > 0 && g.filter(v.Enum) <= gtkFilters:
		g.line(gtkHexFilter)
		g.line("^%d %s", g.filter(v.Enum), filterPath(v.Enum))
	default:
		g.line(gtkHex)
	}
	g.line("%s.%s", full, reference(v, ""))
}

func filterPath(e *Enum) string { return "filters/" + e.Name + ".txt" }

// filter is the number of the enum's filter file, which is made when first
// needed. Its left column is the value as GTKWave shows it: all digits, with
// capital letters.
func (g *gtkwave) filter(e *Enum) int {
	if n := g.filterNumber[e.Name]; n != 0 {
		return n
	}
	if len(g.filters) == gtkFilters {
		return gtkFilters + 1
	}
	g.filterNumber[e.Name] = len(g.filters) + 1
	var text bytes.Buffer
	for _, s := range e.States {
		fmt.Fprintf(&text, "%0*X %s\n", (e.Width+3)/4, s.Value, s.Name)
	}
	g.filters = append(g.filters, atomicfile.Content{Path: filterPath(e), Data: text.Bytes()})
	return g.filterNumber[e.Name]
}
