package wasm

// Opcode is an instruction without immediates, or the first byte of one with.
type Opcode byte

const (
	opBlock    Opcode = 0x02
	opLoop     Opcode = 0x03
	opIf       Opcode = 0x04
	opElse     Opcode = 0x05
	opEnd      Opcode = 0x0b
	opBr       Opcode = 0x0c
	opBrIf     Opcode = 0x0d
	Return     Opcode = 0x0f
	opCall     Opcode = 0x10
	Drop       Opcode = 0x1a
	Select     Opcode = 0x1b
	opLocalGet Opcode = 0x20
	opLocalSet Opcode = 0x21
	opLocalTee Opcode = 0x22

	I32Load    Opcode = 0x28
	I64Load    Opcode = 0x29
	I32Load8S  Opcode = 0x2c
	I32Load8U  Opcode = 0x2d
	I32Load16S Opcode = 0x2e
	I32Load16U Opcode = 0x2f
	I64Load8S  Opcode = 0x30
	I64Load8U  Opcode = 0x31
	I64Load16S Opcode = 0x32
	I64Load16U Opcode = 0x33
	I64Load32S Opcode = 0x34
	I64Load32U Opcode = 0x35
	I32Store   Opcode = 0x36
	I64Store   Opcode = 0x37
	I32Store8  Opcode = 0x3a
	I32Store16 Opcode = 0x3b
	I64Store8  Opcode = 0x3c
	I64Store16 Opcode = 0x3d
	I64Store32 Opcode = 0x3e

	opBulk Opcode = 0xfc // begins the instructions on many bytes

	opI32Const Opcode = 0x41
	opI64Const Opcode = 0x42

	I32Eqz Opcode = 0x45
	I32Eq  Opcode = 0x46
	I32Ne  Opcode = 0x47
	I32LtS Opcode = 0x48
	I32LtU Opcode = 0x49
	I32GtS Opcode = 0x4a
	I32GtU Opcode = 0x4b
	I32LeS Opcode = 0x4c
	I32LeU Opcode = 0x4d
	I32GeS Opcode = 0x4e
	I32GeU Opcode = 0x4f
	I64Eqz Opcode = 0x50
	I64Eq  Opcode = 0x51
	I64Ne  Opcode = 0x52
	I64LtS Opcode = 0x53
	I64LtU Opcode = 0x54
	I64GtS Opcode = 0x55
	I64GtU Opcode = 0x56
	I64LeS Opcode = 0x57
	I64LeU Opcode = 0x58
	I64GeS Opcode = 0x59
	I64GeU Opcode = 0x5a

	I32Popcnt Opcode = 0x69
	I32Add    Opcode = 0x6a
	I32Sub    Opcode = 0x6b
	I32Mul    Opcode = 0x6c
	I32And    Opcode = 0x71
	I32Or     Opcode = 0x72
	I32Xor    Opcode = 0x73
	I32Shl    Opcode = 0x74
	I32ShrS   Opcode = 0x75
	I32ShrU   Opcode = 0x76

	I64Popcnt Opcode = 0x7b
	I64Add    Opcode = 0x7c
	I64Sub    Opcode = 0x7d
	I64Mul    Opcode = 0x7e
	I64And    Opcode = 0x83
	I64Or     Opcode = 0x84
	I64Xor    Opcode = 0x85
	I64Shl    Opcode = 0x86
	I64ShrS   Opcode = 0x87
	I64ShrU   Opcode = 0x88

	I32WrapI64    Opcode = 0xa7
	I64ExtendI32S Opcode = 0xac
	I64ExtendI32U Opcode = 0xad

	I32Extend8S  Opcode = 0xc0
	I32Extend16S Opcode = 0xc1
	I64Extend8S  Opcode = 0xc2
	I64Extend16S Opcode = 0xc3
	I64Extend32S Opcode = 0xc4
)
