package jit

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/netlist"
)

func (c *program) New() engine.Machine {
	x, err := wazeroRuntime().InstantiateModule(context.Background(), c.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		panic(fmt.Sprintf("sim: no instance of a compiled program: %v", err)) // out of memory
	}
	m := &machine{program: c, settle: x.ExportedFunction("settle"), chunk: 64}
	m.run[0], m.run[1] = x.ExportedFunction("run"), x.ExportedFunction("runInReset")
	m.trace = x.ExportedFunction("trace")
	m.memory, _ = x.Memory().Read(0, x.Memory().Size())
	runtime.AddCleanup(m, func(x api.Module) { x.Close(context.Background()) }, x)
	return m
}

// machine is an instance of a module. memory is that of the instance,
// whose size does not change.
type machine struct {
	*program
	memory []byte
	settle api.Function
	run    [2]api.Function
	trace  api.Function // nil if there are no signals
	stack  [2]uint64
	chunk  int // cycles that take some milliseconds
}

func (m *machine) Settle() {
	m.stack[0] = 0
	m.call(m.settle)
}

func (m *machine) call(f api.Function) {
	if err := f.CallWithStack(context.Background(), m.stack[:]); err != nil {
		panic(fmt.Sprintf("sim: compiled code failed: %v", err)) // a fault of the engine
	}
	runtime.KeepAlive(m) // not to be cleaned up in its last call
}

// Running code cannot be interrupted, and the garbage collector waits for it: a
// call runs cycles for about this long.
const (
	shortCall = time.Millisecond
	longCall  = 4 * time.Millisecond
)

func (m *machine) inReset() bool { return m.reset >= 0 && m.Input(m.reset, 0) != 0 }

func (m *machine) Run(n int, _ []netlist.Edges) (done, stop int) {
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
func (m *machine) stopped() int {
	return int(binary.LittleEndian.Uint32(m.memory[m.place.stop:])) - 1
}

func (m *machine) Trace(n int, edges []netlist.Edges) (frames []byte, done, stop int) {
	size := m.place.frameSize
	frames = m.memory[m.ring:]
	if m.trace == nil || m.inReset() {
		m.Settle()
		m.Signals(frames[:size])
		done, stop = m.Run(1, edges)
		return frames[:done*size], done, stop
	}
	todo := min(n, engine.RingFrames(size))
	m.stack = [2]uint64{0, uint64(todo)}
	m.call(m.trace)
	stop = -1
	if done = int(uint32(m.stack[0])); done < todo {
		stop = m.stopped()
	}
	return frames[:done*size], done, stop
}

func (m *machine) Arm(on bool) {
	m.memory[m.place.armed] = 0
	if on {
		m.memory[m.place.armed] = 1
	}
}

// TakeState copies the state of a machine of the same design, whose inputs and
// registers lie in the same places.
func (m *machine) TakeState(from engine.Machine) {
	old := from.(*machine)
	copy(m.memory[:m.place.state], old.memory)
	copy(m.memory[m.where.Arrays:][:m.place.arrays], old.memory[old.where.Arrays:])
	m.chunk = old.chunk
}

func (m *machine) get(s slot, k int) uint64 {
	at := m.memory[s.addr+8*uint32(k):]
	if s.width-64*k <= 32 {
		return uint64(binary.LittleEndian.Uint32(at))
	}
	return binary.LittleEndian.Uint64(at)
}

func (m *machine) set(s slot, k int, v uint64) {
	at := m.memory[s.addr+8*uint32(k):]
	if s.width-64*k <= 32 {
		binary.LittleEndian.PutUint32(at, uint32(v))
	} else {
		binary.LittleEndian.PutUint64(at, v)
	}
}

func (m *machine) SetInput(i, word int, v uint64)    { m.set(m.place.inputs[i], word, v) }
func (m *machine) Input(i, word int) uint64          { return m.get(m.place.inputs[i], word) }
func (m *machine) Output(i, word int) uint64         { return m.get(m.place.outputs[i], word) }
func (m *machine) Register(i, word int) uint64       { return m.get(m.place.registers[i], word) }
func (m *machine) SetRegister(i, word int, v uint64) { m.set(m.place.registers[i], word, v) }

func (m *machine) Signals(dst []byte) { copy(dst, m.memory[m.place.frame:]) }

func (m *machine) at(i, addr, word int) (at []byte, size int) {
	a := m.place.memories[i]
	return m.memory[int(m.where.Arrays)+int(a.addr)+addr*a.size+8*word:], a.size
}

func (m *machine) Memory(i, addr, word int) uint64 {
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

func (m *machine) SetMemory(i, addr, word int, v uint64) {
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
