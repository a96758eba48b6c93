package combineripu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/internal/long"
)

// Every word is at its offset, starts with GL's default, and is taken over by the next set with all others.
func TestStateWordsAreReadAndWritten(t *testing.T) {
	long.NotShort(t)
	for _, c := range []Config{NewConfig(1), NewConfig(2), NewConfig(4), {Sets: 2, Stages: 1}, {Sets: 1, Stages: 5}} {
		offsets := isa.Offsets(c.Stages)
		assert.Len(t, offsets, 6*c.Stages+5)
		b := newRasterBench(t, c, 1, 0, 0)
		b.run(1)
		b.tb.Tick()
		b.checkWords()
		for k, offset := range offsets {
			w := b.model.Words(b.model.Current())
			word := *w.At(offset) ^ uint32(0x9e3779b9*(k+1))
			b.load(offset, word)
			b.run(100)
			b.checkWords()
			b.load(offset, word^1<<(31-k%32)) // a single bit is a change
			if k%7 == 0 {
				b.pixel() // closes the set
			}
			b.run(100)
			b.checkWords()
		}
		assert.Equal(t, (len(offsets)+6)/7, b.programs, c.Name())
	}
}

// A general stage has the constants of stage 0, or its own where control says so; the final combiner has its own.
func TestConstantsOfAStage(t *testing.T) {
	b := newRasterBench(t, NewConfig(2), 1, 0, 0)
	for stage := range isa.MaxStages {
		b.load(isa.OffsetConstant0+4*stage, uint32(100+stage))
		b.load(isa.OffsetConstant1+4*stage, uint32(200+stage))
	}
	b.load(isa.OffsetFinalConst, 300)
	b.load(isa.OffsetFinalConst+4, 301)
	for k, control := range []uint32{0x108, 0x1108, 0x10108, 0x11108} {
		b.load(isa.OffsetControl, control)
		b.run(100)
		for stage := range isa.MaxStages {
			want := [2]uint64{100, 200}
			if k&1 != 0 {
				want[0] = uint64(100 + stage)
			}
			if k&2 != 0 {
				want[1] = uint64(200 + stage)
			}
			require.Equal(t, want, b.step(0, 0, stage).Constants, "control %#x, stage %d", control, stage)
		}
		require.Equal(t, [2]uint64{300, 301}, b.step(1, 0, isa.MaxStages).Constants)
	}
}

// The number of active stages is limited to those that are built; the count is kept as written.
func TestActiveStagesAreLimited(t *testing.T) {
	c := Config{Sets: 1, Stages: 3}
	b := newRasterBench(t, c, 1, 0, 0)
	for n := range 16 {
		b.load(isa.OffsetControl, uint32(n))
		b.run(100)
		s := b.step(0, 0, 3)
		assert.EqualValues(t, n, s.Count)
		assert.EqualValues(t, min(n, 3), s.Active)
		assert.EqualValues(t, 1, s.Odd)
	}
}
