package sim

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"posedge/hdl/sim/internal/code"
	"posedge/hdl/sim/internal/wasm"
	"posedge/hdl/sim/internal/word"
)

// Compiled translates a netlist to WebAssembly, which wazero compiles to the
// machine's own code. It is what [Compile] uses where wazero has a compiler.
var Compiled Engine = &compiled{}

// Engines returns the engines of this machine, the default first.
func Engines() []Engine {
	if hasCompiler() {
		return []Engine{Compiled, Reference}
	}
	return []Engine{Reference}
}

// Limits of the compiled engine, beside those of every engine.
const (
	maxWordNodes = 1 << 23 // operations on machine words
	maxWordDepth = 1 << 20 // operations on one combinational path
	maxMemory    = 1<<32 - 2*wasm.PageSize
)

type compiled struct {
	without map[string]bool
}

func (*compiled) Name() string { return "compiled" }

// withoutPasses returns the engine with some of CodePasses left out.
func (*compiled) withoutPasses(names map[string]bool) Engine { return &compiled{names} }

// wazeroRuntime is shared by all programs of the process. It holds no state of
// theirs: a compiled module and an instance each go when nothing uses them.
var wazeroRuntime = sync.OnceValue(func() wazero.Runtime {
	return wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigCompiler())
})

// hasCompiler reports whether wazero's compiler runs here: the list is that of
// its documentation, and a module is tried, as the processor may lack an
// extension.
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

// compiledCode is a module. Its function settle computes outputs and signals;
// run and runInReset do cycles, with the reset at 0 or anything, and at 1; of a
// netlist that keeps signals, trace does what run does and keeps a frame of each
// cycle in the ring.
type compiledCode struct {
	n      *Netlist
	place  *placement
	where  code.Map
	module wazero.CompiledModule
	reset  int // the input that chooses between run and runInReset, or -1
	ring   uint32
}

