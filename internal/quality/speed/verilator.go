package speed

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed model/verilator.cpp
var verilatorMain string

//go:embed model/loop.h
var loopHeader string

// writeMain writes the main program of a model to dir.
func writeMain(dir, main string) error {
	err := os.WriteFile(filepath.Join(dir, "main.cpp"), []byte(main), 0o666)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "loop.h"), []byte(loopHeader), 0o666)
	}
	return err
}

// toolLimit bounds a build.
const toolLimit = 10 * time.Minute

// verilatorFlags are those with which Verilator's models run fastest.
var verilatorFlags = []string{"-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert"}

// traceFlags make Verilator trace what we do: all signals, and no memories.
var traceFlags = []string{"--trace", "--trace-max-array", "0", "--trace-max-width", "65536"}

// optimisations are what OPT_FAST may be: which is best depends on the design.
func (o Options) optimisations(d Design) []string {
	switch {
	case d.Large:
		return []string{"-Os"}
	case o.Quick:
		return []string{"-O3 -march=native"}
	}
	return []string{"-O3 -march=native", "-O2", "-Os"}
}

// verilator is Verilator with or without --flatten.
func (o Options) verilator(flatten bool) engine {
	e := engine{name: "verilator", waves: !flatten, skips: func(Design) string { return "" }}
	var own []string
	if flatten {
		e.name, own = "verilator-flatten", []string{"--flatten"}
	}
	e.available = func() error { return installed("verilator", "make", "g++") }
	for i := range 3 {
		e.builds = append(e.builds, func(ctx context.Context, s *subject, vcd bool) (*build, error) {
			opts := o.optimisations(s.Design)
			if i >= len(opts) || vcd && i > 0 {
				return nil, nil
			}
			return verilate(ctx, s, opts[i], own, vcd)
		})
	}
	return e
}

// verilate builds a model; no cache of compiled C++ is used.
func verilate(ctx context.Context, s *subject, opt string, own []string, vcd bool) (*build, error) {
	if s.slow {
		return nil, fmt.Errorf("another build of Verilator %w", errTooLong)
	}
	dir, err := os.MkdirTemp(s.dir, "verilator-")
	if err != nil {
		return nil, err
	}
	if err := writeMain(dir, verilatorMain); err != nil {
		return nil, err
	}
	if vcd {
		own = append(slices.Clone(own), traceFlags...)
	}
	args := slices.Concat([]string{"--cc", "--exe", "--build", "-j", strconv.Itoa(runtime.NumCPU())}, verilatorFlags, own,
		[]string{"-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", s.top, "--prefix", "Vtop", "-Mdir", "obj", "-o", "model", "-CFLAGS", "-I..",
			"-MAKEFLAGS", fmt.Sprintf(`OPT_FAST="%s" OBJCACHE=`, opt), "main.cpp"}, s.files)
	seconds, err := execute(ctx, toolLimit, dir, "verilator", args...)
	s.slow = s.Large && errors.Is(err, errTooLong)
	if err != nil {
		return nil, err
	}
	b := &build{seconds: seconds, flags: strings.Join(append(slices.Clone(own), opt), " ")}
	b.run = processes(filepath.Join(dir, "obj", "model"), func() []string {
		if vcd {
			return []string{filepath.Join(dir, "model.vcd")}
		}
		return nil
	})
	return b, nil
}

// processes runs copies of a program: identical programs may run at different
// speeds, depending on where they lie.
func processes(model string, extra func() []string) func(ctx context.Context, l limits) (*runLog, error) {
	return func(ctx context.Context, l limits) (*runLog, error) {
		copied, err := copyProgram(model)
		if err != nil {
			return nil, err
		}
		defer os.Remove(copied)
		args := append([]string{fmt.Sprint(l.Seconds), fmt.Sprint(l.Cycles), fmt.Sprint(uint64(lastStop))}, extra()...)
		defer func() {
			for _, f := range extra() {
				os.Remove(f)
			}
		}()
		return converse(ctx, command(ctx, filepath.Dir(copied), copied, args...), l)
	}
}

func copyProgram(from string) (string, error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(from), "copy-")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Chmod(0o700)
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return out.Name(), err
}
