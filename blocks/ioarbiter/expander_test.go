package ioarbiter

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/model/machine"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// machineOf is the machine of a configuration with the built-in macros.
func machineOf(c Config) (machine.Expander, []microcode.Entry) {
	words, entries := microcode.Link(c.MicrocodeOperations(), c.Instructions)
	m := machine.Expander{Code: make([]microcode.Word, c.Instructions), Operations: c.MicrocodeOperations(), Slots: c.Slots, Bound: c.Bound}
	copy(m.Code, words)
	return m, entries
}

// someParameters are parameters of a built-in macro, for at most four tiles.
func someParameters(rng *rand.Rand, macro int) (list []uint32) {
	for _, p := range microcode.Macros()[macro].Parameters {
		v := rng.Uint32() & rng.Uint32()
		switch p.Name {
		case "tx0", "ty0", "qx0", "qy0":
			v = rng.Uint32N(30)
		case "tx1", "ty1", "qx1", "qy1": // the start is two or four words before
			back := 2
			v = list[len(list)-back] + rng.Uint32N(4) - 1
		}
		list = append(list, v)
	}
	return list
}

func runMacros(t *testing.T, slots int, seed uint64, n int, disturbed bool, options ...bench.Option) *environment {
	c := macroConfig(slots)
	machine, entries := machineOf(c)
	require.Len(t, entries, 4)
	e := newEnvironment(t, c, seed, answers{c: c, often: 30, seed: seed}, disturbed, options...)
	rng := rand.New(rand.NewPCG(seed, 3))
	for k := range n {
		macro := rng.IntN(len(entries))
		p := someParameters(rng, macro)
		h := e.send(macro, isa.OK, p)
		ack := e.until(k+1, 20_000)[k]
		e.expects(machine, entries[macro].Address, p, ack, h)
	}
	return e
}

func TestMacrosMakeTheRequestsThatTheMachineSays(t *testing.T) {
	for _, slots := range []int{1, 2, 3, 4} {
		t.Run(fmt.Sprint(slots, " slots"), func(t *testing.T) {
			t.Parallel()
			runMacros(t, slots, uint64(slots), 40, true)
			runMacros(t, slots, uint64(slots), 30, false)
		})
	}
}

func TestMacrosDoSoInTheReferenceEngine(t *testing.T) {
	t.Parallel()
	runMacros(t, 2, 9, 8, true, bench.Engine(sim.Reference()))
}

func TestTheExpanderAndTheBypassLeaveNothingUnread(t *testing.T) {
	for _, slots := range []int{1, 2, 3, 16} {
		d, err := hdl.Elaborate(newMacroUnit(macroConfig(slots)))
		require.NoError(t, err)
		require.Empty(t, d.Notes)
	}
}

// ending is a program, and how it ends if operation 0 has a fault.
type ending struct {
	name, text string
	status     isa.Status
}

// noWords assembles programs that the assembler would refuse with the right operations.
var noWords []microcode.Operation

