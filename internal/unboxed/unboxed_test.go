package unboxed_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"posedge/internal/unboxed"
)

func TestStruct(t *testing.T) {
	type pair struct{ a, b uint64 }
	for _, want := range []pair{{1, 2}, {1 << 63, 3}} {
		var x any = want
		assert.Equal(t, want, *(*pair)(unboxed.Struct(&x)))
	}
	n := 7
	for _, other := range []any{nil, n, &n, &pair{}, [2]uint64{}, []int{1}, "text", struct{ p *int }{&n}, struct{ a uint32 }{1}, struct{}{}} {
		assert.Nil(t, unboxed.Struct(&other), "%T", other)
	}
}

func TestStructLetsNothingEscape(t *testing.T) {
	sum := 0
	n := testing.AllocsPerRun(100, func() {
		var x any = struct{ a, b, c int }{sum, 1, 2}
		sum += *(*int)(unsafe.Add(unboxed.Struct(&x), 8))
	})
	assert.Zero(t, n)
}
