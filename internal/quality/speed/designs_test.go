package speed

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/hdl/sim"
)

// checksumAfter runs a component for n cycles from power-on.
func checksumAfter(t *testing.T, c hdl.Component, out *hdl.Out, n int) uint64 {
	t.Helper()
	tb := bench.New(t, c, bench.WithoutReset())
	tb.Ticks(n)
	return tb.Get(*out)
}

func TestFIRFilters(t *testing.T) {
	const taps, levels, n = 16, 4, 300
	f := newFIR(taps)
	got := checksumAfter(t, f, &f.Checksum, n)

	// A sample takes a cycle into the line, one into the product, and one a level.
	samples := []int16{}
	for x, i := uint32(harness.Seed32(0)), 0; i < n; x, i = xorshift32(x), i+1 {
		samples = append(samples, int16(x))
	}
	var want harness.Sum
	for cycle := range n {
		var y int64
		for k := range taps {
			if i := cycle - 2 - levels - k; i >= 0 {
				y += int64(samples[i]) * int64(firCoefficient(k))
			}
		}
		want.Fold(uint64(y) & (1<<40 - 1))
	}
	assert.Equal(t, uint64(want), got)
}

func TestSHAChainsAreThoseOfCrypto(t *testing.T) {
	c := newSHAChain(harness.Seed32(0))
	tb := bench.New(t, c)
	message := make([]byte, 32)
	binary.BigEndian.PutUint32(message, uint32(harness.Seed32(0)))
	for hash := range 5 {
		tb.Until(70, "the end of a hash", func() bool { return tb.Get(c.Done) == 1 })
		want := sha256.Sum256(message)
		require.Equal(t, want[:], tb.GetBig(c.Digest).FillBytes(make([]byte, 32)), "hash %d", hash)
		message = want[:]
		tb.Tick()
	}
	assert.EqualValues(t, 1+5*65+1, tb.Cycle(), "a hash takes 65 cycles")
}

func TestSHABankSumsTheDigests(t *testing.T) {
	b := newSHABank(2)
	got := checksumAfter(t, b, &b.Checksum, 3*65+1)
	var want harness.Sum
	messages := [2][]byte{make([]byte, 32), make([]byte, 32)}
	for i, m := range messages {
		binary.BigEndian.PutUint32(m, uint32(harness.Seed32(i)))
	}
	for range 3 {
		var x uint64
		for i, m := range messages {
			d := sha256.Sum256(m)
			messages[i] = d[:]
			for k := 0; k < 32; k += 8 {
				x ^= binary.BigEndian.Uint64(messages[i][k:])
			}
		}
		want.Fold(x)
	}
	assert.Equal(t, uint64(want), got)
}

func TestCoreComputesWhatGoDoes(t *testing.T) {
	c := newRV32I(sortProgram())
	tb := bench.New(t, c)
	var got []uint32
	for range 20000 {
		if tb.Get(c.Valid) == 1 {
			got = append(got, uint32(tb.Get(c.Result)))
		}
		tb.Tick()
	}
	require.GreaterOrEqual(t, len(got), 8)
	assert.Equal(t, sortResults(len(got)), got)
}

