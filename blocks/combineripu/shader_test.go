package combineripu

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// The beats of a shader's streams.
type (
	packetBeat struct {
		Kind, Set  uint8
		Offset     uint16
		Word       uint32
		Allocation allocationBeat
		Pixel      pixelBeat
	}
	allocationBeat struct {
		Count uint8
		Load  uint16
		Table [isa.NumRegisters]uint8
	}
	pixelBeat struct {
		X, Y                    uint16
		Fog, Primary, Secondary laneVector
		Texture                 [4]laneVector
	}
	emissionBeat struct {
		Token, Set  uint8
		Instruction instructionBeat
	}
	instructionBeat struct {
		Op, Dest, Halves uint8
		In               [3]isa.Operand
		Bias             bool
		Scale            uint8
		Final, Odd, Last bool
		Constants        [2]uint32
	}
	eventBeat  struct{ Block, Set uint8 }
	shadedBeat struct {
		X, Y   uint16
		Colour uint32
	}
)

func instructionOf(i isa.Instruction) instructionBeat {
	return instructionBeat{uint8(i.Op), uint8(i.Dest), i.Halves, i.In, i.Bias, i.Scale, i.Final, i.Odd, i.Last, i.Constants}
}

func pixelOf(p model.Pixel) pixelBeat {
	b := pixelBeat{uint16(p.X), uint16(p.Y), toLane(p.Fog), toLane(p.Primary), toLane(p.Secondary), [4]laneVector{}}
	for k, v := range p.Texture {
		b.Texture[k] = toLane(v)
	}
	return b
}

// testProgram is a program with its allocation; registers are given by number.
type testProgram struct {
	code       []isa.Instruction
	allocation allocationBeat
}

// programOf is a translated program.
func programOf(w isa.Words, remap bool) testProgram {
	p := model.Translate(&w, isa.MaxStages)
	table, count := p.Table(remap)
	return testProgram{p.Remapped(remap), allocationBeat{uint8(count), p.Load, table}}
}

// executed is what the program makes of a pixel.
func (p testProgram) executed(pixel model.Pixel) shadedBeat {
	var registers [isa.NumRegisters]model.Values
	for code := range isa.Register(isa.NumRegisters) {
		if p.allocation.Load>>code&1 != 0 {
			registers[p.allocation.Table[code]] = pixel.Initial(code)
		}
	}
	for _, i := range p.code {
		model.Execute(i, &registers)
	}
	s := shadedBeat{X: uint16(pixel.X), Y: uint16(pixel.Y)}
	for k, x := range registers[isa.Result] {
		s.Colour |= uint32(x&255) << (8 * k)
	}
	return s
}

// shaderHarness drives a shader as a raster state machine and an instruction emulator do.
type shaderHarness struct {
	*bench.TB

	t        testing.TB
	rng      *rand.Rand
	config   Config
	packets  *bench.Driver
	tokens   *bench.Driver
	events   *bench.Monitor[eventBeat]
	shaded   *bench.Monitor[shadedBeat]
	programs []testProgram // in the order of their allocations
	sets     []uint8
	ahead    int          // instructions of the first program sent ahead of its next pass
	want     []shadedBeat // for the pixels sent
	done     int          // pixels that have left
	leftAt   []uint64     // the cycles in which they left
	ends     []int        // how many pixels were sent up to each block

	blocked, triggers int
	first             bool // the first program has had no trigger yet
}

func newShaderHarness(t testing.TB, c Config, seed uint64, gap, stall float64, options ...bench.Option) *shaderHarness {
	s, err := NewShader(c)
	require.NoError(t, err)
	h := &shaderHarness{t: t, config: c, rng: rand.New(rand.NewPCG(seed, 0)), first: true}
	h.TB = bench.New(t, s, append(options, bench.Seed(seed))...)
	h.packets, h.tokens = bench.Drive(h.TB, s.In, gap), bench.Drive(h.TB, s.Instructions, gap)
	h.events, h.shaded = bench.Collect[eventBeat](h.TB, s.Program, stall), bench.Collect[shadedBeat](h.TB, s.Out, stall)
	h.events.Each(h.event)
	h.shaded.Each(func(b shadedBeat) {
		require.Less(t, h.done, len(h.want), "a pixel left that was not sent")
		require.Equal(t, h.want[h.done], b, "pixel %d of %v", h.done, h.programs[0])
		h.done++
		h.leftAt = append(h.leftAt, h.Cycle())
	})
	return h
}

// sendAhead sends instructions up to the given number ahead of the next pass.
func (h *shaderHarness) sendAhead(n int) {
	p := h.programs[0].code
	for ; h.ahead < min(n, len(p), aheadWords); h.ahead++ {
		h.send(isa.InstructionToken, instructionOf(p[h.ahead]))
	}
}

func (h *shaderHarness) send(t isa.Token, i instructionBeat) {
	h.tokens.Send(emissionBeat{uint8(t), h.sets[0], i})
}

