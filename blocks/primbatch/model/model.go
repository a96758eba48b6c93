package model

import "posedge/blocks/primbatch/isa"

// Model draws by the rules of OpenGL 4.6 (compatibility): section 10.1 for primitives, 14.5 and 14.6.4 for lines and outlines.
// It knows only whole primitives and nothing of batches. A processor's output, behind a driver or alone, is compared with it.
type Model struct {
	// Driver: there is a driver in front of the processor. It refuses limits below the least, indices and split modes.
	Driver bool
	// Shade is vertex processing; nil keeps X and Y.
	Shade func(Vertex) Shaded

	Primitives []Primitive
	Fragments  []Fragment
	Counted    uint32 // fragments of lines in the viewport, lit or not: they moved the stipple phase
	Errors     int
	Error      isa.Error // the first

	embodiment  isa.Embodiment
	built       isa.Limits
	state       state
	inside      bool
	skip        bool
	beforeFirst bool // no vertex since BEGIN
	op          isa.Op
	list        []Element
	fetched     []int // the elements of list that are records, not indices

	vertexID, primitiveID, instanceID uint32
	phase                             int // of the stipple pattern, s in OpenGL
}

// state is the state that methods set.
type state struct {
	lastProvokes, edge, copied, restart, stipple bool
	base, restartIndex                           uint32
	factor                                       int
	pattern                                      uint32
	mode                                         isa.PolygonMode
	horizontal, vertical                         uint32
	limit                                        uint32
}

// New returns the model after a reset. The built limits apply to the batches of a driver, and to the records that an index can name.
func New(e isa.Embodiment, built isa.Limits) *Model {
	return &Model{embodiment: e, built: built, state: state{
		lastProvokes: true, edge: true, factor: 1, pattern: 0xffff, mode: isa.PolygonFill, horizontal: isa.ResetViewport, vertical: isa.ResetViewport,
	}}
}

// Take takes the next items of the application.
func (m *Model) Take(items ...Item) {
	for _, i := range items {
		m.take(i)
	}
}

func (m *Model) take(i Item) {
	if m.skip {
		m.skip = i.Kind != isa.MethodItem || i.Address != isa.EndAddress
		return
	}
	switch i.Kind {
	case isa.MethodItem:
		m.method(i.Address, i.Data)
	case isa.VertexItem:
		m.vertex(i)
	case isa.IndexItem:
		m.index(i)
	default:
		m.wrong(isa.UnknownKind)
	}
}

func (m *Model) wrong(e isa.Error) {
	if m.Errors == 0 {
		m.Error = e
	}
	m.Errors++
}

func (m *Model) method(address uint16, data uint32) {
	switch {
	case address == isa.BeginAddress:
		m.begin(data)
	case address == isa.EndAddress:
		m.end(data)
	case address == isa.EdgeFlagAddress:
		m.state.edge = data&1 == 1
	case address == isa.VertexIDBaseAddress && (m.beforeFirst || !m.inside):
		m.vertexID = data
	case address == isa.AddToVertexIDAddress && (m.beforeFirst || !m.inside):
		m.vertexID += data
	case address == isa.LoadPrimitiveIDAddress && (m.beforeFirst || !m.inside):
		m.primitiveID = data
	case address == isa.AddToPrimitiveIDAddress && (m.beforeFirst || !m.inside):
		m.primitiveID += data
	case m.inside:
		m.wrong(isa.MethodInside)
	default:
		m.set(address, data)
	}
}

// set handles a method that sets state.
func (m *Model) set(address uint16, data uint32) {
	s, on := &m.state, data&1 == 1
	switch address {
	case isa.VertexIDCopyAddress:
		s.copied = on
	case isa.BaseVertexAddress:
		s.base = data
	case isa.RestartAddress:
		s.restart = on
	case isa.RestartIndexAddress:
		s.restartIndex = data
	case isa.ProvokingVertexAddress:
		s.lastProvokes = on
	case isa.LineStippleAddress:
		s.stipple = on
	case isa.StippleParametersAddress:
		s.factor, s.pattern = int(data&255)+1, data>>8&0xffff
	case isa.ViewportHorizontalAddress:
		s.horizontal = data
	case isa.ViewportVerticalAddress:
		s.vertical = data
	case isa.BatchLimitAddress:
		s.limit = data
	case isa.PolygonModeAddress:
		mode := data - isa.PolygonModeBase
		if mode > uint32(isa.PolygonFill) {
			m.wrong(isa.UnknownPolygonMode)
			return
		}
		s.mode = isa.PolygonMode(mode)
	}
}

