package verilog

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
	"posedge/hdl/ir/irtest"
)

// Each always block is of one domain: registers, writes, registered reads and checks
// stand in that of their own.
func TestBlocksStandInTheirDomain(t *testing.T) {
	top := irtest.Crossing().Module
	counter := top.Instances[0].Module
	printed := map[*ir.Module]*printer{}
	printed[counter] = newPrinter(newPlan(counter, top, nil), printed, Options{})
	text := string(newPrinter(newPlan(top, top, map[*ir.Module]ir.Summary{counter: {}}), printed, Options{}).file())
	for _, block := range []string{`
  always @(posedge a_clk) begin
    if (ok) begin
      log[sent] <= d;
    end
  end
`, `
  always @(posedge b_clk) begin
    past <= log[taken];  // test.go:7
  end
`, `
  always @(posedge a_clk) begin
    if (a_rst) begin
      sent <= 4'd0;
    end else begin
      if (ok) begin
        sent <= d;
      end
    end
  end
`, `
  always @(posedge b_clk) begin
    if (b_rst) begin
      taken <= 4'd0;
    end else begin
      if (ok) begin
        taken <= sent;
      end
    end
  end
`, `
  always @(posedge a_clk) begin
    if (!a_rst) begin
      sends: assert (ok);
    end
  end
  always @(posedge b_clk) begin
    if (!b_rst) begin
      follows: assert (ok);
      takes: cover (ok);
    end
  end
`, `    .clk    (b_clk),
    .rst    (b_rst),`} {
		assert.Contains(t, text, block)
	}
}