// Every computation and every branch, on numbers at the ends of both ranges.
func TestCoreInstructions(t *testing.T) {
	numbers := []uint32{0, 1, 31, 0x7fffffff, 0x80000000, 0x80000001, 0xfffff800, 0xffffffff}
	boolean := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	p := &assembler{}
	var want []uint32
	load := func(rd reg, value uint32) {
		p.u(opLui, rd, (value+0x800)>>12)
		p.addi(rd, rd, int(int32(value<<20)>>20))
	}
	load(s3, 1<<outputBit)
	put := func(value uint32) {
		p.sw(a0, s3, 0)
		want = append(want, value)
	}
	for i, a := range numbers {
		for k, b := range numbers {
			load(t0, a)
			load(t1, b)
			for _, x := range []struct {
				funct7, funct3 uint32
				value          uint32
			}{
				{0, 0, a + b}, {0x20, 0, a - b}, {0, 1, a << (b & 31)}, {0, 2, boolean(int32(a) < int32(b))}, {0, 3, boolean(a < b)},
				{0, 4, a ^ b}, {0, 5, a >> (b & 31)}, {0x20, 5, uint32(int32(a) >> (b & 31))}, {0, 6, a | b}, {0, 7, a & b},
			} {
				p.r(x.funct7, x.funct3, a0, t0, t1)
				put(x.value)
			}
			for funct3, taken := range map[uint32]bool{0: a == b, 1: a != b, 4: int32(a) < int32(b), 5: int32(a) >= int32(b), 6: a < b, 7: a >= b} {
				label := "taken" + itoa(i) + "_" + itoa(k) + "_" + itoa(int(funct3))
				p.addi(a0, zero, 1)
				p.branch(funct3, t0, t1, label)
				p.addi(a0, zero, 0)
				p.label(label)
				put(boolean(taken))
			}
		}
		// Immediates: signed of 12 bits, and compares with them.
		load(t0, a)
		for _, imm := range []int{-2048, -1, 0, 1, 2047} {
			p.i(opImm, 2, a0, t0, imm)
			put(boolean(int32(a) < int32(imm)))
			p.i(opImm, 3, a0, t0, imm)
			put(boolean(a < uint32(int32(imm))))
			p.i(opImm, 6, a0, t0, imm)
			put(a | uint32(int32(imm)))
		}
		p.addi(zero, t0, 1)
		p.add(a0, zero, zero)
		put(0)
		here := uint32(4 * len(p.words))
		p.u(opAuipc, a0, 0x12345)
		put(here + 0x12345000)
	}
	p.label("end")
	p.j("end")
	c := newRV32I(p.program())
	tb := bench.New(t, c)
	var got []uint32
	for range len(c.program) + 100 {
		if tb.Get(c.Valid) == 1 {
			got = append(got, uint32(tb.Get(c.Result)))
		}
		tb.Tick()
	}
	assert.Equal(t, want, got)
}

// meshStep is the mesh in Go: x is a grid of registers, row by row.
func meshStep(x []uint32, size int, noise uint64) []uint32 {
	next := make([]uint32, len(x))
	for row := range size {
		for col := range size {
			n, w := uint32(noise), uint32(noise>>32)
			if row > 0 {
				n = x[(row-1)*size+col]
			}
			if col > 0 {
				w = x[row*size+col-1]
			}
			v, turned := x[row*size+col], bits.RotateLeft32(n, -5)
			switch meshKind(row, col) {
			case 0:
				v = (v + turned) ^ w
			case 1:
				if n < w {
					v -= w
				} else {
					v += turned
				}
				v ^= 0x5bd1e995
			case 2:
				v = (v ^ turned&w) + (n | v>>3)
			default:
				add := n
				if v>>7&1 == 1 {
					add = turned
				}
				v = ((v&0xffff)*(w&0xffff) + add) ^ w
			}
			next[row*size+col] = v
		}
	}
	return next
}

func xorshift64(x uint64) uint64 {
	x ^= x << 13
	x ^= x >> 7
	return x ^ x<<17
}

func TestMeshStepsAsInGo(t *testing.T) {
	m := newMesh(250)
	require.Equal(t, 5, m.size)
	got := checksumAfter(t, m, &m.Checksum, 200)
	x := make([]uint32, m.size*m.size)
	noise := harness.Seed(0)
	var want harness.Sum
	for range 200 {
		var south, east uint32
		for i := range m.size {
			south ^= x[(m.size-1)*m.size+i]
			east ^= x[i*m.size+m.size-1]
		}
		want.Fold(uint64(east)<<32 | uint64(south))
		x = meshStep(x, m.size, noise)
		noise = xorshift64(noise)
	}
	assert.Equal(t, uint64(want), got)
}

func TestLFSRBankShiftsAsInGo(t *testing.T) {
	b := newLFSRBank(50)
	got := checksumAfter(t, b, &b.Checksum, 200)
	x := make([]uint64, b.n)
	for i := range x {
		x[i] = lfsrSeed(i)
	}
	var want harness.Sum
	for range 200 {
		var all uint64
		for i := range x {
			t := lfsrTaps[i%len(lfsrTaps)]
			all ^= x[i] << (i % (65 - t.width))
			out := x[i] & 1
			x[i] >>= 1
			if out == 1 {
				x[i] ^= t.taps
			}
		}
		want.Fold(all)
	}
	assert.Equal(t, uint64(want), got)
}

