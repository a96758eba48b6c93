package wasm_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"posedge/hdl/sim/internal/jit/wasm"
)

func instantiate(t *testing.T, m *wasm.Module) api.Module {
	t.Helper()
	r := wazero.NewRuntime(t.Context())
	t.Cleanup(func() { require.NoError(t, r.Close(context.Background())) })
	x, err := r.Instantiate(t.Context(), m.Encode())
	require.NoError(t, err)
	return x
}

func call(t *testing.T, x api.Module, name string, args ...uint64) []uint64 {
	t.Helper()
	results, err := x.ExportedFunction(name).Call(t.Context(), args...)
	require.NoError(t, err)
	return results
}

func TestConstantsOfEveryLength(t *testing.T) {
	values := []uint64{0, 1, 63, 64, 65, 127, 128, 8191, 8192, 1 << 31, 1<<31 - 1, 1 << 32, 1 << 62, 1 << 63, math.MaxUint64}
	m := &wasm.Module{}
	for i, v := range values {
		f := m.Func(nil, []wasm.Type{wasm.I32, wasm.I64})
		f.Const(wasm.I32, v)
		f.Const(wasm.I64, v)
		m.Export(string(rune('a'+i)), f)
	}
	x := instantiate(t, m)
	for i, v := range values {
		assert.Equal(t, []uint64{uint64(uint32(v)), v}, call(t, x, string(rune('a'+i))))
	}
}

func TestLoopCallsAndKeepsLocalsOfBothTypes(t *testing.T) {
	m := &wasm.Module{}
	square := m.Func([]wasm.Type{wasm.I64}, []wasm.Type{wasm.I64})
	square.Get(0)
	square.Get(0)
	square.Op(wasm.I64Mul)
	sum := m.Func([]wasm.Type{wasm.I32}, []wasm.Type{wasm.I64})
	total, spare, last := sum.Local(wasm.I64), sum.Local(wasm.I32), sum.Local(wasm.I64)
	sum.Block()
	sum.Loop()
	sum.Get(0)
	sum.Op(wasm.I32Eqz)
	sum.BrIf(1)
	sum.Get(0)
	sum.Tee(spare)
	sum.Op(wasm.I64ExtendI32U)
	sum.Call(square)
	sum.Tee(last)
	sum.Get(total)
	sum.Op(wasm.I64Add)
	sum.Set(total)
	sum.Get(spare)
	sum.Const(wasm.I32, 1)
	sum.Op(wasm.I32Sub)
	sum.Set(0)
	sum.Br(0)
	sum.End()
	sum.End()
	sum.Get(total)
	m.Export("sum", sum)
	assert.Equal(t, []uint64{385}, call(t, instantiate(t, m), "sum", 10))
}

func TestIfChoosesAnArm(t *testing.T) {
	m := &wasm.Module{}
	f := m.Func([]wasm.Type{wasm.I32}, []wasm.Type{wasm.I32})
	f.Get(0)
	f.If(wasm.I32)
	f.Const(wasm.I32, 11)
	f.Else()
	f.Const(wasm.I32, 22)
	f.End()
	m.Export("f", f)
	x := instantiate(t, m)
	assert.Equal(t, []uint64{22}, call(t, x, "f", 0))
	assert.Equal(t, []uint64{11}, call(t, x, "f", 2))
}

func TestMemoryHasItsSizeAndNoMore(t *testing.T) {
	m := &wasm.Module{Pages: 2}
	f := m.Func([]wasm.Type{wasm.I32}, []wasm.Type{wasm.I32})
	f.Get(0)
	f.Const(wasm.I32, 0x1ff)
	f.Memory(wasm.I32Store8, 300)
	f.Get(0)
	f.Memory(wasm.I32Load16U, 299)
	m.Export("f", f)
	x := instantiate(t, m)
	assert.EqualValues(t, 2*wasm.PageSize, x.Memory().Size())
	_, grows := x.Memory().Grow(1)
	assert.False(t, grows)
	assert.Equal(t, []uint64{0xff00}, call(t, x, "f", 7))
	v, _ := x.Memory().ReadByte(307)
	assert.EqualValues(t, 0xff, v)
	_, err := x.ExportedFunction("f").Call(t.Context(), 2*wasm.PageSize)
	assert.Error(t, err)
}
