package ropmask

import "fmt"

// DrawValue is a [DrawBits] as a Go value.
type DrawValue struct {
	OutputMap     uint32
	MrtEnable     bool
	CtSelect      uint32
	CtMrtEnable   bool
	CtWrite       [Targets]uint32
	SingleCtWrite bool
}

// Draw returns the part of a state that a framebuffer takes with each pixel.
func (s State) Draw() DrawValue {
	return DrawValue{s.OutputMap, s.MrtEnable, s.CtSelect, s.CtMrtEnable, s.CtWrite, s.SingleCtWrite}
}

// SetupValue is a [TargetSetup] as a Go value.
type SetupValue struct {
	Target int
	Format Format
	Blend  Blend
}

// PixelValue is a [PixelBeat] as a Go value.
type PixelValue struct {
	Address uint32
	State   DrawValue
	Vector  int
	Color   Color
	Last    bool
}

// PixelBeats returns a pixel as a framebuffer takes it: one beat for each vector.
func PixelBeats(address uint32, s State, vectors []Vector) []PixelValue {
	var beats []PixelValue
	for _, b := range Beats(s, vectors) {
		beats = append(beats, PixelValue{address, s.Draw(), b.Vector, b.Color, b.Last})
	}
	return beats
}

// FramebufferModel is the reference model of [Framebuffer]: the model of the
// output map with the model of the store behind it.
type FramebufferModel struct {
	Memory [Targets][]Texel // of the targets that have memory, by address

	config FramebufferConfig
	model  Model
	setup  [Targets]SetupValue
}

// NewFramebufferModel returns the model of a configuration; no target has a
// buffer. It returns the error of [FramebufferConfig.Check].
func NewFramebufferModel(config FramebufferConfig) (*FramebufferModel, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	f := &FramebufferModel{config: config, model: Model{Embodiment: config.Embodiment, Default: config.Default}}
	for t := range config.Store.Targets {
		f.Memory[t] = make([]Texel, 1<<config.Store.AddressBits)
	}
	return f, nil
}

// Set sets a target up for the pixels that follow.
func (f *FramebufferModel) Set(v SetupValue) error {
	switch {
	case v.Target < 0 || v.Target >= Targets:
		return fmt.Errorf("ropmask: there is no render target %d; use 0 to %d", v.Target, Targets-1)
	case f.Memory[v.Target] == nil || !f.config.Store.Formats.Has(v.Format):
		v.Format = NoFormat
	case !f.config.Store.Blend:
		v.Blend.Enable = false
	}
	if err := v.Blend.Check(); err != nil {
		return err
	}
	f.setup[v.Target] = v
	return nil
}

// Pixel writes one pixel. From the state it takes the driver's words; the rest
// follows from the setups.
func (f *FramebufferModel) Pixel(address uint32, s State, vectors []Vector) (Result, error) {
	if address>>f.config.Store.AddressBits != 0 {
		return Result{}, fmt.Errorf("ropmask: there is no pixel %d; a target has %d", address, 1<<f.config.Store.AddressBits)
	}
	for t, v := range f.setup {
		s.Bind(t, v.Format, v.Blend)
	}
	r, err := f.model.Pixel(s, vectors)
	if err != nil {
		return Result{}, err
	}
	for i, w := range r.Writes {
		to := f.setup[w.Target]
		v := storeValue{w.Target, address, to.Format, to.Blend, w.Mask, w.Color, w.Second}
		v.Color[A], v.Second[A] = w.Alpha, w.SecondAlpha
		if to.Format.Integer() {
			for k, d := range f.config.Default.integers() {
				if !r.generated(i).Has(k) {
					v.Color[k] = d
				}
			}
		}
		f.Memory[w.Target][address] = v.Write(f.Memory[w.Target][address])
	}
	return r, nil
}

// generated returns the components of the vector of write i that the shader
// generated.
func (r Result) generated(i int) Mask {
	if r.Mode == MRT {
		return r.written.Generates(r.slots[i])
	}
	return r.written.Generates(0)
}