var endings = []ending{
	{"end", "end", isa.OK},
	{"empty memory", "set r1, 1", isa.MacroFault},
	{"before the memory", "jump -1", isa.MacroFault},
	{"past the memory", "jump +1000", isa.MacroFault},
	{"bits that an operation does not use", ".word 0x08000005", isa.MacroFault},
	{"an operation code that there is not", ".word 0xf8000000", isa.MacroFault},
	{"the second word of a mask past the registers", ".word 0x683e0000", isa.MacroFault},
	{"no end", "a: jump a", isa.MacroStopped},
	{"an end in time", "set r1, 299\na: add r1, r1, -1\nbnz r1, a\nend", isa.OK},
	{"an end too late", "set r1, 300\na: add r1, r1, -1\nbnz r1, a\nend", isa.MacroStopped},
	{"an end one instruction too late", "set r1, 299\nset r2, 1\na: add r1, r1, -1\nbnz r1, a\nend", isa.MacroStopped},
	{"a request", "emit 1, r0:6, 0:16, count\nend", isa.OK},
	{"a word too many", "emit 1, r0:7, 0:0, count\nend", isa.MacroFault},
	{"a word too few", "emit 1, r0:5, 0:0, count\nend", isa.MacroFault},
	{"an operation that there is not", "emit 13, r0:1, 0:0, count\nend", isa.MacroFault},
	{"the highest operation", "emit 31, r0:1, 0:0, count\nend", isa.MacroFault},
	{"words past the registers", ".word 0xbfca1006\nend", isa.MacroFault},
	{"a state past the object", ".word 0xb80a1f16\nend", isa.MacroFault},
	{"no route", ".word 0xb80a1000\nend", isa.MacroFault},
	{"a push whose words go by the bypass", ".word 0xc0085002\n.word 0xb80a1002\nend", isa.MacroFault},
	{"a push without an emit", ".word 0xc0085006\nend", isa.MacroFault},
	{"a push before another", ".word 0xc0085006\n.word 0xc0085006\nemit 1, r0:6, 0:0, count\nend", isa.MacroFault},
	{"a push before an emit that counts", ".word 0xc0085006\nemit 1, r0:6, 0:0, count\nend", isa.MacroFault},
	{"an emit by the bypass without a push", ".word 0xb80a1002\nend", isa.MacroFault},
	{"a pair", "push 5, r1:5, 1:2, count\nemit 1, r0:6, 0:3, bypass\nend", isa.OK},
	{"a pair with a word too many", "push 5, r1:6, 1:2, count\nemit 1, r0:6, 0:3, bypass\nend", isa.MacroFault},
	{"a pair with a word too few", "push 5, r1:4, 1:2, count\nemit 1, r0:6, 0:3, bypass\nend", isa.MacroFault},
	{"a pair for no operation", "push 14, r1:4, 1:2, count\nemit 1, r0:6, 0:3, bypass\nend", isa.MacroFault},
	{"a pair whose first response has no words", "push 5, r1:7, 1:2, count\nemit 6, r0:4, 0:3, bypass\nend", isa.OK},
	{"a response for each slot", "emit 1, r0:6, 0:3, expander\nemit 1, r0:6, 0:3, expander\nwait r1:2\nwait r3:2\nend", isa.OK},
	{"responses that nothing waits for", "emit 1, r0:6, 0:3, expander\nemit 4, r0:6, 0:3, expander\nend", isa.OK},
	{"a response too many", "emit 1, r0:6, 0:3, expander\nemit 1, r0:6, 0:3, expander\nemit 1, r0:6, 0:3, expander\nend", isa.MacroFault},
	{"a pair too many", "emit 1, r0:6, 0:3, expander\nemit 1, r0:6, 0:3, expander\npush 5, r1:5, 1:2, expander\nemit 1, r0:6, 0:3, bypass\nend", isa.MacroFault},
	{"nothing to wait for", "wait r0:2\nend", isa.MacroFault},
	{"nothing more to wait for", "emit 1, r0:6, 0:3, expander\nwait r1:2\nwait r3:2\nend", isa.MacroFault},
	{"a counted response to wait for", "emit 1, r0:6, 0:3, count\nwait r1:2\nend", isa.MacroFault},
	{"a response of another length", "emit 1, r0:6, 0:3, expander\nwait r1:3\nend", isa.MacroFault},
	{"a response without words", "emit 6, r0:4, 0:3, expander\nwait r31:0\nend", isa.OK},
	{"a word that is waited for already", "emit 12, r0:1, 0:3, expander\nwait r5:1\nemit 6, r2:4, 0:3, count\nend", isa.OK},
	{"the longest response", "emit 4, r0:6, 0:3, expander\nwait r16:16\nemit 9, r13:19, 0:3, count\nend", isa.OK},
	{"words to wait for past the registers", "emit 1, r0:6, 0:3, expander\n.word 0xb7c40000\nend", isa.MacroFault},
	{"more words to wait for than there are", "emit 1, r0:6, 0:3, expander\n.word 0xb0220000\nend", isa.MacroFault},
	{"a fault that is counted", "emit 0, r0:8, 0:3, count\nemit 1, r0:6, 0:3, count\nend", isa.UnitFault},
	{"a fault that is waited for", "emit 0, r0:8, 0:3, expander\nwait r1:2\nemit 1, r0:6, 0:3, count\nend", isa.UnitFault},
	{"a fault that nothing waits for", "emit 0, r0:8, 0:3, expander\nemit 1, r0:6, 0:3, count\nend", isa.UnitFault},
	{"a fault before the bypass", "push 5, r1:5, 1:2, count\nemit 0, r0:8, 0:3, bypass\nemit 1, r0:6, 0:3, count\nend", isa.UnitFault},
	{"a fault before the bypass that is waited for", "push 5, r1:5, 1:2, expander\nemit 0, r0:8, 0:3, bypass\nwait r0:2\nend", isa.UnitFault},
	{"a fault behind the bypass", "push 0, r1:6, 1:2, expander\nemit 1, r0:6, 0:3, bypass\nwait r0:2\nend", isa.UnitFault},
	{"a unit's fault and the microcode's", "emit 0, r0:8, 0:3, count\nset r1, 1\nemit 1, r0:6, 0:3, count\nwait r0:2", isa.MacroFault},
}

