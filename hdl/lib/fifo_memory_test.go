package lib_test

import (
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

// request is a bundle of nine fields and 85 bits.
type request struct {
	Addr    hdl.Bits    `width:"32"`
	Data    hdl.Bits    `width:"32"`
	Tag     hdl.Bits    `width:"6"`
	Op      hdl.Bits    `width:"3"`
	Last    hdl.Bits    `width:"1"`
	Enables hdl.Bits    `width:"4"`
	User    [2]hdl.Bits `width:"3"`
	Error   hdl.Bits    `width:"1"`
}

// requests is the Verilog of a queue of requests.
func requests(t *testing.T) (top string, files []verilog.File) {
	d, err := hdl.Elaborate(lib.NewFIFO(hdl.Shape[request](nil), 512, lib.BlockRAM()))
	require.NoError(t, err)
	files, err = verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	return d.Top.Name, files
}

// A queue of a bundle takes only the block RAMs that its packed word needs: an
// array for each field took 13 on iCE40.
func TestAQueueOfABundleIsOneMemory(t *testing.T) {
	long.NotShort(t)
	top, files := requests(t)
	text := string(files[len(files)-1].Content)
	assert.Len(t, regexp.MustCompile(`(?m)^  .*reg .* \[0:511\];`).FindAllString(text, -1), 1)
	assert.Contains(t, text, "  assign fetched_op = fetched[72:70];")
	edatest.Need(t, "yosys")
	s, err := eda.Synth(t.Context(), eda.ICE40, top, files)
	require.NoError(t, err)
	assert.Equal(t, 11, s.BRAMs)
}

// On 7 series an array for each field took 7, with 24 RAM64M.
func TestLongAQueueOfABundleIsOneMemoryOf7Series(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "yosys")
	top, files := requests(t)
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	yosys := exec.CommandContext(t.Context(), "yosys", "-p", "read_verilog *.v; synth_xilinx -family xc7 -flatten -top "+top)
	yosys.Dir = dir
	log, err := yosys.CombinedOutput()
	require.NoError(t, err)
	assert.Regexp(t, `\n +RAMB18E1 +3\n`, string(log))
	assert.NotRegexp(t, `\n +(RAMB36E1|RAM\d+[MX]\S*) +\d+\n`, string(log))
}
