package bench_test

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/waves"
)

func point() examples.Point { return examples.Point{X: hdl.Width(12), Y: hdl.Width(100)} }

type pointValue struct {
	X uint16
	Y *big.Int
}

func TestBundlesAreGoStructs(t *testing.T) {
	f := lib.NewFIFO(point(), 2)
	tb := bench.New(t, f)
	y := new(big.Int).Lsh(big.NewInt(5), 90)
	tb.Set(f.Push.Valid, 1)
	tb.Set(f.Push.Data, pointValue{X: 7, Y: y})
	tb.Tick()
	tb.Set(f.Push.Valid, 0)
	var got struct {
		X int
		Y big.Int
	}
	tb.Read(f.Pop.Data, &got)
	assert.Equal(t, 7, got.X)
	assert.Zero(t, y.Cmp(&got.Y))
	assert.Zero(t, y.Cmp(tb.GetBig(f.Pop.Data.Y)))
	assert.EqualValues(t, 1, tb.Get(f.Level))
}

// A big.Int serves ports of any width, 0 included.
func TestABigIntIsAValueOfANarrowPort(t *testing.T) {
	f := lib.NewFIFO(hdl.Width(12), 2)
	tb := bench.New(t, f)
	tb.Set(f.Push.Data, big.NewInt(5))
	assert.EqualValues(t, 5, tb.Get(f.Push.Data))
	tb.Set(f.Push.Data, new(big.Int))
	assert.EqualValues(t, 0, tb.Get(f.Push.Data))
}

// mistake runs a bench that reports and returns what it said.
func mistake(t *testing.T, f func(r bench.Reporter)) string {
	t.Helper()
	err := bench.Run(f)
	require.Error(t, err)
	return err.Error()
}

func TestMistakesOfABenchAreSaid(t *testing.T) {
	fifo := func(r bench.Reporter) (*bench.TB, *lib.FIFO[examples.Point]) {
		f := lib.NewFIFO(point(), 2)
		return bench.New(r, f), f
	}
	for _, c := range []struct {
		want string
		run  func(r bench.Reporter)
	}{
		{"cycle 1: push_data_x is 12 bits, the value 4096 does not fit", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data.X, 4096)
		}},
		{"cycle 1: push_data_x: the value -1 is negative, and a port is unsigned; in its 12 bits it is 0xfff", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data.X, -1)
		}},
		{"cycle 1: push_data_x: the value -4096 is negative, and a port is unsigned", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data.X, -4096)
		}},
		{"cycle 1: push_data_y: the value -1 is negative, and a port is unsigned; add 2^100 to it, as a *big.Int", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data.Y, -1)
		}},
		{"cycle 1: the value is a list, but push_data_x is a single port; give the entries one by one", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data.X, []int{1, 2})
		}},
		{"cycle 1: the value has the field Z where the bundle has X; fields and their order are the same", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data, struct{ Z, Y uint64 }{})
		}},
		{"cycle 1: the value has no field Y (port push_data_y)", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Data, struct{ X uint64 }{})
		}},
		{"cycle 1: push_ready is an output of fifo_point_w112_d2: set the inputs that it depends on", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Ready, 1)
		}},
		{"cycle 1: Get reads one port of at most 64 bits; use Read for bundles, GetBig for wide ports", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Get(f.Pop.Data.Y)
		}},
		{"cycle 1: the driver of push cannot drive push_data_x: the driver of push does already", func(r bench.Reporter) {
			tb, f := fifo(r)
			bench.Drive(tb, f.Push, 0)
			bench.Drive(tb, f.Push, 0)
		}},
		{"cycle 1: push_valid is driven by the driver of push; set it through that", func(r bench.Reporter) {
			tb, f := fifo(r)
			bench.Drive(tb, f.Push, 0)
			tb.Set(f.Push.Valid, 1)
		}},
		{"cycle 4: a beat did not happen within 3 cycles", func(r bench.Reporter) {
			tb, _ := fifo(r)
			tb.Until(3, "a beat", func() bool { return false })
		}},
		{"cycle 1: the value is not a port of fifo_point_w112_d2: only the ports of the bench's component can be reached, inner signals by Peek", func(r bench.Reporter) {
			tb, _ := fifo(r)
			tb.Set(hdl.Input(3), 1)
		}},
		{"cycle 1: a string is not a port or a bundle of ports; of a stream take Valid, Ready or Data; inner signals are read by Peek", func(r bench.Reporter) {
			tb, _ := fifo(r)
			tb.Get("level")
		}},
		{"cycle 1: the value is hardware (hdl.Bits); a bench gives and takes Go integers", func(r bench.Reporter) {
			tb, f := fifo(r)
			tb.Set(f.Push.Valid, hdl.Const(1, 1))
		}},
		{"cycle 1: gap is the probability of a pause, 0 to less than 1, not 1.5", func(r bench.Reporter) {
			tb, f := fifo(r)
			bench.Drive(tb, f.Push, 1.5)
		}},
		{"cycle 1: beat for push: push_data_x is 12 bits, the value 4096 does not fit", func(r bench.Reporter) {
			tb, f := fifo(r)
			bench.Drive(tb, f.Push, 0).Send(pointValue{4096, new(big.Int)})
		}},
		{"cycle 1: beats of pop as struct { X uint8; Y big.Int }: pop_data_x is 12 bits, a Go uint8 holds 8", func(r bench.Reporter) {
			tb, f := fifo(r)
			bench.Collect[struct {
				X uint8
				Y big.Int
			}](tb, f.Pop, 0)
		}},
		{"the recording cannot be replayed: the run of reg_file cannot be repeated from its inputs: memory regs was loaded in cycle 0", func(r bench.Reporter) {
			tb := bench.New(r, examples.NewRegFile(), bench.Record())
			if err := tb.Sim().LoadMemory("regs", 3, 1); err != nil {
				r.Fatalf("%v", err)
			}
			tb.Tick()
			tb.Recording()
		}},
		{"the recording cannot be replayed: the run of counter cannot be repeated from its inputs: its power-on is random", func(r bench.Reporter) {
			bench.New(r, examples.NewCounter(8), bench.Record(), bench.PowerOn(1)).Recording()
		}},
		{"the bench has no recording; make it with the option Record", func(r bench.Reporter) {
			tb, _ := fifo(r)
			tb.Recording()
		}},
	} {
		assert.Equal(t, c.want, mistake(t, c.run))
	}
}

