package command

import (
	"posedge/hdl/ir"
	"posedge/internal/text"
)

// portRow is a row of a table of ports: one port, or ports that differ only in
// the numbers in their names.
type portRow struct {
	name  string // "targets_0…7_data_color_0…3"
	kind  ir.Kind
	width int
	doc   string
}

// foldPorts makes one row of ports with the same direction, width and meaning
// if their names differ only in numbers, as [text.Fold] does.
func foldPorts(ports []*ir.Signal) []portRow {
	var names []string
	for _, s := range ports {
		names = append(names, s.Name)
	}
	var rows []portRow
	for _, f := range text.Fold(names, func(i int) portRow { return portRow{"", ports[i].Kind, ports[i].Width, ports[i].Doc} }) {
		s := ports[f.First]
		rows = append(rows, portRow{f.Name, s.Kind, s.Width, s.Doc})
	}
	return rows
}
