package lib

import (
	"fmt"

	"posedge/hdl"
)

// Upsizer collects ratio beats of a narrow stream into one beat of a wide one;
// the first is in the least significant bits. An incomplete word waits for the
// rest of its beats. The latency is one cycle after the last of them; it takes
// a narrow beat every cycle. Valid and data come from registers; ready at In
// depends on ready at Out while a word waits. Its inverse is [Downsizer].
type Upsizer struct {
	In  hdl.Sink[hdl.Bits]   `doc:"parts, the least significant first"`
	Out hdl.Source[hdl.Bits] `doc:"words"`

	ratio int
}

// NewUpsizer makes a converter from width to width*ratio bits; the ratio is at
// least 2.
func NewUpsizer(width, ratio int) *Upsizer {
	return &Upsizer{
		In:    hdl.NewSink(hdl.Width(width)),
		Out:   hdl.NewSource(hdl.Width(width * max(ratio, 1))),
		ratio: ratio,
	}
}

// ModuleName is upsizer_w<width>_n<ratio>.
func (u *Upsizer) ModuleName() string {
	return fmt.Sprintf("upsizer_w%d_n%d", u.In.Data.Width(), u.ratio)
}

// ModuleDoc describes the converter in its Verilog.
func (u *Upsizer) ModuleDoc() string {
	return fmt.Sprintf("Collects %d beats into one, the least significant first.", u.ratio)
}

// Describe builds a shift register and a count of the parts in it.
func (u *Upsizer) Describe(m *hdl.Module) {
	if u.ratio < 2 {
		m.Errorf("a width converter has a ratio of at least 2, not %d", u.ratio)
		return
	}
	w := u.In.Data.Width()
	word := m.Reg("word", w*u.ratio, hdl.NoReset())
	count := m.Reg("count", hdl.CountWidth(u.ratio)) // parts in word
	full := m.Named("full", count.Eq(u.ratio))

	u.Out.Send(full, word)
	u.In.Ready.Set(full.Not().Or(u.Out.Ready))
	start := m.Named("start", hdl.Mux(u.Out.Fire(), 0, count)) // parts that stay
	count.Set(start)
	m.If(u.In.Fire(), func() {
		word.Set(hdl.Cat(u.In.Data, word.Slice(word.Width()-1, w)))
		count.Set(start.Add(1))
	})
}

// Downsizer splits each beat of a wide stream into ratio beats of a narrow one,
// the least significant bits first. The latency is one cycle to the first part; it
// gives a narrow beat every cycle. Valid and data come from registers; ready at In
// depends on ready at Out while the last part waits. Its inverse is [Upsizer].
type Downsizer struct {
	In  hdl.Sink[hdl.Bits]   `doc:"words"`
	Out hdl.Source[hdl.Bits] `doc:"parts, the least significant first"`

	ratio int
}

// NewDownsizer makes a converter from width*ratio to width bits; the ratio is at
// least 2.
func NewDownsizer(width, ratio int) *Downsizer {
	return &Downsizer{
		In:    hdl.NewSink(hdl.Width(width * max(ratio, 1))),
		Out:   hdl.NewSource(hdl.Width(width)),
		ratio: ratio,
	}
}

// ModuleName is downsizer_w<width>_n<ratio>.
func (d *Downsizer) ModuleName() string {
	return fmt.Sprintf("downsizer_w%d_n%d", d.Out.Data.Width(), d.ratio)
}

// ModuleDoc describes the converter in its Verilog.
func (d *Downsizer) ModuleDoc() string {
	return fmt.Sprintf("Splits a beat into %d, the least significant first.", d.ratio)
}

// Describe builds a shift register and a count of the parts in it.
func (d *Downsizer) Describe(m *hdl.Module) {
	if d.ratio < 2 {
		m.Errorf("a width converter has a ratio of at least 2, not %d", d.ratio)
		return
	}
	w := d.Out.Data.Width()
	word := m.Reg("word", w*d.ratio, hdl.NoReset())
	count := m.Reg("count", hdl.CountWidth(d.ratio)) // parts in word

	d.Out.Send(count.Ne(0), word.Truncate(w))
	d.In.Ready.Set(count.Eq(0).Or(count.Eq(1).And(d.Out.Ready)))
	m.If(d.In.Fire(), func() {
		word.Set(d.In.Data)
		count.Set(d.ratio)
	}).ElseIf(d.Out.Fire(), func() {
		word.Set(word.Shr(w))
		count.Set(count.Sub(1))
	})
}
