package stimulus

import (
	"math"
	"math/rand/v2"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
)

// Sides of the stores of a random run. Each SM has a row of tiles to itself: its requests to units use the left half and
// its macros the right half, so that the stores do not depend on the order in which requests are carried out.
const (
	StoreSide = 64                             // pixels
	half      = StoreSide / units.TileSide / 2 // tiles
)

// The kinds of state objects in a random run. Most requests use an object of the matching kind.
const (
	rasterObject = iota
	textureObject
	depthObject
	surfaceObject
	otherObject
	macroObject
	kinds
)

// Sizes of the blocks in an SM's memory.
const (
	blocks     = 4
	blockWords = 1024
)

// Random sends random requests.
type Random struct {
	e      *Environment
	rng    *rand.Rand
	texels int // in the texture memory
	tags   []uint64
	blocks *Blocks

	Errors  float64 // fraction of the requests that have an error
	Macros  float64 // fraction of the requests that call macros
	Objects int     // of each kind
}

// NewRandom fills global memory with random state objects. The texture memory must have at least the given number of
// texels.
func NewRandom(e *Environment, rng *rand.Rand, texels int) *Random {
	x := &Random{e: e, rng: rng, texels: texels, tags: make([]uint64, len(e.sms)), blocks: NewBlocks(e, len(e.sms), blocks), Errors: 0.06, Macros: 0.04}
	x.Objects = len(e.Objects) / kinds
	x.Renew()
	e.Answer = x.blocks.Free
	return x
}

// Renew changes all state objects. No request may be in flight, and the caller must invalidate the state cache.
func (x *Random) Renew() {
	for n := range x.Objects * kinds {
		x.object(&x.e.Objects[n].Words, n%kinds)
		x.e.Objects[n].Bad = n >= kinds && x.rng.IntN(40) == 0
	}
}

// object writes a random state object of a kind.
func (x *Random) object(words *[isa.ObjectWords]uint32, kind int) {
	rng, texels := x.rng, x.texels
	r := units.RasterState{Scissor: rng.IntN(2) == 0, X0: uint16(rng.IntN(20)), Y0: uint16(rng.IntN(20)), X1: uint16(rng.IntN(80)), Y1: uint16(rng.IntN(80))}
	side := func() uint16 { return uint16(1 + rng.IntN(16)) }
	t := units.TextureState{Base: uint32(rng.IntN(max(1, texels-256))), Width: side(), Height: side(), Bilinear: rng.IntN(2) == 0, WrapU: units.Wrap(rng.IntN(3)), WrapV: units.Wrap(rng.IntN(3))}
	d := units.DepthState{Function: units.DepthFunction(rng.IntN(8)), Write: rng.IntN(4) != 0, Clear: uint16(rng.Uint32())}
	s := units.SurfaceState{Protect: uint8(rng.IntN(16) & rng.IntN(16))}
	for k := range words {
		words[k] = rng.Uint32N(4)
	}
	switch kind {
	case rasterObject:
		copy(words[:], r.Words())
	case textureObject:
		copy(words[:], t.Words())
	case depthObject:
		copy(words[:], d.Words())
	case surfaceObject:
		copy(words[:], s.Words())
	case macroObject:
		copy(words[:], isa.MacroState{Raster: r, Texture: t, Depth: d, Surface: s}.Words())
	}
}

// pointer is a pointer to a random state object of a kind, or occasionally of any kind.
func (x *Random) pointer(kind int) uint32 {
	if x.rng.Float64() < x.Errors/2 {
		kind = x.rng.IntN(kinds)
	}
	return uint32(kind+kinds*x.rng.IntN(x.Objects)) * isa.ObjectWords
}

// place is a random coordinate in or around the stores, in fp32 or in 24.8.
func (x *Random) place(f isa.Format) uint32 {
	v := x.rng.Float64()*2*StoreSide - StoreSide/2
	if x.rng.IntN(4) == 0 {
		v = math.Round(v*2) / 2
	}
	if f == isa.Fixed {
		switch x.rng.IntN(60) {
		case 0:
			return x.rng.Uint32()
		}
		return isa.Float(v)
	}
	return uint32(int32(math.Round(v * 256)))
}

