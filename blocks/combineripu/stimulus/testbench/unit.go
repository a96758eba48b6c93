package testbench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// Unit is a bench around a combiner IPU alone. Its shader is in Go: it takes pixels in groups of any size, triggers a
// pass for each, executes the instructions that arrive, and compares everything with the formulas and with the
// translation.
type Unit struct {
	*bench.TB
	source
	Unit    *combineripu.Unit
	Packets []Packet // of the raster stream
	Beats   []Beat   // of the instruction stream
	Passes  int
	// Returned are the cycles in which blocks have returned.
	Returned []uint64
	Group    func(limit int) int // how many pixels, at most limit, the next pass has

	r         bench.Reporter
	rng       *rand.Rand
	program   *bench.Driver
	delays    Delays
	inside    []inputBeat // sent packets that have not left the unit
	seen      isa.Words
	now       model.Program // of the set whose pixels are arriving
	listing   []isa.Instruction
	allocated bool
	set       int
	limit     int // of pixels in a group
	queue     []queued
	ahead     []isa.Instruction // received for this pass or the next
	group     []model.Pixel     // of the pass in progress
	valid     bool
	triggered bool // the set's program is stored
	stored    []isa.Instruction
	wait      int
	blocks    int // returned so far
	Done      int // pixels

	counted Counts // expected counts, without Resent and those of cycles
	firsts  uint32 // instructions of the first passes of programs
}

// Packet is a packet of the raster stream as a bench saw it.
type Packet struct {
	Cycle uint64
	Kind  isa.PacketKind
	Set   int
}

// Beat is a beat of the instruction stream as a bench saw it.
type Beat struct {
	Cycle       uint64
	Token       isa.Token
	Set         int
	Instruction isa.Instruction
}

// String is the packet: "pixel, set 0".
func (p Packet) String() string {
	name := [...]string{"pixel", "load", "block", "allocate"}[p.Kind]
	if p.Kind == isa.LoadPacket {
		return name
	}
	return fmt.Sprintf("%s, set %d", name, p.Set)
}

// String is the beat: "valid, set 0", or the instruction with its registers' numbers.
func (b Beat) String() string {
	switch b.Token {
	case isa.ValidToken:
		return fmt.Sprintf("valid, set %d", b.Set)
	case isa.InvalidToken:
		return fmt.Sprintf("invalid, set %d", b.Set)
	}
	return strings.TrimSpace(b.Instruction.Numbered())
}

// queued is a pixel or a block that the shader has not yet handled.
type queued struct {
	block   bool
	set     int
	pixel   model.Pixel
	words   isa.Words
	program model.Program
	listing []isa.Instruction
	limit   int
}

