package model

import (
	"maps"

	"posedge/blocks/primbatch/isa"
)

// Twin is the driver in Go: it sends exactly the items that the hardware sends. It follows the patent's flow chart, and
// docs/primbatch.md where the chart leaves something open.
type Twin struct {
	Out    []Item // the items sent
	Counts Counts
	Errors int
	Error  isa.Error // the first

	embodiment isa.Embodiment
	built      isa.Limits
	state      twinState

	// The application's primitive.
	inside      bool
	skip        bool
	beforeFirst bool // no vertex since BEGIN
	op          isa.Op
	word        uint32 // the modes of its BEGIN
	next        uint32 // the VertexID of the next vertex
	idUpdate    twinIDUpdate
	sent        bool         // a batch of it has been sent
	entered     []twinVertex // the vertices that have entered a batch
	group       []twinVertex // the vertices that wait for their group to be complete
	split       bool         // a batch has ended open since BEGIN or restart

	resetPending bool // no batch of the previous primitive was sent, so its BEGIN has not yet reset the processor
	batch        twinBatch
	copySent     bool   // SET_VERTEX_ID_COPY as last sent
	dropped      uint32 // primitives in dropped batches that have not been added
}

// twinState is the state that methods set.
type twinState struct {
	copied, restart, edge, cull bool
	base, restartIndex, limit   uint32
	horizontal, vertical        uint32
}

// twinIDUpdate is the change of PrimitiveID between BEGIN and the first vertex: a value to load or add.
type twinIDUpdate struct {
	load  bool
	value uint32
}

// twinVertex is a vertex with its identifier.
type twinVertex struct {
	id   uint32
	x, y uint16
	edge bool
}

// twinBatch is the batch being gathered.
type twinBatch struct {
	open     bool // open begin
	elements []twinElement
	records  int
	lines    map[uint32]twinLine
	closed   bool // it ends with the loop's first vertex
}

type twinElement struct {
	vertex twinVertex
	index  bool
	slot   int
	resent bool // an earlier batch already had it
}

// twinLine is a line of the table that finds records.
type twinLine struct {
	id   uint32
	slot int
}

// NewTwin returns the driver after a reset; built are the limits of its hardware.
func NewTwin(e isa.Embodiment, built isa.Limits) *Twin {
	return &Twin{embodiment: e, built: built, state: twinState{edge: true, horizontal: isa.ResetViewport, vertical: isa.ResetViewport}}
}

// Take takes the next items of the application.
func (t *Twin) Take(items ...Item) {
	for _, i := range items {
		t.take(i)
	}
}

func (t *Twin) take(i Item) {
	if t.skip {
		t.skip = i.Kind != isa.MethodItem || i.Address != isa.EndAddress
		return
	}
	switch {
	case i.Kind > isa.IndexItem:
		t.wrong(isa.UnknownKind)
	case i.Kind == isa.MethodItem && t.inside:
		t.methodInside(i)
	case i.Kind == isa.MethodItem:
		t.methodOutside(i)
	case !t.inside:
		t.wrong(isa.VertexOutside)
	case i.Kind == isa.IndexItem:
		t.wrong(isa.IndexWithoutVertex)
	default:
		t.vertex(i)
	}
}

func (t *Twin) wrong(e isa.Error) {
	if t.Errors == 0 {
		t.Error = e
	}
	t.Errors++
}

// methodInside handles a method between BEGIN and END.
func (t *Twin) methodInside(i Item) {
	switch {
	case i.Address == isa.BeginAddress:
		t.wrong(isa.BeginInside)
	case i.Address == isa.EndAddress:
		if t.embodiment == isa.TwoModes && i.Data&isa.OpenEnd != 0 {
			t.wrong(isa.SplitModeAtDriver)
		}
		t.finish()
		t.inside, t.resetPending = false, !t.sent
	case i.Address == isa.EdgeFlagAddress:
		t.state.edge = i.Data&1 == 1
	case t.beforeFirst && i.Address == isa.VertexIDBaseAddress:
		t.next = i.Data
	case t.beforeFirst && i.Address == isa.AddToVertexIDAddress:
		t.next += i.Data
	case t.beforeFirst && i.Address == isa.LoadPrimitiveIDAddress:
		t.idUpdate = twinIDUpdate{true, i.Data}
	case t.beforeFirst && i.Address == isa.AddToPrimitiveIDAddress:
		t.idUpdate.value += i.Data
	default:
		t.wrong(isa.MethodInside)
	}
}