// Macros end as they should, whatever they are, and none affects the next one.
func TestMacrosEndAsTheyShould(t *testing.T) {
	c := macroConfig(2)
	c.Bound = 600
	for _, disturbed := range []bool{false, true} {
		e := newEnvironment(t, c, 5, answers{c: c, fault: map[int]bool{0: true}}, disturbed)
		for n, x := range endings {
			words, err := microcode.Assemble(x.name, x.text, noWords)
			require.NoError(t, err)
			m := machine.Expander{Code: make([]microcode.Word, c.Instructions), Operations: c.MicrocodeOperations(), Slots: c.Slots, Bound: c.Bound}
			copy(m.Code, words)
			for k := range 16 { // longer than any of them
				e.load(LoadMicrocode, k, uint64(m.Code[k]))
			}
			e.load(LoadMacro, 7, microcode.Entry{Loaded: true, Address: 0, Parameters: 3}.Word())
			p := []uint32{1, 2, 3}
			h := e.send(7, isa.OK, p)
			ack := e.until(n+1, 5000)[n]
			e.expects(m, 0, p, ack, h)
			require.Equal(t, x.status, isa.Status(ack.Head.Status), x.name)
		}
	}
}

// A request with an error status, for a macro that is not loaded, or with a wrong number of words is only acknowledged.
func TestRequestsThatCannotRunAreAnswered(t *testing.T) {
	c := macroConfig(2)
	machine, entries := machineOf(c)
	e := newEnvironment(t, c, 5, answers{c: c}, true)
	rng := rand.New(rand.NewPCG(1, 1))
	var n int
	none := func(macro int, come, want isa.Status, words int) {
		h := e.send(macro, come, make([]uint32, words))
		ack := e.until(n+1, 500)[n]
		n++
		h.Status = uint64(want)
		require.Equal(t, resultValue{Head: h, Empty: true, Last: true}, ack)
		require.Empty(t, e.made)
		require.Empty(t, e.combined)
	}
	for range 3 {
		none(0, isa.MemoryError, isa.MemoryError, 0)
		none(6, isa.BadPointer, isa.BadPointer, 0)
		none(4, isa.OK, isa.MacroFault, 5)
		none(0, isa.OK, isa.BadLength, 9)
		none(0, isa.OK, isa.BadLength, 11)
		none(0, isa.OK, isa.BadLength, 0)
		none(1, isa.OK, isa.BadLength, 40)
		none(1, isa.OK, isa.BadLength, 63)
		e.load(LoadMacro, 6, microcode.Entry{Loaded: true, Address: 250, Parameters: 40}.Word())
		none(6, isa.OK, isa.MacroFault, 40) // nothing is loaded there
		e.load(LoadMacro, 6, 0)
		none(6, isa.OK, isa.MacroFault, 40)
		macro := rng.IntN(len(entries))
		p := someParameters(rng, macro)
		h := e.send(macro, isa.OK, p)
		ack := e.until(n+1, 20_000)[n]
		n++
		e.expects(machine, entries[macro].Address, p, ack, h)
	}
}

