package model

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
)

// Setup binds a buffer to a render target.
type Setup struct {
	Target int
	Format isa.Format
	Blend  isa.Blend
}

// PixelBeat is one vector of a pixel on its way into a framebuffer.
type PixelBeat struct {
	Address uint32
	State   Draw
	Vector  int
	Color   isa.Color
	Last    bool
}

// PixelBeats returns a pixel as a framebuffer takes it: one beat for each vector.
func PixelBeats(address uint32, s State, vectors []Vector) []PixelBeat {
	var beats []PixelBeat
	for _, b := range Beats(s, vectors) {
		beats = append(beats, PixelBeat{address, s.Draw, b.Vector, b.Color, b.Last})
	}
	return beats
}

// Store holds the parameters of the memory behind a [Framebuffer].
type Store struct {
	Targets     int         // how many render targets there is memory for, 1 to 8
	AddressBits int         // a target has 2^AddressBits pixels; 1 to 16
	Formats     isa.Formats // a write in any other format has no effect
	Blend       bool        // whether anything is blended
}

// check returns an error that names the parameter that is out of range.
func (s Store) check() error {
	if s.Targets < 1 || s.Targets > isa.Targets {
		return fmt.Errorf("ropmask: there is no model of memory for %d targets; use 1 to %d", s.Targets, isa.Targets)
	}
	if s.AddressBits < 1 || s.AddressBits > 16 {
		return fmt.Errorf("ropmask: there is no model of addresses of %d bits; use 1 to 16", s.AddressBits)
	}
	return nil
}

// Framebuffer is the reference model of a framebuffer: the model of the
// output map with the model of the store behind it.
type Framebuffer struct {
	Memory [isa.Targets][]Texel // of the targets that have memory, by address

	unit  Unit
	store Store
	setup [isa.Targets]Setup
}

// NewFramebuffer returns the model of an output map with a memory; no
// target has a buffer. It refuses a memory that is out of range.
func NewFramebuffer(unit Unit, store Store) (*Framebuffer, error) {
	if err := store.check(); err != nil {
		return nil, err
	}
	f := &Framebuffer{unit: unit, store: store}
	for t := range store.Targets {
		f.Memory[t] = make([]Texel, 1<<store.AddressBits)
	}
	return f, nil
}

// Set sets a target up for the pixels that follow.
func (f *Framebuffer) Set(v Setup) error {
	switch {
	case v.Target < 0 || v.Target >= isa.Targets:
		return fmt.Errorf("ropmask: there is no render target %d; use 0 to %d", v.Target, isa.Targets-1)
	case f.Memory[v.Target] == nil || !f.store.Formats.Has(v.Format):
		v.Format = isa.NoFormat
	case !f.store.Blend:
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
func (f *Framebuffer) Pixel(address uint32, s State, vectors []Vector) (Result, error) {
	if address>>f.store.AddressBits != 0 {
		return Result{}, fmt.Errorf("ropmask: there is no pixel %d; a target has %d", address, 1<<f.store.AddressBits)
	}
	for t, v := range f.setup {
		s.Bind(t, v.Format, v.Blend)
	}
	r, err := f.unit.Pixel(s, vectors)
	if err != nil {
		return Result{}, err
	}
	for i, w := range r.Writes {
		to := f.setup[w.Target]
		v := StoreWrite{w.Target, address, to.Format, to.Blend, w.Mask, w.Color, w.Second}
		v.Color[isa.A], v.Second[isa.A] = w.Alpha, w.SecondAlpha
		if to.Format.Integer() {
			for k, d := range f.unit.Default.Integers() {
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
func (r Result) generated(i int) isa.Mask {
	if r.Mode == MRT {
		return r.written.Generates(r.slots[i])
	}
	return r.written.Generates(0)
}
