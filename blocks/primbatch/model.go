package primbatch

// Model draws as OpenGL 4.6 (compatibility) has it: section 10.1 for primitives, 14.5 and 14.6.4 for lines and outlines. It
// knows whole primitives only and nothing of batches: what a processor draws, behind a driver or alone, is compared with it.
type Model struct {
	// Driver: there is a driver before the processor. It refuses limits below the least, indices and split modes.
	Driver bool
	// Shade is vertex processing; nil keeps X and Y.
	Shade func(VertexValue) ShadedValue

	Primitives []PrimitiveValue
	Fragments  []FragmentValue
	Counted    uint32 // fragments of lines in the viewport, lit or not: they moved the stipple phase
	Errors     int
	Error      Error // the first

	config  Config
	state   modelState
	inside  bool
	skip    bool
	fresh   bool // no vertex since BEGIN
	op      Op
	list    []modelVertex
	fetched []int // which of the list are records, and no index's

	vertexID, primitiveID, instanceID uint32
	phase                             int // of the stipple: s
}

// modelState is what methods set.
type modelState struct {
	lastProvokes, edge, copied, restart, stipple bool
	base, restartIndex                           uint32
	factor                                       int
	pattern                                      uint32
	mode                                         PolygonMode
	horizontal, vertical                         uint32
	limit                                        uint32
}

// modelVertex is a shaded vertex with its flag.
type modelVertex struct {
	corner CornerValue
	edge   bool
}

// NewModel returns the model after a reset.
func NewModel(c Config) *Model {
	return &Model{config: c, state: modelState{
		lastProvokes: true, edge: true, factor: 1, pattern: 0xffff, mode: PolygonFill, horizontal: resetViewport, vertical: resetViewport,
	}}
}

// Take is the next item that the application sends.
func (m *Model) Take(i ItemValue) {
	if m.skip {
		m.skip = i.Kind != MethodItem || i.Address != EndAddress
		return
	}
	switch i.Kind {
	case MethodItem:
		m.method(i.Address, i.Data)
	case VertexItem:
		m.vertex(i)
	case IndexItem:
		m.index(i)
	default:
		m.wrong(UnknownKind)
	}
}

func (m *Model) wrong(e Error) {
	if m.Errors == 0 {
		m.Error = e
	}
	m.Errors++
}

func (m *Model) method(address uint16, data uint32) {
	switch {
	case address == BeginAddress:
		m.begin(data)
	case address == EndAddress:
		m.end(data)
	case address == EdgeFlagAddress:
		m.state.edge = data&1 == 1
	case address == VertexIDBaseAddress && (m.fresh || !m.inside):
		m.vertexID = data
	case address == AddToVertexIDAddress && (m.fresh || !m.inside):
		m.vertexID += data
	case address == LoadPrimitiveIDAddress && (m.fresh || !m.inside):
		m.primitiveID = data
	case address == AddToPrimitiveIDAddress && (m.fresh || !m.inside):
		m.primitiveID += data
	case m.inside:
		m.wrong(MethodInside)
	default:
		m.set(address, data)
	}
}

// set is a method that sets state.
func (m *Model) set(address uint16, data uint32) {
	s, on := &m.state, data&1 == 1
	switch address {
	case VertexIDCopyAddress:
		s.copied = on
	case BaseVertexAddress:
		s.base = data
	case RestartAddress:
		s.restart = on
	case RestartIndexAddress:
		s.restartIndex = data
	case ProvokingVertexAddress:
		s.lastProvokes = on
	case LineStippleAddress:
		s.stipple = on
	case StippleParametersAddress:
		s.factor, s.pattern = int(data&255)+1, data>>8&0xffff
	case ViewportHorizontalAddress:
		s.horizontal = data
	case ViewportVerticalAddress:
		s.vertical = data
	case BatchLimitAddress:
		s.limit = data
	case PolygonModeAddress:
		mode := data - polygonModeBase
		if mode > uint32(PolygonFill) {
			m.wrong(UnknownPolygonMode)
			return
		}
		s.mode = PolygonMode(mode)
	}
}

