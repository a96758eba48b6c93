package scenario

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/atomicfile"
	"posedge/waves"
)

// step is a step of the patent's method: what happens, in which part, and the streams that show it.
type step struct {
	what, part string
	streams    []string // by the paths of their signals, without _valid and _ready
}

// steps are the sixteen steps of the patent's method, with the streams of the request of [single]. The SM does the first
// and the last.
var steps = []step{
	{"the SM writes the block into its memory", "SM", nil},
	{"the SM sends the request", "control connection", []string{"sm_0_requests"}},
	{"the request is arbitrated", "IO arbiter", []string{"connector.io_arbiter.granted"}},
	{"its parameters are fetched", "parameter fetch unit", []string{"connector.fetch.fetched"}},
	{"its state is retrieved", "state cache", []string{"connector.state_cache.lookups", "connector.state_cache.lines", "connector.state_cache.answers"}},
	{"common transformations", "shared format converter", []string{"connector.request_converter.in", "connector.request_converter.out"}},
	{"the request is routed", "fixed function arbiter", []string{"connector.unit_arbiter.units_1"}},
	{"its state is compared, and updated", "shadow state", []string{"connector.texture_interface.shadow_state.updates"}},
	{"conversion to the unit's input", "request converter", []string{"connector.texture_interface.request_converter.out"}},
	{"the unit executes", "texture unit", []string{"texture_unit.in", "texture_unit.out"}},
	{"conversion from the unit's output", "response converter", []string{"connector.texture_interface.response_converter.results"}},
	{"the responses are arbitrated", "response arbiter", []string{"connector.response_arbiter.out"}},
	{"conversion to the final format", "shared format converter", []string{"connector.response_converter.out"}},
	{"the response is written to SM memory", "output commit unit", []string{"sm_0_writes", "sm_0_written"}},
	{"the request is acknowledged", "output commit unit", []string{"sm_0_acks"}},
	{"the SM reads the response", "SM", nil},
}

// trace records the cycles in which each stream transfers a beat.
type trace struct {
	h     *stimulus.System
	began uint64
	fires map[string][]uint64
}

func (t *trace) sample() {
	for _, s := range steps {
		for _, path := range s.streams {
			t.fires[path] = append(t.fires[path], t.h.Peek(path+"_valid")&t.h.Peek(path+"_ready"))
		}
	}
}

// span is the first and the last cycle of a step.
func (t *trace) span(s step) (first, last int, ok bool) {
	first, last = math.MaxInt, -1
	for _, path := range s.streams {
		for cycle, fires := range t.fires[path] {
			if fires == 1 {
				first, last = min(first, cycle), max(last, cycle)
			}
		}
	}
	return first, last, last >= 0
}

// diagram shows the streams by cycle.
func (t *trace) diagram() *waves.Diagram {
	rows := []waves.Row{{Name: waves.DefaultClock, Width: 1, Clock: true}}
	for n, s := range steps {
		for _, path := range s.streams {
			row := waves.Row{Name: fmt.Sprintf("%d %s", n+1, path), Width: 1}
			for _, fires := range t.fires[path] {
				row.Values = append(row.Values, waves.NewValue(1, fires))
			}
			rows = append(rows, row)
		}
	}
	d := waves.NewDiagram(0, rows...)
	d.Title = "A request for two texture samples on its way: beats that pass, by step of the method"
	return d
}

// oneRequest sends one request for two samples to an idle system with an empty state cache.
func oneRequest(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config) (*trace, *stimulus.Pending) {
	texels := make([]uint32, 16)
	for k := range texels {
		texels[k] = uint32(0xff000000 | k*0x101010)
	}
	h := stimulus.DriveSystem(tb, y, c, stimulus.SmallStores, texels, stimulus.Delays{}, 1)
	copy(h.Objects[1].Words[:], units.TextureState{Width: 4, Height: 4, Bilinear: true}.Words())
	h.Store(0, 0x100, 1*isa.ObjectWords, isa.Float(1), isa.Float(2.5), isa.Float(1), isa.Float(3)) // u0 u1 v0 v1
	t := &trace{h: h, began: h.Cycle(), fires: map[string][]uint64{}}
	p := h.Send(0, model.Call{Unit: isa.Texture, Address: 0x100, Length: 5, Response: 0x200, Tag: 7})
	h.Tick() // the driver offers the request from the next cycle on
	t.began = h.Cycle()
	for h.Waiting(0) > 0 {
		if h.Cycle() > t.began+1000 {
			tb.Reporter().Fatalf("the request is not acknowledged")
		}
		t.sample()
		h.Step()
	}
	return t, p
}

// single follows one request through the steps of the patent's method.
func single(tb *bench.TB, y *ioarbiter.System, e *unit.Env, c ioarbiter.Config) error {
	t, p := oneRequest(tb, y, c)
	var rows [][]string
	for n, s := range steps {
		cycles := ""
		first, last, ok := t.span(s)
		switch {
		case ok && first == last:
			cycles = strconv.Itoa(first)
		case ok:
			cycles = fmt.Sprintf("%d to %d", first, last)
		case n == 0:
			cycles = "before"
		case n == len(steps)-1:
			cycles = "after"
		default:
			return fmt.Errorf("step %d, %s, was not seen", n+1, s.what)
		}
		rows = append(rows, row(n+1, cycles, s.what, s.part))
	}
	e.Table([]string{"step", "cycles", "what", "part"}, "RRLL", rows)
	fmt.Fprintf(e.Out, "status: %v; response, red green blue alpha of each sample by columns:", p.Status)
	for _, x := range t.h.Load(0, 0x200, 8) {
		fmt.Fprintf(e.Out, " %.4f", math.Float32frombits(x))
	}
	fmt.Fprintln(e.Out)
	e.Result("%d steps of the method; the request is acknowledged %d cycles after its grant", len(rows), p.Acked-p.Taken)
	if e.Dir == "" {
		return nil
	}
	path := filepath.Join(e.Dir, "ioarbiter_single.svg")
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	if err := t.diagram().SVG(f); err != nil {
		f.Discard()
		return err
	}
	e.Files = append(e.Files, path)
	return f.Commit()
}
