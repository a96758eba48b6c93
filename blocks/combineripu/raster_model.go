package combineripu

// RasterPacket is a packet of the raster stream with tokens, in Go. What its kind does not use is 0.
type RasterPacket struct {
	Kind   PacketKind
	Set    int    // of a pixel, block or allocate: the program state
	Offset int    // of a load: the register
	Word   uint32 // of a load: what to load
	Pixel  int    // of a pixel: its number in the stream, from 0
}

// RasterModel says which packets leave the unit for the shader, in which order. When they leave it does not say.
type RasterModel struct {
	config  Config
	sets    []Words
	current int
	dirty   bool // registers have to be allocated before the next pixel
	used    bool // a pixel has used the current set
	pixels  int
}

// NewRasterModel returns the model of a unit after its reset.
func NewRasterModel(c Config) *RasterModel {
	r := &RasterModel{config: c, dirty: true}
	for range c.Sets {
		r.sets = append(r.sets, ResetWords())
	}
	return r
}

// Load takes a register load and returns what leaves.
func (r *RasterModel) Load(offset int, word uint32) (out []RasterPacket) {
	load := RasterPacket{Kind: LoadPacket, Offset: offset, Word: word}
	stored := r.word(r.current, offset)
	if stored == nil || *stored == word {
		return []RasterPacket{load}
	}
	if r.used {
		out = append(out, RasterPacket{Kind: BlockPacket, Set: r.current})
		next := (r.current + 1) % r.config.Sets
		r.sets[next] = r.sets[r.current]
		r.current, r.used = next, false
	}
	*r.word(r.current, offset) = word
	r.dirty = true
	return append(out, load)
}

// Pixel takes a pixel and returns what leaves. The program of an allocate packet is that of the [RasterModel.Words] of its
// set, which stay as they are until a load after its block.
func (r *RasterModel) Pixel() (out []RasterPacket) {
	if r.dirty {
		out = append(out, RasterPacket{Kind: AllocatePacket, Set: r.current})
	}
	out = append(out, RasterPacket{Kind: PixelPacket, Set: r.current, Pixel: r.pixels})
	r.pixels++
	r.dirty, r.used = false, true
	return out
}

// Words are the state words of a set.
func (r *RasterModel) Words(set int) Words { return r.sets[set] }

// word is nil where the unit has no word.
func (r *RasterModel) word(set, offset int) *uint32 {
	for stage := r.config.Stages; stage < MaxStages; stage++ {
		for _, base := range []int{OffsetInRGB, OffsetInAlpha, OffsetOutRGB, OffsetOutAlpha, OffsetConstant0, OffsetConstant1} {
			if offset == base+4*stage {
				return nil
			}
		}
	}
	return r.sets[set].At(offset)
}
