package model

import "posedge/blocks/combineripu/isa"

// Packet is a packet of the raster stream with tokens. Fields that its kind does not use are 0.
type Packet struct {
	Kind   isa.PacketKind
	Set    int    // of a pixel, block or allocate: the program state
	Offset int    // of a load: the register's offset
	Word   uint32 // of a load: the word to load
	Pixel  int    // of a pixel: its number in the stream, from 0
}

// Raster predicts which packets leave the unit for the shader, and in which order, but not when.
type Raster struct {
	stages  int
	sets    []isa.Words
	current int
	dirty   bool // registers have to be allocated before the next pixel
	used    bool // a pixel has used the current set
	pixels  int
}

// NewRaster returns the model of a unit with the given numbers of program states and general stages, after its reset.
func NewRaster(sets, stages int) *Raster {
	r := &Raster{stages: stages, dirty: true}
	for range sets {
		r.sets = append(r.sets, isa.ResetWords())
	}
	return r
}

// Load takes a register load and returns the packets that leave.
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

// Pixel takes a pixel and returns the packets that leave. An allocate packet is for the program of its set's
// [Raster.Words], which stay unchanged until a load after its block.
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

// word is nil if the unit has no such word.
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
