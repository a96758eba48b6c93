package model

import "posedge/blocks/primbatch/isa"

// Twin is the driver in Go: it sends the items that the hardware sends. It is the text's flow chart with what that leaves open
// decided as docs/primbatch.md says.
type Twin struct {
	Out    []Item // what has been sent
	Counts Counts
	Errors int
	Error  isa.Error // the first

	embodiment isa.Embodiment
	built      isa.Limits
	state      twinState

	// The application's primitive.
	inside  bool
	skip    bool
	fresh   bool // no vertex since BEGIN
	op      isa.Op
	word    uint32 // of its BEGIN
	next    uint32 // the VertexID of the next vertex
	said    twinIdentifier
	left    bool // a batch of it has left
	owed    bool // none of the primitive before has, and nobody has sent what its BEGIN resets
	taken   []twinVertex
	waiting []twinVertex // the group
	split   bool         // since BEGIN or restart: a batch has had an open end

	batch  twinBatch
	copies bool   // as sent last
	drops  uint32 // primitives of dropped batches, to be added
}

// twinState is what the driver keeps of methods.
type twinState struct {
	copied, restart, edge, cull bool
	base, restartIndex, limit   uint32
	horizontal, vertical        uint32
}

// twinIdentifier is what has been said of the PrimitiveID between BEGIN and the first vertex.
type twinIdentifier struct {
	load  bool
	value uint32
}

// twinVertex is a vertex with its identifier.
type twinVertex struct {
	id   uint32
	x, y uint16
	edge bool
}

// twinBatch is the batch that is gathered.
type twinBatch struct {
	open     bool // its begin
	elements []twinElement
	records  int
	lines    map[uint32]twinLine
	closed   bool // the loop's first vertex is at its end
}

type twinElement struct {
	vertex twinVertex
	index  bool
	slot   int
	again  bool // a batch before has had it
}

// twinLine is a line of the table that finds records.
type twinLine struct {
	id   uint32
	slot int
}

// NewTwin returns the driver after a reset. What is built limits its batches.
func NewTwin(e isa.Embodiment, built isa.Limits) *Twin {
	return &Twin{embodiment: e, built: built, state: twinState{edge: true, horizontal: isa.ResetViewport, vertical: isa.ResetViewport}}
}

// Take is the next item of the application.
func (t *Twin) Take(i Item) {
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

// methodInside is a method between BEGIN and END.
func (t *Twin) methodInside(i Item) {
	switch {
	case i.Address == isa.BeginAddress:
		t.wrong(isa.BeginInside)
	case i.Address == isa.EndAddress:
		if t.embodiment == isa.TwoModes && i.Data&isa.OpenEnd != 0 {
			t.wrong(isa.SplitModeAtDriver)
		}
		t.finish()
		t.inside, t.owed = false, !t.left
	case i.Address == isa.EdgeFlagAddress:
		t.state.edge = i.Data&1 == 1
	case t.fresh && i.Address == isa.VertexIDBaseAddress:
		t.next = i.Data
	case t.fresh && i.Address == isa.AddToVertexIDAddress:
		t.next += i.Data
	case t.fresh && i.Address == isa.LoadPrimitiveIDAddress:
		t.said = twinIdentifier{true, i.Data}
	case t.fresh && i.Address == isa.AddToPrimitiveIDAddress:
		t.said.value += i.Data
	default:
		t.wrong(isa.MethodInside)
	}
}

// methodOutside is a method outside BEGIN and END.
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
			t.pay()
			if i.Address == isa.LoadPrimitiveIDAddress {
				t.drops = 0
			}
		}
		t.method(i.Address, i.Data)
	}
}

// begin is BEGIN outside a primitive.
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
		t.pay()
	}
	t.inside, t.fresh, t.left, t.owed = true, true, false, false
	t.op, t.word, t.said = isa.Op(op), data&(isa.PrimitiveUnchanged|3<<isa.InstanceShift), twinIdentifier{}
	t.start()
}

// pay sends the BEGIN and END of a primitive of which nothing has been sent, so that what they reset is reset.
func (t *Twin) pay() {
	if t.owed {
		t.batch = twinBatch{}
		t.send(false, false)
	}
	t.owed = false
}

