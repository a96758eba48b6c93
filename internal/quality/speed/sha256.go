package speed

import (
	"fmt"
	"math/big"

	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// shaChain hashes its own digest again and again: FIPS 180-4 SHA-256 of 32 bytes,
// a round a cycle, 65 cycles a hash.
type shaChain struct {
	Digest hdl.Out `doc:"the digest of the last hash, the first byte on top"`
	Done   hdl.Out `doc:"digest is that of a further hash"`
	seed   uint64
}

func newSHAChain(seed uint64) *shaChain {
	return &shaChain{Digest: hdl.Output(256), Done: hdl.Output(1), seed: seed}
}

// ModuleName tells the seed.
func (c *shaChain) ModuleName() string { return fmt.Sprintf("sha256_chain_%08x", c.seed) }

// shaConstants are K and H of FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of
// the fractional parts of the cube roots of the first 64 primes, and of the
// square roots of the first 8.
func shaConstants() (k [64]uint32, h [8]uint32) {
	for i, p := 0, int64(2); i < len(k); p++ {
		if !big.NewInt(p).ProbablyPrime(0) {
			continue
		}
		k[i] = rootFraction(p, 3)
		if i < len(h) {
			h[i] = rootFraction(p, 2)
		}
		i++
	}
	return k, h
}

// rootFraction is the first 32 bits after the point of the n-th root of p.
func rootFraction(p int64, n int) uint32 {
	// The largest x with x^n <= p * 2^(32n), bit by bit.
	limit := new(big.Int).Lsh(big.NewInt(p), uint(32*n))
	x := new(big.Int)
	for b := 40; b >= 0; b-- {
		y := new(big.Int).SetBit(x, b, 1)
		if new(big.Int).Exp(y, big.NewInt(int64(n)), nil).Cmp(limit) <= 0 {
			x = y
		}
	}
	return uint32(x.Uint64())
}

func rotr(x hdl.Bits, n int) hdl.Bits { return hdl.Cat(x.Slice(n-1, 0), x.Slice(31, n)) }

// Describe is the message schedule in sixteen registers, the working variables
// in eight, and a counter of rounds.
func (c *shaChain) Describe(m *hdl.Module) {
	k, h0 := shaConstants()
	round := m.Reg("round", 7)
	done := m.Reg("finished", 1)
	var w [16]hdl.Bits
	for i := range w {
		// The message is 8 words of data, a 1, zeros, and its length of 256 bits.
		w[i] = m.Reg("w"+itoa(i), 32, hdl.ResetTo(shaPadding(i)|shaSeed(c.seed, i)))
	}
	var v, digest [8]hdl.Bits
	for i := range v {
		v[i] = m.Reg("abcdefgh"[i:i+1]+"_", 32, hdl.ResetTo(h0[i]))
		digest[i] = m.Reg("digest"+itoa(i), 32, hdl.NoReset())
	}
	constants := hdl.NewMem(m, "k", hdl.Width(32), len(k))
	var words []hdl.Bits
	for _, x := range k {
		words = append(words, hdl.Const(32, x))
	}
	constants.Init(words)

	a, b, cc, e, f, g := v[0], v[1], v[2], v[4], v[5], v[6]
	s1 := rotr(e, 6).Xor(rotr(e, 11)).Xor(rotr(e, 25))
	ch := e.And(f).Xor(e.Not().And(g))
	t1 := m.Named("t1", v[7].Add(s1).Add(ch).Add(constants.Read(round.Slice(5, 0))).Add(w[0]))
	s0 := rotr(a, 2).Xor(rotr(a, 13)).Xor(rotr(a, 22))
	maj := a.And(b).Xor(a.And(cc)).Xor(b.And(cc))
	t2 := m.Named("t2", s0.Add(maj))
	sigma0 := rotr(w[1], 7).Xor(rotr(w[1], 18)).Xor(w[1].Shr(3))
	sigma1 := rotr(w[14], 17).Xor(rotr(w[14], 19)).Xor(w[14].Shr(10))

	done.Set(0)
	m.If(round.Bit(6), func() {
		round.Set(0)
		done.Set(1)
		for i := range v {
			next := v[i].Add(hdl.Const(32, h0[i]))
			v[i].Set(h0[i])
			digest[i].Set(next)
			w[i].Set(next)
			w[i+8].Set(shaPadding(i + 8))
		}
	}).Else(func() {
		round.Set(round.Add(1))
		v[0].Set(t1.Add(t2))
		v[4].Set(v[3].Add(t1))
		for _, i := range []int{1, 2, 3, 5, 6, 7} {
			v[i].Set(v[i-1])
		}
		for i := range 15 {
			w[i].Set(w[i+1])
		}
		w[15].Set(w[0].Add(sigma0).Add(w[9]).Add(sigma1))
	})
	var parts []hdl.Operand
	for _, d := range digest {
		parts = append(parts, d)
	}
	c.Digest.Set(hdl.Cat(parts...))
	c.Done.Set(done)
}

// shaPadding is word i of a padded message of 32 zero bytes.
func shaPadding(i int) uint32 {
	switch i {
	case 8:
		return 1 << 31
	case 15:
		return 256
	}
	return 0
}

// shaSeed is word i of the first message of a chain.
func shaSeed(seed uint64, i int) uint32 {
	if i == 0 {
		return uint32(seed)
	}
	return 0
}

// shaBank is several chains side by side.
type shaBank struct {
	Checksum hdl.Out `doc:"of all digests"`
	n        int
}

func newSHABank(n int) *shaBank { return &shaBank{Checksum: hdl.Output(64), n: n} }

// ModuleName is the design's name.
func (b *shaBank) ModuleName() string { return "sha256" }

// Describe is n chains, which end their hashes in the same cycles.
func (b *shaBank) Describe(m *hdl.Module) {
	var digests []hdl.Bits
	var done hdl.Bits
	for i := range b.n {
		c := hdl.Instance(m, "chain"+itoa(i), newSHAChain(harness.Seed32(i)))
		digests = append(digests, c.Digest.Bits)
		if i == 0 {
			done = c.Done.Bits
		} else {
			hdl.Unused(c.Done)
		}
	}
	harness.Fold(m, b.Checksum, done, harness.XorAll(digests))
}
