package fuzz_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/long"
	"posedge/internal/quality/fuzz"
)

var (
	designs   = flag.Int("designs", 350, "number of random designs for the engines")
	shrink    = flag.Int("shrink", 2, "how many designs that fail are made smaller")
	firstSeed = flag.Uint64("seed", 1, "seed of the first random design")
)

// A random design gives in both engines, with all passes and without one of
// them, what the intermediate form means; the passes take turns.
func TestRandomDesignsMeanTheSameInEveryEngine(t *testing.T) {
	count := *designs
	if testing.Short() {
		count /= 10
	}
	meanTheSameInEveryEngine(t, *firstSeed, count)
}

func TestLongRandomDesignsMeanTheSameInEveryEngine(t *testing.T) {
	long.Only(t)
	meanTheSameInEveryEngine(t, *firstSeed+uint64(*designs), 4000)
}

func meanTheSameInEveryEngine(t *testing.T, first uint64, count int) {
	_, failures := fuzz.InEngines(first, count, fuzz.Options{Shrink: *shrink}, nil)
	for _, f := range failures {
		assert.NoError(t, f.Err, "seed %d\n%s", f.Seed, f.Design.Source(""))
	}
}

func TestASeedDrawsOneDesign(t *testing.T) {
	for seed := range uint64(50) {
		a, err := json.Marshal(fuzz.Generate(seed))
		require.NoError(t, err)
		b, err := json.Marshal(fuzz.Generate(seed))
		require.NoError(t, err)
		require.Equal(t, string(a), string(b))
		other, err := json.Marshal(fuzz.Generate(seed + 1))
		require.NoError(t, err)
		require.NotEqual(t, string(a), string(other))
	}
}

// What the language can say is drawn: every operation of the form and of the
// language, every statement, memory mode and favoured width.
func TestRandomDesignsCoverTheLanguage(t *testing.T) {
	long.NotShort(t)
	counts := map[string]int{}
	for seed := range uint64(500) {
		d := fuzz.Generate(seed)
		fuzz.Used(counts, d)
		e, err := hdl.Elaborate(d.Component())
		require.NoError(t, err, "seed %d", seed)
		fuzz.Covered(counts, e.Top)
	}
	want := []string{"constant", "reference", "mux", "select", "slice", "concatenation", "memory read", "shared expression",
		"set of output", "set of wire", "set of reg", "set of instance input", "if", "switch", "switch with default",
		"memory write", "masked memory write", "assert", "assume", "cover", "reg", "reg without reset", "state register", "input", "instance output",
		"memory of no write", "memory of one write", "memory of several writes", "read read_first", "read write_first", "read forbidden",
		"module of one instance", "module of several instances"}
	want = append(want, fuzz.Vocabulary()...)
	for op := range ir.NumUnaryOps {
		want = append(want, op.String())
	}
	for op := range ir.NumBinaryOps {
		want = append(want, op.String())
	}
	for _, w := range []int{1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200} {
		want = append(want, fmt.Sprintf("width %d", w))
		for _, op := range []ir.BinaryOp{ir.OpAdd, ir.OpSub, ir.OpShl, ir.OpShr, ir.OpShrS} {
			want = append(want, fmt.Sprintf("%s of %d bits", op, w))
		}
	}
	for _, k := range want {
		assert.Positive(t, counts[k], k)
	}
}