// start is a normal begin: at BEGIN or after a restart.
func (t *Twin) start() {
	t.next, t.split = 0, false
	t.taken, t.waiting = nil, nil
	t.batch = newTwinBatch(false)
}

func newTwinBatch(open bool) twinBatch { return twinBatch{open: open, lines: map[uint32]twinLine{}} }

// vertex is a vertex in a primitive, or a restart.
func (t *Twin) vertex(i Item) {
	s := &t.state
	t.fresh = false
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
	t.waiting = append(t.waiting, v)
	rule := t.op.Rule()
	group := rule.Group
	if len(t.taken) == 0 {
		group = rule.First
	}
	if len(t.waiting) == group {
		t.enter()
	}
}

// enter takes the waiting vertices into the batch, or into the next one if they exceed a limit.
func (t *Twin) enter() {
	limits := t.built.Lowered(t.state.limit)
	if b := t.batch.with(t, t.waiting, false); len(b.elements) > limits.Elements || b.records > limits.Vertices {
		t.close(true)
		t.split = true
		rule := t.op.Rule()
		var carried []twinVertex
		if n := len(t.taken); rule.Fan {
			carried = []twinVertex{t.taken[0], t.taken[n-1]}
		} else {
			carried = t.taken[n-rule.Carry:]
		}
		t.batch = newTwinBatch(true).with(t, carried, true)
	}
	t.batch = t.batch.with(t, t.waiting, false)
	t.taken = append(t.taken, t.waiting...)
	t.waiting = nil
}

// with is the batch with vertices more.
func (b twinBatch) with(t *Twin, list []twinVertex, again bool) twinBatch {
	lines := map[uint32]twinLine{}
	for k, l := range b.lines {
		lines[k] = l
	}
	b.lines = lines
	b.elements = b.elements[:len(b.elements):len(b.elements)]
	for _, v := range list {
		e := twinElement{vertex: v, again: again}
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

// finish is a normal end: at END or before a restart.
func (t *Twin) finish() {
	// Of a group that is not complete, what completes primitives enters.
	keep := 0
	switch n := len(t.taken) + len(t.waiting); t.op {
	case isa.TriangleStrip:
		keep = len(t.waiting)
	case isa.TriangleStripAdjacency:
		if len(t.taken) > 0 {
			keep = n - n%2 - len(t.taken)
		}
	}
	t.waiting = t.waiting[:max(keep, 0)]
	if len(t.waiting) > 0 {
		t.enter()
	}
	if t.op == isa.LineLoop && t.split {
		t.waiting = t.taken[:1:1]
		t.enter()
		t.batch.elements[len(t.batch.elements)-1].again = true
		t.batch.closed = true
	}
	t.close(false)
}

// close ends the batch and sends it, if it has a primitive.
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
		t.drops += uint32(n)
		return
	}
	t.send(openEnd, true)
}

// hidden says that all vertices are beyond one side of the viewport.
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

// send sends a batch: the identifiers that it needs, BEGIN, its elements and END.
func (t *Twin) send(openEnd, drawn bool) {
	b := t.batch
	copied := t.state.copied || b.open && t.op.Rule().Fan ||
		t.op == isa.LineLoop && (b.closed || b.open && t.embodiment == isa.TwoModes)
	if drawn && copied != t.copies {
		t.copies = copied
		t.method(isa.VertexIDCopyAddress, uint32(bit(copied)))
	}
	if drawn && b.open && !copied {
		t.method(isa.VertexIDBaseAddress, b.elements[0].vertex.id)
	}
	if t.drops != 0 {
		t.method(isa.AddToPrimitiveIDAddress, t.drops)
		t.drops = 0
	}
	word, end := t.word|uint32(t.op), uint32(0)
	if t.left || b.open {
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
	case t.left:
	case t.said.load:
		t.method(isa.LoadPrimitiveIDAddress, t.said.value)
	case t.said.value != 0:
		t.method(isa.AddToPrimitiveIDAddress, t.said.value)
	}
	t.left = true
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
	if e.again {
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
