package bench_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
)

// In a short run neither proofs nor other simulators are asked: the test is skipped, though the property fails.
func TestShortRunsLeaveExternalToolsOut(t *testing.T) {
	short := flag.Lookup("test.short").Value
	before := short.String()
	require.NoError(t, short.Set("true"))
	defer func() { assert.NoError(t, short.Set(before)) }()
	skipped := 0
	for name, ask := range map[string]func(t *testing.T){
		"proof": func(t *testing.T) {
			bench.Prove(t, decade(func(_ *checked, m *hdl.Module, _ hdl.Bits) { m.Assert("never", hdl.Const(1, 0)) }))
		},
		"simulators": func(t *testing.T) {
			bench.Outside(t, bench.Simulators, bench.New(t, decade(func(*checked, *hdl.Module, hdl.Bits) {}), bench.Record()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if t.Skipped() {
					skipped++
				}
			}()
			ask(t)
		})
	}
	assert.Equal(t, 2, skipped)
}
