package ioarbiter

import (
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
)

// Graphics returns the four units of the graphics configuration and its operations, the ABI of requests.
func Graphics() (list []isa.Unit, operations []isa.Operation, err error) {
	add := func(u isa.Unit, e error) {
		list = append(list, u)
		if err == nil {
			err = e
		}
	}
	add(NewUnit("raster", units.RasterWords, raster.RequestShape(), raster.ResponseShape(), "Fault"))
	add(NewUnit("texture", units.TextureWords, texture.RequestShape(), texture.ResponseShape(), "Fault"))
	add(NewUnit("depth", units.DepthWords, depth.RequestShape(), depth.ResponseShape(), "Fault"))
	add(NewUnit("surface", units.SurfaceWords, surface.RequestShape(), surface.ResponseShape(), "Fault"))
	return list, isa.GraphicsOperations(), err
}
