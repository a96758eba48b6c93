package speed

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"posedge/internal/eda"
)

//go:embed model/cxxrtl.cpp
var cxxrtlMain string

// cxxrtl is Yosys' C++ backend.
func cxxrtl() engine {
	return engine{
		name: "cxxrtl",
		available: func() error {
			if err := installed("yosys", "g++"); err != nil {
				return err
			}
			_, err := cxxrtlHeaders()
			return err
		},
		skips: func(d Design) string {
			if d.Large {
				return "it would take many minutes to build"
			}
			return ""
		},
		builds: []func(context.Context, *subject, bool) (*build, error){buildCXXRTL},
	}
}

// cxxrtlHeaders returns the folder to include from, and the header in it, which
// has moved since Yosys 0.34.
func cxxrtlHeaders() (flags []string, err error) {
	var data []string
	if out, err := exec.Command("yosys-config", "--datdir").Output(); err == nil {
		data = append(data, strings.TrimSpace(string(out)))
	}
	if yosys, err := exec.LookPath("yosys"); err == nil {
		data = append(data, filepath.Join(filepath.Dir(yosys), "..", "share", "yosys"))
	}
	for _, d := range data {
		for _, sub := range []string{"include", "include/backends/cxxrtl/runtime"} {
			folder := filepath.Join(d, sub)
			for _, header := range []string{"backends/cxxrtl/cxxrtl.h", "cxxrtl/cxxrtl.h"} {
				if _, err := os.Stat(filepath.Join(folder, header)); err == nil {
					return []string{"-I" + folder}, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("cxxrtl.h, a header of Yosys: %w; on Debian or Ubuntu: apt-get install yosys-dev", eda.ErrMissingTool)
}

// cxxrtlLimit bounds a build: g++ takes longer than linear time for one large
// function, and a comparison does not wait for it.
const cxxrtlLimit = 3 * time.Minute

func buildCXXRTL(ctx context.Context, s *subject, _ bool) (*build, error) {
	include, err := cxxrtlHeaders()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(s.dir, "cxxrtl-")
	if err != nil {
		return nil, err
	}
	// Yosys writes an underscore of a name as two.
	main := strings.ReplaceAll(cxxrtlMain, "TOP", "p_"+strings.ReplaceAll(s.top, "_", "__"))
	if err := writeMain(dir, main); err != nil {
		return nil, err
	}
	script := fmt.Sprintf("read_verilog %s; hierarchy -top %s; write_cxxrtl -O6 -g0 model.cc", strings.Join(s.files, " "), s.top)
	translated, err := execute(ctx, cxxrtlLimit, dir, "yosys", "-q", "-p", script)
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"-std=c++17", "-O3", "-march=native", "-w"}, include, []string{"-o", "model", "main.cpp"})
	compiled, err := execute(ctx, cxxrtlLimit, dir, "g++", args...)
	if err != nil {
		return nil, err
	}
	return &build{
		seconds: translated + compiled,
		flags:   "-O6, -O3 -march=native",
		run:     processes(filepath.Join(dir, "model"), func() []string { return nil }),
	}, nil
}
