package scenario

import (
	"fmt"
	"strings"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
)

// example is a primitive and the batch limits.
type example struct {
	op                 isa.Op
	count              int
	elements, vertices int
	flags              string   // edge flags; if empty, all are 1
	indices            []uint32 // with a base of 70000
}

func examples() []example {
	same := func(op isa.Op, n, limit int) example {
		return example{op: op, count: n, elements: limit, vertices: limit}
	}
	polygon := same(isa.Polygon, 7, 4)
	polygon.flags = "1011101"
	return []example{
		same(isa.TriangleStrip, 10, 6), same(isa.TriangleStrip, 10, 5), same(isa.LineLoop, 7, 4), same(isa.TriangleFan, 8, 5),
		same(isa.QuadStrip, 10, 6), polygon, same(isa.TriangleStripAdjacency, 14, 12),
		{op: isa.Triangles, elements: 6, vertices: 4, indices: []uint32{0, 1, 2, 2, 1, 3, 2, 3, 4}},
	}
}

// items are the application's items for the example.
func (x example) items() []model.Item {
	list := []model.Item{stimulus.Limits(x.elements, x.vertices)}
	if len(x.indices) > 0 {
		list = append(list, model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BaseVertexAddress, 70000))
	}
	list = append(list, stimulus.Begin(x.op))
	for _, k := range x.indices {
		list = append(list, model.VertexAt(int(k), 0, k, true))
	}
	for k := range x.count {
		list = append(list, model.VertexAt(k, 0, uint32(k), x.flags == "" || x.flags[k] == '1'))
	}
	list = append(list, stimulus.End())
	if len(x.indices) > 0 {
		list = append(list, model.Method(isa.VertexIDCopyAddress, 0), model.Method(isa.BaseVertexAddress, 0))
	}
	return list
}

// tables shows how primitives are cut into batches, and the primitives that each batch draws.
func tables(b *testbench.Bench, e *unit.Env, c build) error {
	var all []model.Item
	var rows [][]string
	list := examples()
	for _, x := range list {
		all = append(all, x.items()...)
	}
	b.Draw(all...)
	var batches []sentBatch
	if !c.Whole {
		sent, err := testbench.Cut(c.Config, all...)
		if err != nil {
			return err
		}
		batches = sentBatches(c.Embodiment, sent)
	}
	drawn := b.Primitives
	for _, x := range list {
		items := x.items()
		oracle := model.New(c.Embodiment, c.Limits())
		oracle.Take(items...)
		primitives := drawn[:len(oracle.Primitives)]
		drawn = drawn[len(primitives):]
		limit := fmt.Sprint(x.elements)
		if x.vertices != x.elements {
			limit += fmt.Sprintf(", %d", x.vertices)
		}
		name := fmt.Sprintf("%v %d", x.op, x.count+len(x.indices))
		if c.Whole {
			rows = append(rows, []string{name, "", "whole", "", primitiveLines(primitives, x.flags != "")})
			continue
		}
		for at, last := 0, false; !last; batches = batches[1:] {
			batch := batches[0]
			n := batchPrimitives(x.op, len(batch.slots), batch.mode)
			rows = append(rows, []string{name, limit, batch.mode.String(), batch.text(), primitiveLines(primitives[at:at+n], x.flags != "")})
			name, limit, at = "", "", at+n
			last = batch.mode == isa.NormalBeginNormalEnd || batch.mode == isa.OpenBeginNormalEnd
		}
	}
	e.Table([]string{"primitive", "limits", "batch", "elements", "primitives"}, "LRLLL", rows)
	fmt.Fprintln(e.Out, "elements are VertexIDs, or slots of records where indices are reused")
	e.Result("%d primitives in %d batches; each is that of the whole", len(b.Primitives), len(rows))
	return writeStrip(e, c)
}

// batchPrimitives is the number of primitives that a batch draws; for a polygon, of its triangles.
func batchPrimitives(op isa.Op, elements int, mode isa.SplitMode) int {
	if op == isa.Polygon {
		op = isa.TriangleFan
	}
	return op.Primitives(elements, mode)
}

// primitiveLines lists primitives, four in a line, optionally with their edges.
func primitiveLines(list []model.Primitive, edges bool) string {
	var b strings.Builder
	for k, p := range list {
		switch {
		case k == 0:
		case k%4 == 0:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(p.Text())
		if edges {
			fmt.Fprintf(&b, ":%b%b%b", p.Edges&1, p.Edges>>1&1, p.Edges>>2&1)
		}
	}
	return b.String()
}