// A bit that an operation does not use is a fault if it is 1, for each such bit of each operation.
func TestABitThatAnOperationDoesNotUseIsAFault(t *testing.T) {
	const probe, texture = 12, 2 // 1 word and 1 in response; 2 words
	c := macroConfig(2)
	c.Instructions = 8
	send := microcode.Instruction{Op: microcode.Emit, Operation: probe, Words: 1, Route: microcode.ToExpander}
	e := newEnvironment(t, c, 1, answers{c: c}, false)
	e.load(LoadMacro, 0, microcode.Entry{Loaded: true}.Word())
	n, faults := 0, 0
	for op := microcode.Op(1); op < microcode.NumOps; op++ {
		code := []microcode.Instruction{{Op: op}}
		switch {
		case op >= microcode.Jump && op <= microcode.Loop:
			code[0].Target = 1
		case op == microcode.Wait:
			code = []microcode.Instruction{send, {Op: op, Words: 1}}
		case op == microcode.Emit:
			code[0] = send
		case op == microcode.Push:
			code = []microcode.Instruction{{Op: op, Operation: texture, Words: 1, Route: microcode.ToCount}, send}
			code[1].Route = microcode.ToBypass
		}
		at := 0 // the address of the operation
		if op == microcode.Wait {
			at = 1
		}
		m := machine.Expander{Operations: c.MicrocodeOperations(), Slots: c.Slots, Bound: c.Bound}
		for _, i := range append(code, microcode.Instruction{Op: microcode.End}, microcode.Instruction{Op: microcode.End}) {
			w, err := i.Encode()
			require.NoError(t, err)
			m.Code = append(m.Code, w)
		}
		for k, w := range m.Code {
			e.load(LoadMicrocode, k, uint64(w))
		}
		run := func(bits microcode.Word) machine.Status {
			m.Code[at] ^= bits
			e.load(LoadMicrocode, at, uint64(m.Code[at]))
			h := e.send(0, isa.OK, nil)
			n++
			status := e.expects(m, 0, nil, e.until(n, 1000)[n-1], h)
			m.Code[at] ^= bits
			return status
		}
		require.Equal(t, machine.Done, run(0), "operation %d", op)
		for bit := range microcode.FieldOp.Low {
			if one := microcode.Word(1) << bit; op.Used()&one == 0 {
				require.Equal(t, machine.Fault, run(one), "operation %d, bit %d", op, bit)
				faults++
			}
		}
	}
	require.Greater(t, faults, 150)
}

// While no request is answered, a macro makes no more of them than the expander can count.
func TestRequestsInFlightAreCounted(t *testing.T) {
	c := macroConfig(2)
	c.Bound = 10_000
	words, err := microcode.Assemble("many.s", "next: emit depth_clear, r0:4, 6:2, count\nloop r0, 1, r1, next\nend", c.MicrocodeOperations())
	require.NoError(t, err)
	e := newEnvironment(t, c, 1, answers{c: c}, false)
	m := machine.Expander{Code: words, Operations: c.MicrocodeOperations(), Slots: c.Slots, Bound: c.Bound}
	for at, w := range words {
		e.load(LoadMicrocode, at, uint64(w))
	}
	e.load(LoadMacro, 5, microcode.Entry{Loaded: true, Parameters: 2}.Word())
	p := []uint32{0, 1200}
	h := e.send(5, isa.OK, p)
	e.pace = 0
	for range 7000 {
		e.tick()
	}
	most := 1<<underWayBits - 1
	require.Len(t, e.made, most)
	e.pace = 1
	ack := e.until(1, 5000)[0]
	require.Equal(t, machine.Done, e.expects(m, 0, p, ack, h))
}

