package sim

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl/sim/internal/wide"
)

// Snapshot is the state of an instance at a sample point: cycle, inputs,
// registers and memories. It can be restored in every instance of a design with
// the same inputs, registers and memories, in any engine.
type Snapshot struct {
	layout uint64
	cycle  uint64
	values []byte // inputs, registers, memories, each in ceil(width/8) bytes
}

// Cycle is the cycle in which the snapshot was taken.
func (x *Snapshot) Cycle() uint64 { return x.cycle }

// snapshotMagic begins a serialised snapshot; its digit is the format.
const snapshotMagic = "posedge1"

// MarshalBinary returns the snapshot as bytes.
func (x *Snapshot) MarshalBinary() ([]byte, error) {
	b := []byte(snapshotMagic)
	b = binary.LittleEndian.AppendUint64(b, x.layout)
	b = binary.LittleEndian.AppendUint64(b, x.cycle)
	b = append(b, x.values...)
	return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b)), nil
}

// UnmarshalBinary reads the bytes that MarshalBinary made. It is an error if they
// were cut off or changed.
func (x *Snapshot) UnmarshalBinary(b []byte) error {
	const head = len(snapshotMagic) + 16
	if len(b) < head+8 || string(b[:len(snapshotMagic)]) != snapshotMagic {
		return fmt.Errorf("these %d bytes are not a snapshot of a simulation", len(b))
	}
	body := b[:len(b)-8]
	if binary.LittleEndian.Uint64(b[len(body):]) != xxhash.Sum64(body) {
		return fmt.Errorf("the snapshot is damaged: its checksum does not agree with its %d bytes", len(b))
	}
	x.layout = binary.LittleEndian.Uint64(body[len(snapshotMagic):])
	x.cycle = binary.LittleEndian.Uint64(body[len(snapshotMagic)+8:])
	x.values = append([]byte(nil), body[head:]...)
	return nil
}

// Snapshot returns the state of s.
func (s *Simulation) Snapshot() *Snapshot {
	x := &Snapshot{layout: s.p.digest, cycle: s.cycle}
	for i, in := range s.p.netlist.Inputs {
		words := make([]uint64, wide.Words(in.Width))
		for k := range words {
			words[k] = s.m.Input(i, k)
		}
		x.values = wide.AppendBytes(x.values, words, in.Width)
	}
	x.values = s.appendState(x.values)
	return x
}

// Restore brings s to the state of a snapshot and restarts its digest. A snapshot
// of a design with other inputs, registers or memories is an error and leaves s as
// it is.
func (s *Simulation) Restore(x *Snapshot) error {
	if x == nil || x.layout != s.p.digest {
		return fmt.Errorf("the snapshot is not of %s, or of %s when it had other registers, memories or inputs", s.p.Name(), s.p.Name())
	}
	if want := s.p.stateBytes(); len(x.values) != want {
		return fmt.Errorf("the snapshot has %d bytes of values, the state of %s has %d", len(x.values), s.p.Name(), want)
	}
	rest := x.values
	take := func(width int, set func(k int, v uint64)) {
		n := (width + 7) / 8
		words := make([]uint64, wide.Words(width))
		for i, b := range rest[:n] {
			words[i/8] |= uint64(b) << (8 * (i % 8))
		}
		rest = rest[n:]
		words[len(words)-1] &= wide.TopMask(width)
		for k, w := range words {
			set(k, w)
		}
	}
	for i, in := range s.p.netlist.Inputs {
		take(in.Width, func(k int, v uint64) { s.m.SetInput(i, k, v) })
	}
	for i, r := range s.p.netlist.State() {
		take(r.Width, func(k int, v uint64) { s.m.SetRegister(i, k, v) })
	}
	for i, m := range s.p.netlist.Memories {
		for addr := range m.Depth {
			take(m.Width, func(k int, v uint64) { s.m.SetMemory(i, addr, k, v) })
		}
	}
	s.cycle, s.settled = x.cycle, false
	s.p.design.TellCycle(s.cycle, s.m.SetRegister)
	if s.digest != nil {
		s.digest.reset()
	}
	s.restartJournal()
	s.touched = fmt.Sprintf("a snapshot of cycle %d was restored", x.cycle)
	return nil
}

// stateBytes is the length of the values of a snapshot.
func (p *Program) stateBytes() int {
	n := 0
	for _, x := range p.netlist.Inputs {
		n += (x.Width + 7) / 8
	}
	for _, x := range p.netlist.State() {
		n += (x.Width + 7) / 8
	}
	for _, x := range p.netlist.Memories {
		n += x.Depth * ((x.Width + 7) / 8)
	}
	return n
}
