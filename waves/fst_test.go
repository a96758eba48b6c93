package waves

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// throughFST takes a VCD through GTKWave's reader into an FST and back.
func throughFST(t *testing.T, vcd []byte) *File {
	t.Helper()
	vcd2fst, fst2vcd := tool(t, "vcd2fst"), tool(t, "fst2vcd")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.vcd"), vcd, 0o666))
	for _, args := range [][]string{{vcd2fst, "a.vcd", "a.fst"}, {fst2vcd, "-f", "a.fst", "-o", "b.vcd"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	f, err := ReadFile(filepath.Join(dir, "b.vcd"))
	require.NoError(t, err)
	return f
}

// A third-party reader finds the same scopes, names, types, widths and changes
// in our waves.
func TestGTKWaveReadsOurWaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var samples [][]uint64
	for range 500 {
		r := func(width int) uint64 { return rng.Uint64() >> (64 - width) >> (rng.Uint64() % uint64(width)) }
		samples = append(samples, []uint64{r(1), r(8), r(2), r(64), r(6), r(4), r(4), r(1), r(3)})
	}
	for name, vcd := range map[string][]byte{
		"a few": write(t, job(), Options{Timescale: "10ps", Comment: "a job"}, jobSamples...),
		"many":  write(t, job(), Options{Period: 10}, samples...),
		"one":   write(t, job(), Options{}, jobSamples[1]),
	} {
		t.Run(name, func(t *testing.T) {
			ours := read(t, string(vcd))
			theirs := throughFST(t, vcd)
			assert.Equal(t, ours.Timescale, theirs.Timescale)
			assert.Equal(t, ours.End, theirs.End)
			require.Equal(t, len(ours.Signals()), len(theirs.Signals()))
			for i, s := range ours.Signals() {
				o := theirs.Signals()[i]
				require.Equal(t, []any{s.Path(), s.Type, s.Width, s.Len()}, []any{o.Path(), o.Type, o.Width, o.Len()})
				for k := range s.Len() {
					at, v := s.Change(k)
					otherAt, other := o.Change(k)
					require.Equal(t, at, otherAt, s.Path())
					require.Equal(t, v.String(), other.String(), "%s at #%d", s.Path(), at)
				}
			}
		})
	}
}