// Macros behind the running one wait at the input, and are acknowledged in order.
func TestMacrosWaitForEachOther(t *testing.T) {
	c := macroConfig(3)
	e := newEnvironment(t, c, 5, answers{c: c}, true)
	rng := rand.New(rand.NewPCG(1, 1))
	var want []headValue
	for k := range 30 {
		if k%7 == 3 {
			want = append(want, e.send(1, isa.BadPointer, nil))
			continue
		}
		macro := rng.IntN(4)
		want = append(want, e.send(macro, isa.OK, someParameters(rng, macro)))
	}
	for k, ack := range e.until(len(want), 100_000) {
		require.Equal(t, want[k], ack.Head)
	}
}

// randomMicrocode is n random instructions, mostly legal, with requests that mostly have the right number of words.
func randomMicrocode(rng *rand.Rand, c Config, n int) (words []microcode.Word) {
	issue := func(op microcode.Op, operation, count int, routes ...microcode.Route) microcode.Instruction {
		i := microcode.Instruction{Op: op, Operation: operation, Words: max(count, 1), Route: routes[rng.IntN(len(routes))], Offset: rng.IntN(16)}
		i.Words = min(i.Words, 32)
		i.X, i.Count = rng.IntN(33-i.Words), rng.IntN(17-i.Offset)
		return i
	}
	size := func(operation int) (request, response int) {
		return len(c.Operations[operation].Request), len(c.Operations[operation].Response)
	}
	add := func(i microcode.Instruction) {
		w, err := i.Encode()
		if err != nil {
			return
		}
		if rng.IntN(1000) == 0 {
			w ^= 1 << rng.IntN(32)
		}
		words = append(words, w)
	}
	for len(words) < n {
		op := microcode.Op(1 + rng.IntN(int(microcode.NumOps)-1))
		operation := rng.IntN(len(c.Operations))
		request, response := size(operation)
		if rng.IntN(100) == 0 {
			request += rng.IntN(3) - 1
		}
		i := microcode.Instruction{Op: op, X: rng.IntN(32)}
		switch op {
		case microcode.End:
			i.X = 0
		case microcode.Set:
			i.Value = rng.IntN(1<<16) - 1<<15
		case microcode.High:
			i.Value = rng.IntN(1 << 16)
		case microcode.AddConst:
			i.Y, i.Value = rng.IntN(32), rng.IntN(1<<16)-1<<15
		case microcode.Add, microcode.Sub, microcode.And, microcode.Or, microcode.Xor:
			i.Y, i.Z = rng.IntN(32), rng.IntN(32)
		case microcode.ShiftLeft, microcode.ShiftRight, microcode.Arithmetic:
			i.Y, i.Value = rng.IntN(32), rng.IntN(32)
		case microcode.Quad:
			i.Y, i.Value = rng.IntN(31), rng.IntN(4)
		case microcode.Jump, microcode.IfFull, microcode.IfNone:
			i.X, i.Target = 0, rng.IntN(16)-5
		case microcode.IfZero, microcode.IfNonzero:
			i.Target = rng.IntN(16) - 5
		case microcode.IfLess, microcode.IfNotLess:
			i.Y, i.Target = rng.IntN(32), rng.IntN(16)-5
		case microcode.Loop:
			i.Y, i.Target, i.Value = rng.IntN(32), rng.IntN(16)-5, rng.IntN(64)-32
		case microcode.Wait:
			i.Words = response
			i.X = rng.IntN(33 - max(i.Words, 1))
			if rng.IntN(60) != 0 {
				add(microcode.Instruction{Op: microcode.IfNone, Target: 2})
			}
		case microcode.Emit:
			if rng.IntN(20) != 0 {
				add(microcode.Instruction{Op: microcode.IfFull, Target: 2})
			}
			i = issue(op, operation, request, microcode.ToExpander, microcode.ToCount)
			add(i)
			if i.Route == microcode.ToExpander && rng.IntN(3) != 0 {
				add(microcode.Instruction{Op: microcode.Wait, X: rng.IntN(16), Words: response})
			}
			continue
		case microcode.Push:
			first := rng.IntN(len(c.Operations))
			words, more := size(first)
			if more >= request {
				continue
			}
			add(microcode.Instruction{Op: microcode.IfFull, Target: 3})
			add(issue(op, operation, request-more, microcode.ToExpander, microcode.ToCount, microcode.ToCount))
			i = issue(microcode.Emit, first, words, microcode.ToBypass)
		}
		add(i)
	}
	return words[:n]
}

