package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
)

// What a framebuffer takes can be written by hand, outside the package.
func TestABeatOfAPixelCanBeWrittenByHand(t *testing.T) {
	draw := model.Draw{OutputMap: 0xf, MrtEnable: true, CtSelect: 0x11, CtMrtEnable: true, CtWrite: [isa.Targets]uint32{0x1111}, SingleCtWrite: true}
	s := model.State{Draw: draw}
	v := model.Vector{Index: 2, Color: isa.Color{1, 2, 3, 4}}
	assert.Equal(t, []model.PixelBeat{{Address: 7, State: draw, Vector: 2, Color: v.Color, Last: true}}, model.PixelBeats(7, s, []model.Vector{v}))
}

func TestMemoryOutOfRangeIsRefused(t *testing.T) {
	for want, store := range map[string]model.Store{
		"ropmask: there is no model of memory for 9 targets; use 1 to 8":  {Targets: 9, AddressBits: 4},
		"ropmask: there is no model of memory for 0 targets; use 1 to 8":  {AddressBits: 4},
		"ropmask: there is no model of addresses of 17 bits; use 1 to 16": {Targets: 4, AddressBits: 17},
		"ropmask: there is no model of addresses of 0 bits; use 1 to 16":  {Targets: 4},
	} {
		_, err := model.NewFramebuffer(model.New(isa.PerTarget), store)
		assert.EqualError(t, err, want)
	}
}
