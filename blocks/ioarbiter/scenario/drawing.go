package scenario

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// Each request in flight has a part of its SM's memory, for its block and its response.
const (
	drawingBlocks     = 16
	drawingBlockWords = 256
	drawingResponse   = 64 // offset of the response
)

// drawing is a scene drawn by the hardware. The SMs take turns at making requests.
type drawing struct {
	*stimulus.System
	sms         int // SMs that make requests
	step        func(done, total int)
	total, done int // requests in all, and acknowledged
	blocks      *stimulus.Blocks
	seen        work // since the reset
	passes      []work
	readings    []stimulus.Stored
	taken       []int // the requests of the last pass, in the order in which the connector took them
}

// draws makes a demonstration that draws a scene, reads the stores of the units, and shows the result.
func draws(make func() scene, show func(e *unit.Env, s scene, d *drawing, stored stimulus.Stored) error) unit.Demo[ioarbiter.Config] {
	make = sync.OnceValue(make)
	return unit.On(func(c ioarbiter.Config) (*ioarbiter.System, error) {
		return ioarbiter.NewSystem(c, make().stores)
	}, func(tb *bench.TB, y *ioarbiter.System, e *unit.Env, c ioarbiter.Config) error {
		s := make()
		d := newDrawing(tb, y, c, s, e.Seed)
		d.step, d.total = e.Step, paint(c, s).passed
		s.draw(d)
		return show(e, s, d, d.read())
	})
}

func newDrawing(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config, s scene, seed uint64) *drawing {
	d := &drawing{System: stimulus.DriveSystem(tb, y, c, s.stores, s.texels, stimulus.Delays{}, seed), sms: c.SMs}
	for n, o := range s.objects {
		copy(d.Objects[n].Words[:], o.Words())
	}
	if s.ordered {
		d.sms = 1
	}
	d.blocks = stimulus.NewBlocks(d.Environment, d.sms, drawingBlocks)
	units := d.Model.Units
	for _, k := range []int{isa.RasterUnit, isa.DepthUnit, isa.SurfaceUnit} {
		units[k] = counted{units[k], k, &d.seen}
	}
	return d
}

// counted is a unit of the model that counts its work.
type counted struct {
	model.Unit
	unit int
	seen *work
}

// Do carries out a request.
func (c counted) Do(state []uint32, request model.Values) model.Values {
	response := c.Unit.Do(state, request)
	switch c.unit {
	case isa.RasterUnit:
		c.seen.tiles++
	case isa.DepthUnit:
		c.seen.passed += bits.OnesCount64(response["Mask"])
	case isa.SurfaceUnit:
		c.seen.quads++
		c.seen.pixels += bits.OnesCount64(request["Mask"])
	}
	return response
}

// pass sends requests, waits for all of them, and records the work.
func (d *drawing) pass(name string, list []request) (responses [][]uint32) {
	c := d.Model.ABI
	before, start := d.sinceReset(), d.Cycle()
	responses = make([][]uint32, len(list))
	numbers, made := map[*stimulus.Pending]int{}, []*stimulus.Pending{}
	d.Answer = func(p *stimulus.Pending) {
		n := numbers[p]
		responses[n] = d.Load(p.SM, p.Response, list[n].responseWords(c))
		d.blocks.Free(p)
		d.done++
		d.step(d.done, d.total)
	}
	for n, q := range list {
		sm := n % d.sms
		block := d.blocks.Take(sm, drawingLimit)
		at := block * drawingBlockWords
		d.Store(sm, at, append([]uint32{uint32(q.object * isa.ObjectWords)}, q.words...)...)
		p := d.Send(sm, model.Call{Unit: q.unit, Address: at, Length: 1 + len(q.words), Response: at + drawingResponse, Tag: uint64(block)})
		d.blocks.Use(block, p)
		numbers[p], made = n, append(made, p)
	}
	d.Finish(drawingLimit)
	slices.SortFunc(made, func(p, q *stimulus.Pending) int { return cmp.Compare(p.Taken, q.Taken) })
	d.taken = nil
	for _, p := range made {
		d.taken = append(d.taken, numbers[p])
	}
	if n := d.Done - d.Counts[isa.OK]; n > 0 {
		d.Reporter().Fatalf("%s: %d requests are acknowledged with an error: %v", name, n, d.Counts)
	}
	after := d.sinceReset()
	after.subtract(before)
	after.name, after.requests, after.cycles = name, len(list), d.Cycle()-start
	d.passes = append(d.passes, after)
	return responses
}

// drawingLimit is the maximum number of cycles that a pass waits for a free block, or for its last requests.
const drawingLimit = 4_000_000

// read reads the stores of the units.
func (d *drawing) read() stimulus.Stored {
	s := d.Read()
	d.readings = append(d.readings, s)
	return s
}

// sinceReset is the work done since the reset, without its cycles.
func (d *drawing) sinceReset() work {
	w := d.seen
	c := d.Counters()
	w.hits, w.misses = c.Hits, c.Misses
	for _, n := range c.Updates {
		w.updates += n
	}
	return w
}