// Any microcode ends, with the requests and the status of the machine.
func runRandomMicrocode(t *testing.T, slots int, seed uint64, n int, disturbed bool, options ...bench.Option) *environment {
	c := macroConfig(slots)
	c.Instructions, c.Bound = 50, 100
	rng := rand.New(rand.NewPCG(seed, 11))
	e := newEnvironment(t, c, seed, answers{c: c, seed: seed, often: 8}, disturbed, options...)
	m := machine.Expander{Operations: c.MicrocodeOperations(), Slots: slots, Bound: c.Bound}
	ends := map[machine.Status]int{}
	made := 0
	for k := range n {
		if k%8 == 0 {
			m.Code = randomMicrocode(rng, c, c.Instructions)
			for at, w := range m.Code {
				e.load(LoadMicrocode, at, uint64(w)|uint64(rng.Uint32())<<32)
			}
			e.load(LoadMicrocode, c.Instructions+rng.IntN(1024-c.Instructions), rng.Uint64()) // past the end: ignored
		}
		entry := microcode.Entry{Loaded: true, Address: rng.IntN(c.Instructions + 2), Parameters: rng.IntN(34)}
		macro := rng.IntN(isa.Macros)
		e.load(LoadMacro, macro, entry.Word())
		p := make([]uint32, entry.Parameters)
		for i := range p {
			p[i] = rng.Uint32() >> rng.IntN(32)
		}
		h := e.send(macro, isa.OK, p)
		ack := e.until(k+1, 20_000)[k]
		made += len(e.made)
		ends[e.expects(m, entry.Address, p, ack, h)]++
	}
	if n >= 100 {
		require.Len(t, ends, 4, "%v", ends)
		require.Greater(t, made, n)
	}
	return e
}

func TestRandomMicrocodeEndsAsTheMachineSays(t *testing.T) {
	for _, slots := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(slots, " slots"), func(t *testing.T) {
			t.Parallel()
			runRandomMicrocode(t, slots, uint64(slots), 25, true)
			runRandomMicrocode(t, slots, uint64(slots), 100, false)
		})
	}
}

func TestLongRandomMicrocodeEndsAsTheMachineSays(t *testing.T) {
	long.Only(t)
	for _, slots := range []int{1, 2, 3, 4, 7, 16} {
		t.Run(fmt.Sprint(slots, " slots"), func(t *testing.T) {
			runRandomMicrocode(t, slots, 100+uint64(slots), 400, true)
			runRandomMicrocode(t, slots, 200+uint64(slots), 800, false)
			runMacros(t, slots, 300+uint64(slots), 200, true)
		})
	}
}

func TestRandomMicrocodeDoesSoInTheReferenceEngine(t *testing.T) {
	t.Parallel()
	runRandomMicrocode(t, 3, 9, 20, true, bench.Engine(sim.Reference()))
}

func TestMacrosWorkOnFixedPoint(t *testing.T) {
	formats := isa.MacroFormats()
	require.Equal(t, []isa.Format{isa.Integer, isa.Integer, isa.Integer, isa.Integer, isa.Fixed, isa.Fixed, isa.Fixed, isa.Fixed, isa.Fixed, isa.Fixed, isa.Integer}, formats[0][:11]) // blit
	require.Equal(t, []isa.Format{isa.Fixed, isa.Fixed, isa.Fixed, isa.Fixed, isa.Integer}, formats[1][:5])                                                                            // clear
	require.Equal(t, []isa.Format{isa.Fixed, isa.Integer, isa.Integer, isa.Integer, isa.Integer, isa.Integer}, formats[2][8:14])                                                       // triangle: from c on
}
