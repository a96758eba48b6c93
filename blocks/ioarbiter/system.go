package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
)

// Stores are the sizes of the memories in the fixed-function units of a [System].
type Stores struct {
	Texels        int // of the texture memory, 1 to 65536
	Width, Height int // of the depth buffer and of the surface, in pixels: multiples of 8 up to 256
}

// System is a connector with the four units of [Graphics].
type System struct {
	SM         []SM
	Reads      hdl.Source[hdl.Bits] `doc:"global memory: number of the state object to read"`
	Lines      hdl.Sink[ReadData]   `doc:"its 16 words, in the order of the reads"`
	Invalidate hdl.In               `doc:"1: invalidates all objects of the state cache"`
	Load       hdl.InOf[Load]       `doc:"writes microcode, macros and the formats of their parameters; no macro may be running"`
	Counters   hdl.OutOf[Counters]
	Texels     hdl.InOf[texture.Store] `doc:"writes the texture memory"`

	DepthScan     hdl.Sink[depth.Place]   `doc:"which pixels of the depth buffer to read"`
	DepthScanned  hdl.Source[depth.Row]   `doc:"the pixels read"`
	ColourScan    hdl.Sink[surface.Scan]  `doc:"which pixels of the surface to read"`
	ColourScanned hdl.Source[surface.Row] `doc:"the pixels read"`

	connector *Connector
	stores    Stores
	raster    *raster.Raster
	texture   *texture.Texture
	depth     *depth.Depth
	surface   *surface.Surface
}

// NewSystem makes a system of a configuration with the units of [Graphics]. It returns an error if the number of units
// differs or a size cannot be built.
func NewSystem(c Config, s Stores) (*System, error) {
	if len(c.Units) != isa.SurfaceUnit+1 {
		return nil, fmt.Errorf("ioarbiter: a system has the %d units of Graphics, not %d; join others to a connector", isa.SurfaceUnit+1, len(c.Units))
	}
	k, err := New(c)
	if err != nil {
		return nil, err
	}
	shapes := c.shapes()
	y := &System{
		Reads: hdl.NewSource(hdl.Width(c.objectBits())), Lines: hdl.NewSink(shapes.ReadData), Invalidate: hdl.Input(1), Load: hdl.InputOf(shapes.Load),
		Counters: hdl.OutputOf(shapes.Counters), connector: k, stores: s, raster: raster.New(),
	}
	for range c.SMs {
		y.SM = append(y.SM, c.newSM())
	}
	if y.texture, err = texture.New(s.Texels); err != nil {
		return nil, err
	}
	if y.depth, err = depth.New(s.Width, s.Height); err != nil {
		return nil, err
	}
	if y.surface, err = surface.New(s.Width, s.Height); err != nil {
		return nil, err
	}
	y.Texels = hdl.InputOf(y.texture.Store.Data)
	y.DepthScan, y.DepthScanned = hdl.NewSink(y.depth.Scan.Data), hdl.NewSource(y.depth.Scanned.Data)
	y.ColourScan, y.ColourScanned = hdl.NewSink(y.surface.Scan.Data), hdl.NewSource(y.surface.Scanned.Data)
	return y, nil
}

// ModuleName is ioarbiter with the configuration.
func (y *System) ModuleName() string {
	return fmt.Sprintf("ioarbiter_%s_x%d_%dx%d", y.connector.config.Name(), y.stores.Texels, y.stores.Width, y.stores.Height)
}

// ModuleDoc describes the system in its Verilog.
func (y *System) ModuleDoc() string {
	return fmt.Sprintf("IO connector (US9019284) between %d processors and raster, texture, depth and surface units.", len(y.SM))
}

// Describe connects the units to the connector.
func (y *System) Describe(m *hdl.Module) {
	k := hdl.Instance(m, "connector", y.connector)
	for i := range y.SM {
		sm, to := y.SM[i], k.SM[i]
		to.Requests.From(sm.Requests)
		sm.Acks.From(to.Acks)
		sm.Reads.From(to.Reads)
		to.Data.From(sm.Data)
		sm.Writes.From(to.Writes)
		to.Written.From(sm.Written)
	}
	y.Reads.From(k.Reads)
	k.Lines.From(y.Lines)
	k.Invalidate.Set(y.Invalidate)
	hdl.Set(k.Load.Data, y.Load.Data)
	hdl.Set(y.Counters.Data, k.Counters.Data)

	r := hdl.Instance(m, "raster_unit", y.raster)
	r.State.From(k.Units[isa.RasterUnit].State)
	join(k.Units[isa.RasterUnit], r.In, r.Out)
	t := hdl.Instance(m, "texture_unit", y.texture)
	t.State.From(k.Units[isa.TextureUnit].State)
	join(k.Units[isa.TextureUnit], t.In, t.Out)
	hdl.Set(t.Store.Data, y.Texels.Data)
	d := hdl.Instance(m, "depth_unit", y.depth)
	d.State.From(k.Units[isa.DepthUnit].State)
	join(k.Units[isa.DepthUnit], d.In, d.Out)
	d.Scan.From(y.DepthScan)
	y.DepthScanned.From(d.Scanned)
	s := hdl.Instance(m, "surface_unit", y.surface)
	s.State.From(k.Units[isa.SurfaceUnit].State)
	join(k.Units[isa.SurfaceUnit], s.In, s.Out)
	s.Scan.From(y.ColourScan)
	y.ColourScanned.From(s.Scanned)
}

// join connects the typed streams of a unit to the connector's port.
func join[Req, Resp any](p UnitPort, in hdl.Sink[Req], out hdl.Source[Resp]) {
	in.Send(p.Requests.Valid, hdl.Unflatten(in.Data, p.Requests.Data))
	p.Requests.Ready.Set(in.Ready)
	p.Responses.Send(out.Valid, hdl.Flatten(out.Data))
	out.Ready.Set(p.Responses.Ready)
}
