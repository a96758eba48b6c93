package testbench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/internal/long"
)

// tokens are the tokens of the instruction stream, with the number of instructions between them: "6 v 6 v 6 v 6 i".
func tokens(u *Unit) (list []any, beats int) {
	n := 0
	put := func(x any) {
		if n > 0 {
			list = append(list, n)
		}
		n = 0
		if x != nil {
			list = append(list, x)
		}
	}
	for _, b := range u.Beats {
		switch b.Token {
		case isa.ValidToken:
			put("v")
		case isa.InvalidToken:
			put("i")
		default:
			n++
		}
	}
	put(nil)
	return list, len(u.Beats)
}

// passes sends a program state with a pixel for each pass, and then changes it.
func passes(t *testing.T, c combineripu.Config, w isa.Words, n int) *Unit {
	u := NewUnit(t, c, Delays{}, 1)
	u.Group = func(int) int { return 1 }
	u.Become(w)
	for range n {
		u.Pixel(model.Pixel{})
	}
	u.Drain()
	for range 40 { // the next pass is sent ahead
		u.Step()
	}
	u.LoadRegister(isa.OffsetControl, u.Words.Control^0x1000)
	u.Drain()
	for range 40 {
		u.Step()
	}
	return u
}

// long20 is a program of 20 instructions: stages that add two products in each portion, in orders that do not pair.
func long20() isa.Words {
	for stages := 1; ; stages++ {
		w := isa.ResetWords()
		w.Control = 0x100 | uint32(stages)
		for i := range stages {
			w.Stages[i] = isa.StageWords{InRGB: 0x04050c0d, InAlpha: 0x15141d1c, OutRGB: 0xc00, OutAlpha: 0xc00}
		}
		if p := model.Translate(&w, isa.MaxStages); len(p.Instructions) >= 20 {
			return w
		}
	}
}

func TestProgramsAreSentAheadPassByPass(t *testing.T) {
	t.Parallel()
	c := combineripu.NewConfig(2)
	list, beats := tokens(passes(t, c, stimulus.Bump(), 3))
	assert.Equal(t, []any{6, "v", 6, "v", 6, "v", 6, "i"}, list)
	assert.Equal(t, 28, beats)

	w := long20()
	program := model.Translate(&w, isa.MaxStages)
	assert.Len(t, program.Instructions, 20)
	list, beats = tokens(passes(t, c, w, 2))
	assert.Equal(t, []any{8, "v", 20, "v", 20, "i"}, list, "the 12 of a pass and the 8 of the next are one run")
	assert.Equal(t, 51, beats)
}

func TestStoredProgramsAreSentOnce(t *testing.T) {
	t.Parallel()
	c := combineripu.NewConfig(2)
	c.Stored = true
	list, beats := tokens(passes(t, c, stimulus.Bump(), 3))
	assert.Equal(t, []any{6, "v"}, list)
	assert.Equal(t, 7, beats)
}

// change is the cost of a change of state with the given number of loads: the cycles from the last old pixel to the
// first new one, and those until the block returned.
func (u *Unit) change(loads int) (cycles, away uint64) {
	for range 4 {
		u.Pixel(model.Pixel{})
	}
	for k := range loads {
		offset := isa.OffsetConstant0 + 4*k
		u.LoadRegister(offset, *u.Words.At(offset)+1)
	}
	u.Pixel(model.Pixel{})
	u.Drain()
	var old, first, block uint64 // of the last change
	for k, p := range u.Packets {
		switch {
		case p.Kind == isa.BlockPacket:
			block, old = p.Cycle, u.Packets[k-1].Cycle
		case p.Kind == isa.AllocatePacket:
			first = u.Packets[k+1].Cycle
		}
	}
	return first - old, u.Returned[len(u.Returned)-1] - block
}

func TestAChangeOfStateKeepsItsBound(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	for _, sets := range []int{1, 2, 4} {
		u := NewUnit(t, combineripu.NewConfig(sets), Delays{}, 1)
		for _, stages := range []int{1, 3, 8} {
			for _, loads := range []int{1, 5, 8} {
				u.LoadRegister(isa.OffsetControl, uint32(0x100|stages))
				cycles, away := u.change(loads)
				if sets > 1 {
					away = 0 // nothing waits for it
				}
				assert.LessOrEqual(t, cycles, uint64(loads+stages+8)+away, "%d sets, %d stages, %d loads", sets, stages, loads)
			}
		}
	}
}
