package primbatch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/hdl"
	"posedge/internal/blockdiagram"
	"posedge/internal/unittest"
)

var page = unittest.Page{
	Unit: "primbatch",
	Tables: func(*testing.T) []string {
		return []string{methodTable(), ruleTable(), drawnTable(), errorTable()}
	},
	Beats: func() []unittest.Beat {
		s := NewConfig(2).shapes()
		return []unittest.Beat{
			{Name: "item", Shape: s.Item}, {Name: "vertex to be processed", Shape: s.Vertex}, {Name: "processed vertex", Shape: s.Shaded},
			{Name: "primitive", Shape: s.Primitive}, {Name: "listed vertex", Shape: s.Corner}, {Name: "fragment", Shape: s.Fragment}, {Name: "counter", Shape: s.Counts},
		}
	},
	Diagram: func(*testing.T) *blockdiagram.Diagram { return diagram(NewConfig(2)) },
	Top: func(t *testing.T) hdl.Component {
		u, err := NewUnit(NewConfig(2))
		require.NoError(t, err)
		return u
	},
	Within: []string{"driver", "pipeline", "processor", "line_0"},
	Costs:  costs,
	Quick:  "distributor, 2 lines",
}

func TestThePageHasTheUnit(t *testing.T) { page.CheckTables(t) }

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }

// methodTable lists the methods with their addresses; ours are the patent's commands that no public class has, and what the
// patent leaves open.
func methodTable() string {
	list := []struct {
		name    string
		address int
		data    string
		source  string
	}{
		{"BEGIN", isa.BeginAddress, "OP 15:0; PRIMITIVE_ID 24: 0 FIRST, 1 UNCHANGED; INSTANCE_ID 27:26: 0 FIRST, 1 SUBSEQUENT, 2 UNCHANGED; SPLIT_MODE 30:29; with two split modes, bit 30 is an open begin", "public; bit 30 alone ours"},
		{"END", isa.EndAddress, "with two split modes bit 0: 1 is an open end", "public; bit 0 ours"},
		{"SET_VERTEX_ID_BASE", isa.VertexIDBaseAddress, "loads the counter of VertexIDs at once", "public"},
		{"ADD_TO_VERTEX_ID", isa.AddToVertexIDAddress, "adds to it at once, modulo 2^32", "ours"},
		{"SET_VERTEX_ID_COPY", isa.VertexIDCopyAddress, "bit 0: a vertex's Data is its identifier", "public"},
		{"SET_GLOBAL_BASE_VERTEX_INDEX", isa.BaseVertexAddress, "added to Data where that is the identifier", "public"},
		{"LOAD_PRIMITIVE_ID", isa.LoadPrimitiveIDAddress, "loads the PrimitiveID", "public"},
		{"ADD_TO_PRIMITIVE_ID", isa.AddToPrimitiveIDAddress, "adds to it", "public"},
		{"SET_BATCH_LIMIT", isa.BatchLimitAddress, "ELEMENTS 15:0, VERTICES 31:16; 0 is the built limit", "ours"},
		{"SET_BATCH_CULL", isa.BatchCullAddress, "bit 0: hidden batches are dropped", "ours"},
		{"SET_EDGE_FLAG", isa.EdgeFlagAddress, "bit 0: the vertices that follow begin boundary edges", "public"},
		{"SET_DA_PRIMITIVE_RESTART", isa.RestartAddress, "bit 0", "public"},
		{"SET_DA_PRIMITIVE_RESTART_INDEX", isa.RestartIndexAddress, "the index", "public"},
		{"SET_PROVOKING_VERTEX", isa.ProvokingVertexAddress, "bit 0: 0 the first vertex, 1 the last", "public"},
		{"SET_LINE_STIPPLE", isa.LineStippleAddress, "bit 0", "public"},
		{"SET_LINE_STIPPLE_PARAMETERS", isa.StippleParametersAddress, "factor − 1 7:0, PATTERN 23:8", "public"},
		{"SET_FRONT_POLYGON_MODE", isa.PolygonModeAddress, fmt.Sprintf("%x POINT, %x LINE, %x FILL", isa.PolygonModeBase, isa.PolygonModeBase+int(isa.PolygonLine), isa.PolygonModeBase+int(isa.PolygonFill)), "public"},
		{"SET_VIEWPORT_CLIP_HORIZONTAL", isa.ViewportHorizontalAddress, "start 15:0, size 31:16", "public"},
		{"SET_VIEWPORT_CLIP_VERTICAL", isa.ViewportVerticalAddress, "start 15:0, size 31:16", "public"},
	}
	var b strings.Builder
	b.WriteString("| method | address | data | source |\n|---|---|---|---|\n")
	for _, m := range list {
		fmt.Fprintf(&b, "| %s | %04x | %s | %s |\n", m.name, m.address, m.data, m.source)
	}
	return b.String()
}

