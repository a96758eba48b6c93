package combineripu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	castaluisa "posedge/blocks/castalu/isa"
	castalumodel "posedge/blocks/castalu/model"
	"posedge/blocks/combineripu/assembler"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/hdl"
	"posedge/internal/long"
)

// nine is a component in 9 bits.
func nine(x int) uint16 { return uint16(x) & 511 }

// laneVector is a register in a stream.
type laneVector [4]uint16

func toLane(v model.Values) (y laneVector) {
	for k, x := range v {
		y[k] = nine(x)
	}
	return y
}

// laneBeat is an operation in a stream; its instruction is an [operationBeat].
type laneBeat struct {
	Pixel, Dest uint8
	Instruction operationBeat
	Operands    [3]laneVector
}

type operationBeat struct {
	Op, Dest, Halves uint8
	In               [3]isa.Operand
	Bias             bool
	Scale            uint8
	Final, Odd       bool
}

func operationOf(i isa.Instruction) operationBeat {
	return operationBeat{uint8(i.Op), uint8(i.Dest), i.Halves, i.In, i.Bias, i.Scale, i.Final, i.Odd}
}

// laneYield is a result in a stream.
type laneYield struct {
	Pixel, Dest, Halves uint8
	Value               laneVector
}

// calculated is the model's result.
func (k laneCase) calculated() (y model.Values) {
	model.Compute(k.i, &y, k.in)
	return y
}

// laneCase is an operation with its operands.
type laneCase struct {
	i  isa.Instruction
	in [3]model.Values
}

// ports are a lane's streams.
func ports(c hdl.Component) (hdl.Sink[laneOperation], hdl.Source[laneResult]) {
	if l, ok := c.(*ownLane); ok {
		return l.In, l.Out
	}
	l := c.(*castLane)
	return l.In, l.Out
}

// runLane sends operations through a lane and compares the results with the model, in order; it returns the bench.
func runLane(t *testing.T, c hdl.Component, gap, stall float64, cases []laneCase, options ...bench.Option) *bench.TB {
	tb := bench.New(t, c, options...)
	in, out := ports(c)
	driver := bench.Drive(tb, in, gap)
	monitor := bench.Collect[laneYield](tb, out, stall)
	done := 0
	monitor.Each(func(r laneYield) {
		k := cases[done]
		want, got := laneYield{uint8(done % maxGroup), uint8(done % fileRegisters), k.i.Halves, toLane(k.calculated())}, r
		for lane := range got.Value {
			if k.i.Halves>>(lane/3)&1 == 0 {
				want.Value[lane], got.Value[lane] = 0, 0
			}
		}
		if want != got {
			require.Equal(t, want, got, "operation %d, %v of %v", done, k.i, k.in)
		}
		done++
	})
	for n, k := range cases {
		b := laneBeat{Pixel: uint8(n % maxGroup), Dest: uint8(n % fileRegisters), Instruction: operationOf(k.i)}
		for s := range b.Operands {
			b.Operands[s] = toLane(k.in[s])
		}
		driver.Send(b)
	}
	monitor.Wait(len(cases), 4*len(cases)+1000)
	return tb
}

func register(mapping isa.Mapping) isa.Operand {
	return isa.Operand{Kind: isa.RegisterOperand, Alpha: 1, Mapping: mapping}
}

// codes are four codes from x on, limited.
func codes(x int) (y model.Values) {
	for k := range y {
		y[k] = min(255, x+k)
	}
	return y
}

// products multiply each code in a range by every code.
func products(from, to, step int) (list []laneCase) {
	i := isa.Instruction{Op: isa.Multiply, Halves: isa.RGBHalf | isa.AlphaHalf, In: [3]isa.Operand{register(isa.SignedIdentity), register(isa.SignedIdentity)}}
	for a := from; a <= to; a += step {
		for b := -255; b <= 255; b += 4 {
			list = append(list, laneCase{i, [3]model.Values{{a, a, a, a}, codes(b)}})
		}
	}
	return list
}

func TestEveryProductOfTheOwnLane(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	cases := products(-255, 255, 1)
	assert.Len(t, cases, 511*128)
	runLane(t, newOwnLane(), 0, 0, cases)
}

func TestLongEveryProductOfCastalusLane(t *testing.T) {
	long.Only(t)
	runLane(t, newCastLane(), 0, 0, products(-255, 255, 1))
}

// mappings apply each mapping to each of -256 to 255.
func mappings() (list []laneCase) {
	for mapping := isa.UnsignedIdentity; mapping <= isa.SignedNegate; mapping++ {
		for x := -256; x <= 255; x += 4 {
			list = append(list, laneCase{isa.Instruction{Op: isa.Move, Halves: isa.RGBHalf | isa.AlphaHalf, In: [3]isa.Operand{register(mapping)}}, [3]model.Values{codes(x)}})
		}
	}
	return list
}

func TestEveryMappingOfTheOwnLane(t *testing.T) {
	t.Parallel()
	runLane(t, newOwnLane(), 0, 0, mappings())
}

