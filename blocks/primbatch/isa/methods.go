package isa

// Addresses of methods. Unless marked ours, they are those of NVIDIA's public class headers (class 9097).
const (
	EndAddress                = 0x1614 // with two split modes, bit 0 is an open end: that bit is ours
	BeginAddress              = 0x1618 // OP 15:0, PRIMITIVE_ID 24, INSTANCE_ID 27:26, SPLIT_MODE 30:29
	VertexIDBaseAddress       = 0x1118 // SET_VERTEX_ID_BASE: loads the counter of VertexIDs at once
	AddToVertexIDAddress      = 0x111c // ADD_TO_VERTEX_ID: adds to it at once, modulo 2^32; ours
	VertexIDCopyAddress       = 0x161c // SET_VERTEX_ID_COPY: bit 0: a vertex's Data is its identifier; the other bits are ignored
	BaseVertexAddress         = 0x1434 // SET_GLOBAL_BASE_VERTEX_INDEX: added to Data where that is the identifier
	AddToPrimitiveIDAddress   = 0x1620 // ADD_TO_PRIMITIVE_ID
	LoadPrimitiveIDAddress    = 0x1624 // LOAD_PRIMITIVE_ID
	BatchLimitAddress         = 0x1628 // SET_BATCH_LIMIT: ELEMENTS 15:0, VERTICES 31:16; 0 is the built limit; ours
	BatchCullAddress          = 0x1630 // SET_BATCH_CULL: bit 0; ours
	EdgeFlagAddress           = 0x15e4 // SET_EDGE_FLAG: bit 0
	LineStippleAddress        = 0x166c // SET_LINE_STIPPLE: bit 0
	StippleParametersAddress  = 0x1680 // SET_LINE_STIPPLE_PARAMETERS: FACTOR − 1 7:0, PATTERN 23:8
	ProvokingVertexAddress    = 0x1684 // SET_PROVOKING_VERTEX: bit 0: 1 is the last vertex
	RestartAddress            = 0x1644 // SET_DA_PRIMITIVE_RESTART: bit 0
	RestartIndexAddress       = 0x1648 // SET_DA_PRIMITIVE_RESTART_INDEX
	PolygonModeAddress        = 0x0dac // SET_FRONT_POLYGON_MODE: see PolygonMode
	ViewportHorizontalAddress = 0x0c00 // SET_VIEWPORT_CLIP_HORIZONTAL(0): start 15:0, size 31:16
	ViewportVerticalAddress   = 0x0c04 // SET_VIEWPORT_CLIP_VERTICAL(0)
)

// AddressBits is the width of an address.
const AddressBits = 13

// PolygonModeBase is the first value of SET_FRONT_POLYGON_MODE.
const PolygonModeBase = 0x1b00

// ResetViewport is the viewport in each axis after a reset: start 0, size 65535.
const ResetViewport uint32 = 0xffff << 16

// Op is a primitive's topology, the field OP of BEGIN.
type Op uint8

// The topologies that are drawn. PATCH (0xE) and higher values are skipped to their END.
const (
	Points Op = iota
	Lines
	LineLoop
	LineStrip
	Triangles
	TriangleStrip
	TriangleFan
	Quads
	QuadStrip
	Polygon
	LinesAdjacency
	LineStripAdjacency
	TrianglesAdjacency
	TriangleStripAdjacency

	NumOps = int(TriangleStripAdjacency) + 1
	OpBits = 4 // the width of an Op
)

var opNames = [NumOps]string{
	"POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS", "QUAD_STRIP", "POLYGON",
	"LINELIST_ADJCY", "LINESTRIP_ADJCY", "TRIANGLELIST_ADJCY", "TRIANGLESTRIP_ADJCY",
}

// String is the public name, without the class prefix.
func (o Op) String() string {
	if int(o) < NumOps {
		return opNames[o]
	}
	return "PATCH"
}

// OpNames are the public names, by operation.
func OpNames() []string { return opNames[:] }

// SplitMode is the field SPLIT_MODE of BEGIN. Bit 1 is an open begin.
type SplitMode uint8

// The four split modes.
const (
	NormalBeginNormalEnd SplitMode = iota
	NormalBeginOpenEnd
	OpenBeginOpenEnd
	OpenBeginNormalEnd
)

// String is the name in the patent.
func (s SplitMode) String() string {
	return [...]string{"NORMAL_BEGIN_NORMAL_END", "NORMAL_BEGIN_OPEN_END", "OPEN_BEGIN_OPEN_END", "OPEN_BEGIN_NORMAL_END"}[s&3]
}

// SplitModeOf is the mode with these ends.
func SplitModeOf(openBegin, openEnd bool) SplitMode {
	switch {
	case openBegin && openEnd:
		return OpenBeginOpenEnd
	case openBegin:
		return OpenBeginNormalEnd
	case openEnd:
		return NormalBeginOpenEnd
	}
	return NormalBeginNormalEnd
}

// Fields of BEGIN and END.
const (
	PrimitiveUnchanged = 1 << 24 // of BEGIN: PRIMITIVE_ID is UNCHANGED
	InstanceShift      = 26      // of BEGIN: INSTANCE_ID is here
	SplitModeShift     = 29      // of BEGIN: SPLIT_MODE is here
	OpenBegin          = 1 << 30 // of BEGIN, in both embodiments
	OpenEnd            = 1       // of END, in the embodiment with two modes
)