// rude drops a beat that was not taken, against the rule of streams.
type rude struct {
	Out hdl.Source[hdl.Bits]
}

func (r *rude) Describe(m *hdl.Module) {
	tick := m.Reg("tick", 2)
	tick.Set(tick.Add(1))
	r.Out.Send(tick.Bit(1), tick)
	hdl.Unused(r.Out.Ready)
}

func TestAMonitorCatchesABeatThatChanges(t *testing.T) {
	said := mistake(t, func(r bench.Reporter) {
		c := &rude{Out: hdl.NewSource(hdl.Width(2))}
		tb := bench.New(r, c)
		bench.Collect[uint8](tb, c.Out, 0.99)
		tb.Ticks(20)
	})
	assert.Contains(t, said, "cycle 4: out breaks the rule of streams: out_data changed from 0x2 to 0x3 while the beat offered since cycle 3 waited")
}

func TestWavesOfARun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.vcd")
	c := examples.NewTraffic()
	tb := bench.New(t, c, bench.VCD(path))
	tb.Set(c.Car, 1)
	tb.Ticks(20)
	tb.Close()
	for _, name := range []string{"run.vcd", "run.gtkw"} {
		assert.FileExists(t, filepath.Join(filepath.Dir(path), name))
	}
	save, err := os.ReadFile(strings.TrimSuffix(path, ".vcd") + ".gtkw")
	require.NoError(t, err)
	assert.Contains(t, string(save), "@800200\n-traffic_tb.dut.timer\n@22\ntraffic_tb.dut.timer.count[2:0]\n@1000200\n",
		"the group is open and leaves out what the design's group shows")
}

func TestAFullDiskFailsTheRun(t *testing.T) {
	said := mistake(t, func(r bench.Reporter) {
		tb := bench.New(r, examples.NewTraffic(), bench.VCD("/dev/full"))
		tb.Ticks(20)
		tb.Close()
	})
	assert.Equal(t, 1, strings.Count(said, "no space left on device"), "said once in: %s", said)
}

func TestRunReturnsWhatWasReported(t *testing.T) {
	assert.NoError(t, bench.Run(func(bench.Reporter) {}))
	err := bench.Run(func(r bench.Reporter) {
		r.Errorf("one")
		r.Fatalf("two")
		r.Errorf("three")
	})
	assert.EqualError(t, err, "one\ntwo")
	assert.Panics(t, func() { _ = bench.Run(func(bench.Reporter) { panic(errors.New("a defect")) }) })
}

func TestMemoriesAreShownWhereAskedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.vcd")
	r := examples.NewRegFile()
	tb := bench.New(t, r, bench.VCD(path), bench.Memories(32))
	tb.Set(r.Write, 1)
	tb.Set(r.Number, 5)
	tb.Set(r.Value, 0xdead)
	tb.Set(r.ReadA, 5)
	tb.Ticks(2)
	tb.Close()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	w, err := waves.Read(file)
	require.NoError(t, err)
	require.NotNil(t, w.Find("reg_file_tb.dut.clk"), "what only writes memories has a clock too")
	for name, want := range map[string]uint64{"regs[5]": 0xdead, "regs[6]": 0, "a": 0xdead} {
		s := w.Find("reg_file_tb.dut." + name)
		require.NotNil(t, s, name)
		v, _ := s.At(2).Uint64()
		assert.Equal(t, want, v, name)
	}
}

// A run that ends early has complete waves up to that point.
func TestARunThatEndsEarlyHasItsWaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.vcd")
	said := mistake(t, func(r bench.Reporter) {
		tb := bench.New(r, examples.NewTraffic(), bench.VCD(path))
		tb.Ticks(19)
		r.Fatalf("that is enough")
	})
	assert.Equal(t, "that is enough", said)
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	w, err := waves.Read(file)
	require.NoError(t, err)
	assert.EqualValues(t, 40, w.End, "20 cycles of 2 units")
	assert.FileExists(t, filepath.Join(filepath.Dir(path), "filters", "traffic_light.txt"))
}

// limited asserts that its input stays below 100.
type limited struct {
	A hdl.In
	Q hdl.Out
}

func (l *limited) Describe(m *hdl.Module) {
	l.Q.Set(l.A)
	m.Assert("in_range", l.A.Lt(100))
}

func TestAnAssertThatFailsSaysItsCycleOnce(t *testing.T) {
	assert.Regexp(t, `^posedge/bench/tb_test\.go:\d+: cycle 0: assert in_range fails with a = 0xc8$`, mistake(t, func(r bench.Reporter) {
		l := &limited{hdl.Input(8), hdl.Output(8)}
		tb := bench.New(r, l)
		tb.Set(l.A, 200)
		tb.Tick()
	}))
}

// placed notes in which function a failure is reported, as package testing
// does: helpers are skipped.
type placed struct {
	bench.Reporter
	helpers map[string]bool
	where   string
}

func caller(skip int) string {
	pc, _, _, _ := runtime.Caller(skip + 1)
	return runtime.FuncForPC(pc).Name()
}

func (p *placed) Helper() { p.helpers[caller(1)] = true }

func (p *placed) Fatalf(format string, args ...any) {
	for skip := 1; p.where == ""; skip++ {
		if f := caller(skip); !p.helpers[f] {
			p.where = f
		}
	}
	p.Reporter.Fatalf(format, args...)
}

func TestAFailureOfAnAgentIsReportedWhereTheTestTicks(t *testing.T) {
	queue := func(r bench.Reporter) (*bench.TB, *bench.Monitor[wideValue]) {
		f := lib.NewFIFO(point(), 2)
		tb := bench.New(r, f)
		bench.Drive(tb, f.Push, 0).Send(ptr(1, 4))
		return tb, bench.Collect[wideValue](tb, f.Pop, 0)
	}
	for name, run := range map[string]func(r bench.Reporter){
		"scoreboard": func(r bench.Reporter) {
			tb, out := queue(r)
			bench.NewScoreboard(out)
			tb.Ticks(10)
		},
		"unordered": func(r bench.Reporter) {
			tb, out := queue(r)
			bench.NewUnordered(out, nil)
			tb.Ticks(10)
		},
		"rule of streams": func(r bench.Reporter) {
			c := &rude{Out: hdl.NewSource(hdl.Width(2))}
			tb := bench.New(r, c)
			bench.Collect[uint8](tb, c.Out, 0.99)
			tb.Ticks(20)
		},
	} {
		p := &placed{helpers: map[string]bool{}}
		mistake(t, func(r bench.Reporter) {
			p.Reporter = r
			run(p)
		})
		assert.Contains(t, p.where, "TestAFailureOfAnAgentIsReportedWhereTheTestTicks", name)
	}
}
