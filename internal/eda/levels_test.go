package eda_test

import (
	"testing"

	"posedge/internal/eda"
	"posedge/internal/eda/edatest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A LUT has four inputs: a parity of 4 bits is one level, of 16 two, of 17 three.
func TestLevelsOfLogic(t *testing.T) {
	edatest.Need(t, "yosys")
	for _, x := range []struct {
		body string
		want eda.Stats
	}{
		{"input wire [3:0] a, output wire b); assign b = ^a;", eda.Stats{LUTs: 1, Levels: 1}},
		{"input wire [15:0] a, output wire b); assign b = ^a;", eda.Stats{LUTs: 5, Levels: 2}},
		{"input wire [16:0] a, output wire b); assign b = ^a;", eda.Stats{LUTs: 6, Levels: 3}},
		{"input wire a, output wire b); assign b = a;", eda.Stats{}},
		{"input wire clk, input wire [15:0] a, output reg b); reg [3:0] p; integer i;" +
			"always @(posedge clk) begin for (i = 0; i < 4; i = i + 1) p[i] <= ^a[4*i +: 4]; b <= ^p; end",
			eda.Stats{LUTs: 5, FFs: 5, Levels: 1}},
	} {
		files := dut(x.body)
		got, err := eda.Synth(t.Context(), eda.ICE40, "dut", files)
		require.NoError(t, err, x.body)
		assert.Equal(t, x.want, got, x.body)
	}
}
