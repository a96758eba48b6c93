package sim

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl/sim/internal/wide"
)

// TraceDigest identifies a run: two runs with equal digests had equal values at
// every sample point, whichever engine or simulator ran them. It is an xxhash;
// each sample point adds the cycle as a uint64 and the value of each declared
// port of the top in declaration order in ceil(width/8) bytes, all
// little-endian. Clock and reset are left out.
//
// An instance computes its own: see [WithDigest]. [NewTraceDigest] makes one for
// the samples of another simulator: call Cycle at each sample point, then Value
// for each port.
type TraceDigest struct {
	hash *xxhash.Digest
	buf  []byte // of the current sample point
}

// NewTraceDigest returns the digest of no sample point.
func NewTraceDigest() *TraceDigest { return &TraceDigest{hash: xxhash.New()} }

// Cycle begins a sample point.
func (d *TraceDigest) Cycle(n uint64) {
	d.flush()
	d.buf = binary.LittleEndian.AppendUint64(d.buf, n)
}

// Value adds the value of a port, in words of 64 bits, the least significant first.
func (d *TraceDigest) Value(width int, words ...uint64) {
	d.buf = wide.AppendBytes(d.buf, words, width)
}

// Sum is the digest of the sample points so far.
func (d *TraceDigest) Sum() uint64 {
	d.flush()
	return d.hash.Sum64()
}

func (d *TraceDigest) flush() {
	_, _ = d.hash.Write(d.buf) // a hash does not fail
	d.buf = d.buf[:0]
}

func (d *TraceDigest) reset() {
	d.hash.Reset()
	d.buf = d.buf[:0]
}

// digest is the digest of an instance.
type digest struct {
	*TraceDigest
	state bool // registers and memories too
	words []uint64
}

// WithDigest makes the instance compute the digest of its ports, which costs an
// engine call in each cycle.
func WithDigest() InstanceOption {
	return func(s *Simulation) { s.digest = &digest{TraceDigest: NewTraceDigest()} }
}

// WithStateDigest is [WithDigest] with the state: after the ports of each
// sample point come all registers, then all words of all memories, in the order
// of the netlist.
func WithStateDigest() InstanceOption {
	return func(s *Simulation) { s.digest = &digest{TraceDigest: NewTraceDigest(), state: true} }
}

// Digest returns the digest of the sample points since power-on or the last
// Restore. It is the hash of nothing if the instance was made without a digest.
func (s *Simulation) Digest() uint64 {
	if s.digest == nil {
		return NewTraceDigest().Sum()
	}
	return s.digest.Sum()
}

// sample adds the settled values of the current cycle.
func (d *digest) sample(s *Simulation) {
	d.Cycle(s.cycle)
	for _, p := range s.p.order {
		if p.reset {
			continue
		}
		d.words = s.GetWords(d.words[:0], p)
		d.Value(int(p.width), d.words...)
	}
	if d.state {
		d.buf = s.appendState(d.buf)
	}
	d.flush()
}

// appendState appends the registers and the memories.
func (s *Simulation) appendState(buf []byte) []byte {
	var words []uint64
	for i, r := range s.p.netlist.State() {
		words = words[:0]
		for k := range wide.Words(r.Width) {
			words = append(words, s.m.Register(i, k))
		}
		buf = wide.AppendBytes(buf, words, r.Width)
	}
	for i, x := range s.p.netlist.Memories {
		words = append(words[:0], make([]uint64, wide.Words(x.Width))...)
		for addr := range x.Depth {
			s.memoryWord(words, i, addr)
			buf = wide.AppendBytes(buf, words, x.Width)
		}
	}
	return buf
}