// words are random words of a record of an operation, or random parameters of a macro.
func (x *Random) words(sm, unit int) (words []uint32, kind int) {
	rng := x.rng
	if unit >= isa.FirstMacro {
		return x.macro(sm, unit), macroObject
	}
	c := x.e.Model.ABI
	o := c.Operations[unit]
	for _, w := range o.Request {
		v := rng.Uint32()
		switch {
		case w.Name == "tx":
			v = uint32(rng.IntN(half))
		case w.Name == "ty":
			v = uint32(sm)
		case o.Unit == isa.SurfaceUnit && w.Name == "x":
			v = uint32(rng.IntN(2 * half))
		case o.Unit == isa.SurfaceUnit && w.Name == "y":
			v = uint32(2*sm + rng.IntN(2))
		case w.Format == isa.Fixed || o.Unit == isa.RasterUnit:
			v = x.place(w.Format)
		case w.Format == isa.Half:
			v = isa.Float(math.Ldexp(rng.NormFloat64(), rng.IntN(50)-30))
		case o.Unit == isa.TextureUnit:
			v = uint32(rng.IntN(1<<14) - 1<<13)
		case w.Name == "a" || w.Name == "b":
			v = uint32(rng.IntN(1<<17) - 1<<16)
		case w.Name == "c":
			v = uint32(rng.IntN(1 << 24))
		case w.Name == "mask":
			v &= 1<<16 - 1
		}
		if w.Format == isa.Integer && rng.Float64() < x.Errors/8 { // in most cases out of range, if the field is narrow
			v ^= 1 << (8 + rng.IntN(24))
		}
		words = append(words, v)
	}
	return words, o.Unit
}

// macro returns random parameters of a macro that touches at most four tiles.
func (x *Random) macro(sm, unit int) (words []uint32) {
	rng := x.rng
	tx := uint32(half + rng.IntN(half))
	tiles := []uint32{tx, uint32(sm), min(tx+uint32(rng.IntN(half+1)), 2*half), uint32(sm + rng.IntN(20)/2)}
	tiles[3] = min(tiles[3], uint32(sm+1))
	if tx > half && rng.IntN(6) == 0 {
		tiles[2] = 2*half + 1 // outside the stores
	}
	if rng.IntN(12) == 0 {
		tiles[0], tiles[2] = tiles[0]+256, tiles[2]+256 // out of range of the units' fields
	}
	places := func(n int) (list []uint32) {
		for range n {
			list = append(list, x.place(isa.Fixed))
		}
		return list
	}
	plane := []uint32{isa.Float(rng.Float64()*600 - 300), isa.Float(rng.Float64()*600 - 300), isa.Float(rng.Float64() * 65536)}
	switch unit {
	case isa.BlitMacro:
		step := func() uint32 { return isa.Float(rng.Float64()*4 - 2) }
		words = []uint32{2 * tx, uint32(2 * sm), 2*tx + uint32(rng.IntN(4)), uint32(2*sm + 1 + rng.IntN(2)), isa.Float(rng.Float64() * 16), isa.Float(rng.Float64() * 16), step(), step(), step(), step()}
	case isa.ClearMacro:
		words = append(places(4), tiles...)
	case isa.TriangleMacro:
		words = append(append(append(places(6), plane...), tiles...), rng.Uint32())
	case isa.ZOnlyMacro:
		words = append(append(places(6), plane...), tiles...)
	}
	return words
}

// May reports whether an SM has a free block for a request.
func (x *Random) May(sm int) bool { return x.blocks.Any(sm) }

// Send waits until an SM has a free block, and then sends a request.
func (x *Random) Send(sm int) {
	rng, c := x.rng, x.e.Model.ABI
	block := x.blocks.Take(sm, 100_000)
	base := block * blockWords
	at := base + rng.IntN(64)
	for k := range 2 * isa.MaxLength { // errors of earlier requests
		x.e.Spoil(sm, base+k, false, false)
	}
	unit := rng.IntN(len(c.Operations))
	if rng.Float64() < x.Macros {
		unit = isa.FirstMacro + rng.IntN(4)
	}
	words, kind := x.words(sm, unit)
	if unit < isa.FirstMacro {
		most := (isa.MaxLength - 1) / len(words)
		n := rng.IntN(min(most, 4) + 1)
		if rng.IntN(16) == 0 {
			n = most
		}
		list := [][]uint32{}
		for range n {
			record, _ := x.words(sm, unit)
			list = append(list, record)
		}
		words = c.Operations[unit].Layout.Arrange(list)
	}
	words = append([]uint32{x.pointer(kind)}, words...)
	call := model.Call{Unit: unit, Address: at, Length: len(words), Response: base + rng.IntN(blockWords-300), Tag: x.tags[sm] & 0xff}
	if rng.Float64() < x.Errors {
		switch rng.IntN(7) {
		case 0:
			call.Unit = len(c.Operations) + rng.IntN(isa.FirstMacro-len(c.Operations))
		case 1:
			call.Length = []int{0, isa.MaxLength + 1, 127, call.Length + 1}[rng.IntN(4)]
			call.Length = min(call.Length, 127)
		case 2:
			words[0] += uint32(1 + rng.IntN(15))
		case 3:
			words[0] = uint32(c.Objects+rng.IntN(1<<20)) * isa.ObjectWords
		case 4:
			x.e.Spoil(sm, at+rng.IntN(len(words)), true, false)
		case 5:
			x.e.Spoil(sm, call.Response, false, true)
		case 6:
			call.Unit = isa.FirstMacro + 4 + rng.IntN(isa.Macros-4)
		}
	}
	x.e.Store(sm, at, words...)
	x.tags[sm]++
	x.blocks.Use(block, x.e.Send(sm, call))
}
