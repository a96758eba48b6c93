package sim

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// The trace digest names a run: two runs with equal digests had equal values
// at every sample point, in whatever engine or simulator. It is the xxhash of,
// for each sample point, the cycle as uint64 and the value of each declared
// port of the top in declaration order, all little-endian, a value in
// ceil(width/8) bytes. The implicit clock and reset are not declared ports.
type digest struct {
	hash  *xxhash.Digest
	state bool
	buf   []byte
	words []uint64
}

// WithDigest has the instance compute the digest of its ports; without it no
// digest costs anything. With it each cycle is a call to the engine.
func WithDigest() InstanceOption {
	return func(s *Simulation) { s.digest = &digest{hash: xxhash.New()} }
}

// WithStateDigest is [WithDigest] with the state: after the ports of each
// sample point come all registers, then all words of all memories, in the order
// of the netlist.
func WithStateDigest() InstanceOption {
	return func(s *Simulation) { s.digest = &digest{hash: xxhash.New(), state: true} }
}

// Digest returns the digest of the sample points since power-on or the last
// Restore. It is the hash of nothing if New had no option for it.
func (s *Simulation) Digest() uint64 {
	if s.digest == nil {
		return xxhash.New().Sum64()
	}
	return s.digest.hash.Sum64()
}

// sample adds the settled values of the current cycle.
func (d *digest) sample(s *Simulation) {
	d.buf = binary.LittleEndian.AppendUint64(d.buf[:0], s.cycle)
	for _, p := range s.p.order {
		if p.implicit {
			continue
		}
		d.words = s.GetWords(d.words[:0], p)
		d.buf = appendBytes(d.buf, d.words, int(p.width))
	}
	if d.state {
		d.buf = s.appendState(d.buf)
	}
	_, _ = d.hash.Write(d.buf) // a hash does not fail
}

// appendState appends the registers and the memories.
func (s *Simulation) appendState(buf []byte) []byte {
	var words []uint64
	for i, r := range s.p.netlist.state() {
		words = words[:0]
		for k := range wordsOf(r.Width) {
			words = append(words, s.m.Register(i, k))
		}
		buf = appendBytes(buf, words, r.Width)
	}
	for i, x := range s.p.netlist.Memories {
		words = append(words[:0], make([]uint64, wordsOf(x.Width))...)
		for addr := range x.Depth {
			s.memoryWord(words, i, addr)
			buf = appendBytes(buf, words, x.Width)
		}
	}
	return buf
}
