package primbatch

import "posedge/hdl"

// ItemKind is what an [Item] is.
type ItemKind uint8

// The kinds of items.
const (
	MethodItem ItemKind = iota
	VertexItem
	IndexItem

	itemKindBits = 2
)

// Item is a beat of the stream from the application to the driver and from the driver to the processor.
type Item struct {
	Kind    hdl.Bits `doc:"0 method, 1 vertex, 2 index"`                                                                                // 2
	Address hdl.Bits `doc:"of a method"`                                                                                                // 13
	Data    hdl.Bits `doc:"of a method: its word; of a vertex: its auxiliary attribute; of an index: 15:0 names a record of its batch"` // 32
	X       hdl.Bits `doc:"of a vertex: signed"`                                                                                        // 16
	Y       hdl.Bits `doc:"of a vertex: signed"`                                                                                        // 16
	Edge    hdl.Bits `doc:"of a vertex or index: 1: it begins a boundary edge"`
}

func (c Config) item() Item {
	return Item{hdl.Width(itemKindBits), hdl.Width(addressBits), hdl.Width(32), hdl.Width(c.coordinates()), hdl.Width(c.coordinates()), hdl.Width(1)}
}

// Vertex is a vertex on its way to vertex processing.
type Vertex struct {
	VertexID   hdl.Bits `doc:"the identifier that shaders see"`    // 32
	InstanceID hdl.Bits `doc:"the number of the instance"`         // 32
	X          hdl.Bits `doc:"signed, as the application gave it"` // 16
	Y          hdl.Bits `doc:"signed, as the application gave it"` // 16
}

func (c Config) vertex() Vertex {
	return Vertex{hdl.Width(c.identifiers()), hdl.Width(c.identifiers()), hdl.Width(c.coordinates()), hdl.Width(c.coordinates())}
}

// Shaded is a vertex on its way back, in the order of the [Vertex] beats.
type Shaded struct {
	X hdl.Bits `doc:"signed, in pixels"` // 16
	Y hdl.Bits `doc:"signed, in pixels"` // 16
}

func (c Config) shaded() Shaded {
	return Shaded{hdl.Width(c.coordinates()), hdl.Width(c.coordinates())}
}

// Corner is a vertex of a primitive.
type Corner struct {
	VertexID hdl.Bits `doc:"the identifier that shaders see"` // 32
	X        hdl.Bits `doc:"signed, in pixels"`               // 16
	Y        hdl.Bits `doc:"signed, in pixels"`               // 16
}

func (c Config) corner() Corner {
	return Corner{hdl.Width(c.identifiers()), hdl.Width(c.coordinates()), hdl.Width(c.coordinates())}
}

// PrimitiveKind is what a [Primitive] is.
type PrimitiveKind uint8

// The kinds of primitives, with the vertices that are listed.
const (
	Point             PrimitiveKind = iota // 1
	Line                                   // 2
	Triangle                               // 3; of a polygon too: its first vertex and two neighbours
	Quad                                   // 4, around it
	LineAdjacency                          // 4: the line is from the second to the third
	TriangleAdjacency                      // 6: the triangle's are the first, third and fifth

	primitiveKindBits = 3
	maxCorners        = 6
)

// Primitive is what the primitive assembler makes of vertices.
type Primitive struct {
	Kind        hdl.Bits           `doc:"0 point, 1 line, 2 triangle, 3 quad, 4 line with adjacency, 5 triangle with adjacency"` // 3
	Vertices    [maxCorners]Corner `doc:"in the order of OpenGL; what the kind does not have is 0"`
	Edges       hdl.Bits           `doc:"bit j: the edge from vertex j to the next is on the boundary; adjacent vertices are not counted"` // 4
	PrimitiveID hdl.Bits           `doc:"the number that shaders see"`                                                                     // 32
	InstanceID  hdl.Bits           `doc:"the number of the instance"`                                                                      // 32
	Provoking   hdl.Bits           `doc:"which of the listed vertices provokes"`                                                           // 3
	Restart     hdl.Bits           `doc:"1: the stipple pattern starts again"`
}

func (c Config) primitive() Primitive {
	p := Primitive{Kind: hdl.Width(primitiveKindBits), Edges: hdl.Width(4), PrimitiveID: hdl.Width(c.identifiers()),
		InstanceID: hdl.Width(c.identifiers()), Provoking: hdl.Width(3), Restart: hdl.Width(1)}
	for k := range p.Vertices {
		p.Vertices[k] = c.corner()
	}
	return p
}

// Fragment is a pixel of a point or line.
type Fragment struct {
	X           hdl.Bits `doc:"signed"`                              // 16
	Y           hdl.Bits `doc:"signed"`                              // 16
	PrimitiveID hdl.Bits `doc:"of the primitive that it belongs to"` // 32
}

func (c Config) fragment() Fragment {
	return Fragment{hdl.Width(c.coordinates()), hdl.Width(c.coordinates()), hdl.Width(c.identifiers())}
}