func (e *compiled) Compile(n *Netlist) (Code, error) {
	if !hasCompiler() {
		return nil, fmt.Errorf("wazero has no compiler for %s/%s: use the reference engine", runtime.GOOS, runtime.GOARCH)
	}
	c := &compiledCode{n: n, place: placementOf(n), reset: -1}
	binary, err := e.encode(c)
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
func (e *compiled) encode(c *compiledCode) ([]byte, error) {
	x := &compilation{compiled: e, compiledCode: c, module: &wasm.Module{}}
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
	if !e.without["reset"] {
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
		total += uint64(ringFrames(c.place.frameSize)) * uint64(c.place.frameSize)
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
		x.run(name, checks, edge.Emit(x.module, c.where))
	}
	return x.module.Encode(), nil
}

// compilation is the making of one module.
type compilation struct {
	*compiled
	*compiledCode
	module *wasm.Module
}

// plan plans one program of the netlist.
func (x *compilation) plan(fixed map[int]uint64, build func(*wordLowering) *code.Program) (*code.Plan, error) {
	g := word.New()
	g.Plain = x.without["simplify"]
	p := build(lowerWords(g, x.n, x.place, fixed))
	if len(g.Nodes) > maxWordNodes {
		return nil, fmt.Errorf("the design needs %d operations on machine words, more than the %d that it compiles: use the reference engine",
			len(g.Nodes), maxWordNodes)
	}
	if depth := g.Depth(); depth > maxWordDepth {
		return nil, fmt.Errorf("the design has a path of %d operations on machine words, more than the %d that it compiles: use the reference engine",
			depth, maxWordDepth)
	}
	o := code.Options{NoGroups: x.without["groups"], NoFactors: x.without["factors"], NoArms: x.without["arms"], NoOrder: x.without["order"]}
	return code.NewPlan(p, o, x.place.alloc), nil
}

// settle computes the outputs that are not inputs or registers, and the frame.
func (x *compilation) settle(l *wordLowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	var nets []Net
	for _, o := range x.n.Outputs {
		nets = append(nets, o.Net)
	}
	for _, s := range x.n.Signals {
		nets = append(nets, s.Net)
	}
	l.want(nets...)
	for i, o := range x.n.Outputs {
		if op := x.n.Nodes[o.Net].Op; op != OpInput && op != OpReg {
			p.Stores = append(p.Stores, l.stores(x.place.outputs[i], word.NoState, l.nets[o.Net])...)
		}
	}
	x.keepFrame(l, p)
	return p
}

// keepFrame stores the signals in the frame.
func (x *compilation) keepFrame(l *wordLowering, p *code.Program) {
	for i, s := range x.n.Signals {
		addr := x.place.frame + uint32(x.place.at[i])
		size := packedSize(x.n.Nodes[s.Net].Width)
		for k, v := range l.nets[s.Net] {
			// The last word of a wide value may have 4 bytes; above them is always 0.
			p.Stores = append(p.Stores, code.Store{Value: v, Addr: addr + 8*uint32(k), Size: min(size, l.Nodes[v].T.Bits()/8), State: word.NoState})
		}
	}
}

// edgeAndFrame is edge with the signals as they are before it.
func (x *compilation) edgeAndFrame(l *wordLowering) *code.Program {
	for _, s := range x.n.Signals {
		l.want(s.Net)
	}
	edge := x.edge(l)
	p := &code.Program{Graph: l.Graph, Writes: edge.Writes}
	x.keepFrame(l, p)
	p.Stores = append(p.Stores, edge.Stores...)
	return p
}

// check computes the number of the first stop that applies.
func (x *compilation) check(l *wordLowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	nets := x.n.stops()
	if len(nets)+len(x.n.Until) == 0 {
		return p
	}
	l.want(nets...)
	l.want(x.n.Until...)
	stop := l.Const(word.I32, 0)
	for i := len(nets) - 1; i >= 0; i-- {
		stop = l.Select(l.bit(nets[i]), l.Const(word.I32, uint64(1+i)), stop)
	}
	for _, net := range x.n.Until {
		armed := l.load(slot{x.place.armed, 1}, word.NoState)[0]
		stop = l.Select(l.And(armed, l.bit(net)), l.Const(word.I32, uint64(1+len(nets))), stop)
	}
	p.Stores = []code.Store{{Value: stop, Addr: x.place.stop, State: word.NoState}}
	return p
}

// edge computes the next state.
func (x *compilation) edge(l *wordLowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	var nets []Net
	for _, r := range x.n.Registers {
		nets = append(nets, r.Next)
	}
	for _, w := range x.n.Writes {
		nets = append(nets, w.Enable, w.Addr, w.Data)
	}
	l.want(nets...)
	for i, r := range x.n.Registers {
		if x.n.Nodes[r.Next].Op == OpReg && x.n.Nodes[r.Next].Aux == i {
			continue // it holds for ever
		}
		p.Stores = append(p.Stores, l.stores(x.place.registers[i], x.place.regState[i], l.nets[r.Next])...)
	}
	for _, w := range x.n.Writes {
		p.Writes = append(p.Writes, l.write(w))
	}
	return p
}

// run adds the loop over cycles: it returns how many were done. That of trace
// copies the frame into the ring after each.
func (x *compilation) run(name string, checks, edge []*wasm.Func) {
	f := x.module.Func([]wasm.Type{wasm.I32, wasm.I32}, []wasm.Type{wasm.I32})
	x.module.Export(name, f)
	const limit = 1
	done := f.Local(wasm.I32)
	ring := f.Local(wasm.I32)
	f.Const(wasm.I32, uint64(x.ring))
	f.Set(ring)
	f.Loop()
	if len(checks) > 0 {
		call(f, checks)
		f.Get(0)
		f.Memory(wasm.I32Load, x.place.stop)
		f.If(wasm.None)
		f.Get(done)
		f.Op(wasm.Return)
		f.Else()
		f.End()
	}
	call(f, edge)
	if name == "trace" {
		f.Get(ring)
		f.Const(wasm.I32, uint64(x.place.frame))
		f.Const(wasm.I32, uint64(x.place.frameSize))
		f.MemoryCopy()
		f.Get(ring)
		f.Const(wasm.I32, uint64(x.place.frameSize))
		f.Op(wasm.I32Add)
		f.Set(ring)
	}
	f.Get(done)
	f.Const(wasm.I32, 1)
	f.Op(wasm.I32Add)
	f.Tee(done)
	f.Get(limit)
	f.Op(wasm.I32LtU)
	f.BrIf(0)
	f.End()
	f.Get(done)
}

// call calls the functions with the base.
func call(f *wasm.Func, list []*wasm.Func) {
	for _, callee := range list {
		f.Get(0)
		f.Call(callee)
	}
}

// checkProducts refuses multiplications that would become too much code.
func (x *compilation) checkProducts() error {
	for _, node := range x.n.Nodes {
		if node.Op != OpMul && node.Op != OpMulS {
			continue
		}
		a, b := x.n.Nodes[node.Args[0]].Width, x.n.Nodes[node.Args[1]].Width
		if wordsOf(a)*wordsOf(b) > maxProducts {
			return fmt.Errorf("a product of %d and %d bits is more than it compiles (two of %d bits): use the reference engine", a, b, 8192)
		}
	}
	return nil
}

// resetOf finds the reset, or returns -1: the last input, where some register
// takes a constant while it is 1. A run in which it is 0 needs no trace of it.
// Few registers of a design may have a reset, yet those gate the others.
func resetOf(n *Netlist) int {
	last := len(n.Inputs) - 1
	for _, r := range n.state() {
		x := n.Nodes[r.Next]
		if x.Op != OpMux || n.Nodes[x.Args[2]].Op != OpConst {
			continue
		}
		if in := n.Nodes[x.Args[0]]; in.Op == OpInput && in.Aux == last {
			return last
		}
	}
	return -1
}

func (c *compiledCode) New() Machine {
	x, err := wazeroRuntime().InstantiateModule(context.Background(), c.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		panic(fmt.Sprintf("sim: no instance of a compiled program: %v", err)) // out of memory
	}
	m := &compiledMachine{compiledCode: c, settle: x.ExportedFunction("settle"), chunk: 64}
	m.run[0], m.run[1] = x.ExportedFunction("run"), x.ExportedFunction("runInReset")
	m.trace = x.ExportedFunction("trace")
	m.memory, _ = x.Memory().Read(0, x.Memory().Size())
	runtime.AddCleanup(m, func(x api.Module) { x.Close(context.Background()) }, x)
	return m
}

// compiledMachine is an instance of a module. memory is that of the instance,
// whose size does not change.
type compiledMachine struct {
	*compiledCode
	memory []byte
	settle api.Function
	run    [2]api.Function
	trace  api.Function // nil if there are no signals
	stack  [2]uint64
	chunk  int // cycles that take some milliseconds
}

func (m *compiledMachine) Settle() {
	m.stack[0] = 0
	m.call(m.settle)
}

func (m *compiledMachine) call(f api.Function) {
	if err := f.CallWithStack(context.Background(), m.stack[:]); err != nil {
		panic(fmt.Sprintf("sim: compiled code failed: %v", err)) // a fault of the engine
	}
	runtime.KeepAlive(m) // not to be cleaned up in its last call
}

// Code that runs cannot be interrupted, and the garbage collector waits for it:
// a call does cycles for about this long.
const (
	shortCall = time.Millisecond
	longCall  = 4 * time.Millisecond
)

func (m *compiledMachine) inReset() bool { return m.reset >= 0 && m.Input(m.reset, 0) != 0 }

func (m *compiledMachine) Run(n int) (done, stop int) {
	run := m.run[0]
	if m.inReset() {
		run = m.run[1]
	}
	for done < n {
		todo := min(n-done, m.chunk)
		var start time.Time
		if todo == m.chunk {
			start = time.Now()
		}
		m.stack = [2]uint64{0, uint64(todo)}
		m.call(run)
		did := int(uint32(m.stack[0]))
		done += did
		if did < todo {
			return done, m.stopped()
		}
		if todo == m.chunk {
			switch took := time.Since(start); {
			case took < shortCall && m.chunk < 1<<30:
				m.chunk *= 2
			case took > longCall && m.chunk > 1:
				m.chunk /= 2
			}
		}
	}
	return n, -1
}

// stopped is why the last run stopped.
func (m *compiledMachine) stopped() int {
	return int(binary.LittleEndian.Uint32(m.memory[m.place.stop:])) - 1
}

func (m *compiledMachine) Trace(n int) (frames []byte, done, stop int) {
	size := m.place.frameSize
	frames = m.memory[m.ring:]
	if m.trace == nil || m.inReset() {
		m.Settle()
		m.Signals(frames[:size])
		done, stop = m.Run(1)
		return frames[:done*size], done, stop
	}
	todo := min(n, ringFrames(size))
	m.stack = [2]uint64{0, uint64(todo)}
	m.call(m.trace)
	stop = -1
	if done = int(uint32(m.stack[0])); done < todo {
		stop = m.stopped()
	}
	return frames[:done*size], done, stop
}

func (m *compiledMachine) Arm(on bool) {
	m.memory[m.place.armed] = 0
	if on {
		m.memory[m.place.armed] = 1
	}
}

// takeState copies the state of a machine of the same design, whose inputs and
// registers lie in the same places.
func (m *compiledMachine) takeState(from Machine) {
	old := from.(*compiledMachine)
	copy(m.memory[:m.place.state], old.memory)
	copy(m.memory[m.where.Arrays:][:m.place.arrays], old.memory[old.where.Arrays:])
	m.chunk = old.chunk
}

func (m *compiledMachine) get(s slot, k int) uint64 {
	at := m.memory[s.addr+8*uint32(k):]
	if s.width-64*k <= 32 {
		return uint64(binary.LittleEndian.Uint32(at))
	}
	return binary.LittleEndian.Uint64(at)
}

func (m *compiledMachine) set(s slot, k int, v uint64) {
	at := m.memory[s.addr+8*uint32(k):]
	if s.width-64*k <= 32 {
		binary.LittleEndian.PutUint32(at, uint32(v))
	} else {
		binary.LittleEndian.PutUint64(at, v)
	}
}

func (m *compiledMachine) SetInput(i, word int, v uint64)    { m.set(m.place.inputs[i], word, v) }
func (m *compiledMachine) Input(i, word int) uint64          { return m.get(m.place.inputs[i], word) }
func (m *compiledMachine) Output(i, word int) uint64         { return m.get(m.place.outputs[i], word) }
func (m *compiledMachine) Register(i, word int) uint64       { return m.get(m.place.registers[i], word) }
func (m *compiledMachine) SetRegister(i, word int, v uint64) { m.set(m.place.registers[i], word, v) }

func (m *compiledMachine) Signals(dst []byte) { copy(dst, m.memory[m.place.frame:]) }

func (m *compiledMachine) at(i, addr, word int) (at []byte, size int) {
	a := m.place.memories[i]
	return m.memory[int(m.where.Arrays)+int(a.addr)+addr*a.size+8*word:], a.size
}

func (m *compiledMachine) Memory(i, addr, word int) uint64 {
	switch at, size := m.at(i, addr, word); size {
	case 1:
		return uint64(at[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(at))
	case 4:
		return uint64(binary.LittleEndian.Uint32(at))
	default:
		return binary.LittleEndian.Uint64(at)
	}
}

func (m *compiledMachine) SetMemory(i, addr, word int, v uint64) {
	switch at, size := m.at(i, addr, word); size {
	case 1:
		at[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(at, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(at, uint32(v))
	default:
		binary.LittleEndian.PutUint64(at, v)
	}
}
