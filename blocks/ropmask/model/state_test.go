package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ropmask/isa"
)

func TestWordsAreReadByField(t *testing.T) {
	targets := [isa.Vectors]int{6, 0, 5, 7, 1, 1, 2, 4}
	s := State{Draw: Draw{
		OutputMap: isa.OutputMapWord(masks(t, "1110 0001 0000 1000 0100 0010 1111 0101")),
		CtSelect:  isa.CtSelectWord(5, targets) | 0xF0000000,
		CtWrite:   [isa.Targets]uint32{3: 0xEEEE, 4: isa.CtWriteWord(masks(t, "1101")[0]) | 0xFFFF0000},
	}}
	for v, want := range targets {
		assert.Equal(t, want, s.Target(v), "target of vector %d", v)
	}
	assert.Equal(t, 5, s.TargetCount())
	assert.Equal(t, "0101", s.Generates(7).String())
	assert.Equal(t, "0000", s.WriteEnable(3).String(), "bits between the fields mean nothing")
	assert.Equal(t, "1101", s.WriteEnable(4).String())
}

func TestTargetCountAboveEightMeansEight(t *testing.T) {
	for count := range 16 {
		s := State{Draw: Draw{CtSelect: isa.CtSelectWord(count, isa.IdentitySelect())}}
		assert.Equal(t, min(count, 8), s.TargetCount(), "TARGET_COUNT %d", count)
	}
}

func TestSingleControlGivesAllTargetsTheMaskOfTheFirst(t *testing.T) {
	s := State{Draw: Draw{SingleCtWrite: true}}
	s.CtWrite[0] = isa.CtWriteWord(masks(t, "1010")[0])
	s.CtWrite[5] = isa.CtWriteWord(isa.AllComponents)
	assert.Equal(t, "1010", s.WriteEnable(5).String())
	s.SingleCtWrite = false
	assert.Equal(t, "1111", s.WriteEnable(5).String())
}