// begin handles BEGIN.
func (m *Model) begin(data uint32) {
	split := data >> isa.SplitModeShift & 3
	if m.embodiment == isa.TwoModes {
		split &= 2
	}
	op := data & 0xffff
	switch {
	case m.inside:
		m.wrong(isa.BeginInside)
		return
	case op >= uint32(isa.NumOps):
		m.wrong(isa.UnknownPrimitive)
		m.skip = true
		return
	case m.Driver && m.built.Lowered(m.state.limit).Below(isa.Op(op).Rule().Least):
		m.wrong(isa.LimitBelowLeast)
		m.skip = true
		return
	case m.Driver && split != 0:
		m.wrong(isa.SplitModeAtDriver)
	}
	m.inside, m.beforeFirst, m.op, m.list, m.fetched, m.vertexID = true, true, isa.Op(op), nil, nil, 0
	switch isa.InstanceMode(data >> isa.InstanceShift & 3) {
	case isa.FirstInstance:
		m.instanceID = 0
	case isa.NextInstance:
		m.instanceID++
	}
	if data&isa.PrimitiveUnchanged == 0 {
		m.primitiveID = 0
	}
}

// end handles END.
func (m *Model) end(data uint32) {
	if !m.inside {
		m.wrong(isa.EndOutside)
		return
	}
	if m.Driver && m.embodiment == isa.TwoModes && data&isa.OpenEnd != 0 {
		m.wrong(isa.SplitModeAtDriver)
	}
	m.draw()
	m.inside, m.beforeFirst = false, false
}

// vertex handles a vertex or the restart index.
func (m *Model) vertex(i Item) {
	s := &m.state
	if !m.inside {
		m.wrong(isa.VertexOutside)
		return
	}
	m.beforeFirst = false
	if s.copied && s.restart && i.Data == s.restartIndex {
		m.draw()
		m.list, m.fetched, m.vertexID = nil, nil, 0
		return
	}
	v := Vertex{VertexID: m.vertexID, InstanceID: m.instanceID, X: i.X, Y: i.Y}
	if s.copied {
		v.VertexID = i.Data + s.base
	}
	m.vertexID++
	shaded := Shaded{v.X, v.Y}
	if m.Shade != nil {
		shaded = m.Shade(v)
	}
	m.fetched = append(m.fetched, len(m.list))
	m.list = append(m.list, Element{Corner{v.VertexID, shaded.X, shaded.Y}, i.Edge && s.edge})
}

// index handles an index item, which names a vertex of this primitive; only a processor without a driver takes one.
func (m *Model) index(i Item) {
	switch slot := int(i.Data & 0xffff); {
	case !m.inside:
		m.wrong(isa.VertexOutside)
	case m.Driver || slot >= len(m.fetched) || len(m.fetched)-slot > m.built.Vertices:
		m.wrong(isa.IndexWithoutVertex)
	default:
		m.beforeFirst = false
		v := m.list[m.fetched[slot]]
		v.Edge = i.Edge && m.state.edge
		m.list = append(m.list, v)
	}
}

// draw draws the vertices so far.
func (m *Model) draw() {
	for k, p := range Decompose(m.op, len(m.list), !m.state.lastProvokes) {
		value := Primitive{
			Kind: p.Kind, PrimitiveID: m.primitiveID, InstanceID: m.instanceID, Provoking: uint8(p.Provoking),
			Restart: k == 0 || !m.op.RunsOn(),
		}
		for j, v := range p.Vertices {
			value.Vertices[j] = m.list[v].Corner
		}
		for j, e := range p.Edges {
			if e && (!m.op.HasFlags() || m.list[p.Vertices[j]].Edge) {
				value.Edges |= 1 << j
			}
		}
		m.Primitives = append(m.Primitives, value)
		m.Outline(value)
		if m.op != isa.Polygon {
			m.primitiveID++
		}
	}
	if m.op == isa.Polygon && len(m.list) >= 3 {
		m.primitiveID++
	}
}
