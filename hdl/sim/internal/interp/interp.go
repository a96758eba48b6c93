// Package interp is the reference engine, a plain interpreter that walks the
// netlist from the first node to the last. Other engines are compared with it.
package interp

import (
	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/eval"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
	"posedge/internal/frame"
)

// Engine is the interpreter. It has no passes of its own.
type Engine struct{}

// Name returns "reference".
func (Engine) Name() string { return "reference" }

// Compile lays out a frame; it refuses nothing.
func (Engine) Compile(n *netlist.Netlist, _ map[string]bool) (engine.Code, error) {
	return codeOf(n), nil
}

// code is a netlist with a place in a frame for each node.
type code struct {
	*netlist.Netlist
	eval.Layout
	logic []eval.Instr // every node that is not a source, in order
	stops []netlist.Stop
}

func codeOf(n *netlist.Netlist) *code {
	c := &code{Netlist: n, Layout: eval.LayoutOf(n), stops: n.Stops()}
	for i, x := range n.Nodes {
		if !x.Op.IsSource() {
			c.logic = append(c.logic, c.Instr(netlist.Net(i)))
		}
	}
	return c
}

// frame returns a frame with the constants in place.
func (c *code) frame() []uint64 {
	f := c.Frame()
	for i, x := range c.Nodes {
		if x.Op == netlist.OpConst {
			copy(c.Value(f, netlist.Net(i)), c.Consts[x.Aux])
		}
	}
	return f
}

func (c *code) New() engine.Machine {
	m := &machine{code: c, f: c.frame()}
	m.signals, m.frameSize = engine.FrameOf(c.Netlist)
	for _, r := range c.Registers {
		m.next = append(m.next, make([]uint64, wide.Words(r.Width)))
	}
	for _, x := range c.Memories {
		m.mem = append(m.mem, memory{x.Depth, wide.Words(x.Width), make([]uint64, x.Depth*wide.Words(x.Width))})
	}
	return m
}

type machine struct {
	*code
	f    []uint64   // the value of each node; inputs and registers are state
	next [][]uint64 // the registers after the edge
	mem  storage

	armed     bool
	signals   []int // where in a frame the signals lie
	frameSize int
	frames    []byte
}

// storage is the memories of a machine.
type storage []memory

type memory struct {
	depth, size int // size is the words of 64 bits of one word of the memory
	data        []uint64
}

func (s *storage) Word(dst []uint64, mem, addr int) {
	if m := &(*s)[mem]; addr < m.depth {
		copy(dst, m.data[addr*m.size:][:m.size])
	} else {
		clear(dst)
	}
}

func (m *machine) value(net netlist.Net) []uint64 { return m.Value(m.f, net) }

// register is the net of a register.
func (m *machine) register(i int) netlist.Net { return netlist.Net(len(m.Inputs) + i) }

func (m *machine) Settle() {
	for i := range m.logic {
		m.logic[i].Run(m.f, &m.mem)
	}
}

func (m *machine) Run(n int, edges []netlist.Edges) (done, stop int) {
	for done = range n {
		if stop := m.step(edges[done%len(edges)]); stop >= 0 {
			return done, stop
		}
	}
	return n, -1
}

// step runs a cycle, or returns why not.
func (m *machine) step(edges netlist.Edges) (stop int) {
	m.Settle()
	if m.armed {
		for _, net := range m.Until {
			if m.f[m.At(net)] != 0 {
				return len(m.stops)
			}
		}
	}
	for i, x := range m.stops {
		if edges.Has(x.Domain) && m.f[m.At(x.When)] != 0 {
			return i
		}
	}
	m.edge(edges)
	return -1
}

func (m *machine) Arm(on bool) { m.armed = on }

func (m *machine) Trace(n int, edges []netlist.Edges) (frames []byte, done, stop int) {
	if m.frames == nil {
		m.frames = make([]byte, engine.RingFrames(m.frameSize)*m.frameSize)
	}
	for done = range min(n, engine.RingFrames(m.frameSize)) {
		m.Settle()
		m.Signals(m.frames[done*m.frameSize:])
		if stop := m.step(edges[done%len(edges)]); stop >= 0 {
			return m.frames[:done*m.frameSize], done, stop
		}
	}
	done++
	return m.frames[:done*m.frameSize], done, -1
}

// edge reads every next value before it writes any state.
func (m *machine) edge(edges netlist.Edges) {
	for i, r := range m.Registers {
		copy(m.next[i], m.value(r.Next))
	}
	for _, w := range m.Writes {
		if !edges.Has(w.Domain) {
			continue
		}
		x := &m.mem[w.Mem]
		if addr := wide.Number(m.value(w.Addr)); m.f[m.At(w.Enable)] != 0 && addr < x.depth {
			copy(x.data[addr*x.size:], m.value(w.Data))
		}
	}
	for i, r := range m.Registers {
		if edges.Has(r.Domain) {
			copy(m.f[m.At(m.register(i)):], m.next[i])
		}
	}
}

func (m *machine) SetInput(i, word int, v uint64) { m.f[m.At(netlist.Net(i))+word] = v }
func (m *machine) Input(i, word int) uint64       { return m.f[m.At(netlist.Net(i))+word] }
func (m *machine) Output(i, word int) uint64 {
	return m.f[m.At(m.Outputs[i].Net)+word]
}
func (m *machine) Signals(dst []byte) {
	for i, x := range m.Netlist.Signals {
		frame.Put(dst[m.signals[i]:], m.value(x.Net), m.Nodes[x.Net].Width)
	}
}
func (m *machine) Register(i, word int) uint64 {
	return m.f[m.At(m.register(i))+word]
}
func (m *machine) SetRegister(i, word int, v uint64) {
	m.f[m.At(m.register(i))+word] = v
}
func (m *machine) Memory(i, addr, word int) uint64 {
	return m.mem[i].data[addr*m.mem[i].size+word]
}
func (m *machine) SetMemory(i, addr, word int, v uint64) {
	m.mem[i].data[addr*m.mem[i].size+word] = v
}

// TakeState copies the sources, which come first in a frame, and the memories.
func (m *machine) TakeState(from engine.Machine) {
	old := from.(*machine)
	state := 0
	for _, x := range m.Nodes[:len(m.Inputs)+len(m.Registers)] {
		state += wide.Words(x.Width)
	}
	copy(m.f[:state], old.f)
	for i := range m.mem {
		copy(m.mem[i].data, old.mem[i].data)
	}
}
