package command

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// blinker is a block that is small enough for the tests of the command line: it
// toggles its lamp in every cycle in which enable is high.
type blinker struct {
	Enable hdl.In  `doc:"toggle the lamp"`
	Lamp   hdl.Out `doc:"on or off"`
}

func (b *blinker) Describe(m *hdl.Module) {
	lamp := m.Reg("lamp_state", 1)
	m.If(b.Enable, func() { lamp.Set(lamp.Not()) })
	b.Lamp.Set(lamp)
}

// lamp is a configuration of the blinker: a broken one fails when it is exercised.
type lamp struct{ broken bool }

func newBlinker(lamp) (*blinker, error) {
	return &blinker{Enable: hdl.Input(1), Lamp: hdl.Output(1)}, nil
}

func blink(tb *bench.TB, cycles int) {
	tb.Random(cycles)
	if os.Getenv("BLINKER") == "stuck" {
		time.Sleep(time.Minute)
	}
}

func blinkScenario(tb *bench.TB, _ *blinker, e *unit.Env, _ lamp) error {
	blink(tb, e.Cycles)
	fmt.Fprintln(e.Out, "a table of blinks")
	e.Result("%d cycles", e.Cycles)
	return nil
}

// blinkerBlock has scenarios that go wrong, and a variant that does.
func blinkerBlock() unit.Block {
	return unit.Of[lamp]{
		Name: "blinker", Summary: "a lamp", Latency: "1 cycle",
		Variants: []unit.VariantOf[lamp]{
			{Name: "plain", Summary: "one lamp"},
			{Name: "broken", Summary: "one lamp", Config: lamp{broken: true}},
			{Name: "large", Summary: "one lamp", Large: true},
		},
		New: func(c lamp) (hdl.Component, error) { return newBlinker(c) },
		Exercise: func(r bench.Reporter, c lamp, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			r.Helper()
			b, _ := newBlinker(c)
			tb := bench.New(r, b, append([]bench.Option{bench.Seed(seed)}, opts...)...)
			blink(tb, cycles)
			if c.broken {
				r.Errorf("cycle %d: the lamp is on", tb.Cycle())
			}
			return tb
		},
		Commands: []unit.Command{{
			Name: "morse", Arguments: "WORD [-fast]", Summary: "spells a word",
			Text: `
Spells a word with the lamp.

example:
  posedge blinker morse sos`,
			Setup: func(f *flag.FlagSet) func(*unit.Call) error {
				fast := f.Bool("fast", false, "leave the pauses out")
				return func(c *unit.Call) error { return morse(c, *fast) }
			},
		}},
		Scenarios: []unit.ScenarioOf[lamp]{
			{Name: "blink", Summary: "random", Cycles: 20, Demo: unit.On(newBlinker, blinkScenario), Wave: &unit.Wave{
				Title: "Blinks", Signals: []string{"clk", "rst", "enable", "lamp"}, From: 2, To: 12, Cut: 3,
			}},
			{Name: "probe", Summary: "asks a tool", Demo: unit.On(newBlinker, blinkScenario), Tools: "Yosys"},
			{Name: "fail", Summary: "fails after its bench has run", Demo: unit.On(newBlinker, func(tb *bench.TB, _ *blinker, _ *unit.Env, _ lamp) error {
				blink(tb, 20)
				tb.Reporter().Fatalf("cycle %d: the lamp is on", tb.Cycle())
				return nil
			})},
			{Name: "panic", Summary: "panics", Demo: unit.On(newBlinker, func(*bench.TB, *blinker, *unit.Env, lamp) error { panic("the lamp burns") })},
		},
	}.Block()
}

func morse(c *unit.Call, fast bool) error {
	if len(c.Args) != 1 {
		return unit.Wrongf("one word at a time, not %q", c.Args)
	}
	switch c.Args[0] {
	case "dark":
		return errors.New("the lamp is broken")
	case "bang":
		panic("the lamp burns")
	}
	pause := " "
	if fast {
		pause = ""
	}
	for _, letter := range c.Args[0] {
		fmt.Fprint(c.Out, strings.Repeat(".", int(letter-'a')+1), pause)
	}
	fmt.Fprintln(c.Out)
	return nil
}
