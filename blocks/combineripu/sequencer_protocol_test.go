package combineripu

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

type (
	// sentBeat is an [Emission].
	sentBeat struct {
		Token       isa.Token
		Set         uint64
		Instruction isa.Instruction
	}

	eventValue struct {
		Block bool
		Set   uint64
	}
)

// job is a program and its progress.
type job struct {
	set      uint64
	store    func(*bench.TB) // puts it into its set
	listing  []isa.Instruction
	passes   int // that the shader is to run
	asked    int // triggers that were offered
	triggers int // that passed
	valids   int
	complete int  // passes
	blocked  bool // its block passed
	beats    int
}

// protocol checks a stream of instructions and tokens against the rules alone: it knows the programs in their order,
// and the triggers and blocks that have passed.
type protocol struct {
	t      testing.TB
	stored bool
	jobs   []*job
	at     int // the program whose beats arrive
	n      int // instructions since the last pass ended
	valid  bool
	beats  []sentBeat

	sent, resent, invalidated int
}

// next advances to the next program if this one's block has come and nothing is ahead.
func (p *protocol) next() *job {
	j := p.jobs[p.at]
	if j.blocked && p.n == 0 && p.at+1 < len(p.jobs) {
		p.at++
		j = p.jobs[p.at]
	}
	return j
}

func (p *protocol) beat(b sentBeat) {
	p.beats = append(p.beats, b)
	if b.Token == isa.InvalidToken {
		j := p.jobs[p.at]
		require.False(p.t, p.stored, "an invalid token although the program is stored")
		require.True(p.t, j.blocked, "an invalid token before the block")
		require.Equal(p.t, j.set, b.Set, "the invalid token of another set")
		require.False(p.t, p.valid, "an invalid token in a pass that was triggered")
		require.Positive(p.t, p.n, "an invalid token with nothing to discard")
		require.Zero(p.t, b.Instruction)
		p.invalidated += p.n
		p.n = 0
		j.beats++
		return
	}
	j := p.next()
	j.beats++
	require.Equal(p.t, j.set, b.Set, "a beat of another set")
	if b.Token == isa.ValidToken {
		j.valids++
		require.LessOrEqual(p.t, j.valids, j.triggers, "a valid token without a trigger")
		require.False(p.t, p.valid, "two valid tokens in a pass")
		require.Equal(p.t, min(len(j.listing), maxAhead), p.n, "instructions before the valid token")
		require.Zero(p.t, b.Instruction)
		p.valid = true
	} else {
		require.Equal(p.t, isa.InstructionToken, b.Token)
		require.Less(p.t, p.n, len(j.listing), "an instruction after the last")
		require.Equal(p.t, j.listing[p.n], b.Instruction, "instruction %d", p.n)
		if p.stored {
			require.Zero(p.t, j.complete, "a stored program is sent again")
		}
		p.n++
		p.sent++
		if j.complete > 0 {
			p.resent++
		}
		if !p.valid {
			require.LessOrEqual(p.t, p.n, maxAhead, "too far ahead")
		}
	}
	if p.valid && p.n == len(j.listing) {
		j.complete++
		p.n, p.valid = 0, false
	}
}

// text is the beats in short: "8 v 12 8 i".
func (p *protocol) text() string {
	var parts []string
	n := 0
	flush := func() {
		if n > 0 {
			parts = append(parts, fmt.Sprint(n))
		}
		n = 0
	}
	for k, b := range p.beats {
		if b.Token != isa.InstructionToken {
			flush()
			parts = append(parts, [...]string{"", "v", "i"}[b.Token])
			continue
		}
		n++
		if b.Instruction.Last && k > 0 && n > 0 {
			flush()
		}
	}
	flush()
	return strings.Join(parts, " ")
}

// shaderEvent is a trigger or block that the shader sends.
type shaderEvent struct {
	job   *job
	block bool
}

// play is a run of programs through a sequencer or an emulator.
type play struct {
	t    testing.TB
	tb   *bench.TB
	h    *programPorts
	rng  *rand.Rand
	sets int
	pace float64 // how often the shader and the raster machine act when they may

	programs, events *bench.Driver
	out              *bench.Monitor[sentBeat]
	freed            *bench.Monitor[setValue]
	judge            protocol
	offered, shading int           // programs offered; the one that the shader is at
	sent             []shaderEvent // by the shader
	passed           int           // of these, those that passed before the held beat was offered
	held             bool
	blocks           []uint64 // sets whose block was offered
	checked          int      // of those that were freed
}

