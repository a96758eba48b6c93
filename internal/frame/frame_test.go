package frame

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAValueHasItsBytes(t *testing.T) {
	for _, c := range []struct {
		width int
		words []uint64
		bytes []byte
	}{
		{1, []uint64{1}, []byte{1}},
		{8, []uint64{0xfe}, []byte{0xfe}},
		{9, []uint64{0x1fe}, []byte{0xfe, 1}},
		{16, []uint64{0xfedc}, []byte{0xdc, 0xfe}},
		{17, []uint64{0x1fedc}, []byte{0xdc, 0xfe, 1, 0}},
		{32, []uint64{0xfedcba98}, []byte{0x98, 0xba, 0xdc, 0xfe}},
		{33, []uint64{0x1fedcba98}, []byte{0x98, 0xba, 0xdc, 0xfe, 1, 0, 0, 0}},
		{64, []uint64{1 << 63}, []byte{0, 0, 0, 0, 0, 0, 0, 0x80}},
		{65, []uint64{2, 1}, []byte{2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
	} {
		got := make([]byte, Bytes(c.width))
		Put(got, c.words, c.width)
		assert.Equal(t, c.bytes, got, "%d bits", c.width)
		behind := append(got, 0xff) // of the next value
		assert.Equal(t, c.words, Get(behind, c.width), "%d bits", c.width)
	}
}

func TestValuesBeginAtAMultipleOfTheirSize(t *testing.T) {
	var l Layout
	assert.Equal(t, 0, l.Size())
	for _, c := range []struct{ width, at, size int }{
		{1, 0, 8}, {17, 4, 8}, {8, 8, 16}, {16, 10, 16}, {100, 16, 32}, {2, 32, 40}, {64, 40, 48},
	} {
		assert.Equal(t, c.at, l.Add(c.width), "%d bits", c.width)
		assert.Equal(t, c.size, l.Size(), "after %d bits", c.width)
	}
}