// ruleTable lists the rules for where batches end.
func ruleTable() string {
	var b strings.Builder
	b.WriteString("| OP | primitive | group | carried into the next batch | least limit |\n|---|---|---|---|---|\n")
	for o := range isa.Op(isa.NumOps) {
		r := o.Rule()
		group, carried := fmt.Sprint(r.Group), fmt.Sprintf("the last %d", r.Carry)
		if r.First != r.Group {
			group = fmt.Sprintf("%d, then %d", r.First, r.Group)
		}
		switch {
		case r.Carry == 0:
			carried = "none"
		case r.Fan:
			carried = "the primitive's first, and the last"
		case r.Carry == 1:
			carried = "the last"
		}
		fmt.Fprintf(&b, "| %X | %v | %s | %s | %d |\n", uint8(o), o, group, carried, r.Least)
	}
	return b.String()
}

// drawnTable lists the first primitives of each topology, in both conventions; the provoking vertex is bold.
func drawnTable() string {
	elements := [isa.NumOps]int{
		isa.Points: 2, isa.Lines: 4, isa.LineLoop: 3, isa.LineStrip: 3, isa.Triangles: 6, isa.TriangleStrip: 5, isa.TriangleFan: 5, isa.Quads: 8, isa.QuadStrip: 6, isa.Polygon: 5,
		isa.LinesAdjacency: 8, isa.LineStripAdjacency: 5, isa.TrianglesAdjacency: 12, isa.TriangleStripAdjacency: 10,
	}
	list := func(o isa.Op, first bool) string {
		var all []string
		for _, p := range model.Decompose(o, elements[o], first) {
			var ids []string
			for k, v := range p.Vertices {
				if k == p.Provoking {
					ids = append(ids, fmt.Sprintf("**%d**", v))
				} else {
					ids = append(ids, fmt.Sprint(v))
				}
			}
			all = append(all, "("+strings.Join(ids, ",")+")")
		}
		return strings.Join(all, " ")
	}
	var b strings.Builder
	b.WriteString("| primitive | vertices | the last vertex provokes | the first vertex provokes |\n|---|---|---|---|\n")
	for o := range isa.Op(isa.NumOps) {
		last, first := list(o, false), list(o, true)
		if first == last {
			first = "the same"
		}
		fmt.Fprintf(&b, "| %v | 0–%d | %s | %s |\n", o, elements[o]-1, last, first)
	}
	return b.String()
}

// errorTable lists the error codes.
func errorTable() string {
	does := map[isa.Error]string{
		isa.BeginInside: "ignored; the primitive goes on", isa.VertexOutside: "ignored; also an index item", isa.EndOutside: "ignored",
		isa.MethodInside:       "ignored. SET_EDGE_FLAG is legal, and so are BASE, LOAD and ADD of identifiers before the first vertex",
		isa.IndexWithoutVertex: "ignored; at the driver every index item is an error, since only the driver makes them",
		isa.SplitModeAtDriver:  "taken without these bits", isa.UnknownKind: "ignored", isa.UnknownPolygonMode: "ignored",
		isa.UnknownPrimitive: "skipped to END, without further errors", isa.LimitBelowLeast: "skipped to END, without further errors",
	}
	var b strings.Builder
	b.WriteString("| code | error | effect on the item |\n|---|---|---|\n")
	for e := isa.BeginInside; e <= isa.LimitBelowLeast; e++ {
		fmt.Fprintf(&b, "| %d | %v | %s |\n", e, e, does[e])
	}
	return b.String()
}
