package scenario

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/blocks/unit"
	"posedge/internal/table"
)

// A scene is something to be drawn, by the hardware or by the model.
type scene struct {
	stores  ioarbiter.Stores
	texels  []uint32
	objects []states
	ordered bool // requests are carried out in their order: one SM makes all
	draw    func(d drawer)
}

// states are those of the four units in a state object for macros.
type states struct {
	raster  raster.State
	texture texture.State
	depth   depth.State
	surface surface.State
}

func (s states) words() (words [ioarbiter.ObjectWords]uint32) {
	r, t, d, c := s.raster.Words(), s.texture.Words(), s.depth.Words(), s.surface.Words()
	copy(words[ioarbiter.RasterState:], r[:])
	copy(words[ioarbiter.TextureState:], t[:])
	copy(words[ioarbiter.DepthState:], d[:])
	copy(words[ioarbiter.SurfaceState:], c[:])
	return words
}

// A request is one of an SM: its unit, the number of its state object, and its words.
type request struct {
	unit, object int
	words        []uint32
}

// A drawer carries out requests. It returns the words of their responses when all are acknowledged.
type drawer interface {
	pass(name string, list []request) (responses [][]uint32)
	read() Stored
}

// responseWords is how many words answer a request.
func (q request) responseWords(c ioarbiter.Config) int {
	if q.unit >= ioarbiter.FirstMacro {
		return 0
	}
	o := c.Operations[q.unit]
	return len(q.words) / len(o.Request) * len(o.Response)
}

// Where an SM has requests in its memory: so many at a time, each with words for the block and for the response.
const (
	drawingBlocks     = 16
	drawingBlockWords = 256
	drawingResponse   = 64 // the response's first word
)

// drawing is a scene in the hardware. SMs make requests by turns.
type drawing struct {
	*System
	sms         int // that make requests
	total, done int // requests in all, those that are acknowledged
	step        func(done, total int)
	free        [][]int // blocks of each SM
	seen        work    // since the reset
	passes      []work
	taken       []int // the requests of the last pass, in the order in which the connector took them
}

// work is what was done in a pass.
type work struct {
	name         string
	requests     int
	tiles, quads int // requests to the raster unit and to the surface unit
	passed       int // pixels that passed the depth test, or whose depth was cleared
	pixels       int // pixels whose colour was written
	cycles       uint64
	updates      uint64 // words of state sent to units
	hits, misses uint64 // of the state cache
}

// drawn draws a scene in the environment's variant, and reads what the units stored.
func drawn(e *unit.Env, s scene) (d *drawing, stored Stored, err error) {
	err = e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		d = newDrawing(r, config(e), s, e.Seed, opts...)
		d.total, d.step = paint(config(e), s).passed, e.Step
		s.draw(d)
		stored = d.read()
		return d.TB
	})
	return d, stored, err
}

func newDrawing(r bench.Reporter, c ioarbiter.Config, s scene, seed uint64, opts ...bench.Option) *drawing {
	d := &drawing{System: NewSystem(r, c, s.stores, s.texels, Delays{}, seed, opts...), sms: c.SMs, step: func(int, int) {}}
	for n, o := range s.objects {
		d.Objects[n].Words = o.words()
	}
	if s.ordered {
		d.sms = 1
	}
	for range d.sms {
		var list []int
		for k := range drawingBlocks {
			list = append(list, k)
		}
		d.free = append(d.free, list)
	}
	units := d.Model.Units
	for _, k := range []int{ioarbiter.RasterUnit, ioarbiter.DepthUnit, ioarbiter.SurfaceUnit} {
		units[k] = counted{units[k], k, &d.seen}
	}
	return d
}

// counted is a unit of the model whose work is counted.
type counted struct {
	ioarbiter.UnitModel
	unit int
	seen *work
}

// Do carries out a request.
func (c counted) Do(state []uint32, request ioarbiter.Fields) ioarbiter.Fields {
	response := c.UnitModel.Do(state, request)
	switch c.unit {
	case ioarbiter.RasterUnit:
		c.seen.tiles++
	case ioarbiter.DepthUnit:
		c.seen.passed += bits.OnesCount64(response["Mask"])
	case ioarbiter.SurfaceUnit:
		c.seen.quads++
		c.seen.pixels += bits.OnesCount64(request["Mask"])
	}
	return response
}

