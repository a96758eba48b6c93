package outside_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/outside"
	"posedge/verilog"
	"posedge/verilog/replay"
)

func counter(t *testing.T) outside.Run {
	tb := bench.New(t, examples.NewCounter(8), bench.Record())
	tb.Random(20)
	b, err := replay.New(tb.Recording(), verilog.Options{})
	require.NoError(t, err)
	return outside.Run{Top: "counter", Replay: b}
}

func TestWhatIsMissingIsNamedAtOnce(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := outside.All().Missing()
	assert.EqualError(t, err, "not installed: verilator, iverilog, yosys; on Debian or Ubuntu: apt-get install verilator iverilog yosys")
	assert.ErrorIs(t, err, eda.ErrMissingTool)
	assert.EqualError(t, outside.Checks{outside.ReplayIcarus, outside.LintIcarus}.Missing(), "not installed: iverilog; on Debian or Ubuntu: apt-get install iverilog")
}

// A build of Verilator that one run makes fail is tried again without it: the others still have their verdict. Each
// check of each run is one step.
func TestOneBadRunDoesNotKeepTheOthersFromTheirVerdict(t *testing.T) {
	checks := outside.Checks{outside.LintVerilator, outside.ReplayVerilator}
	if err := checks.Missing(); err != nil {
		if os.Getenv("CI") != "" {
			require.NoError(t, err)
		}
		t.Skip(err)
	}
	bad := counter(t)
	broken := *bad.Replay
	broken.RTL = []verilog.File{{Name: "counter.v", Content: []byte("module counter; this is no Verilog\n")}}
	bad.Replay = &broken
	var mu sync.Mutex
	steps := map[outside.Check]int{}
	reports := outside.Hold(context.Background(), []outside.Run{counter(t), bad, counter(t)}, outside.Options{
		Checks:  checks,
		Further: func(run int) error { return errors.Join(map[int]error{2: errors.New("no more")}[run]) },
		Step: func(_ int, c outside.Check) {
			mu.Lock()
			defer mu.Unlock()
			steps[c]++
		},
	})
	for i, r := range reports {
		assert.Equal(t, i == 1, r.Errors[outside.LintVerilator] != nil, "%d: %v", i, r.Errors)
		assert.Equal(t, i == 1, r.Errors[outside.ReplayVerilator] != nil, "%d: %v", i, r.Errors)
		assert.Equal(t, i == 2, r.Further != nil)
	}
	assert.Equal(t, map[outside.Check]int{outside.LintVerilator: 3, outside.ReplayVerilator: 1}, steps)
}

func TestACheckIsNotMadeOfARunThatExceptsIt(t *testing.T) {
	edatest.Need(t, "iverilog")
	run := counter(t)
	bad := *run.Replay
	bad.RTL = []verilog.File{{Name: "counter.v", Content: []byte("this is no Verilog\n")}}
	except := outside.Run{Top: "counter", Replay: &bad, Except: outside.Checks{outside.LintIcarus}}
	reports := outside.Hold(context.Background(), []outside.Run{except, {Top: "counter", Replay: &bad}}, outside.Options{Checks: outside.Checks{outside.LintIcarus}})
	assert.NoError(t, reports[0].Errors[outside.LintIcarus])
	assert.Error(t, reports[1].Errors[outside.LintIcarus])
}
