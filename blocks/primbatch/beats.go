package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// Item is a beat of the stream from the application to the driver and from the driver to the processor.
type Item struct {
	Kind    hdl.Bits `width:"item_kind" doc:"0 method, 1 vertex, 2 index"`
	Address hdl.Bits `width:"address" doc:"of a method"`
	Data    hdl.Bits `width:"32" doc:"of a method: its word; of a vertex: its auxiliary attribute; of an index: bits 15:0 are the number of a record of its batch"`
	X       hdl.Bits `width:"coordinates" doc:"of a vertex, signed"`
	Y       hdl.Bits `width:"coordinates" doc:"of a vertex, signed"`
	Edge    hdl.Bits `width:"1" doc:"1: the vertex or index begins a boundary edge"`
}

// Vertex is a vertex sent to vertex processing.
type Vertex struct {
	VertexID   hdl.Bits `width:"identifiers" doc:"the identifier that shaders see"`
	InstanceID hdl.Bits `width:"identifiers" doc:"the number of the instance"`
	X          hdl.Bits `width:"coordinates" doc:"signed, as the application gave it"`
	Y          hdl.Bits `width:"coordinates" doc:"signed, as the application gave it"`
}

// Shaded is a processed vertex; these return in the order of the [Vertex] beats.
type Shaded struct {
	X hdl.Bits `width:"coordinates" doc:"signed, in pixels"`
	Y hdl.Bits `width:"coordinates" doc:"signed, in pixels"`
}

// Corner is a vertex of a primitive.
type Corner struct {
	VertexID hdl.Bits `width:"identifiers" doc:"the identifier that shaders see"`
	X        hdl.Bits `width:"coordinates" doc:"signed, in pixels"`
	Y        hdl.Bits `width:"coordinates" doc:"signed, in pixels"`
}

// Primitive is an assembled primitive.
type Primitive struct {
	Kind        hdl.Bits               `width:"primitive_kind" doc:"0 point, 1 line, 2 triangle, 3 quad, 4 line with adjacency, 5 triangle with adjacency"`
	Vertices    [isa.MaxCorners]Corner `doc:"in OpenGL's order; those that the kind does not use are 0"`
	Edges       hdl.Bits               `width:"4" doc:"bit j: the edge from vertex j to the next is on the boundary; adjacent vertices are not counted"`
	PrimitiveID hdl.Bits               `width:"identifiers" doc:"the number that shaders see"`
	InstanceID  hdl.Bits               `width:"identifiers" doc:"the number of the instance"`
	Provoking   hdl.Bits               `width:"3" doc:"the place of the provoking vertex in Vertices"`
	Restart     hdl.Bits               `width:"1" doc:"1: the stipple pattern restarts"`
}

// Fragment is a pixel of a point or line.
type Fragment struct {
	X           hdl.Bits `width:"coordinates" doc:"signed"`
	Y           hdl.Bits `width:"coordinates" doc:"signed"`
	PrimitiveID hdl.Bits `width:"identifiers" doc:"of its primitive"`
}

// DrawState is the state that outlines depend on. It applies to the primitive offered beside it and changes only between primitives.
type DrawState struct {
	Stipple    hdl.Bits `width:"1" doc:"1: lines are stippled"`
	Factor     hdl.Bits `width:"8" doc:"fragments per bit of the pattern, less 1"`
	Pattern    hdl.Bits `width:"16" doc:"bit 0 first"`
	Mode       hdl.Bits `width:"polygon_mode" doc:"of polygons: 0 points, 1 lines, 2 filled"`
	Horizontal hdl.Bits `width:"32" doc:"the viewport in x: start 15:0, size 31:16"`
	Vertical   hdl.Bits `width:"32" doc:"the viewport in y: start 15:0, size 31:16"`
}

// batchHead describes a batch to a line, ahead of its first element.
type batchHead struct {
	Op           hdl.Bits `width:"op"`
	Open         hdl.Bits `width:"1" doc:"1: open begin: the batch continues a primitive"`
	Restart      hdl.Bits `width:"1" doc:"1: nothing has been drawn since the last normal begin: a stipple pattern that runs on restarts at the first primitive of the batch"`
	LastProvokes hdl.Bits `width:"1"`
	Copy         hdl.Bits `width:"1" doc:"1: a vertex's Data is its identifier"`
	VertexID     hdl.Bits `width:"identifiers" doc:"of the first vertex, if identifiers are counted"`
	PrimitiveID  hdl.Bits `width:"identifiers" doc:"of the first primitive"`
	InstanceID   hdl.Bits `width:"identifiers"`
}

// elementKind is the kind of a beat inside a line.
type elementKind uint8

const (
	vertexElement elementKind = iota
	indexElement
	lastElement // the end of the batch, which is no element itself

	elementKindBits = 2
)

