package speed

// assembler makes RV32I machine code. Branches and jumps name labels.
type assembler struct {
	words  []uint32
	labels map[string]int // byte addresses
	fixes  []fix
}

type fix struct {
	at     int // index of the word
	label  string
	encode func(offset int) uint32
}

// reg is a register by its number.
type reg uint32

// The registers that the program uses, by their ABI names.
const (
	zero reg = 0
	ra   reg = 1
	t0   reg = 5
	t1   reg = 6
	t2   reg = 7
	s0   reg = 8
	s1   reg = 9
	a0   reg = 10
	a1   reg = 11
	a2   reg = 12
	s2   reg = 18
	s3   reg = 19
	s4   reg = 20
)

func (p *assembler) emit(w uint32) { p.words = append(p.words, w) }

func (p *assembler) label(name string) {
	if p.labels == nil {
		p.labels = map[string]int{}
	}
	p.labels[name] = 4 * len(p.words)
}

// The formats: 2.2 of the specification. The low two bits of an opcode are 1.

func (p *assembler) r(funct7, funct3 uint32, rd, rs1, rs2 reg) {
	p.emit(funct7<<25 | uint32(rs2)<<20 | uint32(rs1)<<15 | funct3<<12 | uint32(rd)<<7 | opReg<<2 | 3)
}

func (p *assembler) i(op, funct3 uint32, rd, rs1 reg, imm int) {
	p.emit(uint32(imm)&0xfff<<20 | uint32(rs1)<<15 | funct3<<12 | uint32(rd)<<7 | op<<2 | 3)
}

func (p *assembler) store(funct3 uint32, rs2, rs1 reg, imm int) {
	x := uint32(imm)
	p.emit(x>>5&0x7f<<25 | uint32(rs2)<<20 | uint32(rs1)<<15 | funct3<<12 | x&0x1f<<7 | opStore<<2 | 3)
}

func (p *assembler) u(op uint32, rd reg, imm20 uint32) { p.emit(imm20<<12 | uint32(rd)<<7 | op<<2 | 3) }

func (p *assembler) branch(funct3 uint32, rs1, rs2 reg, label string) {
	p.later(label, func(offset int) uint32 {
		x := uint32(offset)
		return x>>12&1<<31 | x>>5&0x3f<<25 | uint32(rs2)<<20 | uint32(rs1)<<15 | funct3<<12 | x>>1&0xf<<8 | x>>11&1<<7 | opBranch<<2 | 3
	})
}

func (p *assembler) jal(rd reg, label string) {
	p.later(label, func(offset int) uint32 {
		x := uint32(offset)
		return x>>20&1<<31 | x>>1&0x3ff<<21 | x>>11&1<<20 | x>>12&0xff<<12 | uint32(rd)<<7 | opJal<<2 | 3
	})
}

func (p *assembler) later(label string, encode func(int) uint32) {
	p.fixes = append(p.fixes, fix{len(p.words), label, encode})
	p.emit(0)
}

// program returns the code, all labels resolved.
func (p *assembler) program() []uint32 {
	for _, f := range p.fixes {
		p.words[f.at] = f.encode(p.labels[f.label] - 4*f.at)
	}
	return p.words
}

func (p *assembler) addi(rd, rs reg, imm int)        { p.i(opImm, 0, rd, rs, imm) }
func (p *assembler) slli(rd, rs reg, n int)          { p.i(opImm, 1, rd, rs, n) }
func (p *assembler) xori(rd, rs reg, imm int)        { p.i(opImm, 4, rd, rs, imm) }
func (p *assembler) srli(rd, rs reg, n int)          { p.i(opImm, 5, rd, rs, n) }
func (p *assembler) srai(rd, rs reg, n int)          { p.i(opImm, 5, rd, rs, n|1<<10) }
func (p *assembler) andi(rd, rs reg, imm int)        { p.i(opImm, 7, rd, rs, imm) }
func (p *assembler) add(rd, rs1, rs2 reg)            { p.r(0, 0, rd, rs1, rs2) }
func (p *assembler) sub(rd, rs1, rs2 reg)            { p.r(0x20, 0, rd, rs1, rs2) }
func (p *assembler) slt(rd, rs1, rs2 reg)            { p.r(0, 2, rd, rs1, rs2) }
func (p *assembler) sltu(rd, rs1, rs2 reg)           { p.r(0, 3, rd, rs1, rs2) }
func (p *assembler) xor(rd, rs1, rs2 reg)            { p.r(0, 4, rd, rs1, rs2) }
func (p *assembler) or(rd, rs1, rs2 reg)             { p.r(0, 6, rd, rs1, rs2) }
func (p *assembler) and(rd, rs1, rs2 reg)            { p.r(0, 7, rd, rs1, rs2) }
func (p *assembler) lb(rd, base reg, offset int)     { p.i(opLoad, 0, rd, base, offset) }
func (p *assembler) lh(rd, base reg, offset int)     { p.i(opLoad, 1, rd, base, offset) }
func (p *assembler) lw(rd, base reg, offset int)     { p.i(opLoad, 2, rd, base, offset) }
func (p *assembler) lbu(rd, base reg, offset int)    { p.i(opLoad, 4, rd, base, offset) }
func (p *assembler) lhu(rd, base reg, offset int)    { p.i(opLoad, 5, rd, base, offset) }
func (p *assembler) sb(rs, base reg, offset int)     { p.store(0, rs, base, offset) }
func (p *assembler) sh(rs, base reg, offset int)     { p.store(1, rs, base, offset) }
func (p *assembler) sw(rs, base reg, offset int)     { p.store(2, rs, base, offset) }
func (p *assembler) beq(rs1, rs2 reg, label string)  { p.branch(0, rs1, rs2, label) }
func (p *assembler) bne(rs1, rs2 reg, label string)  { p.branch(1, rs1, rs2, label) }
func (p *assembler) blt(rs1, rs2 reg, label string)  { p.branch(4, rs1, rs2, label) }
func (p *assembler) bge(rs1, rs2 reg, label string)  { p.branch(5, rs1, rs2, label) }
func (p *assembler) bltu(rs1, rs2 reg, label string) { p.branch(6, rs1, rs2, label) }
func (p *assembler) j(label string)                  { p.jal(zero, label) }
func (p *assembler) ret()                            { p.i(opJalr, 0, zero, ra, 0) }
