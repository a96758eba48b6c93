package model

import "posedge/blocks/combineripu/isa"

// Packet is a packet of the raster stream with tokens. What its kind does not use is 0.
type Packet struct {
	Kind   isa.PacketKind
	Set    int    // of a pixel, block or allocate: the program state
	Offset int    // of a load: the register
	Word   uint32 // of a load: what to load
	Pixel  int    // of a pixel: its number in the stream, from 0
}

// Raster says which packets leave the unit for the shader, and in which order. It does not say when.
type Raster struct {
	stages  int
	sets    []isa.Words
	current int
	dirty   bool // registers have to be allocated before the next pixel
	used    bool // a pixel has used the current set
	pixels  int
}

// NewRaster returns the model of a unit with so many program states and general stages, after its reset.
func NewRaster(sets, stages int) *Raster {
	r := &Raster{stages: stages, dirty: true}
	for range sets {
		r.sets = append(r.sets, isa.ResetWords())
	}
	return r
}

// Load takes a register load and returns what leaves.
func (r *Raster) Load(offset int, word uint32) (out []Packet) {
	load := Packet{Kind: isa.LoadPacket, Offset: offset, Word: word}
	stored := r.word(r.current, offset)
	if stored == nil || *stored == word {
		return []Packet{load}
	}
	if r.used {
		out = append(out, Packet{Kind: isa.BlockPacket, Set: r.current})
		next := (r.current + 1) % len(r.sets)
		r.sets[next] = r.sets[r.current]
		r.current, r.used = next, false
	}
	*r.word(r.current, offset) = word
	r.dirty = true
	return append(out, load)
}

// Pixel takes a pixel and returns what leaves. The program of an allocate packet is that of the [Raster.Words] of its set.
// They stay as they are until a load after its block.
func (r *Raster) Pixel() (out []Packet) {
	if r.dirty {
		out = append(out, Packet{Kind: isa.AllocatePacket, Set: r.current})
	}
	out = append(out, Packet{Kind: isa.PixelPacket, Set: r.current, Pixel: r.pixels})
	r.pixels++
	r.dirty, r.used = false, true
	return out
}

// Current is the set that loads go into.
func (r *Raster) Current() int { return r.current }

// Words are the state words of a set.
func (r *Raster) Words(set int) isa.Words { return r.sets[set] }

// word is nil where the unit has no word.
func (r *Raster) word(set, offset int) *uint32 {
	for stage := r.stages; stage < isa.MaxStages; stage++ {
		for _, base := range []int{isa.OffsetInRGB, isa.OffsetInAlpha, isa.OffsetOutRGB, isa.OffsetOutAlpha, isa.OffsetConstant0, isa.OffsetConstant1} {
			if offset == base+4*stage {
				return nil
			}
		}
	}
	return r.sets[set].At(offset)
}
