//go:build unix

package eda_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
	"posedge/verilog"
)

// endless is a tool that never ends and starts another: each writes a dot to a
// file of its own, again and again.
const endless = `#!/bin/sh
beat() { while :; do printf . >> "$1"; sleep 0.02; done; }
beat "$BEATS/child" &
beat "$BEATS/tool"
`

// childTest is set in the process that TestToolsEndWithTheTest kills.
const childTest = "POSEDGE_TEST_RUNS_TOOL"

// A test process that is killed, by which nothing in it is asked, leaves neither
// the tool nor what the tool has started nor its folder behind.
func TestToolsEndWithTheTest(t *testing.T) {
	if os.Getenv(childTest) != "" {
		_ = eda.InFolder([]verilog.File{{Name: "x.v"}}, func(dir string) error {
			_, err := eda.Yosys(t.Context(), dir, "stat")
			return err
		})
		t.Fatal("the tool has ended")
	}
	beats, bin, temp := t.TempDir(), t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "yosys"), []byte(endless), 0o777))
	self, err := os.Executable()
	require.NoError(t, err)
	child := exec.Command(self, "-test.run", "^TestToolsEndWithTheTest$")
	child.Env = append(os.Environ(), childTest+"=1", "BEATS="+beats, "TMPDIR="+temp, "PATH="+bin+":"+os.Getenv("PATH"))
	require.NoError(t, child.Start())
	written := func(name string) int64 {
		info, err := os.Stat(filepath.Join(beats, name))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	folders := func() int {
		list, err := os.ReadDir(temp)
		require.NoError(t, err)
		return len(list)
	}
	require.Eventually(t, func() bool { return written("tool") > 0 && written("child") > 0 }, time.Minute, 10*time.Millisecond)
	assert.Equal(t, 1, folders())

	require.NoError(t, child.Process.Kill())
	_ = child.Wait() // it was killed
	assert.Eventually(t, func() bool {
		before := [2]int64{written("tool"), written("child")}
		time.Sleep(500 * time.Millisecond)
		return before == [2]int64{written("tool"), written("child")}
	}, time.Minute, 10*time.Millisecond, "a tool goes on")
	assert.Eventually(t, func() bool { return folders() == 0 }, time.Minute, 10*time.Millisecond, "a folder is left")
}

// A context that ends says why, and takes along what the tool has started.
func TestToolsEndWithTheContext(t *testing.T) {
	beats, bin := t.TempDir(), t.TempDir()
	t.Setenv("BEATS", beats)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "yosys"), []byte(endless), 0o777))
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(beats, "child")); err == nil {
				cancel(os.ErrDeadlineExceeded)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	_, err := eda.Yosys(ctx, t.TempDir(), "stat")
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	before, err := os.Stat(filepath.Join(beats, "child"))
	require.NoError(t, err)
	time.Sleep(300 * time.Millisecond)
	after, err := os.Stat(filepath.Join(beats, "child"))
	require.NoError(t, err)
	assert.Equal(t, before.Size(), after.Size())
}