// methodOutside handles a method outside BEGIN and END.
func (t *Twin) methodOutside(i Item) {
	s, on := &t.state, i.Data&1 == 1
	switch i.Address {
	case isa.BeginAddress:
		t.begin(i.Data)
	case isa.EndAddress:
		t.wrong(isa.EndOutside)
	case isa.BatchLimitAddress:
		s.limit = i.Data
	case isa.BatchCullAddress:
		s.cull = on && t.embodiment == isa.FourModes
	case isa.EdgeFlagAddress:
		s.edge = on
	case isa.VertexIDCopyAddress:
		s.copied = on
	case isa.BaseVertexAddress:
		s.base = i.Data
	case isa.RestartAddress:
		s.restart = on
	case isa.RestartIndexAddress:
		s.restartIndex = i.Data
	default:
		switch i.Address {
		case isa.PolygonModeAddress:
			if i.Data-isa.PolygonModeBase > uint32(isa.PolygonFill) {
				t.wrong(isa.UnknownPolygonMode)
				return
			}
		case isa.ViewportHorizontalAddress:
			s.horizontal = i.Data
		case isa.ViewportVerticalAddress:
			s.vertical = i.Data
		case isa.LoadPrimitiveIDAddress, isa.AddToPrimitiveIDAddress:
			t.sendPending()
			if i.Address == isa.LoadPrimitiveIDAddress {
				t.dropped = 0
			}
		}
		t.method(i.Address, i.Data)
	}
}

// begin handles BEGIN outside a primitive.
func (t *Twin) begin(data uint32) {
	op, split := data&0xffff, data>>isa.SplitModeShift&3
	if t.embodiment == isa.TwoModes {
		split &= 2
	}
	switch {
	case op >= uint32(isa.NumOps):
		t.wrong(isa.UnknownPrimitive)
		t.skip = true
		return
	case t.built.Lowered(t.state.limit).Below(isa.Op(op).Rule().Least):
		t.wrong(isa.LimitBelowLeast)
		t.skip = true
		return
	case split != 0:
		t.wrong(isa.SplitModeAtDriver)
	}
	if isa.InstanceMode(data>>isa.InstanceShift&3) != isa.FirstInstance || data&isa.PrimitiveUnchanged != 0 {
		t.sendPending()
	}
	t.inside, t.beforeFirst, t.sent, t.resetPending = true, true, false, false
	t.op, t.word, t.idUpdate = isa.Op(op), data&(isa.PrimitiveUnchanged|3<<isa.InstanceShift), twinIDUpdate{}
	t.start()
}

// sendPending sends the BEGIN and END of a previous primitive that has sent no batch, for what they reset.
func (t *Twin) sendPending() {
	if t.resetPending {
		t.batch = twinBatch{}
		t.send(false, false)
	}
	t.resetPending = false
}

// start makes a normal begin: at BEGIN or after a restart.
func (t *Twin) start() {
	t.next, t.split = 0, false
	t.entered, t.group = nil, nil
	t.batch = newTwinBatch(false)
}

func newTwinBatch(open bool) twinBatch { return twinBatch{open: open, lines: map[uint32]twinLine{}} }

// vertex handles a vertex inside a primitive, or the restart index.
func (t *Twin) vertex(i Item) {
	s := &t.state
	t.beforeFirst = false
	if s.copied && s.restart && i.Data == s.restartIndex {
		t.finish()
		t.start()
		return
	}
	v := twinVertex{t.next, i.X, i.Y, i.Edge && s.edge}
	if s.copied {
		v.id = i.Data + s.base
	}
	t.next++
	t.Counts.VerticesIn++
	t.group = append(t.group, v)
	rule := t.op.Rule()
	size := rule.Group
	if len(t.entered) == 0 {
		size = rule.First
	}
	if len(t.group) == size {
		t.enter()
	}
}

// enter puts the group into the batch, or into the next one if it exceeds a limit.
func (t *Twin) enter() {
	limits := t.built.Lowered(t.state.limit)
	if b := t.batch.with(t, t.group, false); len(b.elements) > limits.Elements || b.records > limits.Vertices {
		t.close(true)
		t.split = true
		rule := t.op.Rule()
		var carried []twinVertex
		if n := len(t.entered); rule.Fan {
			carried = []twinVertex{t.entered[0], t.entered[n-1]}
		} else {
			carried = t.entered[n-rule.Carry:]
		}
		t.batch = newTwinBatch(true).with(t, carried, true)
	}
	t.batch = t.batch.with(t, t.group, false)
	t.entered = append(t.entered, t.group...)
	t.group = nil
}

// with returns the batch with more vertices.
func (b twinBatch) with(t *Twin, list []twinVertex, resent bool) twinBatch {
	lines := map[uint32]twinLine{}
	maps.Copy(lines, b.lines)
	b.lines = lines
	b.elements = b.elements[:len(b.elements):len(b.elements)]
	for _, v := range list {
		e := twinElement{vertex: v, resent: resent}
		line := v.id % uint32(4*t.built.Vertices)
		if l, found := b.lines[line]; t.state.copied && found && l.id == v.id {
			e.index, e.slot = true, l.slot
		} else {
			e.slot = b.records
			b.lines[line] = twinLine{v.id, b.records}
			b.records++
		}
		b.elements = append(b.elements, e)
	}
	return b
}

