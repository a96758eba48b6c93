package stimulus

import (
	"math/rand/v2"
	"testing"

	"posedge/blocks/castalu/isa"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawn is a random legal instruction.
func drawn(t *rapid.T) isa.Instruction {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	register := func() int { return rng.IntN(1 << isa.RegisterBits) }
	op := isa.Op(rapid.IntRange(1, isa.NumOps-1).Draw(t, "operation"))
	switch op {
	case isa.End:
		first := register()
		return isa.Instruction{Op: isa.End, Dest: first, Count: 1 + rng.IntN(1<<isa.RegisterBits-first)}
	case isa.Request:
		return isa.Instruction{Op: isa.Request, Unit: rng.IntN(16), Count: 1 + rng.IntN(8), First: register(), Second: register(),
			Dest: register(), More: register(), Status: register()}
	}
	types := isa.NumTypes
	if op.Special() {
		types = 2
	}
	return RandomInstruction(rng, op, isa.Type(rapid.IntRange(0, types-1).Draw(t, "type")))
}

func TestEveryLegalWordComesBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := drawn(t)
		w, err := i.Encode()
		require.NoError(t, err)
		back, err := isa.Decode(w)
		require.NoError(t, err)
		require.Equal(t, i, back, "the word")
		p, err := isa.Assemble("text.s", i.String())
		require.NoError(t, err)
		require.Equal(t, []isa.Instruction{i}, p.Code, "the text")
		require.Equal(t, []isa.Word{w}, p.Words)
	})
}

func TestALegalWordHasOneInstruction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	legal := 0
	for range 100_000 {
		// A legal word in which some bits are flipped.
		op := isa.Op(1 + rng.IntN(int(isa.Kill)))
		i := RandomInstruction(rng, op, isa.Type(rng.IntN(isa.NumTypes)))
		w, err := i.Encode()
		if err != nil {
			require.True(t, op.Special(), "%v: %v", i, err)
			continue
		}
		for range rng.IntN(3) {
			if n := rng.IntN(isa.WordBits); n < 64 {
				w.Low ^= 1 << n
			} else {
				w.High ^= 1 << (n - 64)
			}
		}
		back, err := isa.Decode(w)
		if err != nil {
			continue
		}
		legal++
		again, err := back.Encode()
		require.NoError(t, err)
		require.Equal(t, w, again)
	}
	assert.Greater(t, legal, 10_000)
}
