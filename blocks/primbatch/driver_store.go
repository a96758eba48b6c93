package primbatch

import (
	"fmt"

	"posedge/hdl"
)

// elementStore is a queue of elements between gathering and the sender. Elements are published later than they are written;
// until then they may be overwritten.
type elementStore struct {
	Write     hdl.In                    `doc:"1: store the element; not while the store is full"`
	At        hdl.In                    `doc:"its position: the number of elements before it"`
	Element   hdl.InOf[storedElement]   `doc:"the element"`
	Published hdl.In                    `doc:"the number of elements that may leave"`
	Full      hdl.Out                   `doc:"1: the next element's entry holds one that has not left"`
	Out       hdl.Source[storedElement] `doc:"the published elements"`

	config Config
}

func newElementStore(c Config) *elementStore {
	pointer := c.storePointer()
	return &elementStore{
		Write: hdl.Input(1), At: hdl.Input(pointer), Element: hdl.InputOf(c.shapes().StoredElement), Published: hdl.Input(pointer),
		Full: hdl.Output(1), Out: hdl.NewSource(c.shapes().StoredElement), config: c,
	}
}

// ModuleName is element_store with the depth and the shape of an element.
func (s *elementStore) ModuleName() string {
	return fmt.Sprintf("element_store_d%d_%s", s.config.storeDepth(), hdl.ShapeName(s.config.shapes().StoredElement))
}

// ModuleDoc describes the store in its Verilog.
func (s *elementStore) ModuleDoc() string {
	return fmt.Sprintf("Holds %d elements between gathering and the sender.", s.config.storeDepth())
}

// Describe builds the memory, its read pointer, and the output register.
func (s *elementStore) Describe(m *hdl.Module) {
	depth := s.config.storeDepth()
	words := hdl.NewMem(m, "words", s.config.shapes().StoredElement, depth, hdl.NoInit())
	address := func(pointer hdl.Bits) hdl.Bits { return pointer.Truncate(words.AddrWidth()) }
	m.If(s.Write, func() { words.Write(address(s.At.Bits), s.Element.Data) })

	read, offered := m.Reg("read", s.At.Width()), m.Reg("offered", 1)
	load := m.Named("load", offered.Not().Or(s.Out.Ready).And(read.Ne(s.Published)))
	m.If(load, func() { read.Set(read.Add(1)) })
	m.If(offered.Not().Or(s.Out.Ready), func() { offered.Set(load) })
	s.Out.Send(offered, words.ReadReg("word", address(read), load, hdl.Forbidden))
	s.Full.Set(s.At.Sub(read).Eq(depth))
}
