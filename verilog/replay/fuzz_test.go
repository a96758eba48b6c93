package replay_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"posedge/internal/designs"
	"posedge/verilog/replay"

	"github.com/stretchr/testify/require"
)

// FuzzReadSamples holds the reader of hex samples to: no panic, values that fit
// their ports, and as many cycles as lines.
func FuzzReadSamples(f *testing.F) {
	f.Add([]byte("0 1 ff\n1 0 00\n"))
	f.Add([]byte("0 1 ff"))
	f.Add([]byte("0 1 ff\r\n\n"))
	f.Add([]byte("x 1 zz\n"))
	f.Add([]byte("0 +1 -0\n0 1_0 0x1\n"))
	f.Add([]byte(strings.Repeat("0", 5000)))
	top := designs.Counter()
	f.Fuzz(func(t *testing.T, text []byte) {
		cycles := 0
		err := replay.ReadSamples(bytes.NewReader(text), top, func(cycle int, ports []*big.Int) error {
			require.Equal(t, cycles, cycle)
			require.Len(t, ports, len(top.SampledPorts()))
			for i, p := range ports {
				require.GreaterOrEqual(t, p.Sign(), 0)
				require.LessOrEqual(t, p.BitLen(), top.SampledPorts()[i].Width)
			}
			cycles++
			return nil
		})
		require.LessOrEqual(t, cycles, bytes.Count(text, []byte("\n")))
		if err == nil {
			require.Equal(t, bytes.Count(text, []byte("\n")), cycles)
		} else {
			require.Contains(t, err.Error(), "replay: samples of counter, line ")
			require.Less(t, len(err.Error()), 2000)
		}
	})
}
