package scenario

import (
	"fmt"
	"image"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
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
		{"BEGIN between two vertices", []model.Item{stimulus.Begin(isa.LineStrip), v(0), stimulus.Begin(isa.Points), v(1), stimulus.End()}},
		{"a vertex behind END", []model.Item{v(0), v(1)}},
		{"END alone", []model.Item{stimulus.End()}},
		{"a batch limit between two vertices", []model.Item{stimulus.Begin(isa.LineStrip), v(0), stimulus.Limits(8, 8), v(1), stimulus.End()}},
		{"VERTEX_ID_BASE behind the first vertex", []model.Item{stimulus.Begin(isa.LineStrip), v(0), model.Method(isa.VertexIDBaseAddress, 9), v(1), stimulus.End()}},
		{"an index of no record", []model.Item{stimulus.Begin(isa.LineStrip), v(0), v(1), {Kind: isa.IndexItem, Data: 5}, stimulus.End()}},
		{"a split mode of the application's", []model.Item{opened, v(0), v(1), stimulus.End()}},
		{"an item of kind 3", []model.Item{stimulus.Begin(isa.LineStrip), v(0), {Kind: 3}, v(1), stimulus.End()}},
		{"polygon mode 0x1b03", []model.Item{model.Method(isa.PolygonModeAddress, 0x1b03)}},
		{"BEGIN of PATCH", []model.Item{stimulus.Begin(14), v(0), v(1), stimulus.End()}},
		{"BEGIN of operation 200", []model.Item{stimulus.Begin(200), v(0), v(1), stimulus.End()}},
		{"quads in batches of 3", []model.Item{stimulus.Limits(3, 3), stimulus.Begin(isa.Quads), v(0), v(1), v(2), v(3), stimulus.End()}},
		{"nothing; limits of 60000", []model.Item{stimulus.Limits(60000, 60000), stimulus.Begin(isa.LineStrip), v(0), v(1), stimulus.End()}},
	}
}

// errors shows how the unit treats mistakes.
func errors(b *testbench.Bench, e *unit.Env, _ build) error {
	var rows [][]string
	for _, m := range mistakes() {
		b.Restart()
		b.Send(m.items...)
		b.Drain()
		code, n := b.ErrorCode()
		lines := len(b.Primitives)
		b.Send(stimulus.Path(isa.LineStrip, image.Pt(0, 0), image.Pt(1, 0))...)
		b.Drain()
		if len(b.Primitives) != lines+1 {
			b.Reporter().Fatalf("%s: the line behind it is not drawn", m.what)
		}
		rows = append(rows, []string{m.what, fmt.Sprint(uint8(code)), code.String(), fmt.Sprint(n), fmt.Sprint(lines)})
	}
	e.Table([]string{"what is sent", "code", "the first error", "errors", "lines drawn"}, "LRLRR", rows)
	e.Result("%d mistakes, each with its code; behind each of them a line is drawn as after a reset", len(rows))
	return nil
}