// pass carries out requests and counts what is done.
func (d *drawing) pass(name string, list []request) (responses [][]uint32) {
	c := d.Model.Config
	before, start := d.counted(), d.Cycle()
	responses = make([][]uint32, len(list))
	numbers, made := map[*Pending]int{}, []*Pending{}
	d.Answer = func(p *Pending) {
		n := numbers[p]
		responses[n] = d.Load(p.SM, p.Response, list[n].responseWords(c))
		d.free[p.SM] = append(d.free[p.SM], int(p.Tag))
		d.done++
		d.step(d.done, d.total)
	}
	for n, q := range list {
		sm := n % d.sms
		for limit := 0; len(d.free[sm]) == 0; limit++ {
			if limit == drawingLimit {
				d.r.Fatalf("SM %d: no request is acknowledged in %d cycles", sm, limit)
			}
			d.Step()
		}
		block := d.free[sm][0]
		d.free[sm] = d.free[sm][1:]
		at := block * drawingBlockWords
		d.Store(sm, at, append([]uint32{uint32(q.object * ioarbiter.ObjectWords)}, q.words...)...)
		p := d.Send(sm, ioarbiter.Call{Unit: q.unit, Address: at, Length: 1 + len(q.words), Response: at + drawingResponse, Tag: uint64(block)})
		numbers[p], made = n, append(made, p)
	}
	d.Finish(drawingLimit)
	slices.SortFunc(made, func(p, q *Pending) int { return cmp.Compare(p.Taken, q.Taken) })
	d.taken = nil
	for _, p := range made {
		d.taken = append(d.taken, numbers[p])
	}
	if bad := len(d.Counts) - 1; bad > 0 || d.Counts[ioarbiter.OK] != d.Done {
		d.r.Fatalf("%d requests are acknowledged with an error: %v", d.Done-d.Counts[ioarbiter.OK], d.Counts)
	}
	after := d.counted()
	after.subtract(before)
	after.name, after.requests, after.cycles = name, len(list), d.Cycle()-start
	d.passes = append(d.passes, after)
	return responses
}

// drawingLimit is how many cycles the requests of all blocks may take.
const drawingLimit = 4_000_000

// read reads what the units stored.
func (d *drawing) read() Stored { return d.Read() }

// counted is all that was done since the reset, cycles apart.
func (d *drawing) counted() work {
	w := d.seen
	var c struct {
		Hits, Misses uint64
		Updates      []uint64
	}
	c.Updates = make([]uint64, len(d.Model.Config.Units))
	d.TB.Read(d.system.Counters.Data, &c)
	w.hits, w.misses = c.Hits, c.Misses
	for _, n := range c.Updates {
		w.updates += n
	}
	return w
}

func (w *work) subtract(v work) {
	w.tiles -= v.tiles
	w.quads -= v.quads
	w.passed -= v.passed
	w.pixels -= v.pixels
	w.updates -= v.updates
	w.hits -= v.hits
	w.misses -= v.misses
}

// report prints what was done.
func report(w io.Writer, passes []work) error {
	var rows [][]string
	per := func(p work, n int) string {
		if n == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f", float64(p.cycles)/float64(n))
	}
	for _, p := range passes {
		rows = append(rows, []string{p.name, strconv.Itoa(p.requests), strconv.Itoa(p.tiles), strconv.Itoa(p.quads), strconv.Itoa(p.passed), strconv.Itoa(p.pixels),
			strconv.FormatUint(p.cycles, 10), per(p, p.tiles), per(p, p.quads), strconv.FormatUint(p.updates, 10), strconv.FormatUint(p.hits, 10), strconv.FormatUint(p.misses, 10)})
	}
	header := []string{"pass", "requests", "tiles", "quads", "passed", "pixels", "cycles", "a tile", "a quad", "updates", "hits", "misses"}
	if err := table.Write(w, header, "LRRRRRRRRRRR", rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `tiles, quads: requests to the raster unit and to the surface unit; passed: pixels that passed the depth test or were
cleared; pixels: whose colour was written; updates: words of state sent to units; hits, misses: of the state cache
`)
	return err
}

// painting is a scene in the model alone.
type painting struct {
	models systemModels
	passed int // requests
}

// paint draws a scene without hardware.
func paint(c ioarbiter.Config, s scene) *painting {
	p := &painting{models: newSystemModels(c, s.stores, s.texels)}
	p.models.connector.Object = func(n int) ([ioarbiter.ObjectWords]uint32, bool) { return s.objects[n].words(), true }
	s.draw(p)
	return p
}

// pass carries out requests.
func (p *painting) pass(_ string, list []request) (responses [][]uint32) {
	for _, q := range list {
		block := append([]uint32{uint32(q.object * ioarbiter.ObjectWords)}, q.words...)
		_, words := p.models.connector.Do(ioarbiter.Call{Unit: q.unit, Length: len(block)}, func(at int) (uint32, bool) { return block[at], true })
		var response []uint32
		for _, w := range words {
			response = append(response, w.Data)
		}
		responses = append(responses, response)
	}
	p.passed += len(list)
	return responses
}

func (p *painting) read() Stored { return p.models.stored() }
