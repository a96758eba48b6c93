package model

import (
	"fmt"
	"strings"

	"posedge/blocks/primbatch/isa"
)

// Element is a shaded vertex with its edge flag.
type Element struct {
	Corner Corner
	Edge   bool
}

// Batch is a part of a primitive. It shares only the tables for whole primitives with a [Model].
type Batch struct {
	Op                      isa.Op
	Open, OpenEnd           bool // its begin and its end
	Restart                 bool // nothing drawn since the last normal begin
	LastProvokes            bool
	PrimitiveID, InstanceID uint32 // of its first primitive
	Elements                []Element
}

// Primitives returns the primitives that the batch draws by itself, given its split mode.
func (b Batch) Primitives() (all []Primitive) {
	n, id := len(b.Elements), b.PrimitiveID
	list := Decompose(b.Op, n, !b.LastProvokes)
	switch {
	case b.Op == isa.LineLoop && (b.Open || b.OpenEnd):
		list = Decompose(isa.LineStrip, n, !b.LastProvokes)
	case b.Op == isa.TriangleStripAdjacency && n > 2:
		from := 0
		if b.Open {
			from = 2
		}
		more := 0
		if b.OpenEnd {
			more = 2 + n%2
		}
		list = Decompose(b.Op, n-from+more, !b.LastProvokes)
		for k := range list {
			for j := range list[k].Vertices {
				if b.Open && k == 0 && j == 1 {
					list[k].Vertices[j] = 0 // the adjacent vertex from the skipped triangle, element 0 of this batch
					continue
				}
				list[k].Vertices[j] += from
			}
		}
		list = list[:min(b.Op.Primitives(n, isa.SplitModeOf(b.Open, b.OpenEnd)), len(list))]
	}
	for k, p := range list {
		value := Primitive{Kind: p.Kind, PrimitiveID: id, InstanceID: b.InstanceID, Provoking: uint8(p.Provoking)}
		value.Restart = !b.Op.RunsOn() || k == 0 && b.Restart
		for j, v := range p.Vertices {
			value.Vertices[j] = b.Elements[v].Corner
		}
		for j, e := range p.Edges {
			if b.Op == isa.Polygon && (b.Open && k == 0 && j == 0 || b.OpenEnd && k == len(list)-1 && j == 2) {
				e = false
			}
			if e && (!b.Op.HasFlags() || b.Elements[p.Vertices[j]].Edge) {
				value.Edges |= 1 << j
			}
		}
		all = append(all, value)
		if b.Op != isa.Polygon {
			id++
		}
	}
	return all
}

// Batches draws the items that a [Twin] sent, each [Batch] by itself.
type Batches struct {
	Drawn *Model   // holds the primitives and fragments
	Text  []string // the identifiers of each batch: "0 1 2"

	batch Batch
	word  uint32 // the data of its BEGIN
	kept  []int  // its elements that are records
}

// NewBatches returns Batches after a reset.
func NewBatches(e isa.Embodiment, built isa.Limits) *Batches { return &Batches{Drawn: New(e, built)} }

// Take takes the next items that the twin sent.
func (b *Batches) Take(items ...Item) {
	for _, i := range items {
		b.take(i)
	}
}

func (b *Batches) take(i Item) {
	m := b.Drawn
	switch {
	case i.Kind == isa.VertexItem:
		id := m.vertexID
		if m.state.copied {
			id = i.Data
		}
		m.vertexID++
		b.kept = append(b.kept, len(b.batch.Elements))
		b.batch.Elements = append(b.batch.Elements, Element{Corner{id, i.X, i.Y}, i.Edge})
	case i.Kind == isa.IndexItem:
		v := b.batch.Elements[b.kept[i.Data]]
		v.Edge = i.Edge
		b.batch.Elements = append(b.batch.Elements, v)
	case i.Address == isa.BeginAddress:
		b.word, b.kept = i.Data, nil
		b.batch.Op, b.batch.Open, b.batch.Elements = isa.Op(i.Data&0xffff), i.Data&isa.OpenBegin != 0, nil
		if !b.batch.Open {
			m.vertexID, b.batch.Restart = 0, true
		}
		switch isa.InstanceMode(i.Data >> isa.InstanceShift & 3) {
		case isa.FirstInstance:
			m.instanceID = 0
		case isa.NextInstance:
			m.instanceID++
		}
		if i.Data&isa.PrimitiveUnchanged == 0 {
			m.primitiveID = 0
		}
	case i.Address == isa.EndAddress:
		b.batch.OpenEnd = i.Data&isa.OpenEnd != 0
		if m.embodiment == isa.FourModes {
			mode := isa.SplitMode(b.word >> isa.SplitModeShift & 3)
			b.batch.OpenEnd = mode == isa.NormalBeginOpenEnd || mode == isa.OpenBeginOpenEnd
		}
		b.draw()
	default:
		m.inside = false
		m.method(i.Address, i.Data)
	}
}

// draw draws the batch.
func (b *Batches) draw() {
	m, x := b.Drawn, &b.batch
	x.LastProvokes, x.PrimitiveID, x.InstanceID = m.state.lastProvokes, m.primitiveID, m.instanceID
	list := x.Primitives()
	for _, p := range list {
		m.Primitives = append(m.Primitives, p)
		m.Outline(p)
	}
	if x.Op == isa.Polygon {
		m.primitiveID += uint32(x.Op.Primitives(len(x.Elements), isa.SplitModeOf(x.Open, x.OpenEnd)))
	} else {
		m.primitiveID += uint32(len(list))
	}
	if len(list) > 0 {
		x.Restart = false
	}
	var ids []string
	for _, v := range x.Elements {
		ids = append(ids, fmt.Sprint(v.Corner.VertexID))
	}
	b.Text = append(b.Text, strings.Join(ids, " "))
}