func TestIdleUnitsWorkWhenAwake(t *testing.T) {
	const n, cycles = 4, 5000
	d := newIdle(n)
	got := checksumAfter(t, d, &d.Checksum, cycles)
	type unit struct {
		count uint16
		r     [idleStates]uint32
	}
	var units [n]unit
	noise := harness.Seed(0)
	var want harness.Sum
	for range cycles {
		if noise>>60 == 3 {
			u := &units[noise>>58&3]
			r := u.r
			want.Fold((uint64(r[5]^r[3])<<32 | uint64(r[4]+r[2])) ^ noise)
			data := uint32(noise)
			u.r[0] = r[0] + data
			u.r[1] = r[1] ^ bits.RotateLeft32(r[0], -3)
			u.r[2] = r[2] + r[1]
			if data < r[2] {
				u.r[2] = data
			}
			u.r[3] = (r[2]&0xffff)*(r[1]&0xffff) ^ r[3]
			if u.count&15 == 15 {
				u.r[4] = r[4] + r[3]
				u.r[5] = r[5] ^ r[4]<<(u.count>>4&31)
			}
			u.count++
		}
		noise = xorshift64(noise)
	}
	assert.NotZero(t, got)
	assert.Equal(t, uint64(want), got)
}

func TestMemoryBanksReadChangeAndWrite(t *testing.T) {
	const banks, logDepth, cycles = 3, 4, 2000
	d := newMemories(banks, logDepth)
	got := checksumAfter(t, d, &d.Checksum, cycles)
	type bank struct {
		ram         [1 << logDepth]uint32
		noise, word uint32
		last        int
	}
	var all [banks]bank
	for i := range all {
		all[i].noise = uint32(harness.Seed32(i))
	}
	var want harness.Sum
	for range cycles {
		var x uint64
		for i := range all {
			b := &all[i]
			x ^= uint64(b.word) << (4 * i % 33)
			addr := int(b.noise) & (1<<logDepth - 1)
			read := b.ram[addr]
			if b.noise>>31 == 1 {
				b.ram[b.last] = b.word + b.noise
			}
			b.word, b.last, b.noise = read, addr, xorshift32(b.noise)
		}
		want.Fold(x)
	}
	assert.Equal(t, uint64(want), got)
}

// Every packet comes out at its destination, in the order in which its source
// sent those for that destination.
func TestCrossbarDeliversEveryPacketInOrder(t *testing.T) {
	const n, cycles = 4, 3000
	x := newCrossbar(n)
	tb := bench.New(t, x)
	peek := func(format string) uint64 {
		v, err := tb.Sim().Peek(format)
		require.NoError(t, err)
		return v
	}
	type lane struct{ origin, destination uint64 }
	under := map[lane][]uint64{}
	delivered := map[lane]int{}
	waits := map[int]uint64{} // what a source offered in vain
	for range cycles {
		for i := range n {
			in := "in" + itoa(i) + "_push_"
			if offered, ok := waits[i]; ok {
				require.EqualValues(t, 1, peek(in+"valid"))
				require.Equal(t, offered, peek(in+"data_destination"))
				delete(waits, i)
			}
			if peek(in+"valid")&^peek(in+"ready") == 1 {
				waits[i] = peek(in + "data_destination")
			}
			if peek(in+"valid")&peek(in+"ready") == 1 {
				l := lane{uint64(i), peek(in + "data_destination")}
				under[l] = append(under[l], peek(in+"data_payload"))
			}
		}
		for j := range n {
			out := "out" + itoa(j) + "_pop_"
			if peek(out+"valid")&peek(out+"ready") == 1 {
				require.EqualValues(t, j, peek(out+"data_destination"))
				l := lane{peek(out + "data_origin"), uint64(j)}
				require.NotEmpty(t, under[l])
				require.Equal(t, under[l][0], peek(out+"data_payload"))
				under[l] = under[l][1:]
				delivered[l]++
			}
		}
		tb.Tick()
	}
	waiting := 0
	for _, list := range under {
		waiting += len(list)
	}
	assert.LessOrEqual(t, waiting, 2*n*crossbarDepth)
	assert.Len(t, delivered, n*n)
	for l, count := range delivered {
		assert.Greater(t, count, cycles/(2*n*n), "%v", l)
	}
}

func TestMeshesHaveTheNodesTheyAreNamedAfter(t *testing.T) {
	d, err := Find(nil, "mesh_1000")
	require.NoError(t, err)
	b, err := d.elaborate()
	require.NoError(t, err)
	p, err := sim.Compile(b.Top, sim.WithEngine(sim.Reference()))
	require.NoError(t, err)
	assert.InDelta(t, 1000, p.Nodes(), 150)
}
