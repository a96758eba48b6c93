package scenario

import (
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"

	"posedge/bench"
	"posedge/blocks/castalu"
	castaludrawing "posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	castalutexture "posedge/blocks/castalu/compiler/texture"
	castaluisa "posedge/blocks/castalu/isa"
	castalumodel "posedge/blocks/castalu/model"
	castalustimulus "posedge/blocks/castalu/stimulus"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// shaderSide is the side of the pictures of the scenario shader, in pixels.
const shaderSide = 64

//go:embed shaders/textured.frag
var texturedText string

//go:embed shaders/layers.frag
var layersText string

// A sampled is an image with the state in which the texture unit samples it.
type sampled struct {
	*castalutexture.Image
	state units.TextureState // Base is relative to the image's first texel
}

// Fetch takes a sample. An image that repeats and is bilinear, as castalu's are, is sampled by castalu's own model.
func (s sampled) Fetch(u, v int32) [4]uint8 {
	if s.state.Bilinear && s.state.WrapU == units.Repeat && s.state.WrapV == units.Repeat {
		return s.Image.Fetch(u, v)
	}
	m := model.Texture{Memory: s.texels(), Words: [units.TextureWords]uint32(s.state.Words())}
	x := m.Do(model.TextureRequest{U: uint32(u), V: uint32(v)}).Texels[0]
	return [4]uint8{uint8(x), uint8(x >> 8), uint8(x >> 16), uint8(x >> 24)}
}

// texels returns the texels of the image, as samples at their centres, which are exact.
func (s sampled) texels() (list []uint32) {
	width, height := s.Size()
	for y := range height {
		for x := range width {
			c := s.Image.Fetch(int32(x)<<8+128, int32(y)<<8+128)
			list = append(list, rgba(color.RGBA{c[0], c[1], c[2], c[3]}))
		}
	}
	return list
}

// newSampled makes an image of texels with alpha.
func newSampled(width, height int, s units.TextureState, texel func(x, y int) color.RGBA) (sampled, error) {
	m, err := castalutexture.New(width, height, func(x, y int) [4]uint8 {
		c := texel(x, y)
		return [4]uint8{c.R, c.G, c.B, c.A}
	})
	s.Width, s.Height = uint16(width), uint16(height)
	return sampled{m, s}, err
}

// A shaded is a shader with the images that it samples, and the result of drawing it.
type shaded struct {
	name, text string
	images     map[string]sampled
	*castaludrawing.Shader

	picture *castaludrawing.Picture
	seen    shadedWork
	alone   uint64 // cycles; see the function alone
}

// shadedWork is the work of drawing a shader.
type shadedWork struct {
	pixels, calls int
	cycles        uint64
	latencies     []uint64 // of the calls, in the order of their replies
	hits, misses  uint64   // of the state cache
	updates       uint64   // words of state
}

// shaders compiles the shaders of the scenario.
func shaders() ([]*shaded, error) {
	bilinear := units.TextureState{Bilinear: true}
	board, err := newSampled(posterSide, posterSide, bilinear, posterAt)
	if err != nil {
		return nil, err
	}
	wall, err := newSampled(48, 40, bilinear, brickAt)
	if err != nil {
		return nil, err
	}
	mark, err := newSampled(20, 20, units.TextureState{WrapU: units.Mirror, WrapV: units.Clamp}, markAt)
	if err != nil {
		return nil, err
	}
	list := []*shaded{
		{name: "textured", text: texturedText, images: map[string]sampled{"image": board}},
		{name: "layers", text: layersText, images: map[string]sampled{"bricks": wall, "mark": mark}},
	}
	for _, s := range list {
		s.Shader, err = castaludrawing.Compile(s.name+".frag", s.text, func(f flow.Sampler) (flow.Image, error) { return s.images[f.Name], nil })
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// brickAt is a texel of the wall: two rows of bricks, with transparent mortar.
func brickAt(x, y int) color.RGBA {
	const width, height, mortar = 24, 20, 2
	row := y / height
	x += row * width / 2
	if x%width < mortar || y%height < mortar {
		return color.RGBA{196, 188, 172, 0}
	}
	shade := uint8((x/width%2*3+row*2)*8 + (x*7+y*5)%6)
	return color.RGBA{140 + shade, 62 + shade/2, 48 + shade/3, 255}
}

// markAt is a texel of the mark: a ring with a dot, transparent elsewhere.
func markAt(x, y int) color.RGBA {
	switch d := (2*x-19)*(2*x-19) + (2*y-19)*(2*y-19); {
	case d < 40, d > 120 && d < 300:
		return color.RGBA{24, 54, 120, 255}
	case d <= 120:
		return color.RGBA{255, 214, 90, 255}
	}
	return color.RGBA{}
}

// shading is a bench around processors. Every result is compared with that of castalu's machine.
type shading struct {
	*stimulus.Environment
	component *processors
	units     []*castalustimulus.Processor
	work      *shadedWork // of the shader being drawn
	began     []map[uint64]uint64
}

// newShading drives the processors and writes the images to the texture memory; state object k is the state of image k.
func newShading(tb *bench.TB, p *processors, c ioarbiter.Config, x *prepared) *shading {
	h := &shading{component: p, Environment: stimulus.NewEnvironment(tb, stimulus.Ports{Reads: p.Reads, Lines: p.Lines}, &model.Model{ABI: c.ABI()}, stimulus.Delays{}, 1)}
	var texels []uint32
	for k, i := range x.images {
		s := i.state
		s.Base = uint32(len(texels))
		copy(h.Objects[k].Words[:], s.Words())
		texels = append(texels, i.texels()...)
	}
	stimulus.StoreTexels(tb, p.Texels, texels)
	for k, ports := range p.Ports {
		h.units = append(h.units, castalustimulus.Attach(tb, ports, x.processor, castalumodel.Machine{Model: x.arithmetic, Registers: x.processor.Registers, Words: x.processor.Words}, 0, 0))
		h.began = append(h.began, map[uint64]uint64{})
		bench.Collect[uint64](tb, p.Called[k], 0).Each(func(thread uint64) {
			h.began[k][thread] = h.Cycle()
			h.work.calls++
		})
		bench.Collect[uint64](tb, p.Replied[k], 0).Each(func(thread uint64) {
			h.work.latencies = append(h.work.latencies, h.Cycle()-h.began[k][thread])
		})
	}
	return h
}

// draw draws a picture: of n processors, number k draws each n-th row from row k on. It calls row after each row. The
// state of sampler j is object first+j.
func (h *shading) draw(s *shaded, first, side int, row func()) {
	h.work, s.picture = &s.seen, castaludrawing.NewPicture(side, side)
	for k, p := range h.units {
		p.Machine.Call = s.Call()
		p.Load(s.Code.Program)
		for n := range s.Graph.Samplers {
			h.target(k, n, isa.TextureFixed, first+n, castaluTexel)
		}
	}
	before, began := h.counted(), h.Cycle()
	type place struct{ x, y int }
	next := make([]place, len(h.units)) // pixel of each processor
	for k := range next {
		next[k].y = k
	}
	for drawn := false; !drawn; h.Tick() {
		drawn = true
		for k, p := range h.units {
			for next[k].y < side && p.Waiting() < 4 {
				at := next[k]
				if next[k].x++; next[k].x == side {
					next[k] = place{0, at.y + len(h.units)}
					row()
				}
				if list := s.Vectors(at.x, at.y, side, side); len(list) > 0 {
					s.seen.pixels++
					p.SendFor(castalustimulus.Work{Vectors: list}, func(e castalumodel.Ended) { s.picture.Set(at.y*side+at.x, e) })
				}
			}
			drawn = drawn && next[k].y >= side && p.Inside() == 0
		}
		if h.Cycle()-began > shaderLimit {
			h.Reporter().Fatalf("%s: the picture is not drawn after %d cycles", s.name, shaderLimit)
		}
	}
	after := h.counted()
	s.seen.cycles, s.seen.hits, s.seen.misses, s.seen.updates = h.Cycle()-began, after.hits-before.hits, after.misses-before.misses, after.updates-before.updates
	if h.Get(h.component.Fault) != 0 {
		h.Reporter().Fatalf("%s: the program has an illegal instruction", s.name)
	}
}

const (
	castaluTexel = 4 // words in the reply to castalu's texture()
	// shaderLimit is the maximum number of cycles of a picture.
	shaderLimit = 4_000_000
)

// target sets the operation and the state object to which a processor's unit number refers.
func (h *shading) target(processor, unit, operation, object, words int) {
	type target struct{ Unit, Pointer, Words uint64 }
	port := h.component.Targets[processor].Data
	h.Set(port, struct {
		Enable, Address uint64
		Data            target
	}{1, uint64(unit), target{uint64(operation), uint64(object) * isa.ObjectWords, uint64(words)}})
	h.Tick()
	h.Set(port.Enable, 0)
}

// counted reads the connector's counters.
func (h *shading) counted() (w shadedWork) {
	c := stimulus.ReadCounters(h.TB, h.component.Counters)
	return shadedWork{hits: c.Hits, misses: c.Misses, updates: c.Updates[isa.TextureUnit]}
}

// alone measures the cycles in which one of n processors draws its rows of the pictures if a texture unit in Go answers
// each call at once.
func alone(list []*shaded, config castalu.Config, n, side int) error {
	return bench.Run(func(r bench.Reporter) {
		h := castalustimulus.NewProcessor(r, config, &castaluisa.Program{}, castalumodel.Model{}, 0, 0)
		h.Trusting = true
		for _, s := range list {
			h.Machine.Call = s.Call()
			h.Load(s.Code.Program)
			began := h.Cycle()
			for y := 0; y < side; y += n {
				for x := range side {
					if list := s.Vectors(x, y, side, side); len(list) > 0 {
						h.Send(castalustimulus.Work{Vectors: list})
						h.Room(4)
					}
				}
			}
			h.Finish(shaderLimit)
			s.alone = h.Cycle() - began
		}
		h.Close()
	})
}

// prepared is shared by all runs of the scenario shader.
type prepared struct {
	shaders    []*shaded
	images     []sampled // of all samplers
	processor  castalu.Config
	arithmetic castalumodel.Model
}

func prepare() (x *prepared, err error) {
	x = &prepared{}
	if x.shaders, err = shaders(); err != nil {
		return nil, err
	}
	x.processor = x.shaders[0].Code.Config
	for _, s := range x.shaders {
		x.processor.Words, x.processor.Constants = max(x.processor.Words, s.Code.Config.Words), max(x.processor.Constants, s.Code.Config.Constants)
		for _, sampler := range s.Graph.Samplers {
			x.images = append(x.images, s.images[sampler.Name])
		}
	}
	x.arithmetic, err = castalustimulus.NewModel()
	return x, err
}

// processors makes the processors of a connector, with a texture memory for the images.
func (x *prepared) processors(c ioarbiter.Config) (*processors, error) {
	texels := 0
	for _, i := range x.images {
		texels += len(i.texels())
	}
	return newProcessors(c, x.processor, ioarbiter.Stores{Texels: texels, Width: stimulus.StoreSide, Height: stimulus.StoreSide})
}

func shader(side int) unit.Demo[ioarbiter.Config] {
	once := sync.OnceValues(prepare)
	return unit.On(func(c ioarbiter.Config) (*processors, error) {
		x, err := once()
		if err != nil {
			return nil, err
		}
		return x.processors(c)
	}, func(tb *bench.TB, p *processors, e *unit.Env, c ioarbiter.Config) error {
		x, err := once()
		if err != nil {
			return err
		}
		return drawShaders(newShading(tb, p, c, x), x, e, c, side)
	})
}

func drawShaders(h *shading, x *prepared, e *unit.Env, connector ioarbiter.Config, side int) error {
	var list []*shaded
	first, drawn := 0, 0
	for _, compiled := range x.shaders {
		s := *compiled // the results belong to this run
		h.draw(&s, first, side, func() {
			drawn++
			e.Step(drawn, len(x.shaders)*side)
		})
		first += len(s.Graph.Samplers)
		list = append(list, &s)
	}
	if err := alone(list, x.processor, connector.SMs, side); err != nil {
		return err
	}
	var rows [][]string
	var pictures []*image.RGBA
	for _, s := range list {
		pictures = append(pictures, onBlack(s.picture.Image()))
		w := s.seen
		slices.Sort(w.latencies)
		rows = append(rows, row(s.name, len(s.Graph.Samplers), w.pixels, w.calls, w.cycles, fmt.Sprintf("%.2f", float64(w.cycles)/float64(w.pixels)),
			w.latencies[len(w.latencies)/2], w.latencies[len(w.latencies)-1], w.hits, w.misses, w.updates, s.alone))
	}
	if err := write(e, picture{"shader.png", unit.Beside(256/side, pictures...)}); err != nil {
		return err
	}
	header := []string{"shader", "samplers", "pixels", "calls", "cycles", "a pixel", "latency", "longest", "hits", "misses", "updates", "alone"}
	e.Table(header, "LRRRRRRRRRRR", rows)
	e.Result("%d processors draw the rows in turn; every pixel equals that of castalu's machine", connector.SMs)
	fmt.Fprintln(e.Out, "latency: cycles from a call to its reply, median and longest; hits, misses: of the state cache")
	fmt.Fprintln(e.Out, "updates: words of state sent to the texture unit; alone: cycles of a processor for its rows if each call is answered at once")
	return nil
}

// onBlack is a picture with black behind its transparent pixels.
func onBlack(p image.Image) *image.RGBA {
	on := image.NewRGBA(p.Bounds())
	draw.Draw(on, on.Bounds(), image.Black, image.Point{}, draw.Src)
	draw.Draw(on, on.Bounds(), p, image.Point{}, draw.Over)
	return on
}