// lineBeat is an element of a batch, or its end, sent to a line.
type lineBeat struct {
	Kind hdl.Bits `width:"element_kind" doc:"0 vertex, 1 index, 2 end"`
	Data hdl.Bits `width:"line_data" doc:"of a vertex: its copied identifier plus the base; of an index: the record"`
	X, Y hdl.Bits `width:"coordinates"`
	Edge hdl.Bits `width:"1"`
	Open hdl.Bits `width:"1" doc:"of an end, 1: open end: the next batch continues the primitive"`
}

// element is an element, or the end of a batch, sent to the primitive assembler.
type element struct {
	Last   hdl.Bits `width:"1" doc:"1: the end of the batch, which is no element"`
	Open   hdl.Bits `width:"1" doc:"of an end, 1: open end"`
	Edge   hdl.Bits `width:"1" doc:"1: it begins a boundary edge"`
	Corner Corner
}

// packet is the output of a primitive assembler: at most one primitive per element or end.
type packet struct {
	Drawn     hdl.Bits `width:"1" doc:"1: there is a primitive"`
	Last      hdl.Bits `width:"1" doc:"1: the batch ends here"`
	Primitive Primitive
}

// orderBeat tells the collector what comes next: a batch from a line, or a method that changes the [DrawState].
type orderBeat struct {
	Batch   hdl.Bits `width:"1" doc:"1: all primitives of a batch, 0: a method"`
	Line    hdl.Bits `width:"line" doc:"that draws the batch"`
	Address hdl.Bits `width:"address"`
	Data    hdl.Bits `width:"32"`
}

// frontBeat goes from the front end to the distributor: an element or the end of a batch, or a method for the collector.
// A batch without elements is not sent.
type frontBeat struct {
	Method  hdl.Bits  `width:"1" doc:"1: a method that changes the DrawState; never within a batch"`
	First   hdl.Bits  `width:"1" doc:"1: the first element of a batch"`
	Head    batchHead `doc:"of the batch, with its first element"`
	Beat    lineBeat  `doc:"unless it is a method"`
	Address hdl.Bits  `width:"address"` // of a method
	Data    hdl.Bits  `width:"32"`      // of a method
}

// Counts are a driver's counters, modulo 2^32.
type Counts struct {
	VerticesIn hdl.Bits `width:"counters" doc:"vertices taken into primitives"`
	Elements   hdl.Bits `width:"counters" doc:"vertices and indices sent"`
	Records    hdl.Bits `width:"counters" doc:"vertices sent"`
	Resent     hdl.Bits `width:"counters" doc:"elements that an earlier batch already had: carried, or a loop's first vertex at its end"`
	Reused     hdl.Bits `width:"counters" doc:"indices sent"`
	Methods    hdl.Bits `width:"counters" doc:"methods sent, including BEGIN and END"`
	Batches    hdl.Bits `width:"counters" doc:"BEGINs sent"`
	Dropped    hdl.Bits `width:"counters" doc:"batches dropped"`
}

// Shapes are the beats at the ports of a [Unit] and of its parts.
type Shapes struct {
	Item      Item
	Vertex    Vertex
	Shaded    Shaded
	Primitive Primitive
	DrawState DrawState
	Fragment  Fragment
	Counts    Counts
}

// Shapes returns the beats of a configuration.
func (c Config) Shapes() Shapes { return c.shapes().Shapes }

// shapes adds the beats and words inside a unit.
type shapes struct {
	Shapes
	Corner        Corner
	Held          held
	Head          batchHead
	LineBeat      lineBeat
	Element       element
	Waiting       waitingElement
	Packet        packet
	Order         orderBeat
	Front         frontBeat
	Position      position
	Segment       segment
	DriverItem    driverItem
	DriverVertex  driverVertex
	DriverReplay  driverReplay
	StoredElement storedElement
	DriverOrder   driverOrder
	BatchEnd      batchEnd
}

func (c Config) shapes() shapes {
	return hdl.Shape[shapes](hdl.Widths{
		"identifiers":    c.identifiers(),
		"coordinates":    c.coordinates(),
		"counters":       c.counters(),
		"elements":       c.elementCount(),
		"line":           hdl.IndexWidth(c.Lines),
		"ring":           c.ringBits(),
		"line_data":      max(c.identifiers(), c.ringBits()), // an identifier, or a record's address in the ring
		"stored_data":    max(c.identifiers(), c.slotBits()), // an identifier, or a record's number
		"store_pointer":  c.storePointer(),
		"address":        isa.AddressBits,
		"op":             isa.OpBits,
		"polygon_mode":   isa.PolygonModeBits,
		"item_kind":      isa.ItemKindBits,
		"primitive_kind": isa.PrimitiveKindBits,
		"element_kind":   elementKindBits,
		"driver_kind":    driverKindBits,
		"order_kind":     orderKindBits,
		"replayed":       hdl.CountWidth(maxReplayed),
		"carry":          carryBits,
		"history":        historyBits,
	})
}
