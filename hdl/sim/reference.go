package sim

// Reference is the plain interpreter: it walks the netlist from the first node
// to the last. It is what other engines are held against.
var Reference Engine = reference{}

type reference struct{}

func (reference) Name() string { return "reference" }

func (reference) Compile(n *Netlist) (Code, error) { return referenceOf(n), nil }

// referenceCode is a netlist with a place in a frame for each node.
type referenceCode struct {
	*Netlist
	layout
	code  []instr // every node that is not a source, in order
	stops []Net
}

func referenceOf(n *Netlist) *referenceCode {
	c := &referenceCode{Netlist: n, layout: layoutOf(n), stops: n.stops()}
	for i := range n.Nodes {
		if n.Nodes[i].Op > OpReg {
			c.code = append(c.code, c.instr(Net(i)))
		}
	}
	return c
}

func (c *referenceCode) instr(net Net) instr { return instrOf(c.Nodes[net], c.at[net], c.operand) }

func (c *referenceCode) operand(net Net) operand {
	return operand{c.at[net], int32(c.Nodes[net].Width)}
}

// frame returns a frame with the constants in place.
func (c *referenceCode) frame() []uint64 {
	f := make([]uint64, c.words)
	for i, x := range c.Nodes {
		if x.Op == OpConst {
			copy(f[c.at[i]:], c.Consts[x.Aux])
		}
	}
	return f
}

func (c *referenceCode) New() Machine {
	m := &referenceMachine{referenceCode: c, f: c.frame()}
	m.signals, m.frameSize = frameOf(c.Netlist)
	for _, r := range c.Registers {
		m.next = append(m.next, make([]uint64, wordsOf(r.Width)))
	}
	for _, x := range c.Memories {
		m.mem = append(m.mem, memory{x.Depth, wordsOf(x.Width), make([]uint64, x.Depth*wordsOf(x.Width))})
	}
	return m
}

type referenceMachine struct {
	*referenceCode
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

func (s *storage) word(dst []uint64, mem, addr int) {
	if m := &(*s)[mem]; addr < m.depth {
		copy(dst, m.data[addr*m.size:][:m.size])
	} else {
		clear(dst)
	}
}

func (m *referenceMachine) value(net Net) []uint64 { return m.operand(net).of(m.f) }

func (m *referenceMachine) Settle() {
	for i := range m.code {
		m.code[i].run(m.f, &m.mem)
	}
}

func (m *referenceMachine) Run(n int) (done, stop int) {
	for done = range n {
		if stop := m.step(); stop >= 0 {
			return done, stop
		}
	}
	return n, -1
}

// step does a cycle, or returns why not.
func (m *referenceMachine) step() (stop int) {
	m.Settle()
	if m.armed {
		for _, net := range m.Until {
			if m.f[m.at[net]] != 0 {
				return len(m.stops)
			}
		}
	}
	for i, when := range m.stops {
		if m.f[m.at[when]] != 0 {
			return i
		}
	}
	m.edge()
	return -1
}

func (m *referenceMachine) Arm(on bool) { m.armed = on }

func (m *referenceMachine) Trace(n int) (frames []byte, done, stop int) {
	if m.frames == nil {
		m.frames = make([]byte, ringFrames(m.frameSize)*m.frameSize)
	}
	for done = range min(n, ringFrames(m.frameSize)) {
		m.Settle()
		m.Signals(m.frames[done*m.frameSize:])
		if stop := m.step(); stop >= 0 {
			return m.frames[:done*m.frameSize], done, stop
		}
	}
	done++
	return m.frames[:done*m.frameSize], done, -1
}

// edge reads every next value before it writes any state.
func (m *referenceMachine) edge() {
	for i, r := range m.Registers {
		copy(m.next[i], m.value(r.Next))
	}
	for _, w := range m.Writes {
		x := &m.mem[w.Mem]
		if addr := number(m.value(w.Addr)); m.f[m.at[w.Enable]] != 0 && addr < x.depth {
			copy(x.data[addr*x.size:], m.value(w.Data))
		}
	}
	for i := range m.Registers {
		copy(m.f[m.at[len(m.Inputs)+i]:], m.next[i])
	}
}

func (m *referenceMachine) SetInput(i, word int, v uint64) { m.f[int(m.at[i])+word] = v }
func (m *referenceMachine) Input(i, word int) uint64       { return m.f[int(m.at[i])+word] }
func (m *referenceMachine) Output(i, word int) uint64 {
	return m.f[int(m.at[m.Outputs[i].Net])+word]
}
func (m *referenceMachine) Signals(dst []byte) {
	for i, x := range m.Netlist.Signals {
		putPacked(dst[m.signals[i]:], m.value(x.Net), m.Nodes[x.Net].Width)
	}
}
func (m *referenceMachine) Register(i, word int) uint64 {
	return m.f[int(m.at[len(m.Inputs)+i])+word]
}
func (m *referenceMachine) SetRegister(i, word int, v uint64) {
	m.f[int(m.at[len(m.Inputs)+i])+word] = v
}
func (m *referenceMachine) Memory(i, addr, word int) uint64 {
	return m.mem[i].data[addr*m.mem[i].size+word]
}
func (m *referenceMachine) SetMemory(i, addr, word int, v uint64) {
	m.mem[i].data[addr*m.mem[i].size+word] = v
}
