// Package jit is the compiled engine. It translates a netlist to WebAssembly,
// which wazero compiles to the machine's own code:
//
//  1. The netlist becomes expressions over numbers of 32 and 64 bits (lower.go,
//     package word), simplified as they are made. A value above 64 bits is
//     several of them.
//  2. These become programs, one that computes outputs, and one or two for the edge,
//     which also look for collisions and failing properties (programs.go, stops.go).
//     Their steps are put under branches, ordered and cut into functions (package code).
//  3. The functions are written as a WebAssembly module (package wasm). The loop
//     over cycles is part of it.
//
// The state is that of the netlist; nothing else is kept from cycle to cycle.
package jit

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"

	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/jit/code"
	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/netlist"
)

// Limits of the compiled engine, besides those of every engine.
const (
	maxWordNodes = 1 << 23 // operations on machine words
	maxWordDepth = 1 << 20 // operations on one combinational path
	maxMemory    = 1<<32 - 2*wasm.PageSize
)

// Engine is the compiler.
type Engine struct{}

// Name returns "compiled".
func (Engine) Name() string { return "compiled" }

// Available reports whether the engine runs on this machine.
func Available() bool { return hasCompiler() }

// wazeroRuntime is shared by all programs of the process. It holds no state of
// theirs: a compiled module and an instance each go when nothing uses them.
var wazeroRuntime = sync.OnceValue(func() wazero.Runtime {
	return wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigCompiler())
})

// hasCompiler reports whether wazero's compiler runs here: the platform must be on
// the list in its documentation, and a module is tried, as the processor may lack
// an extension.
var hasCompiler = sync.OnceValue(func() (ok bool) {
	switch runtime.GOARCH {
	case "amd64", "arm64":
	default:
		return false
	}
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "netbsd", "windows":
	case "dragonfly", "solaris", "illumos":
		if runtime.GOARCH != "amd64" {
			return false
		}
	default:
		return false
	}
	defer func() { ok = recover() == nil && ok }()
	m := &wasm.Module{Pages: 1}
	f := m.Func(nil, []wasm.Type{wasm.I32})
	f.Const(wasm.I32, 1)
	m.Export("one", f)
	x, err := wazeroRuntime().InstantiateWithConfig(context.Background(), m.Encode(), wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return false
	}
	defer x.Close(context.Background())
	one, err := x.ExportedFunction("one").Call(context.Background())
	return err == nil && one[0] == 1
})

// program is a module. Its function settle computes outputs and signals; run runs
// cycles, each with the edge of the only domain, with the reset at 0 if the module has runInReset for a reset of 1. If the
// netlist keeps signals, trace does the same as run and keeps a frame of each cycle
// in the ring.
type program struct {
	n      *netlist.Netlist
	place  *placement
	where  code.Map
	module wazero.CompiledModule
	reset  int // the input that chooses between run and runInReset, or -1
	ring   uint32
}

// Passes returns the names of the engine's own passes, in the order in which they run.
func Passes() []string { return code.PassNames[:] }

// Compile makes and compiles the module. It is an error if the design exceeds the
// limits of the engine, or if the engine does not run on this machine.
func (Engine) Compile(n *netlist.Netlist, without map[string]bool) (engine.Code, error) {
	if !hasCompiler() {
		return nil, fmt.Errorf("wazero has no compiler for %s/%s: use the reference engine", runtime.GOOS, runtime.GOARCH)
	}
	if len(n.Domains) > 1 {
		return nil, fmt.Errorf("the compiled engine runs one clock so far, not %d domains: use the reference engine", len(n.Domains))
	}
	c := &program{n: n, place: placementOf(n), reset: -1}
	binary, err := encode(c, code.Omit(without))
	if err != nil {
		return nil, err
	}
	if c.module, err = wazeroRuntime().CompileModule(context.Background(), binary); err != nil {
		return nil, fmt.Errorf("wazero refuses the code: %w", err)
	}
	runtime.AddCleanup(c, func(m wazero.CompiledModule) { m.Close(context.Background()) }, c.module)
	return c, nil
}

// encode makes the module.
func encode(c *program, omit code.Omitted) ([]byte, error) {
	x := &compilation{omit: omit, program: c, module: &wasm.Module{}}
	if err := x.checkProducts(); err != nil {
		return nil, err
	}
	settle, err := x.plan(nil, x.settle)
	if err != nil {
		return nil, err
	}
	check, err := x.plan(nil, x.check)
	if err != nil {
		return nil, err
	}
	if !omit[code.Reset] {
		c.reset = resetOf(c.n)
	}
	runs := []map[int]uint64{nil}
	if c.reset >= 0 {
		runs = []map[int]uint64{{c.reset: 0}, {c.reset: 1}}
	}
	var edges []*code.Plan
	for _, fixed := range runs {
		edge, err := x.plan(fixed, x.edge)
		if err != nil {
			return nil, err
		}
		edges = append(edges, edge)
	}
	traces := len(c.n.Signals) > 0
	if traces {
		both, err := x.plan(runs[0], x.edgeAndFrame)
		if err != nil {
			return nil, err
		}
		edges = append(edges, both)
	}

	c.where.Top = c.place.alloc(8) + 8
	c.where.Arrays = c.where.Top
	total := uint64(c.where.Arrays) + c.place.arrays
	c.ring = uint32(total)
	if traces {
		total += uint64(engine.RingFrames(c.place.frameSize)) * uint64(c.place.frameSize)
	}
	if total > maxMemory {
		return nil, fmt.Errorf("state and memories take %d bytes, more than the %d of a WebAssembly memory: use the reference engine", total, uint64(maxMemory))
	}
	x.module.Pages = uint32((total + wasm.PageSize - 1) / wasm.PageSize)

	f := x.module.Func([]wasm.Type{wasm.I32}, nil)
	x.module.Export("settle", f)
	call(f, settle.Emit(x.module, c.where))
	checks := check.Emit(x.module, c.where)
	for i, edge := range edges {
		name := []string{"run", "runInReset"}[min(i, 1)]
		if i == len(runs) {
			name = "trace"
		}
		before, after := checks, edge.Emit(x.module, c.where)
		if n := edge.UntilStop(); n > 0 {
			before, after = after[:n], after[n:]
		}
		x.run(name, before, after)
	}
	return x.module.Encode(), nil
}