// begin is a BEGIN.
func (m *Model) begin(data uint32) {
	split := data >> splitModeShift & 3
	if m.config.Embodiment == TwoModes {
		split &= 2
	}
	op := data & 0xffff
	switch {
	case m.inside:
		m.wrong(BeginInside)
		return
	case op >= uint32(NumOps):
		m.wrong(UnknownPrimitive)
		m.skip = true
		return
	case m.Driver && m.config.limits(m.state.limit).below(Op(op).Rule().Least):
		m.wrong(LimitBelowLeast)
		m.skip = true
		return
	case m.Driver && split != 0:
		m.wrong(SplitModeAtDriver)
	}
	m.inside, m.fresh, m.op, m.list, m.fetched, m.vertexID = true, true, Op(op), nil, nil, 0
	switch InstanceMode(data >> instanceShift & 3) {
	case FirstInstance:
		m.instanceID = 0
	case NextInstance:
		m.instanceID++
	}
	if data&primitiveUnchanged == 0 {
		m.primitiveID = 0
	}
}

// end is an END.
func (m *Model) end(data uint32) {
	if !m.inside {
		m.wrong(EndOutside)
		return
	}
	if m.Driver && m.config.Embodiment == TwoModes && data&openEnd != 0 {
		m.wrong(SplitModeAtDriver)
	}
	m.draw()
	m.inside, m.fresh = false, false
}

// vertex is a vertex or the restart index.
func (m *Model) vertex(i ItemValue) {
	s := &m.state
	if !m.inside {
		m.wrong(VertexOutside)
		return
	}
	m.fresh = false
	if s.copied && s.restart && i.Data == s.restartIndex {
		m.draw()
		m.list, m.fetched, m.vertexID = nil, nil, 0
		return
	}
	v := VertexValue{VertexID: m.vertexID, InstanceID: m.instanceID, X: i.X, Y: i.Y}
	if s.copied {
		v.VertexID = i.Data + s.base
	}
	m.vertexID++
	shaded := ShadedValue{v.X, v.Y}
	if m.Shade != nil {
		shaded = m.Shade(v)
	}
	m.fetched = append(m.fetched, len(m.list))
	m.list = append(m.list, modelVertex{CornerValue{v.VertexID, shaded.X, shaded.Y}, i.Edge && s.edge})
}

// index is an index item, which only a processor without a driver takes: it names a vertex of this primitive.
func (m *Model) index(i ItemValue) {
	switch slot := int(i.Data & 0xffff); {
	case !m.inside:
		m.wrong(VertexOutside)
	case m.Driver || slot >= len(m.fetched) || len(m.fetched)-slot > m.config.Vertices:
		m.wrong(IndexWithoutVertex)
	default:
		m.fresh = false
		v := m.list[m.fetched[slot]]
		v.edge = i.Edge && m.state.edge
		m.list = append(m.list, v)
	}
}

// draw draws the vertices so far as a primitive.
func (m *Model) draw() {
	for k, p := range decompose(m.op, len(m.list), !m.state.lastProvokes) {
		value := PrimitiveValue{
			Kind: p.kind, PrimitiveID: m.primitiveID, InstanceID: m.instanceID, Provoking: uint8(p.provoking),
			Restart: k == 0 || !m.op.runsOn(),
		}
		for j, v := range p.vertices {
			value.Vertices[j] = m.list[v].corner
		}
		for j, e := range p.edges {
			if e && (!m.op.hasFlags() || m.list[p.vertices[j]].edge) {
				value.Edges |= 1 << j
			}
		}
		m.Primitives = append(m.Primitives, value)
		m.outline(value)
		if m.op != Polygon {
			m.primitiveID++
		}
	}
	if m.op == Polygon && len(m.list) >= 3 {
		m.primitiveID++
	}
}

// runsOn says that the stipple pattern runs on from one primitive to the next.
func (o Op) runsOn() bool {
	return o == LineStrip || o == LineLoop || o == LineStripAdjacency || o == Polygon
}

// hasFlags says that edge flags apply.
func (o Op) hasFlags() bool { return o == Triangles || o == Quads || o == Polygon }