// event responds as an instruction emulator does.
func (h *shaderHarness) event(e eventBeat) {
	require.NotEmpty(h.t, h.programs)
	require.Equal(h.t, h.sets[0], e.Set)
	if e.Block != 0 {
		require.Equal(h.t, h.ends[0], h.done, "a block returned before all its pixels had left, or after pixels of the next program")
		if h.ahead > 0 && !h.config.Stored {
			h.send(isa.InvalidToken, instructionBeat{})
		}
		h.blocked++
		h.programs, h.sets, h.ahead, h.first = h.programs[1:], h.sets[1:], 0, true
		h.ends = h.ends[1:]
		if len(h.programs) > 0 {
			h.sendAhead(h.rng.IntN(aheadWords + 1))
		}
		return
	}
	h.triggers++
	require.True(h.t, h.first || !h.config.Stored, "a stored program is triggered again")
	h.first = false
	h.sendAhead(aheadWords)
	h.send(isa.ValidToken, instructionBeat{})
	for _, i := range h.programs[0].code[h.ahead:] {
		h.send(isa.InstructionToken, instructionOf(i))
	}
	h.ahead = 0
	if !h.config.Stored {
		h.sendAhead(h.rng.IntN(aheadWords + 1))
	}
}

// run sends pixels of a program between its allocation and block.
func (h *shaderHarness) run(p testProgram, pixels []model.Pixel, loads float64) {
	p.code[len(p.code)-1].Last = true
	set := uint8(h.rng.IntN(h.config.Sets))
	begin := len(h.programs) == 0
	h.programs, h.sets = append(h.programs, p), append(h.sets, set)
	if begin {
		h.sendAhead(h.rng.IntN(aheadWords + 1))
	}
	load := func() {
		for h.rng.Float64() < loads {
			h.packets.Send(packetBeat{Kind: uint8(isa.LoadPacket), Set: set, Offset: uint16(h.rng.IntN(1 << isa.OffsetBits)), Word: h.rng.Uint32()})
		}
	}
	load()
	h.packets.Send(packetBeat{Kind: uint8(isa.AllocatePacket), Set: set, Allocation: p.allocation})
	for _, v := range pixels {
		h.packets.Send(packetBeat{Kind: uint8(isa.PixelPacket), Set: set, Pixel: pixelOf(v)})
		h.want = append(h.want, p.executed(v))
		load()
	}
	h.packets.Send(packetBeat{Kind: uint8(isa.BlockPacket), Set: set})
	h.ends = append(h.ends, len(h.want))
}

// finish waits until everything has left.
func (h *shaderHarness) finish() {
	n := len(h.programs)
	h.Until(10_000_000, "the blocks have returned", func() bool { return len(h.programs) == 0 })
	assert.GreaterOrEqual(h.t, h.blocked, n)
	h.tokens.Drain(100)
	require.Equal(h.t, len(h.want), h.done)
}

// ownShaders are both embodiments, with remapping and without, with the lane for combiners.
func ownShaders() (list []Config) {
	for _, stored := range []bool{false, true} {
		for _, remap := range []bool{false, true} {
			list = append(list, Config{Sets: 2, Stages: isa.MaxStages, Remap: remap, Stored: stored, Lane: OwnLane})
		}
	}
	return list
}

// allShaders adds one with castalu's lane, which is slow and does not depend on embodiment or remapping.
func allShaders() []Config {
	return append(ownShaders(), Config{Sets: 2, Stages: isa.MaxStages, Remap: true, Lane: CastALU})
}

