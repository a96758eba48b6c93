package speed

import (
	"hash/crc32"
	"slices"
)

const (
	sortWords  = 16         // words that the program sorts
	sortBase   = 0x100      // their address
	sortSeed   = 0x2545f491 // first random number
	crcReverse = 0xedb88320 // the polynomial of CRC-32, reversed
)

// sortProgram fills an array with random words, sorts it, puts out its CRC-32
// and a sum of its parts read as signed and unsigned bytes and halves, and begins
// again. [sortResults] is the same in Go.
func sortProgram() []uint32 {
	p := &assembler{}
	load := func(rd reg, value uint32) {
		p.u(opLui, rd, (value+0x800)>>12)
		p.addi(rd, rd, int(int32(value<<20)>>20))
	}
	load(s0, sortSeed)
	p.addi(s1, zero, sortBase)
	p.addi(s2, s1, 4*sortWords)
	load(s3, 1<<outputBit)
	load(s4, crcReverse)

	p.label("again")
	p.addi(t0, s1, 0)
	p.label("fill")
	for _, step := range []struct {
		shift func(rd, rs reg, n int)
		n     int
	}{{p.slli, 13}, {p.srli, 17}, {p.slli, 5}} {
		step.shift(t1, s0, step.n)
		p.xor(s0, s0, t1)
	}
	p.sw(s0, t0, 0)
	p.addi(t0, t0, 4)
	p.bne(t0, s2, "fill")

	// Insertion sort, signed.
	p.addi(t0, s1, 4)
	p.label("insert")
	p.lw(a0, t0, 0)
	p.addi(t1, t0, 0)
	p.label("shift")
	p.beq(t1, s1, "place")
	p.lw(a1, t1, -4)
	p.bge(a0, a1, "place")
	p.sw(a1, t1, 0)
	p.addi(t1, t1, -4)
	p.j("shift")
	p.label("place")
	p.sw(a0, t1, 0)
	p.addi(t0, t0, 4)
	p.bltu(t0, s2, "insert")

	p.addi(a0, zero, -1)
	p.addi(t0, s1, 0)
	p.label("crc")
	p.lbu(a1, t0, 0)
	p.jal(ra, "crcbyte")
	p.addi(t0, t0, 1)
	p.bne(t0, s2, "crc")
	p.xori(a0, a0, -1)
	p.sw(a0, s3, 0)

	// Parts: bytes and halves are stored elsewhere and read back.
	p.addi(a0, zero, 0)
	p.addi(t0, s1, 0)
	p.label("parts")
	p.lb(t1, t0, 1)
	p.add(a0, a0, t1)
	p.lh(t1, t0, 2)
	p.sub(a0, a0, t1)
	p.sh(t1, t0, 0x200)
	p.sb(t1, t0, 0x203)
	p.lhu(t2, t0, 0x200)
	p.slli(t2, t2, 1)
	p.xor(a0, a0, t2)
	p.lw(t2, t0, 0x200)
	p.srai(t2, t2, 7)
	p.add(a0, a0, t2)
	p.slt(a1, t1, t2)
	p.sltu(a2, t1, t2)
	p.or(a1, a1, a2)
	p.and(a2, a2, t1)
	p.add(a0, a0, a1)
	p.add(a0, a0, a2)
	p.addi(t0, t0, 4)
	p.blt(t0, s2, "parts")
	p.sw(a0, s3, 4)
	p.j("again")

	// crcbyte takes the byte a1 into the CRC a0.
	p.label("crcbyte")
	p.xor(a0, a0, a1)
	p.addi(t1, zero, 8)
	p.label("crcbit")
	p.andi(t2, a0, 1)
	p.srli(a0, a0, 1)
	p.beq(t2, zero, "even")
	p.xor(a0, a0, s4)
	p.label("even")
	p.addi(t1, t1, -1)
	p.bne(t1, zero, "crcbit")
	p.ret()
	return p.program()
}

// sortResults returns the first n words that the program puts out.
func sortResults(n int) []uint32 {
	var results []uint32
	x := uint32(sortSeed)
	store := make([]uint32, sortWords) // at sortBase+0x200
	for len(results) < n {
		words := make([]int32, sortWords)
		for i := range words {
			x = xorshift32(x)
			words[i] = int32(x)
		}
		slices.Sort(words)
		var bytes []byte
		parts := uint32(0)
		for i, word := range words {
			w := uint32(word)
			bytes = append(bytes, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
			half := uint32(int32(int16(w >> 16)))
			parts += uint32(int32(int8(w >> 8)))
			parts -= half
			store[i] = store[i]&0x00ff0000 | half&0xffff | half<<24
			parts ^= half & 0xffff << 1
			shifted := uint32(int32(store[i]) >> 7)
			parts += shifted
			less, lessU := uint32(0), uint32(0)
			if int32(half) < int32(shifted) {
				less = 1
			}
			if half < shifted {
				lessU = 1
			}
			parts += less | lessU
			parts += lessU & half
		}
		results = append(results, crc32.ChecksumIEEE(bytes), parts)
	}
	return results[:n]
}

// xorshift32 is the program's own generator of pseudo-random words, in Go.
func xorshift32(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	return x ^ x<<5
}
