package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"posedge/internal/eda"
	"posedge/internal/kept"
	"posedge/verilog"
)

// verilateFlags are those of every build. A short run takes less than its build: nothing is optimised, and a module is
// compiled once for all its instances. All the C++ is compiled as one file, since the headers, which each file would
// read, take longer than its code.
var (
	verilateFlags = []string{"--main", "--exe", "--timing", "-fno-inline", "-Wno-fatal", "-Wno-lint", "-Wno-style"}
	makeFlags     = []string{"OPT_FAST=-O0", "OPT_GLOBAL=-O0", "VM_PARALLEL_BUILDS=0"}
)

// library is what is the same in every build, compiled: Verilator's own library, which takes three quarters of the time
// of a small build, and its headers, which take half of the rest. It is kept on the machine; where nothing can be kept,
// each process compiles the library anew.
var library compiled

type compiled struct {
	mu      sync.Mutex
	done    bool
	objects []verilog.File
	header  string // the path of the precompiled header, or empty
}

// header includes what the C++ of every build does.
const header = "#include \"verilated.h\"\n#include \"verilated_timing.h\"\n"

const (
	libraryName = "empty" // of the design that the library is compiled with
	headerName  = "posedge.h"
	precompiled = headerName + ".gch" // which the compiler takes for headerName, if it fits
)

// libraryMake compiles the library and the header with the flags of any build. Beside the lists of headers that the
// compiler writes, compiler.txt names the compiler proper and the makefiles.
const libraryMake = `include V` + libraryName + `.mk
objects: $(VK_GLOBAL_OBJS)
	$(CXX) -print-prog-name=cc1plus > compiler.txt
	echo $(MAKEFILE_LIST) >> compiler.txt
` + precompiled + `: ` + headerName + `
	$(CXX) $(CXXFLAGS) $(filter-out -MMD,$(CPPFLAGS)) $(OPT_FAST) -MD -MF posedge.d -x c++-header -o $@ $<
.PHONY: objects
`

// environment are the variables that change what make or the compiler does.
var environment = []string{"VERILATOR_ROOT", "MAKEFLAGS", "CXX", "CXXFLAGS", "CPPFLAGS", "USER_CPPFLAGS", "CPATH", "CPLUS_INCLUDE_PATH"}

// prepare compiles the library, or finds it compiled, once in a process.
func (c *compiled) prepare(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return nil
	}
	err := c.find(ctx)
	c.done = err == nil
	return err
}

// install puts the library into a build's folder, and returns the arguments of Verilator with which the build takes it.
func (c *compiled) install(dir string) (args []string, err error) {
	flags := slices.Clone(makeFlags)
	files := c.objects
	if c.header != "" {
		files = append(slices.Clip(files), verilog.File{Name: "obj/" + headerName, Content: []byte(header)})
	}
	if err := verilog.WriteFiles(dir, files); err != nil {
		return nil, err
	}
	if c.header != "" && os.Symlink(c.header, filepath.Join(dir, "obj", precompiled)) == nil {
		args = append(args, "-CFLAGS", "-include "+headerName)
	}
	for _, f := range c.objects {
		flags = append(flags, "-o", path.Base(f.Name)) // up to date, though the makefile is younger
	}
	return append(args, "-MAKEFLAGS", strings.Join(flags, " ")), nil
}

// find takes the library from the cache, or compiles it if there is none.
func (c *compiled) find(ctx context.Context) error {
	version, err := eda.Version(ctx, "verilator")
	if err != nil {
		return err
	}
	compiler, err := eda.Version(ctx, "g++")
	if err != nil && !errors.Is(err, eda.ErrMissingTool) { // Verilator's makefile names another, and else says that it is missing
		return err
	}
	// Where the tools are does not matter: a stand-in on the PATH may call them.
	key := []string{version, compiler, libraryMake, header}
	key = slices.Concat(key, verilateFlags, makeFlags)
	for _, name := range environment {
		key = append(key, name+"="+os.Getenv(name))
	}
	dir, err := kept.Folder(ctx, "verilator", strings.Join(key, "\n"), func(dir string) ([]string, error) {
		return compileLibrary(ctx, dir, precompiled)
	})
	if err == nil {
		c.objects, err = objectsIn(dir)
		c.header = filepath.Join(dir, precompiled)
	}
	if errors.Is(err, kept.ErrNoCache) || errors.Is(err, os.ErrNotExist) { // another process has removed it
		c.header = ""
		err = eda.InFolder(nil, func(dir string) error {
			_, err := compileLibrary(ctx, dir) // the header would save less than it takes
			if err == nil {
				c.objects, err = objectsIn(dir)
			}
			return err
		})
	}
	return err
}

// compileLibrary compiles the library, and with a further target the header, to dir, and returns the files they were made
// from.
func compileLibrary(ctx context.Context, dir string, further ...string) (inputs []string, err error) {
	files := []verilog.File{
		{Name: libraryName + ".v", Content: []byte("module " + libraryName + ";\n  initial #1 $finish;\nendmodule\n")},
		{Name: "obj/" + headerName, Content: []byte(header)},
		{Name: "obj/posedge.mk", Content: []byte(libraryMake)},
	}
	err = eda.InFolder(files, func(temp string) error {
		args := slices.Concat([]string{"--cc"}, verilateFlags, []string{"--prefix", "V" + libraryName, "-Mdir", "obj", libraryName + ".v"})
		if _, err := eda.Run(ctx, temp, "verilator", args...); err != nil {
			return err
		}
		obj := filepath.Join(temp, "obj")
		args = slices.Concat([]string{"-f", "posedge.mk", "-j", "2", "objects"}, further, makeFlags)
		if _, err := eda.Run(ctx, obj, "make", args...); err != nil {
			return err
		}
		if inputs, err = inputsOf(obj); err != nil {
			return err
		}
		made, err := filepath.Glob(filepath.Join(obj, "verilated*.o"))
		if err != nil {
			return err
		}
		for _, name := range further {
			made = append(made, filepath.Join(obj, name))
		}
		for _, path := range made {
			if err := copyFile(filepath.Join(dir, filepath.Base(path)), path); err != nil {
				return fmt.Errorf("%w: %w", kept.ErrNoCache, err)
			}
		}
		return nil
	})
	return inputs, err
}

// inputsOf are the files that the dependencies in obj name, outside the folder itself, and the compiler.
func inputsOf(obj string) ([]string, error) {
	lists, err := filepath.Glob(filepath.Join(obj, "*.d"))
	if err != nil {
		return nil, err
	}
	var all []string
	for _, path := range append(lists, filepath.Join(obj, "compiler.txt")) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
		for _, name := range strings.Fields(string(text)) {
			if filepath.IsAbs(name) {
				all = append(all, filepath.Clean(name))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// objectsIn are the object files in dir, to be written to a build's folder.
func objectsIn(dir string) ([]verilog.File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "verilated*.o"))
	if err != nil {
		return nil, err
	}
	var objects []verilog.File
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
		objects = append(objects, verilog.File{Name: "obj/" + filepath.Base(path), Content: content})
	}
	return objects, nil
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}
