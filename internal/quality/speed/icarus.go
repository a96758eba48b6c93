package speed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// icarusBench is the bench of a design in Icarus. It never ends; the reader of its
// log measures the time.
const icarusBench = `module speed_bench;
  reg clk = 0;
  reg rst = 1;
  wire [63:0] checksum;
  reg [63:0] at, stop;
  integer lead;
  %s dut (.clk(clk), .rst(rst), .checksum(checksum));
  initial begin
    #1;
    $display("start");
    $fflush;
    clk = 1; #1; clk = 0; rst = 0; #1;
    at = 1;
    stop = %d;
    lead = 1;
    forever begin
      while (at < stop) begin
        clk = 1; #1; clk = 0; #1;
        at = at + 1;
      end
      $display("%%0d %%h", at, checksum);
      $fflush;
      if (lead == 2) begin
        stop = stop / 2 * 5;
        lead = 5;
      end else begin
        stop = stop * 2;
        lead = lead == 1 ? 2 : 1;
      end
    end
  end
endmodule
`

// icarus is Icarus Verilog.
func icarus() engine {
	return engine{
		name:      "icarus",
		available: func() error { return installed("iverilog", "vvp") },
		skips: func(d Design) string {
			if d.Large {
				return "it would take many minutes to run"
			}
			return ""
		},
		builds: []func(context.Context, *subject, bool) (*build, error){buildIcarus},
	}
}

func buildIcarus(ctx context.Context, s *subject, _ bool) (*build, error) {
	dir, err := os.MkdirTemp(s.dir, "icarus-")
	if err != nil {
		return nil, err
	}
	bench := filepath.Join(dir, "speed_bench.v")
	if err := os.WriteFile(bench, fmt.Appendf(nil, icarusBench, s.top, firstStop), 0o666); err != nil {
		return nil, err
	}
	seconds, err := execute(ctx, toolLimit, dir, "iverilog",
		slices.Concat([]string{"-g2005", "-s", "speed_bench", "-o", "model.vvp"}, s.files, []string{bench})...)
	if err != nil {
		return nil, err
	}
	return &build{seconds: seconds, run: func(ctx context.Context, l limits) (*runLog, error) {
		return converse(ctx, command(ctx, dir, "vvp", "-n", "model.vvp"), l)
	}}, nil
}
