//go:build unix

package bench_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
)

// hurried is a reporter whose test must end soon.
type hurried struct {
	bench.Reporter
	end time.Time
}

func (h hurried) Deadline() (time.Time, bool) { return h.end, true }

// certain is a component whose assert needs no proof.
type certain struct {
	A hdl.In
	Y hdl.Out
}

func (c *certain) Describe(m *hdl.Module) {
	c.Y.Set(c.A)
	m.Assert("same", c.Y.Eq(c.A))
}

// A tool that takes longer than the test's time is stopped before the test ends.
func TestProofsEndBeforeTheTestsDeadline(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for _, tool := range []string{"yosys", "yosys-abc", "z3"} {
		require.NoError(t, os.WriteFile(filepath.Join(bin, tool), []byte("#!/bin/sh\nsleep 1000\n"), 0o777))
	}
	end := time.Now().Add(4 * time.Second)
	err := bench.Run(func(r bench.Reporter) {
		bench.Prove(hurried{r, end}, &certain{hdl.Input(4), hdl.Output(4)})
	})
	assert.ErrorContains(t, err, "yosys failed: it took until 1s before the test's deadline (go test -timeout)")
	assert.True(t, time.Now().Before(end.Add(10*time.Second)), "the machine may be slow, not that slow")
}
