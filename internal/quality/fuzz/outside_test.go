package fuzz_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/internal/quality/fuzz"
)

var (
	outside = flag.Int("outside", 30, "number of random designs for the tools outside")
	icarus  = flag.Bool("icarus", false, "of the tools outside use Icarus alone")
)

// A random design is clean under both lints, and its Verilog is the design in
// Icarus and Verilator, as it is and, every second one, as Yosys writes it after synthesis.
func TestRandomDesignsMeanTheSameOutside(t *testing.T) {
	meanTheSameOutside(t, *firstSeed, *outside, fuzz.Synthesis{Every: 2, Gates: 8})
}

func TestLongRandomDesignsMeanTheSameOutside(t *testing.T) {
	long.Only(t)
	meanTheSameOutside(t, *firstSeed+uint64(*outside), 300, fuzz.Synthesis{Every: 1, Gates: 8})
}

func meanTheSameOutside(t *testing.T, first uint64, count int, synthesis fuzz.Synthesis) {
	edatest.Need(t, "verilator", "iverilog", "yosys")
	recordings, failures := fuzz.InEngines(first, count, fuzz.Options{Shrink: *shrink}, nil)
	require.Empty(t, failures)
	if *icarus {
		for i, rec := range recordings {
			require.NoError(t, fuzz.InIcarus(t.Context(), *rec), "seed %d", first+uint64(i))
		}
		return
	}
	for part := range slices.Chunk(recordings, 60) { // of one build
		for k, err := range fuzz.InTools(t.Context(), part, synthesis, nil) {
			assert.NoError(t, err, "seed %d", first+uint64(k))
		}
		first += uint64(len(part))
	}
}
