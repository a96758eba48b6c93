package verilog_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write the golden files again")

func TestGolden(t *testing.T) {
	for _, top := range []*ir.Module{counter(), fifo(14, 2), job(), arbiter(), datapath(),
		ram(ir.ReadFirst, 8, 512, 9), ram(ir.WriteFirst, 8, 512, 9), ram(ir.Forbidden, 8, 512, 9)} {
		t.Run(top.Name, func(t *testing.T) {
			files, err := verilog.Export(top, verilog.Options{})
			require.NoError(t, err)
			got := files[len(files)-1]
			golden := filepath.Join("testdata", got.Name)
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o777))
				require.NoError(t, os.WriteFile(golden, got.Content, 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got.Content))
		})
	}
}

var (
	randomDesigns = flag.Int("designs", 6, "number of random designs")
	firstSeed     = flag.Uint64("seed", 1, "seed of the first random design")
)
