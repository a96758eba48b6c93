package waves

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tool is the path of an external program. If it is missing, the test is
// skipped, but not in CI, where a skip would pass for a success.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed, and CI=true", name)
	}
	t.Skipf("%s is not installed; install it to run this test", name)
	return ""
}

// write returns the VCD of some samples.
func write(t require.TestingT, top *Scope, opts Options, samples ...[]uint64) []byte {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, top, opts)
	require.NoError(t, err)
	for _, s := range samples {
		require.NoError(t, w.Sample(s))
	}
	require.NoError(t, w.Close())
	return buf.Bytes()
}

func read(t require.TestingT, vcd string) *File {
	f, err := Read(strings.NewReader(vcd))
	require.NoError(t, err)
	return f
}

// job is a small design with a bit of everything: a clock in two scopes, an
// alias, a state machine, a memory, a value of more than one word.
func job() *Scope {
	states := &Enum{Name: "job_state", Width: 2, States: []State{{"idle", 0}, {"busy", 1}, {"done", 2}}}
	start := &Var{Name: "start", Width: 1}
	out := &Var{Name: "out", Width: 8}
	count := &Var{Name: "count", Width: 8, Kind: Reg}
	out.Alias = count
	return &Scope{Name: "tb",
		Vars: []*Var{start, out, {Name: "clk", Width: 1, Kind: Clock}},
		Scopes: []*Scope{{
			Name: "dut",
			Vars: []*Var{
				{Name: "clk", Width: 1, Kind: Clock},
				{Name: "start", Width: 1, Alias: start},
				count,
				{Name: "state", Width: 2, Kind: Reg, Enum: states},
				{Name: "wide", Width: 70},
			},
			Scopes: []*Scope{{
				Name: "queue",
				Vars: []*Var{
					{Name: "mem[0]", Width: 4, Kind: Reg},
					{Name: "mem[1]", Width: 4, Kind: Reg},
					{Name: "full[0]", Width: 1, Kind: Reg},
					{Name: "in", Width: 8, Alias: count},
				},
				Scopes: []*Scope{{
					Name: "ptr",
					Vars: []*Var{{Name: "wr", Width: 3, Kind: Reg}},
				}},
			}},
		}},
	}
}

// jobSamples are words of start, count, state, wide (2), mem[0], mem[1], full[0], wr.
var jobSamples = [][]uint64{
	{1, 0, 0, 0, 0, 0, 0, 0, 0},
	{0, 0, 1, 1 << 63, 0x2a, 3, 0, 0, 1},
	{0, 0xff, 1, 1 << 63, 0x2a, 3, 0, 1, 1},
	{0, 0x80, 2, 5, 0, 3, 9, 1, 7},
}
