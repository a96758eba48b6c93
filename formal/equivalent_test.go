package formal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/formal"
	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

// before is the Verilog of a design as it was delivered.
func before(t *testing.T, name string) []verilog.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "verilog", "testdata", name))
	require.NoError(t, err)
	return []verilog.File{{Name: name, Content: text}}
}

func TestTheExportIsEquivalentToTheHandOff(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	for _, top := range []*ir.Module{designs.Counter(), designs.Fifo(14, 2), designs.Arbiter()} {
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		assert.NoError(t, formal.Equivalent(t.Context(), top.Name, before(t, top.Name+".v"), files))
	}
}

// A mutant is the delivered Verilog with one text replaced by another.
func TestEquivalenceTellsMutants(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	for _, c := range []struct {
		file, from, to string
		wants          string // of the error; empty for equivalent designs
	}{
		{"datapath", "$signed(x) < $signed(y)", "x < y", "differ in cycle 0"},
		{"datapath", "{{16{x[15]}}, x}", "{16'd0, x}", "differ in cycle 0"},
		{"fifo", "wr - rd != 3'd4", "wr - rd <= 3'd3", ""},
		{"fifo", "wr - rd != 3'd4", "wr - rd < 3'd3", `formal: fifo: the designs differ in cycle 3: push_ready is 0x1 in the first and 0x0 in the second; the inputs, where they are not 0:
  cycle 0: push_valid = 0x1
  cycle 1: push_valid = 0x1
  cycle 2: push_valid = 0x1
  cycle 3: all 0`},
		{"counter", "count + 8'd1", "count - 8'd255", ""},
		{"counter", "count = 8'd0;", "count = 8'd1;", "differ in cycle 0: value is 0x0 in the first and 0x1 in the second; the inputs, where they are not 0:\n  cycle 0: all 0"},
		{"fifo", "14'd0;", "14'd1;", "differ in cycle 0: pop_data is 0x0 in the first and 0x1 in the second"},
	} {
		t.Run(c.file+" "+c.to, func(t *testing.T) {
			was := before(t, c.file+".v")
			now := []verilog.File{{Name: was[0].Name, Content: bytes.ReplaceAll(was[0].Content, []byte(c.from), []byte(c.to))}}
			err := formal.Equivalent(t.Context(), c.file, was, now)
			if c.wants == "" {
				assert.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, formal.ErrDifferent)
			assert.ErrorContains(t, err, c.wants)
		})
	}
}

// altered returns a design, and the same design with one text replaced by another.
func altered(text, from, to string) (was, now []verilog.File) {
	return []verilog.File{{Name: "x.v", Content: []byte(text)}}, []verilog.File{{Name: "x.v", Content: []byte(strings.Replace(text, from, to, 1))}}
}

// Both have a module named child, each a different one.
func TestDesignsWithChildrenAreCompared(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	text := `module child (input clk, input a, output reg [1:0] y);
  initial y = 0;
  always @(posedge clk) y <= a ? y + 2'd1 : y;
endmodule
module x (input clk, input a, output [1:0] y);
  child one (.clk(clk), .a(a), .y(y));
endmodule
`
	was, now := altered(text, "a ? y + 2'd1 : y", "y - {2{a}}")
	assert.NoError(t, formal.Equivalent(t.Context(), "x", was, now))
	was, now = altered(text, "y + 2'd1", "y - 2'd1")
	assert.EqualError(t, formal.Equivalent(t.Context(), "x", was, now), `formal: x: the designs differ in cycle 1: y is 0x1 in the first and 0x3 in the second; the inputs, where they are not 0:
  cycle 0: a = 0x1
  cycle 1: all 0`)
}

// A clock is what clocks a register, whatever its name.
func TestTheClockOfComparedDesignsHasAnyName(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	text := `module child (input c, input a, output reg y);
  initial y = 0;
  always @(posedge c) y <= a;
endmodule
module x (input fast, input slow, input clk, output y, output z);
  child one (.c(fast), .a(clk), .y(y));
  child two (.c(slow), .a(clk), .y(z));
endmodule
`
	was, now := altered(text, ".c(slow)", ".c(fast)")
	assert.EqualError(t, formal.Equivalent(t.Context(), "x", was, now),
		"formal: x has clocks fast and slow: designs can be compared with one clock so far")
	was, now = altered(strings.ReplaceAll(text, "slow", "fast"), "y <= a", "y <= !a")
	assert.ErrorContains(t, formal.Equivalent(t.Context(), "x", was, now), "differ in cycle 1")
	_, now = altered(strings.ReplaceAll(text, "slow", "fast"), "y <= a", "y <= !!a")
	assert.NoError(t, formal.Equivalent(t.Context(), "x", was, now))
}

func TestADifferenceHasWideValues(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	was, now := altered(`module x (input [99:0] a, output [69:0] y);
  assign y = a == 100'h8000000000000000000000001 ? {1'b1, 68'd0, 1'b1} : 70'd5;
endmodule
`, "68'd0, 1'b1", "68'd0, 1'b0")
	assert.EqualError(t, formal.Equivalent(t.Context(), "x", was, now), `formal: x: the designs differ in cycle 0: y is 0x200000000000000001 in the first and 0x200000000000000000 in the second; the inputs, where they are not 0:
  cycle 0: a = 0x8000000000000000000000001`)
}

// Two memories of 32768 bits are too many bits for gates.
func TestLargeMemoriesDifferAsWords(t *testing.T) {
	edatest.Need(t, "yosys", "z3")
	was, now := altered(`module x (input clk, input we, input [8:0] at, input [63:0] d, output [63:0] y);
  reg [63:0] mem [0:511];
  reg [1:0] n = 0;
  integer i;
  initial for (i = 0; i < 512; i = i + 1) mem[i] = 0;
  assign y = mem[9'd77];
  always @(posedge clk) begin
    n <= n + 2'd1;
    if (we && at[8:1] != 8'd0) mem[at] <= d;
  end
endmodule
`, "<= d", "<= n == 2'd2 ? d & ~64'd1 : d")
	err := formal.Equivalent(t.Context(), "x", was, now)
	require.ErrorIs(t, err, formal.ErrDifferent)
	assert.ErrorContains(t, err, "differ in cycle 3: y is 0x")
	assert.Regexp(t, `cycle 2: we = 0x1, at = 0x4d, d = 0x[0-9a-f]*[13579bdf]\n`, err.Error())
}

func TestEquivalenceNeedsEqualPorts(t *testing.T) {
	edatest.Need(t, "yosys", "yosys-abc")
	was := before(t, "counter.v")
	now := []verilog.File{{Name: "counter.v", Content: bytes.ReplaceAll(was[0].Content, []byte("enable"), []byte("able"))}}
	err := formal.Equivalent(t.Context(), "counter", was, now)
	require.Error(t, err)
	assert.NotErrorIs(t, err, formal.ErrDifferent)
	assert.EqualError(t, err, "formal: counter: the designs have different ports and cannot be compared: input enable is only in the first, input able is only in the second")
}

func TestProofsNeedYosys(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	top := designs.Counter()
	_, err := formal.Prove(t.Context(), top, formal.Options{})
	assert.ErrorContains(t, err, "counter has no asserts")
	assert.ErrorIs(t, formal.Equivalent(t.Context(), "counter", before(t, "counter.v"), before(t, "counter.v")), eda.ErrMissingTool)
}