// finish makes a normal end: at END or before a restart.
func (t *Twin) finish() {
	// The vertices of an incomplete group that complete primitives enter.
	keep := 0
	switch n := len(t.entered) + len(t.group); t.op {
	case isa.TriangleStrip:
		keep = len(t.group)
	case isa.TriangleStripAdjacency:
		if len(t.entered) > 0 {
			keep = n - n%2 - len(t.entered)
		}
	}
	t.group = t.group[:max(keep, 0)]
	if len(t.group) > 0 {
		t.enter()
	}
	if t.op == isa.LineLoop && t.split {
		t.group = t.entered[:1:1]
		t.enter()
		t.batch.elements[len(t.batch.elements)-1].resent = true
		t.batch.closed = true
	}
	t.close(false)
}

// close ends the batch, and sends it if it has a primitive and is not hidden.
func (t *Twin) close(openEnd bool) {
	n := t.op.Primitives(len(t.batch.elements), isa.SplitModeOf(t.batch.open, openEnd))
	if !t.batch.open && !openEnd && n == 0 {
		return
	}
	if t.state.cull && t.batch.hidden(t.state) {
		t.Counts.Dropped++
		if !t.batch.open {
			t.batch.elements = nil
			t.send(openEnd, false)
		}
		t.dropped += uint32(n)
		return
	}
	t.send(openEnd, true)
}

// hidden reports whether all vertices lie beyond one side of the viewport.
func (b twinBatch) hidden(s twinState) bool {
	beyond := func(of func(pixel) bool) bool {
		for _, e := range b.elements {
			if !of(pixel{int(int16(e.vertex.x)), int(int16(e.vertex.y))}) {
				return false
			}
		}
		return true
	}
	side := func(viewport uint32) (start, end int) {
		return int(viewport & 0xffff), int(viewport&0xffff) + int(viewport>>16)
	}
	left, right := side(s.horizontal)
	top, bottom := side(s.vertical)
	return beyond(func(p pixel) bool { return p.x < left }) || beyond(func(p pixel) bool { return p.x >= right }) ||
		beyond(func(p pixel) bool { return p.y < top }) || beyond(func(p pixel) bool { return p.y >= bottom })
}

// send sends a batch: the identifiers that it needs, BEGIN, its elements and END. It has no elements unless drawn.
func (t *Twin) send(openEnd, drawn bool) {
	b := t.batch
	copied := t.state.copied || b.open && t.op.Rule().Fan ||
		t.op == isa.LineLoop && (b.closed || b.open && t.embodiment == isa.TwoModes)
	if drawn && copied != t.copySent {
		t.copySent = copied
		t.method(isa.VertexIDCopyAddress, uint32(bit(copied)))
	}
	if drawn && b.open && !copied {
		t.method(isa.VertexIDBaseAddress, b.elements[0].vertex.id)
	}
	if t.dropped != 0 {
		t.method(isa.AddToPrimitiveIDAddress, t.dropped)
		t.dropped = 0
	}
	word, end := t.word|uint32(t.op), uint32(0)
	if t.sent || b.open {
		word = isa.BeginWord(t.op, true, isa.UnchangedInstance, 0)
	}
	if t.embodiment == isa.FourModes {
		word |= uint32(isa.SplitModeOf(b.open, openEnd)) << isa.SplitModeShift
	} else {
		word |= uint32(bit(b.open)) * isa.OpenBegin
		end = uint32(bit(openEnd)) * uint32(1)
	}
	t.method(isa.BeginAddress, word)
	t.Counts.Batches++
	if drawn && !b.open && !copied && b.elements[0].vertex.id != 0 {
		t.method(isa.VertexIDBaseAddress, b.elements[0].vertex.id)
	}
	switch {
	case t.sent:
	case t.idUpdate.load:
		t.method(isa.LoadPrimitiveIDAddress, t.idUpdate.value)
	case t.idUpdate.value != 0:
		t.method(isa.AddToPrimitiveIDAddress, t.idUpdate.value)
	}
	t.sent = true
	for _, e := range b.elements {
		t.element(e)
	}
	t.method(isa.EndAddress, end)
}

func (t *Twin) element(e twinElement) {
	v := e.vertex
	i := Item{Kind: isa.VertexItem, Data: v.id, X: v.x, Y: v.y, Edge: v.edge}
	t.Counts.Elements++
	if e.index {
		i = Item{Kind: isa.IndexItem, Data: uint32(e.slot), Edge: v.edge}
		t.Counts.Reused++
	} else {
		t.Counts.Records++
	}
	if e.resent {
		t.Counts.Resent++
	}
	t.Out = append(t.Out, i)
}

func (t *Twin) method(address uint16, data uint32) {
	t.Out = append(t.Out, Method(address, data))
	t.Counts.Methods++
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