// NewUnit makes the bench.
func NewUnit(r bench.Reporter, c combineripu.Config, delays Delays, seed uint64, opts ...bench.Option) *Unit {
	y, err := combineripu.NewUnit(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return OnUnit(bench.New(r, y, append(opts, bench.Seed(seed))...), c, delays, seed)
}

// OnUnit drives the unit of an existing bench.
func OnUnit(tb *bench.TB, c combineripu.Config, delays Delays, seed uint64) *Unit {
	y := tb.Design().Component.(*combineripu.Unit)
	u := &Unit{TB: tb, Unit: y, seen: isa.ResetWords(), r: tb.Reporter(), delays: delays, rng: rand.New(rand.NewPCG(seed, 15)),
		source: source{Words: isa.ResetWords(), config: c, in: bench.Drive(tb, y.In, delays.Gap)}, program: bench.Drive(tb, y.Program, 0)}
	u.sent = func(b inputBeat) { u.inside = append(u.inside, b) }
	u.Group = func(limit int) int { return 1 + u.rng.IntN(limit) }
	bench.Collect[packetBeat](tb, y.Raster, delays.Stall).Each(u.packet)
	bench.Collect[emissionBeat](tb, y.Instructions, delays.Stall).Each(u.emission)
	return u
}

// packet checks a beat of the raster stream. Without its tokens the stream is what was sent; an allocation is the
// translator's, for the loads that have passed; and pixels belong to the set that was allocated last.
func (u *Unit) packet(b packetBeat) {
	u.Packets = append(u.Packets, Packet{u.Cycle(), b.Kind, b.Set})
	switch b.Kind {
	case isa.AllocatePacket:
		if u.allocated {
			u.r.Fatalf("cycle %d: set %d is allocated before the block of set %d", u.Cycle(), b.Set, u.set)
		}
		u.now = model.Translate(&u.seen, u.config.Stages)
		table, count := u.now.Table(u.config.Remap)
		if want := (allocationBeat{count, u.now.Load, table}); b.Allocation != want {
			u.r.Fatalf("cycle %d: the allocation is %v, not %v", u.Cycle(), b.Allocation, want)
		}
		u.allocated, u.set, u.limit, u.listing = true, b.Set, min(64/count, 32), u.now.Remapped(u.config.Remap)
		u.counted.Programs++
		u.firsts += uint32(len(u.listing))
		return
	case isa.BlockPacket:
		if !u.allocated || b.Set != u.set {
			u.r.Fatalf("cycle %d: a block of set %d, which is not the current one", u.Cycle(), b.Set)
		}
		u.allocated = false
		u.counted.Blocks++
		u.queue = append(u.queue, queued{block: true, set: b.Set})
		return
	}
	if len(u.inside) == 0 {
		u.r.Fatalf("cycle %d: an unexpected packet left", u.Cycle())
	}
	in := u.inside[0]
	u.inside = u.inside[1:]
	switch {
	case in.Load != (b.Kind == isa.LoadPacket):
		u.r.Fatalf("cycle %d: packets leave in another order", u.Cycle())
	case in.Load && (in.Offset != b.Offset || in.Word != b.Word), !in.Load && in.Pixel != b.Pixel:
		u.r.Fatalf("cycle %d: a packet left changed", u.Cycle())
	case in.Load:
		if w := u.seen.At(int(b.Offset)); w != nil && *w != b.Word && slices.Contains(isa.Offsets(u.config.Stages), int(b.Offset)) {
			if u.allocated {
				u.r.Fatalf("cycle %d: a word changed while set %d had pixels", u.Cycle(), u.set)
			}
			*w = b.Word
		}
	default:
		if !u.allocated || b.Set != u.set {
			u.r.Fatalf("cycle %d: a pixel of set %d, which is not allocated", u.Cycle(), b.Set)
		}
		u.counted.Pixels++
		u.queue = append(u.queue, queued{set: b.Set, pixel: valuesOf(b.Pixel), words: u.seen, program: u.now, listing: u.listing, limit: u.limit})
	}
}

// emission checks a beat of the instruction stream.
func (u *Unit) emission(b emissionBeat) {
	u.Beats = append(u.Beats, Beat{u.Cycle(), b.Token, b.Set, b.Instruction})
	switch b.Token {
	case isa.ValidToken:
		if u.valid || len(u.group) == 0 {
			u.r.Fatalf("cycle %d: valid, but no pass was triggered", u.Cycle())
		}
		if b.Set != u.queue[0].set {
			u.r.Fatalf("cycle %d: valid of set %d; the pass is of set %d", u.Cycle(), b.Set, u.queue[0].set)
		}
		u.valid = true
	case isa.InvalidToken:
		if u.config.Stored || u.valid || len(u.ahead) == 0 {
			u.r.Fatalf("cycle %d: invalid, but no instruction was sent ahead", u.Cycle())
		}
		u.counted.Invalidated += uint32(len(u.ahead))
		u.ahead = nil
	default:
		u.counted.Sent++
		u.ahead = append(u.ahead, b.Instruction)
		if !u.valid && len(u.ahead) > 8 {
			u.r.Fatalf("cycle %d: %d instructions were sent ahead", u.Cycle(), len(u.ahead))
		}
	}
}

// Step runs one cycle.
func (u *Unit) Step() {
	u.Tick()
	for len(u.Returned) < u.blocks && u.program.Waiting() == 0 {
		u.Returned = append(u.Returned, u.Cycle()-1)
	}
	if u.wait > 0 {
		u.wait--
		return
	}
	if len(u.group) > 0 {
		u.finish()
		return
	}
	if len(u.queue) == 0 {
		return
	}
	first := u.queue[0]
	if first.block {
		u.program.Send(eventBeat{1, first.set})
		u.blocks++
		u.queue, u.triggered, u.stored = u.queue[1:], false, nil
		u.pause()
		return
	}
	for n := range u.Group(first.limit) {
		if n == len(u.queue) || u.queue[n].block {
			break
		}
		u.group = append(u.group, u.queue[n].pixel)
	}
	if !u.triggered {
		u.program.Send(eventBeat{0, first.set})
		u.triggered = u.config.Stored
	}
	u.Passes++
}

// finish executes the pass when its instructions have arrived.
func (u *Unit) finish() {
	first := u.queue[0]
	program := u.stored
	if program == nil {
		if !u.valid || len(u.ahead) < len(first.listing) {
			return
		}
		program, u.ahead, u.valid = u.ahead[:len(first.listing)], u.ahead[len(first.listing):], false
		if u.config.Stored {
			u.stored = program
		}
	}
	for k := range first.listing {
		if program[k] != first.listing[k] {
			u.r.Fatalf("cycle %d: instruction %d is\n%s, not\n%s\n(%+v, not %+v)", u.Cycle(), k, program[k].Numbered(), first.listing[k].Numbered(), program[k], first.listing[k])
		}
	}
	for range u.group {
		q := u.queue[0]
		u.queue = u.queue[1:]
		want, got := model.Combine(&q.words, u.config.Stages, q.pixel), model.Interpret(q.program.Instructions, q.pixel)
		if got != want {
			u.r.Fatalf("cycle %d: a pixel is %v, not %v", u.Cycle(), got, want)
		}
		u.Done++
	}
	u.group = nil
	u.pause()
}

// pause stalls the shader now and then.
func (u *Unit) pause() {
	if u.rng.Float64() < u.delays.Stall {
		u.wait = u.rng.IntN(40)
	}
}

// Drain ticks until everything sent has left, and all passes are complete.
func (u *Unit) Drain() {
	u.stepWhile(func() bool { return len(u.inside) > 0 || len(u.queue) > 0 || u.program.Waiting() > 0 })
}

// stepWhile ticks while must holds; it fails if nothing moves for 20 000 cycles.
func (u *Unit) stepWhile(must func() bool) {
	for idle := 0; must(); idle++ {
		inside, queue := len(u.inside), len(u.queue)
		u.Step()
		if len(u.inside) != inside || len(u.queue) != queue {
			idle = 0
		}
		if idle > 20_000 {
			u.r.Fatalf("cycle %d: nothing has moved for %d cycles", u.Cycle(), idle)
		}
	}
}

// Exercise sends random program states with some pixels each: at least the given numbers of states and of cycles.
func (u *Unit) Exercise(states, cycles int) {
	for n := 0; n < states || u.Cycle() < uint64(cycles); n++ {
		u.randomState(u.rng)
		for range u.rng.IntN(6) {
			u.Pixel(stimulus.Pixel(u.rng))
		}
		u.stepWhile(func() bool { return u.Waiting() > 64 })
	}
	u.Drain()
}

// ExerciseUnit is a random run of a unit alone.
func ExerciseUnit(r bench.Reporter, c combineripu.Config, seed uint64, states, cycles int, opts ...bench.Option) *Unit {
	u := NewUnit(r, c, RandomDelays, seed, opts...)
	u.Exercise(states, cycles)
	u.checkCounts()
	return u
}

// checkCounts compares the counters, except for those of cycles, with the streams. Each allocated program has had a pass by
// now, and all instructions but those of its first pass count as re-sent.
func (u *Unit) checkCounts() {
	for range 100 { // until the instructions sent ahead have left
		u.Step()
	}
	var got Counts
	u.Read(u.Unit.Counts, &got)
	want := u.counted
	want.Resent = want.Sent - u.firsts
	want.Stalled, want.Counting = got.Stalled, got.Counting
	if got != want {
		u.r.Fatalf("cycle %d: the counters are %+v, not %+v", u.Cycle(), got, want)
	}
}
