package scenario

import (
	"fmt"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/unit"
)

// A mistake is a sequence of items with an error.
type mistake struct {
	what  string
	items []model.Item
}

func mistakes() []mistake {
	v := func(x int) model.Item { return model.VertexAt(x, 0, 0, true) }
	opened := model.Method(isa.BeginAddress, isa.BeginWord(isa.LineStrip, false, isa.FirstInstance, isa.OpenBeginNormalEnd))
	return []mistake{
		{"BEGIN between two vertices", []model.Item{begin(isa.LineStrip), v(0), begin(isa.Points), v(1), end()}},
		{"a vertex behind END", []model.Item{v(0), v(1)}},
		{"END alone", []model.Item{end()}},
		{"a batch limit between two vertices", []model.Item{begin(isa.LineStrip), v(0), limits(8, 8), v(1), end()}},
		{"VERTEX_ID_BASE behind the first vertex", []model.Item{begin(isa.LineStrip), v(0), model.Method(isa.VertexIDBaseAddress, 9), v(1), end()}},
		{"an index of no record", []model.Item{begin(isa.LineStrip), v(0), v(1), {Kind: isa.IndexItem, Data: 5}, end()}},
		{"a split mode of the application's", []model.Item{opened, v(0), v(1), end()}},
		{"an item of kind 3", []model.Item{begin(isa.LineStrip), v(0), {Kind: 3}, v(1), end()}},
		{"polygon mode 0x1b03", []model.Item{model.Method(isa.PolygonModeAddress, 0x1b03)}},
		{"BEGIN of PATCH", []model.Item{begin(14), v(0), v(1), end()}},
		{"BEGIN of operation 200", []model.Item{begin(200), v(0), v(1), end()}},
		{"quads in batches of 3", []model.Item{limits(3, 3), begin(isa.Quads), v(0), v(1), v(2), v(3), end()}},
		{"nothing; limits of 60000", []model.Item{limits(60000, 60000), begin(isa.LineStrip), v(0), v(1), end()}},
	}
}

// errors shows how the unit treats mistakes.
func errors(b *Bench, e *unit.Env, _ build) error {
	var rows [][]string
	for _, m := range mistakes() {
		b.Restart()
		b.Send(m.items...)
		b.Drain()
		code, n := b.ErrorCode()
		lines := len(b.Primitives)
		b.Send(path(isa.LineStrip, point{0, 0}, point{1, 0})...)
		b.Drain()
		if len(b.Primitives) != lines+1 {
			b.r.Fatalf("%s: the line behind it is not drawn", m.what)
		}
		rows = append(rows, []string{m.what, fmt.Sprint(uint8(code)), code.String(), fmt.Sprint(n), fmt.Sprint(lines)})
	}
	e.Table([]string{"what is sent", "code", "the first error", "errors", "lines drawn"}, "LRLRR", rows)
	e.Result("%d mistakes, each with its code; behind each of them a line is drawn as after a reset", len(rows))
	return nil
}
