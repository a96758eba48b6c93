package scenario

import (
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// speedHarness loads the lighting program into a processor, which then shades pixel after pixel; frames in fp32 and in u12
// alternate.
type speedHarness struct {
	Checksum hdl.Out `doc:"checksum of all items and results"`
	p        *castalu.Processor
	config   castalu.Config
	program  *isa.Program
}

func newSpeedHarness(c castalu.Config) (hdl.Component, error) {
	p, err := castalu.New(c)
	if err != nil {
		return nil, err
	}
	program, err := isa.Assemble("lighting.s", lightingText)
	if err != nil {
		return nil, err
	}
	return &speedHarness{hdl.Output(64), p, c, program}, nil
}

// ModuleName is the processor's name with the harness.
func (h *speedHarness) ModuleName() string { return h.p.ModuleName() + "_harness" }

// Describe puts a loader and a generator of pixels before the processor, and a checksum after it.
func (h *speedHarness) Describe(m *hdl.Module) {
	p := hdl.Instance(m, "processor", h.p)
	count := max(len(h.program.Words), len(h.program.Constants))
	at := m.Reg("load_at", hdl.CountWidth(count))
	loading := m.Named("loading", at.Ne(count))
	m.If(loading, func() { at.Set(at.Add(1)) })
	index := at.Truncate(hdl.IndexWidth(count))

	words := hdl.NewMem(m, "words", hdl.Width(isa.WordBits), 1<<index.Width())
	var list []hdl.Bits
	for _, w := range h.program.Words {
		list = append(list, hdl.Const(isa.WordBits, w.Big()))
	}
	words.Init(list)
	b := hdl.Width(32)
	constants := hdl.NewMem(m, "constants", [4]hdl.Bits{b, b, b, b}, 1<<index.Width())
	var vectors [][4]hdl.Bits
	for _, v := range h.program.Constants {
		var c [4]hdl.Bits
		for k, x := range v {
			c[k] = hdl.Const(32, x)
		}
		vectors = append(vectors, c)
	}
	constants.Init(vectors)
	hdl.Set(p.Program.Data, castalu.Store[hdl.Bits]{
		Enable:  loading.And(at.Lt(len(h.program.Words))),
		Address: index.ZeroExtend(hdl.IndexWidth(h.config.Words)),
		Data:    words.Read(index),
	})
	hdl.Set(p.Constants.Data, castalu.Store[[4]hdl.Bits]{
		Enable:  loading.And(at.Lt(len(h.program.Constants))),
		Address: index.ZeroExtend(hdl.IndexWidth(h.config.Constants)),
		Data:    constants.Read(index),
	})

	pixel := m.Reg("pixel", 15) // the program, y and x
	fixed, _ := h.program.Entry("fixed")
	floating, _ := h.program.Entry("float")
	side := hdl.Const(32, 0x4300_0000) // 128.0
	p.Items.Send(loading.Not(), castalu.Item{
		Start:  hdl.Mux(pixel.Bit(14), hdl.Const(hdl.IndexWidth(h.config.Words), fixed), hdl.Const(hdl.IndexWidth(h.config.Words), floating)),
		Base:   hdl.Const(hdl.IndexWidth(h.config.Constants), 0),
		Tag:    pixel.ZeroExtend(h.config.TagBits),
		Vector: [4]hdl.Bits{asFloat(pixel.Slice(6, 0)), asFloat(pixel.Slice(13, 7)), side, side},
		Last:   hdl.Const(1, 1),
	})
	m.If(p.Items.Fire(), func() { pixel.Set(pixel.Add(1)) })

	p.Calls.Ready.Set(1)
	word := hdl.Const(32, 0)
	p.Replies.Send(hdl.Const(1, 0), castalu.Reply{
		Thread: hdl.Const(hdl.IndexWidth(h.config.Threads), 0), Status: word, Count: hdl.Const(4, 0),
		Words: [8]hdl.Bits{word, word, word, word, word, word, word, word},
	})
	p.Results.Ready.Set(1)
	hdl.Unused(p.Calls.Valid, p.FaultAddress, p.FaultWord)
	result := harness.Narrow(hdl.Flatten(p.Results.Data))
	item := lib.Gate(p.Items.Fire(), hdl.Cat(pixel, hdl.Const(1, 1))) // so that the checksum changes before the first result
	harness.Fold(m, h.Checksum, harness.Always(), harness.XorAll([]hdl.Bits{lib.Gate(p.Results.Fire(), result), item.ZeroExtend(64), p.Fault.ZeroExtend(64)}))
}

// asFloat converts a small unsigned integer to fp32.
func asFloat(x hdl.Bits) hdl.Bits {
	index, some := hdl.Const(8, 0), x.ReduceOr()
	fraction := hdl.Const(23, 0)
	for k := range x.Width() { // the highest set bit wins
		index = hdl.Mux(x.Bit(k), hdl.Const(8, 127+k), index)
		if k > 0 {
			fraction = hdl.Mux(x.Bit(k), hdl.Cat(x.Slice(k-1, 0), hdl.Const(23-k, 0)), fraction)
		} else {
			fraction = hdl.Mux(x.Bit(0), 0, fraction)
		}
	}
	return lib.Gate(some, hdl.Cat(hdl.Const(1, 0), index, fraction))
}
