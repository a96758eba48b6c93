package ropmask

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWordsHaveThePublishedEncoding(t *testing.T) {
	assert.Equal(t, uint32(0x0FAC6888), CtSelectWord(8, IdentitySelect()))
	assert.Equal(t, uint32(0x1111), CtWriteWord(AllComponents))
	assert.Equal(t, uint32(0x0101), CtWriteWord(masks(t, "1010")[0]))
	assert.Equal(t, uint32(0x0D9), OutputMapWord(masks(t, "1001 1011 0000")))
	assert.Equal(t, uint32(0xF0000000), OutputMapWord(Masks{7: AllComponents}))
}

func TestWordsAreReadByField(t *testing.T) {
	targets := [Vectors]int{6, 0, 5, 7, 1, 1, 2, 4}
	s := State{
		OutputMap: OutputMapWord(masks(t, "1110 0001 0000 1000 0100 0010 1111 0101")),
		CtSelect:  CtSelectWord(5, targets) | 0xF0000000,
		CtWrite:   [Targets]uint32{3: 0xEEEE, 4: CtWriteWord(masks(t, "1101")[0]) | 0xFFFF0000},
	}
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
		s := State{CtSelect: CtSelectWord(count, IdentitySelect())}
		assert.Equal(t, min(count, 8), s.TargetCount(), "TARGET_COUNT %d", count)
	}
}

func TestSingleControlGivesAllTargetsTheMaskOfTheFirst(t *testing.T) {
	s := State{SingleCtWrite: true}
	s.CtWrite[0] = CtWriteWord(masks(t, "1010")[0])
	s.CtWrite[5] = CtWriteWord(AllComponents)
	assert.Equal(t, "1010", s.WriteEnable(5).String())
	s.SingleCtWrite = false
	assert.Equal(t, "1111", s.WriteEnable(5).String())
}