// sums reach each of -765 to 765 with DP3, and those that they can with MAD and ADD, in every output.
func sums(step int) (list []laneCase) {
	identity := register(isa.SignedIdentity)
	one := model.Values{255, 255, 255, 255}
	for how := range 16 {
		i := isa.Instruction{Halves: isa.RGBHalf | isa.AlphaHalf, Bias: how&1 != 0, Scale: uint8(how >> 1 & 3), Final: how>>3 != 0}
		for sum := -765; sum <= 765; sum += step {
			a := max(-255, min(255, sum))
			b := max(-255, min(255, sum-a))
			c := sum - a - b
			i.Op, i.In = isa.Dot3, [3]isa.Operand{identity, identity}
			list = append(list, laneCase{i, [3]model.Values{{a, b, c}, one}})
			if c != 0 {
				continue
			}
			i.Op = isa.Add
			list = append(list, laneCase{i, [3]model.Values{{a, b, a, b}, {b, a, b, a}}})
			i.Op, i.In[2] = isa.MultAdd, identity
			list = append(list, laneCase{i, [3]model.Values{{a, b, a, b}, one, {b, a, b, a}}})
		}
	}
	return list
}

func TestEverySumInEveryOutputOfTheOwnLane(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	runLane(t, newOwnLane(), 0, 0, sums(1))
}

func TestLongEverySumInEveryOutputOfCastalusLane(t *testing.T) {
	long.Only(t)
	runLane(t, newCastLane(), 0, 0, sums(1))
}

// randomInstruction is a random instruction over the given number of registers; unused fields are zero.
func randomInstruction(rng *rand.Rand, registers int) isa.Instruction {
	i := isa.Instruction{
		Op: isa.Op(rng.IntN(isa.NumOps)), Dest: isa.Register(rng.IntN(registers)), Halves: uint8(1 + rng.IntN(3)),
		Bias: rng.IntN(3) == 0, Scale: uint8(rng.IntN(4)), Final: rng.IntN(3) == 0, Constants: [2]uint32{rng.Uint32(), rng.Uint32()},
	}
	i.Odd = i.Op == isa.Select && rng.IntN(2) == 0
	for n := range i.Op.Sources() {
		o := isa.Operand{Kind: isa.RegisterOperand, RGB: uint8(rng.IntN(2)), Alpha: uint8(rng.IntN(2)), Mapping: isa.Mapping(rng.IntN(8))}
		if kind := isa.Kind(rng.IntN(8)); kind < isa.RegisterOperand {
			o.Kind = kind
		} else {
			o.Register = isa.Register(rng.IntN(registers))
		}
		i.In[n] = o
	}
	return i
}

func randomCases(seed uint64, n int) (list []laneCase) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		k := laneCase{i: randomInstruction(rng, isa.NumRegisters)}
		for s := range k.in {
			for c := range k.in[s] {
				k.in[s][c] = rng.IntN(512) - 256
			}
		}
		list = append(list, k)
	}
	return list
}

func TestRandomOperationsOfTheOwnLane(t *testing.T) {
	t.Parallel()
	runLane(t, newOwnLane(), 0.2, 0.2, randomCases(1, 4000))
}

// Every mapping; products, sums and outputs of some codes; and random operations. The long tests have all codes.
func TestOperationsOfCastalusLane(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	runLane(t, newCastLane(), 0.1, 0.1, slices.Concat(mappings(), products(-255, 255, 51), sums(45), randomCases(1, 2000)))
}

func TestCastalusModelComputesTheSame(t *testing.T) {
	t.Parallel()
	for _, k := range slices.Concat(mappings(), products(-255, 255, 1), sums(1), randomCases(2, 20_000)) {
		w, err := assembler.Instruction(k.i, func(isa.Kind) int { return 0 }).Encode()
		require.NoError(t, err, k.i)
		var in [3][4]uint32
		for s, v := range k.in {
			in[s] = assembler.Vector(v)
		}
		out := castalumodel.Model{}.Execute(w, in)
		want := castalumodel.Outcome{Mask: k.i.Halves&isa.RGBHalf*7 | k.i.Halves&isa.AlphaHalf<<2}
		for lane, x := range assembler.Vector(k.calculated()) {
			if want.Mask>>lane&1 != 0 {
				want.Value[lane] = x
			}
		}
		if want != out {
			require.Equal(t, want, out, "%v of %v", k.i, k.in)
		}
	}
}

// wordMaker encodes operations as words.
type wordMaker struct {
	In   hdl.InOf[operationBits]
	Word hdl.Out
}

func (w *wordMaker) Describe(*hdl.Module) { w.Word.Set(w.In.Data.word()) }

func TestWordsOfTheHardwareAreThoseOfEncode(t *testing.T) {
	w := &wordMaker{In: hdl.InputOf(commonShapes().LaneOperation.Instruction), Word: hdl.Output(castaluisa.WordBits)}
	tb := bench.New(t, w)
	for _, k := range randomCases(3, 5000) {
		want, err := assembler.Instruction(k.i, func(kind isa.Kind) int { return int(kind) }).Encode()
		require.NoError(t, err)
		tb.Set(w.In, operationOf(k.i))
		tb.Tick()
		require.Equal(t, want.String(), fmt.Sprintf("%032x", tb.GetBig(w.Word)), k.i)
	}
}