func newPlay(t testing.TB, h hdl.Component, ports *programPorts, c Config, seed uint64, jobs []*job, pace, stall float64, options ...bench.Option) *play {
	p := &play{t: t, h: ports, sets: c.Sets, rng: rand.New(rand.NewPCG(seed, 3)), pace: pace}
	p.judge = protocol{t: t, stored: c.Stored, jobs: jobs}
	p.tb = bench.New(t, h, append(options, bench.Seed(seed))...)
	p.programs, p.events = bench.Drive(p.tb, ports.Programs, stall), bench.Drive(p.tb, ports.Events, stall)
	p.out = bench.Collect[sentBeat](p.tb, ports.Out, stall)
	p.freed = bench.Collect[setValue](p.tb, ports.Freed, stall/2)
	return p
}

// offer offers the next program.
func (p *play) offer() {
	j := p.judge.jobs[p.offered]
	j.store(p.tb)
	p.programs.Send(setValue{j.set})
	p.offered++
}

// tick is a cycle of the raster machine and the shader.
func (p *play) tick() {
	jobs := p.judge.jobs
	free := p.offered-p.freed.Passed() < p.sets
	if p.offered < len(jobs) && free && p.rng.Float64() < p.pace {
		p.offer()
	}
	if p.shading < p.programs.Passed() && p.rng.Float64() < p.pace {
		j := jobs[p.shading]
		switch {
		case j.complete == j.passes:
			p.send(j, true)
			p.shading++
		case j.complete == j.asked:
			p.send(j, false)
		}
	}
	for ; !p.held && p.passed < p.events.Passed(); p.passed++ {
		if e := p.sent[p.passed]; e.block {
			e.job.blocked = true
		} else {
			e.job.triggers++
		}
	}
	p.held = p.tb.Get(p.h.Out.Valid) == 1
	seen := len(p.judge.beats)
	p.tb.Tick()
	for _, b := range p.out.Beats()[seen:] {
		p.judge.beat(b)
		p.held = false
	}
	for freed := p.freed.Beats(); p.checked < len(freed); p.checked++ {
		require.Less(p.t, p.checked, len(p.blocks), "a set is freed without a block")
		require.Equal(p.t, p.blocks[p.checked], freed[p.checked].Set, "the set of block %d", p.checked)
	}
}

// send sends an event.
func (p *play) send(j *job, block bool) {
	p.events.Send(eventValue{block, j.set})
	p.sent = append(p.sent, shaderEvent{j, block})
	if block {
		p.blocks = append(p.blocks, j.set)
		return
	}
	j.asked++
}

// finish ticks until all programs have ended, and some cycles more.
func (p *play) finish(limit int) {
	for range limit {
		if p.freed.Passed() == len(p.judge.jobs) {
			for range 10 {
				p.tick()
			}
			p.check()
			return
		}
		p.tick()
	}
	require.Fail(p.t, "it hangs", "%d of %d programs have ended; beats %s", p.freed.Passed(), len(p.judge.jobs), p.judge.text())
}

// check compares what was sent in all with the counters and with the bound on beats.
func (p *play) check() {
	for k, j := range p.judge.jobs {
		n := len(j.listing)
		require.Equal(p.t, j.passes, j.valids, "valid tokens of program %d", k)
		if p.judge.stored {
			require.Equal(p.t, n+1, j.beats, "beats of program %d", k)
			continue
		}
		require.LessOrEqual(p.t, j.beats, j.passes*(n+1)+min(n, maxAhead)+1, "beats of program %d", k)
	}
	require.Zero(p.t, p.judge.n, "instructions that no invalid token followed")
	require.Equal(p.t, p.judge.sent, int(p.tb.Get(p.h.Sent)), "sent")
	require.Equal(p.t, p.judge.resent, int(p.tb.Get(p.h.Resent)), "resent")
	require.Equal(p.t, p.judge.invalidated, int(p.tb.Get(p.h.Invalidated)), "invalidated")
}

// jobOf is a program with the given number of passes, or with one if it is stored.
func jobOf(c Config, k, passes int, listing []isa.Instruction, store func(*bench.TB)) *job {
	if c.Stored {
		passes = 1
	}
	return &job{set: uint64(k % c.Sets), passes: passes, listing: listing, store: store}
}
