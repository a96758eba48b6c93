package waves

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// frameSizes are sizes of frames around the multiples of the sizes in which frames are compared.
func frameSizes() []int {
	sizes := []int{0, 8, 16, 24, 32, 40}
	for _, size := range []int{64, 128, 192, blockBytes, blockBytes + 64, 2 * blockBytes, 3 * blockBytes} {
		sizes = append(sizes, size-16, size-8, size, size+8, size+16)
	}
	return sizes
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

func TestCompareFindsAChangeOfEachByte(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range frameSizes() {
		frame := randomBytes(random, size)
		b := &batch{}
		b.compare(bytes.Clone(frame), frame)
		require.Empty(t, b.changes, "%d bytes, none changed", size)
		for at := range size {
			old, now := bytes.Clone(frame), bytes.Clone(frame)
			flip := byte(1) << random.IntN(8)
			now[at] ^= flip
			b := &batch{}
			b.compare(old, now)
			require.Equal(t, []change{{at &^ 7, uint64(flip) << (8 * (at % 8))}}, b.changes, "%d bytes, byte %d changed", size, at)
			require.True(t, bytes.Equal(now, old), "%d bytes, byte %d changed: the old frame is as the new one", size, at)
		}
	}
}

func TestCompareFindsAllChangesInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range frameSizes() {
		for _, percent := range []int{1, 10, 50, 90, 100} {
			old := randomBytes(random, size)
			now := bytes.Clone(old)
			b := &batch{changes: []change{{8, 1}}} // of the sample before
			want := []change{{8, 1}}
			for at := 0; at < size; at += 8 {
				if random.IntN(100) < percent {
					x := random.Uint64() | 1
					binary.LittleEndian.PutUint64(now[at:], binary.LittleEndian.Uint64(old[at:])^x)
					want = append(want, change{at, x})
				}
			}
			b.compare(old, now)
			name := fmt.Sprintf("%d bytes, %d %% of the words changed", size, percent)
			require.Equal(t, want, b.changes, name)
			require.True(t, bytes.Equal(now, old), name)
		}
	}
}
