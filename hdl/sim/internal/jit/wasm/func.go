package wasm

// Type is the type of a value.
type Type byte

const (
	I32 Type = 0x7f
	I64 Type = 0x7e

	// None is the type of an [Func.If] without a result.
	None Type = 0x40
)

// Func is a function of a module. Its methods append instructions to its body,
// in order.
type Func struct {
	index   uint32
	params  []Type
	results []Type
	locals  []Type // without the parameters
	body    []byte
}

// Index is the number by which a call names f.
func (f *Func) Index() uint32 { return f.index }

// Local returns a new local. Parameters are the locals from 0 up.
func (f *Func) Local(t Type) uint32 {
	f.locals = append(f.locals, t)
	return uint32(len(f.params) + len(f.locals) - 1)
}

// Op appends an instruction without immediates.
func (f *Func) Op(op Opcode) { f.body = append(f.body, byte(op)) }

func (f *Func) opUint(op Opcode, v uint32) { f.body = appendUint(append(f.body, byte(op)), uint64(v)) }

// Get appends local.get.
func (f *Func) Get(local uint32) { f.opUint(opLocalGet, local) }

// Set appends local.set.
func (f *Func) Set(local uint32) { f.opUint(opLocalSet, local) }

// Tee appends local.tee.
func (f *Func) Tee(local uint32) { f.opUint(opLocalTee, local) }

// Const appends a constant: the low bits of v.
func (f *Func) Const(t Type, v uint64) {
	if t == I32 {
		f.body = appendInt(append(f.body, byte(opI32Const)), int64(int32(v)))
	} else {
		f.body = appendInt(append(f.body, byte(opI64Const)), int64(v))
	}
}

// Memory appends a load or a store at the address on the stack plus offset.
func (f *Func) Memory(op Opcode, offset uint32) {
	const unaligned = 0 // a hint only
	f.body = appendUint(append(f.body, byte(op), unaligned), uint64(offset))
}

// MemoryCopy copies bytes: on the stack are the addresses of the copy and of the
// original, and their number.
func (f *Func) MemoryCopy() {
	const memoryCopy, memory = 0x0a, 0
	f.body = append(f.body, byte(opBulk), memoryCopy, memory, memory)
}

// Call appends a call.
func (f *Func) Call(callee *Func) { f.opUint(opCall, callee.index) }

// Block, Loop and If begin a block, which ends with End. A result is None or
// the type of what the block leaves on the stack.
func (f *Func) Block() { f.body = append(f.body, byte(opBlock), byte(None)) }

// Loop begins a loop: a branch to it goes to its begin.
func (f *Func) Loop() { f.body = append(f.body, byte(opLoop), byte(None)) }

// If takes a number from the stack: not 0 runs the first arm.
func (f *Func) If(result Type) { f.body = append(f.body, byte(opIf), byte(result)) }

// Else begins the second arm of an If.
func (f *Func) Else() { f.Op(opElse) }

// End ends a block.
func (f *Func) End() { f.Op(opEnd) }

// Br branches to the block that is depth blocks out.
func (f *Func) Br(depth uint32) { f.opUint(opBr, depth) }

// BrIf branches if the number on the stack is not 0.
func (f *Func) BrIf(depth uint32) { f.opUint(opBrIf, depth) }

// Size is the length of the body in bytes.
func (f *Func) Size() int { return len(f.body) }

// encode returns locals and body as the code section holds them.
func (f *Func) encode() []byte {
	var runs []byte
	count := 0
	for i := 0; i < len(f.locals); {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		runs = append(appendUint(runs, uint64(j-i)), byte(f.locals[i]))
		count++
		i = j
	}
	code := append(appendUint(nil, uint64(count)), runs...)
	return append(append(code, f.body...), byte(opEnd))
}