// DrawState is the state that outlines depend on. It belongs to the primitive beside it and changes between two primitives.
type DrawState struct {
	Stipple    hdl.Bits `doc:"1: lines are stippled"`
	Factor     hdl.Bits `doc:"fragments for each bit of the pattern, less 1"` // 8
	Pattern    hdl.Bits `doc:"bit 0 first"`                                   // 16
	Mode       hdl.Bits `doc:"of polygons: 0 points, 1 lines, 2 filled"`      // 2
	Horizontal hdl.Bits `doc:"the viewport in x: start 15:0, size 31:16"`     // 32
	Vertical   hdl.Bits `doc:"the viewport in y: start 15:0, size 31:16"`     // 32
}

func drawStateShape() DrawState {
	return DrawState{hdl.Width(1), hdl.Width(8), hdl.Width(16), hdl.Width(polygonModeBits), hdl.Width(32), hdl.Width(32)}
}

// batchHead is what a line knows of a batch before its first element.
type batchHead struct {
	Op           hdl.Bits // 4
	Open         hdl.Bits `doc:"1: open begin: a batch before it has begun the primitive"`
	Restart      hdl.Bits `doc:"1: no primitive since the last normal begin: the pattern starts with the first of this batch, where it does not with each"`
	LastProvokes hdl.Bits
	Copy         hdl.Bits `doc:"1: Data of a vertex is its identifier"`
	VertexID     hdl.Bits `doc:"of the first vertex, if it is counted"`
	PrimitiveID  hdl.Bits `doc:"of the first primitive"`
	InstanceID   hdl.Bits
}

func (c Config) head() batchHead {
	one, id := hdl.Width(1), hdl.Width(c.identifiers())
	return batchHead{hdl.Width(opBits), one, one, one, one, id, id, id}
}

// elementKind is what a beat inside a line is.
type elementKind uint8

const (
	vertexElement elementKind = iota
	indexElement
	lastElement // the batch ends here; it is no element itself

	elementKindBits = 2
)

// lineBeat is an element of a batch, or its end, on its way to a line.
type lineBeat struct {
	Kind hdl.Bits `doc:"0 vertex, 1 index, 2 end"`
	Data hdl.Bits `doc:"of a vertex: its identifier if that is copied, base added; of an index: the record"` // identifiers
	X, Y hdl.Bits
	Edge hdl.Bits
	Open hdl.Bits `doc:"of an end: 1: open end: the next batch goes on with the primitive"`
}

func (c Config) lineBeat() lineBeat {
	x, one := hdl.Width(c.coordinates()), hdl.Width(1)
	return lineBeat{hdl.Width(elementKindBits), hdl.Width(max(c.identifiers(), c.ringBits())), x, x, one, one}
}

// element is an element, or the end of a batch, on its way to the primitive assembler.
type element struct {
	Last   hdl.Bits `doc:"1: the end of the batch, which is no element"`
	Open   hdl.Bits `doc:"of an end: 1: open end"`
	Edge   hdl.Bits `doc:"1: it begins a boundary edge"`
	Corner Corner
}

func (c Config) element() element {
	one := hdl.Width(1)
	return element{one, one, one, c.corner()}
}

// packet is what a primitive assembler sends: at most one primitive for an element or an end.
type packet struct {
	Drawn     hdl.Bits `doc:"1: there is a primitive"`
	Last      hdl.Bits `doc:"1: the batch ends with it"`
	Primitive Primitive
}

func (c Config) packet() packet { return packet{hdl.Width(1), hdl.Width(1), c.primitive()} }

// orderBeat tells the collector what comes next: a batch of a line, or a method that changes the [DrawState].
type orderBeat struct {
	Batch   hdl.Bits `doc:"1: all primitives of a batch, 0: a method"`
	Line    hdl.Bits `doc:"of a batch"`
	Address hdl.Bits // 13
	Data    hdl.Bits // 32
}

func (c Config) order() orderBeat {
	return orderBeat{hdl.Width(1), hdl.Width(hdl.IndexWidth(c.Lines)), hdl.Width(addressBits), hdl.Width(32)}
}

// frontBeat is what the front end sends to the distributor: an element or the end of a batch, or a method for the collector.
// A batch without elements is not sent.
type frontBeat struct {
	Method        hdl.Bits  `doc:"1: a method that changes the DrawState; never within a batch"`
	First         hdl.Bits  `doc:"1: the first element of a batch"`
	Head          batchHead `doc:"of a first element: its batch"`
	Beat          lineBeat  `doc:"if it is no method"`
	Address, Data hdl.Bits  // of a method: 13, 32
}

func (c Config) front() frontBeat {
	return frontBeat{hdl.Width(1), hdl.Width(1), c.head(), c.lineBeat(), hdl.Width(addressBits), hdl.Width(32)}
}

// Counts are counters of what has left a driver, modulo 2^32.
type Counts struct {
	VerticesIn hdl.Bits `doc:"vertices taken into primitives"`
	Elements   hdl.Bits `doc:"vertices and indices sent"`
	Records    hdl.Bits `doc:"of these, vertices"`
	Resent     hdl.Bits `doc:"of the elements, those that a batch before has had: carried, or a loop's first at its end"`
	Reused     hdl.Bits `doc:"of the elements, indices"`
	Methods    hdl.Bits `doc:"methods sent, BEGIN and END among them"`
	Batches    hdl.Bits `doc:"BEGINs sent"`
	Dropped    hdl.Bits `doc:"batches dropped"`
}

func (c Config) counts() Counts {
	w := hdl.Width(c.counters())
	return Counts{w, w, w, w, w, w, w, w}
}
