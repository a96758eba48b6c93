package speed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"posedge/internal/eda"
)

// errTooLong is wrapped where a tool took longer than it may.
var errTooLong = errors.New("took too long")

// execute runs a tool to its end within the time, in dir, and returns how long it
// took. The error has the end of what the tool said.
func execute(ctx context.Context, limit time.Duration, dir, tool string, args ...string) (float64, error) {
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := command(bounded, dir, tool, args...)
	release, err := eda.Guard(cmd)
	if err != nil {
		return 0, err
	}
	defer release()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	began := time.Now()
	err = cmd.Run()
	seconds := time.Since(began).Seconds()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case bounded.Err() != nil:
		return 0, fmt.Errorf("%s: %w: more than %v", filepath.Base(tool), errTooLong, limit)
	case err != nil:
		return 0, fmt.Errorf("%s: %w: %s", filepath.Base(tool), err, tail(out.String()))
	}
	return seconds, nil
}

// command makes a process that ends with the context. Its temporary files are in dir, if there is one.
func command(ctx context.Context, dir, tool string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, tool, args...)
	if dir != "" {
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// converse runs a simulator, made by command, and reads its log. It ends the simulator
// with whatever that has started: on the PATH may be a script that calls it.
func converse(ctx context.Context, cmd *exec.Cmd, l limits) (*runLog, error) {
	release, err := eda.Guard(cmd)
	if err != nil {
		return nil, err
	}
	defer release()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	stopped := false
	log, err := readLog(out, l, func() {
		stopped = true
		_ = cmd.Cancel() // it has no other end
	})
	if err != nil && !errors.Is(err, errSilent) {
		stopped = true
		_ = cmd.Cancel() // nobody reads what it says
	}
	_, _ = io.Copy(io.Discard, out)
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case ended != nil && !stopped:
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), ended, tail(said.String()))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	return log, nil
}

// tail is the end of a tool's output, on one line.
func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) > 3 {
		lines = lines[len(lines)-3:]
	}
	return strings.Join(lines, " | ")
}

// installed returns an error that wraps eda.ErrMissingTool if one of the tools
// is not there.
func installed(tools ...string) error {
	for _, t := range tools {
		switch t {
		case "g++", "make": // what package verilog does not call itself
			if _, err := exec.LookPath(t); err != nil {
				return fmt.Errorf("%s: %w; on Debian or Ubuntu: apt-get install %s", t, eda.ErrMissingTool, t)
			}
		default:
			if _, err := eda.Find(t); err != nil {
				return err
			}
		}
	}
	return nil
}