// InstanceMode is the field INSTANCE_ID of BEGIN.
type InstanceMode uint8

// The effects on InstanceID. Mode 3 is also [UnchangedInstance].
const (
	FirstInstance InstanceMode = iota
	NextInstance               // SUBSEQUENT
	UnchangedInstance
)

// BeginWord is the data of a BEGIN.
func BeginWord(o Op, primitiveIDUnchanged bool, instance InstanceMode, s SplitMode) uint32 {
	w := uint32(o) | uint32(instance)<<InstanceShift | uint32(s)<<SplitModeShift
	if primitiveIDUnchanged {
		w |= PrimitiveUnchanged
	}
	return w
}

// PolygonMode selects what is drawn of triangles, quads and polygons; the method's data is 0x1B00 + the mode.
type PolygonMode uint8

// The polygon modes.
const (
	PolygonPoint PolygonMode = iota
	PolygonLine
	PolygonFill // draws nothing, as the unit does not fill

	PolygonModeBits = 2 // the width of a PolygonMode
)

// Rule determines where batches of a topology end.
type Rule struct {
	First int  // vertices in the first group
	Group int  // vertices in every other group
	Carry int  // the last vertices of a batch that are carried into the next
	Fan   bool // the first carried vertex is the primitive's first instead
	Least int  // the least limit
}

var rules = [NumOps]Rule{
	Points:                 {1, 1, 0, false, 1},
	Lines:                  {2, 2, 0, false, 2},
	LineLoop:               {1, 1, 1, false, 2},
	LineStrip:              {1, 1, 1, false, 2},
	Triangles:              {3, 3, 0, false, 3},
	TriangleStrip:          {2, 2, 2, false, 4},
	TriangleFan:            {1, 1, 2, true, 3},
	Quads:                  {4, 4, 0, false, 4},
	QuadStrip:              {2, 2, 2, false, 4},
	Polygon:                {1, 1, 2, true, 3},
	LinesAdjacency:         {4, 4, 0, false, 4},
	LineStripAdjacency:     {1, 1, 3, false, 4},
	TrianglesAdjacency:     {6, 6, 0, false, 6},
	TriangleStripAdjacency: {5, 4, 7, false, 11},
}

// Rule returns the rule for batches of the topology.
func (o Op) Rule() Rule { return rules[o] }

// Error is the error code of an item.
type Error uint8

// The errors. Unless a comment says otherwise the item is ignored; after one of the last two the primitive is skipped to its END.
const (
	NoError            Error = iota
	BeginInside              // BEGIN inside a primitive, which goes on
	VertexOutside            // a vertex or index outside a primitive
	EndOutside               // END outside a primitive
	MethodInside             // a method inside a primitive, other than SET_EDGE_FLAG, or identifiers before the first vertex
	IndexWithoutVertex       // an index names no vertex that its batch keeps, or arrives at the driver
	SplitModeAtDriver        // BEGIN or END of an application marks a batch as open; only these bits are ignored
	UnknownKind              // an item that is no method, vertex or index
	UnknownPolygonMode       // SET_FRONT_POLYGON_MODE with a value other than 0x1B00 to 0x1B02
	UnknownPrimitive         // BEGIN with PATCH or an unknown OP
	LimitBelowLeast          // a batch limit is below the least for this OP

	ErrorBits = 4 // the width of an Error
)

var errorTexts = [...]string{
	"none", "BEGIN inside a primitive", "a vertex outside a primitive", "END without BEGIN", "a method inside a primitive",
	"an index without its vertex", "a split mode at the driver", "an unknown kind of item", "an unknown polygon mode",
	"an unknown primitive", "a batch limit below the least",
}

// String describes the error.
func (e Error) String() string {
	if int(e) < len(errorTexts) {
		return errorTexts[e]
	}
	return "an unknown error"
}

// Primitives is the number by which a batch of elements advances PrimitiveID.
func (o Op) Primitives(elements int, s SplitMode) int {
	openBegin, openEnd := s&OpenBeginOpenEnd != 0, s == NormalBeginOpenEnd || s == OpenBeginOpenEnd
	n := 0
	switch r := o.Rule(); o {
	case LineLoop:
		n = elements - 1
		if !openBegin && !openEnd && elements >= 2 {
			n = elements
		}
	case Polygon:
		if !openEnd && (openBegin || elements >= 3) {
			n = 1
		}
	case LineStrip:
		n = elements - 1
	case TriangleStrip, TriangleFan:
		n = elements - 2
	case QuadStrip:
		n = elements/2 - 1
	case LineStripAdjacency:
		n = elements - 3
	case TriangleStripAdjacency:
		n = elements/2 - 2
		if openEnd {
			n = (elements - 5) / 2 // each needs the element behind it
		}
		if openBegin {
			n-- // the previous batch has drawn the first
		}
	default:
		n = elements / r.Group
	}
	return max(n, 0)
}

// RunsOn reports whether the stipple pattern runs on from one primitive to the next.
func (o Op) RunsOn() bool {
	return o == LineStrip || o == LineLoop || o == LineStripAdjacency || o == Polygon
}

// HasFlags reports whether edge flags apply.
func (o Op) HasFlags() bool { return o == Triangles || o == Quads || o == Polygon }
