package stimulus

import (
	"math/rand/v2"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// Random makes random draws of an application, some of them wrong.
type Random struct {
	rng    *rand.Rand
	driver bool
	copied bool
}

// New returns a source of random draws, for a driver or for a processor alone.
func New(rng *rand.Rand, driver bool) *Random { return &Random{rng: rng, driver: driver} }

func (r *Random) chance(percent int) bool { return r.rng.IntN(100) < percent }

func (r *Random) word(values ...uint32) uint32 { return values[r.rng.IntN(len(values))] }

// Draw returns a random draw: changes of state, BEGIN, vertices and END.
func (r *Random) Draw() []model.Item {
	list := r.changes()
	op := uint32(r.rng.IntN(isa.NumOps))
	word := isa.BeginWord(isa.Op(op), r.chance(30), isa.InstanceMode(r.rng.IntN(4)), 0)
	if r.chance(50) {
		word = op // both modes FIRST, as in most draws of an application
	}
	switch {
	case r.chance(3):
		word |= 0xe + r.rng.Uint32N(1<<15)<<1
	case r.driver && r.chance(3):
		word |= uint32(r.rng.IntN(4)) << isa.SplitModeShift
	}
	list = append(list, model.Method(isa.BeginAddress, word))
	for r.chance(20) {
		list = append(list, model.Method(r.address(IdentifierMethods), uint32(r.rng.IntN(100))))
	}
	n := r.rng.IntN(14)
	switch {
	case r.chance(10):
		n = r.rng.IntN(60)
	case r.chance(5):
		n = 0
	}
	salt, sent := r.rng.IntN(1<<16), 0
	first := r.word(0, 0, 5, 0xfffffffc, 70000)
	for k := range n {
		list = append(list, r.wrong(3)...)
		index := first + uint32(k)
		if r.copied { // mostly close together, as in a mesh; 7 or 12 may be the restart index
			index = first + uint32(max(0, k/2+r.rng.IntN(5)-2))
			if r.chance(5) {
				index += 64 * uint32(r.rng.IntN(3))
			}
		}
		at := rand.New(rand.NewPCG(uint64(index), uint64(salt))) // an index has the same position throughout a draw
		if !r.driver && r.copied && sent > 0 && r.chance(15) {
			list = append(list, model.Item{Kind: isa.IndexItem, Data: uint32(r.rng.IntN(sent + 1)), Edge: r.chance(80)})
			continue
		}
		list = append(list, model.VertexAt(at.IntN(24)+salt%5*8-12, at.IntN(24)+salt/5%3*8-12, index, r.chance(80)))
		sent++
	}
	list = append(list, r.wrong(4)...)
	return append(list, model.Method(isa.EndAddress, uint32(r.rng.IntN(50)/49)*r.endWord()))
}

func (r *Random) endWord() uint32 { return uint32(bit(r.driver)) }

// IdentifierMethods are the methods that set or add to identifiers.
var IdentifierMethods = []uint16{isa.VertexIDBaseAddress, isa.AddToVertexIDAddress, isa.LoadPrimitiveIDAddress, isa.AddToPrimitiveIDAddress}

// wrongMethods are illegal in a primitive, at least after its first vertex.
var wrongMethods = []uint16{isa.BeginAddress, isa.PolygonModeAddress, isa.BatchLimitAddress, isa.VertexIDBaseAddress, 0x0104, isa.VertexIDCopyAddress}

func (r *Random) address(list []uint16) uint16 { return list[r.rng.IntN(len(list))] }

// changes returns random methods for outside primitives.
func (r *Random) changes() []model.Item {
	var list []model.Item
	add := func(percent int, address uint16, data uint32) {
		if r.chance(percent) {
			list = append(list, model.Method(address, data))
		}
	}
	add(40, isa.BatchLimitAddress, uint32(r.rng.IntN(26)+r.rng.IntN(2)*3)|uint32(r.rng.IntN(18))<<16)
	add(20, isa.BatchLimitAddress, 0)
	add(30, isa.BatchCullAddress, uint32(r.rng.IntN(2)))
	add(20, isa.ProvokingVertexAddress, uint32(r.rng.IntN(2)))
	add(20, isa.LineStippleAddress, uint32(r.rng.IntN(2)))
	add(20, isa.StippleParametersAddress, uint32(r.rng.IntN(4))|r.rng.Uint32N(1<<16)<<8)
	add(30, isa.PolygonModeAddress, isa.PolygonModeBase+uint32(r.rng.IntN(3)))
	add(2, isa.PolygonModeAddress, r.rng.Uint32())
	add(20, isa.ViewportHorizontalAddress, uint32(r.rng.IntN(20))|uint32(r.rng.IntN(24))<<16)
	add(20, isa.ViewportVerticalAddress, uint32(r.rng.IntN(20))|uint32(r.rng.IntN(24))<<16)
	add(10, isa.ViewportHorizontalAddress, isa.ResetViewport)
	add(10, isa.EdgeFlagAddress, uint32(r.rng.IntN(4)/3^1))
	add(20, isa.BaseVertexAddress, r.word(0, 1, 0xffffffff, 64, 70000))
	add(20, isa.RestartAddress, uint32(r.rng.IntN(2)))
	add(20, isa.RestartIndexAddress, r.word(7, 12, 3, 0xffffffff))
	if r.chance(30) {
		r.copied = !r.copied
		list = append(list, model.Method(isa.VertexIDCopyAddress, uint32(bit(r.copied))))
	}
	add(5, r.address(IdentifierMethods), uint32(r.rng.IntN(100)))
	return append(list, r.wrongOutside()...)
}

// wrongOutside returns, now and then, an item that belongs inside a primitive or nowhere.
func (r *Random) wrongOutside() []model.Item {
	if !r.chance(5) {
		return nil
	}
	return []model.Item{[]model.Item{
		model.VertexAt(1, 2, 3, true), model.Method(isa.EndAddress, 0), {Kind: isa.IndexItem}, {Kind: 3}, model.Method(0x0104, 1),
	}[r.rng.IntN(5)]}
}

// wrong returns, now and then, an item that does not belong inside a primitive, or an edge flag, which does.
func (r *Random) wrong(percent int) []model.Item {
	switch {
	case r.chance(percent):
		return []model.Item{model.Method(r.address(wrongMethods), uint32(r.rng.IntN(100)))}
	case r.driver && r.chance(1):
		return []model.Item{{Kind: isa.IndexItem}}
	case r.chance(1):
		return []model.Item{{Kind: 3}}
	case r.chance(4):
		return []model.Item{model.Method(isa.EdgeFlagAddress, uint32(r.rng.IntN(2)))}
	}
	return nil
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