func eachShader(t *testing.T, configs []Config, test func(t *testing.T, c Config)) {
	for _, c := range configs {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

func TestKnownProgramsShadeTheirPixels(t *testing.T) {
	eachShader(t, allShaders(), func(t *testing.T, c Config) {
		h, known := newShaderHarness(t, c, 1, 0, 0), stimulus.KnownStates()
		for _, k := range known {
			h.run(programOf(k.Words, c.Remap), repeated(k.Pixel, 3), 0)
			if got := h.want[len(h.want)-1].Colour; k.Colour != (model.Colour{}) {
				assert.Equal(t, k.Colour, model.Colour{uint8(got), uint8(got >> 8), uint8(got >> 16), uint8(got >> 24)}, k.Name)
			}
		}
		h.finish()
		require.Len(t, h.want, 3*len(known))
		h.random(3, 12, 20)
	})
}

// randomProgram is a random program of the given length that reads only what it has loaded or written.
func randomProgram(rng *rand.Rand, length int, remap bool) (p testProgram) {
	defined := map[isa.Register]bool{}
	registers := 1 + rng.IntN(isa.NumRegisters)
	if !remap {
		registers = isa.NumRegisters
	}
	free := rng.Perm(registers)
	for _, code := range []isa.Register{isa.Fog, isa.Primary, isa.Secondary, isa.Texture0, isa.Texture1, isa.Texture2, isa.Texture3, isa.Spare0, isa.Spare1} {
		at := code
		if remap {
			if len(free) == 0 {
				break
			}
			at, free = isa.Register(free[0]), free[1:]
		}
		if rng.IntN(3) > 0 {
			p.allocation.Load |= 1 << code
			p.allocation.Table[code] = uint8(at)
			defined[at] = true
		}
	}
	p.allocation.Count = uint8(registers)
	for range length {
		i := randomInstruction(rng, registers)
		for n, o := range i.In {
			if o.Kind == isa.RegisterOperand && !defined[o.Register] {
				i.In[n].Kind, i.In[n].Register = isa.Kind(rng.IntN(int(isa.RegisterOperand))), 0
			}
		}
		if !defined[i.Dest] {
			i.Halves = isa.RGBHalf | isa.AlphaHalf
		}
		defined[i.Dest] = true
		p.code = append(p.code, i)
	}
	p.code[length-1].Dest, p.code[length-1].Halves = isa.Result, isa.RGBHalf|isa.AlphaHalf
	return p
}

// random runs programs, random and translated, up to the given numbers of instructions and pixels. A program is
// allocated for a pixel, so it has at least one.
func (h *shaderHarness) random(programs, instructions, pixels int) {
	for n := range programs {
		length := 1 + h.rng.IntN(instructions)
		if n%20 == 9 {
			length = programWords
		}
		list := make([]model.Pixel, 1+h.rng.IntN(pixels))
		for k := range list {
			list[k] = stimulus.Pixel(h.rng)
		}
		p := randomProgram(h.rng, length, h.config.Remap)
		if n%2 == 0 {
			p = programOf(stimulus.Words(h.rng, isa.MaxStages, stimulus.Mix(h.rng.IntN(stimulus.NumMixes))), h.config.Remap)
		}
		h.run(p, list, 0.1)
	}
	h.finish()
}

func TestRandomProgramsShadeWhatTheModelSays(t *testing.T) {
	eachShader(t, ownShaders(), func(t *testing.T, c Config) {
		h := newShaderHarness(t, c, 2, 0.2, 0.2, bench.PowerOn(2))
		h.random(25, 20, 70)
		assert.GreaterOrEqual(t, h.triggers, 25)
		newShaderHarness(t, c, 3, 0, 0.7).random(6, 12, 70)
		newShaderHarness(t, c, 4, 0.7, 0).random(6, 12, 40)
		newShaderHarness(t, c, 5, 0.2, 0.2, bench.Engine(sim.Reference())).random(2, 12, 40)
	})
}

func TestLongRandomProgramsShadeWhatTheModelSays(t *testing.T) {
	long.Only(t)
	eachShader(t, allShaders(), func(t *testing.T, c Config) {
		programs := 1000
		if c.Lane == CastALU {
			programs = 60
		}
		newShaderHarness(t, c, 7, 0.2, 0.2, bench.PowerOn(7)).random(programs, 20, 70)
	})
}

// With the lane for combiners, a full group takes a cycle for each register that is loaded and for each operation, and
// five more.
func TestAFullGroupExecutesAnOperationACycle(t *testing.T) {
	for _, remap := range []bool{true, false} {
		for _, stored := range []bool{true, false} {
			c := Config{Sets: 1, Stages: isa.MaxStages, Remap: remap, Stored: stored, Lane: OwnLane}
			for _, p := range stimulus.KnownStates() {
				t.Run(fmt.Sprintf("%s %s", c.Name(), p.Name), func(t *testing.T) {
					const groups = 10
					q := programOf(p.Words, remap)
					full := fileRegisters / int(q.allocation.Count)
					h := newShaderHarness(t, c, 1, 0, 0)
					h.run(q, repeated(p.Pixel, groups*full), 0)
					h.finish()
					loads := strings.Count(fmt.Sprintf("%b", q.allocation.Load), "1")
					group := int(h.leftAt[len(h.leftAt)-1]-h.leftAt[full-1]) / (groups - 1)
					assert.Equal(t, full*(loads+len(q.code))+5, group)
				})
			}
		}
	}
}

// repeated is a pixel n times.
func repeated(p model.Pixel, n int) (list []model.Pixel) {
	for range n {
		list = append(list, p)
	}
	return list
}

func TestShadersLeaveNothingUnread(t *testing.T) {
	eachShader(t, allShaders(), func(t *testing.T, c Config) {
		s, err := NewShader(c)
		require.NoError(t, err)
		d, err := hdl.Elaborate(s)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.Name())
	})
}

// Both embodiments with the lane for combiners do the same in Icarus and Verilator, and their Verilog is clean.
func TestLongShadersAgreeOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	var runs []*bench.TB
	for _, stored := range []bool{false, true} {
		c := Config{Sets: 2, Stages: isa.MaxStages, Remap: !stored, Stored: stored, Lane: OwnLane}
		h := newShaderHarness(t, c, 6, 0.2, 0.2, bench.Record())
		h.random(8, 12, 30)
		runs = append(runs, h.TB)
	}
	bench.Outside(t, bench.Simulators, runs...)
}

// So does the one with castalu's lane.
func TestLongTheShaderWithCastalusLaneAgreesOutside(t *testing.T) {
	long.Only(t)
	c := Config{Sets: 2, Stages: isa.MaxStages, Remap: true, Lane: CastALU}
	h := newShaderHarness(t, c, 6, 0.2, 0.2, bench.Record())
	h.random(8, 12, 30)
	bench.Outside(t, bench.Simulators, h.TB)
}
