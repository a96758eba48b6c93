package ir

import "math/big"

// Kind says what a [Signal] is.
type Kind uint8

const (
	Input          Kind = iota // port, driven from outside
	Output                     // port, combinational target; may be read inside too
	Wire                       // inner combinational target
	Reg                        // clocked target
	InstanceInput              // the parent's side of a child's input: combinational target
	InstanceOutput             // the parent's side of a child's output: read only
	ReadData                   // the data register of a SyncRead: read only
	ClockInput                 // port of one bit, the clock of a Domain: no value to read
	ResetInput                 // port of one bit, the reset of a Domain: no value to read

	numKinds
)

var kindNames = [numKinds]string{"input", "output", "wire", "reg", "instance input", "instance output", "read data", "clock", "reset"}

// String returns "input", "output", "wire", "reg", ….
func (k Kind) String() string { return kindNames[k] }

// Combinational reports whether a signal of this kind is set by combinational Sets.
func (k Kind) Combinational() bool { return k == Output || k == Wire || k == InstanceInput }

// Direction is "output" for an output port, and "input" for any other kind of port.
func (k Kind) Direction() string {
	if k == Output {
		return kindNames[Output]
	}
	return kindNames[Input]
}

// IsInput reports whether a port of this kind is driven from outside.
func (k Kind) IsInput() bool { return k == Input || k == ClockInput || k == ResetInput }

// Signal is a port, a wire, a register, or the parent's side of a child's port.
type Signal struct {
	Name  string // unique in the module; the name in Verilog and waves
	Kind  Kind
	Width int
	// Reset is a register's reset and power-on value; nil if it opts out of
	// reset (then it powers on as 0).
	Reset  *big.Int
	Domain *Domain // of a Reg: one of the module's
	Enum   *Enum   // names of the values, or nil
	Doc    string  // meaning, for the port table; may be empty
	// Unused says that it is intended if the signal is not read.
	Unused bool
	At     Pos
}

// PowerOn is the value before the first edge: the reset value, or 0. Only for
// registers and read data.
func (s *Signal) PowerOn() *big.Int {
	if s.Reset != nil {
		return s.Reset
	}
	return new(big.Int)
}

// Enum names values of a signal: the states of an FSM.
type Enum struct {
	Name   string // snake case, "state"
	Values []EnumValue
}

// EnumValue is one name of an [Enum]. The name is a legal Verilog identifier
// in upper case.
type EnumValue struct {
	Name  string
	Value *big.Int
}

// NameOf returns the name of v, or "" if it has none.
func (e *Enum) NameOf(v *big.Int) string {
	if e != nil {
		for _, x := range e.Values {
			if x.Value.Cmp(v) == 0 {
				return x.Name
			}
		}
	}
	return ""
}

// Memory is an array of Depth words of Width bits.
type Memory struct {
	Name         string
	Width, Depth int
	// Fields are the named parts of a word, the least significant first; they
	// cover the whole word. A word without parts has none.
	Fields []Field
	// Init holds the contents at power-on, word 0 first; missing words are 0.
	Init []*big.Int
	// NoInit says that the contents at power-on do not matter: hardware gets none,
	// and a simulation begins with 0 or a random pattern. Init is then empty.
	NoInit bool
	At     Pos
}

// Field is a named part of a memory's words.
type Field struct {
	Name  string // unique in the memory, "addr"
	Width int
}

// AddrWidth is the number of address bits that reach every word, at least 1.
func (m *Memory) AddrWidth() int {
	if m.Depth <= 2 {
		return 1
	}
	return big.NewInt(int64(m.Depth - 1)).BitLen()
}

// ReadMode says what a [SyncRead] returns when the same word is written in
// the cycle of the read.
type ReadMode uint8

const (
	ReadFirst  ReadMode = iota // the word before the write
	WriteFirst                 // the word as written
	Forbidden                  // must not happen: a simulation fails, hardware needs no logic
)

var readModeNames = [...]string{"read_first", "write_first", "forbidden"}

// String returns "read_first", "write_first" or "forbidden".
func (r ReadMode) String() string { return readModeNames[r] }

// SyncRead is a registered read port: at each edge Data takes the word at Addr (0
// if Addr is Depth or more) if Enable is 1, and otherwise keeps its value. Data is
// not reset.
type SyncRead struct {
	Mem          *Memory
	Addr, Enable Expr // Enable has one bit
	Mode         ReadMode
	Data         *Signal // kind ReadData
	Domain       *Domain // one of the module's
	At           Pos
}

// Instance is a child module in its parent.
type Instance struct {
	Name   string
	Module *Module
	// Conns has one entry for each port of Module, in the order of its Ports.
	Conns []Conn
	At    Pos
}

// Conn connects a port of a child to the parent's signal that stands for it, of
// kind InstanceInput or InstanceOutput, named instance_port; a clock or reset port
// is connected to the parent's own port of that kind.
type Conn struct {
	Port *Signal // in Module.Ports
	Net  *Signal
}

// Module is a definition. Instances share it; it is not modified once its
// description has ended.
type Module struct {
	Name      string // unique in the design
	Doc       string
	Ports     []*Signal // clocks and resets among them, in declaration order
	Domains   []*Domain // of its clock ports; none if nothing is clocked
	Signals   []*Signal // wires, registers and read data, in declaration order
	Memories  []*Memory
	Reads     []*SyncRead
	Instances []*Instance
	Body      []Stmt
	Extern    *Extern // replaces the body of a black box; otherwise nil
	At        Pos
}

// AllSignals calls visit for each port, inner signal and instance net, in
// declaration order.
func (m *Module) AllSignals(visit func(*Signal)) {
	for _, s := range m.Ports {
		visit(s)
	}
	for _, s := range m.Signals {
		visit(s)
	}
	for _, i := range m.Instances {
		for _, c := range i.Conns {
			if c.Net.Kind == InstanceInput || c.Net.Kind == InstanceOutput {
				visit(c.Net)
			}
		}
	}
}

// Roots calls visit for each expression that the module evaluates in its
// statements and registered reads, in source order. An expression that several
// of them share is visited as often as it is used.
func (m *Module) Roots(visit func(Expr)) {
	Walk(m.Body, func(s Stmt) { Exprs(s, visit) })
	for _, r := range m.Reads {
		visit(r.Addr)
		visit(r.Enable)
	}
}

// Modules returns top and every module below it, children before parents,
// each once, in the order of instantiation.
func Modules(top *Module) []*Module {
	var list []*Module
	seen := map[*Module]bool{}
	var visit func(*Module)
	visit = func(m *Module) {
		if seen[m] {
			return
		}
		seen[m] = true
		for _, i := range m.Instances {
			visit(i.Module)
		}
		list = append(list, m)
	}
	visit(top)
	return list
}
