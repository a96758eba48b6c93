package waves

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/internal/golden"
)

func TestWriterGolden(t *testing.T) {
	opts := Options{Timescale: "10 ps", Period: 10, Comment: "a job\nand its queue"}
	golden.Check(t, "testdata/job.vcd", string(write(t, job(), opts, jobSamples...)))
}

func TestOutputIsDeterministic(t *testing.T) {
	require.Equal(t, write(t, job(), Options{}, jobSamples...), write(t, job(), Options{}, jobSamples...))
}

func TestLayoutFollowsDeclarationOrder(t *testing.T) {
	top := job()
	l, err := newLayout(top)
	require.NoError(t, err)
	require.Equal(t, 9, l.words)
	offset := func(v *Var) int {
		s, ok := l.slot(v)
		require.True(t, ok, v.Name)
		return s.offset
	}
	dut := top.Scopes[0]
	assert.Equal(t, 0, offset(top.Vars[0]), "start")
	assert.Equal(t, 1, offset(dut.Vars[2]), "count")
	assert.Equal(t, 1, offset(top.Vars[1]), "out is count")
	assert.Equal(t, 3, offset(dut.Vars[4]), "wide")
	assert.Equal(t, 5, offset(dut.Scopes[0].Vars[0]), "mem[0], after the two words of wide")
	_, ok := l.slot(top.Vars[2])
	assert.False(t, ok, "a clock has no words")
}

func TestAliasesShareOneIdentifier(t *testing.T) {
	vcd := string(write(t, job(), Options{}, jobSamples...))
	assert.Contains(t, vcd, "$var wire 8 # out [7:0] $end")
	assert.Contains(t, vcd, "$var reg 8 # count [7:0] $end")
	assert.Contains(t, vcd, "$var wire 8 # in [7:0] $end")
	assert.Equal(t, 2, strings.Count(vcd, "wire 1 ! clk"))
	assert.Equal(t, 1, strings.Count(vcd, "b11111111 #\n"), "one change for all three")
	f := read(t, vcd)
	assert.Same(t, f.Find("tb.out").trace, f.Find("tb.dut.queue.in").trace)
}

func TestEveryValueIsAtTheStartAndOnlyChangesFollow(t *testing.T) {
	v := func(name string, width int) *Var { return &Var{Name: name, Width: width} }
	top := &Scope{Name: "tb", Vars: []*Var{v("a", 1), v("b", 100)}}
	vcd := write(t, top, Options{}, []uint64{0, 0, 0}, []uint64{0, 0, 0}, []uint64{0, 0, 1 << 35}, []uint64{1, 1, 1 << 35})
	_, changes, _ := strings.Cut(string(vcd), "$enddefinitions $end\n")
	require.Equal(t, "#0\n$dumpvars\n0!\nb0 \"\n$end\n"+
		"#4\nb1"+strings.Repeat("0", 99)+" \"\n"+
		"#6\n1!\nb1"+strings.Repeat("0", 98)+"1 \"\n"+
		"#8\n", changes)
}

func TestNoSampleIsAllUnknown(t *testing.T) {
	f := read(t, string(write(t, job(), Options{})))
	for _, s := range f.Signals() {
		require.Equal(t, strings.Repeat("x", s.Width), s.At(0).String(), s.Path())
		require.Equal(t, 1, s.Len())
	}
}

func TestWindowBeginsLate(t *testing.T) {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, job(), Options{Period: 10})
	require.NoError(t, err)
	require.NoError(t, w.SampleAt(1000, jobSamples[0]))
	require.NoError(t, w.Sample(jobSamples[1]))
	require.NoError(t, w.SampleAt(1016, jobSamples[2]))
	require.NoError(t, w.Close())
	f := read(t, buf.String())
	at, v := f.Find("tb.dut.state").Change(1)
	assert.Equal(t, uint64(1010), at)
	assert.Equal(t, "01", v.String())
	at, _ = f.Find("tb.dut.count").Change(1)
	assert.Equal(t, uint64(1016), at)
	assert.Equal(t, uint64(1026), f.End, "the last cycle is visible")
}

func TestClockRisesWithTheSample(t *testing.T) {
	f := read(t, string(write(t, job(), Options{Period: 6}, jobSamples...)))
	clk := f.Find("tb.dut.clk")
	require.Equal(t, 8, clk.Len())
	for i := range 8 {
		at, v := clk.Change(i)
		assert.Equal(t, uint64(3*i), at)
		assert.Equal(t, byte('0'+(i+1)%2), v.Bit(0))
	}
}

func TestSampleRefusals(t *testing.T) {
	for _, tc := range []struct {
		name string
		want string
		run  func(w *Writer)
	}{
		{"too few words", "the sample at time 0 has 2 words; this tree needs 9, see Sample",
			func(w *Writer) { _ = w.Sample([]uint64{1, 2}) }},
		{"same time", "the sample at time 7 comes after the one at 7; the next may be at 13 at the earliest",
			func(w *Writer) { _ = w.SampleAt(7, jobSamples[0]); _ = w.SampleAt(7, jobSamples[1]) }},
		{"before the clock has fallen", "the next may be at 6 at the earliest",
			func(w *Writer) { _ = w.SampleAt(0, jobSamples[0]); _ = w.SampleAt(5, jobSamples[1]) }},
		{"past the end of time", "ends beyond the largest time 9223372036854775807",
			func(w *Writer) { _ = w.SampleAt(1<<63-5, jobSamples[0]) }},
		{"stray bits", "tb.dut.state at time 10: the sample has bits above its 2",
			func(w *Writer) { _ = w.Sample(jobSamples[0]); _ = w.Sample([]uint64{0, 0, 4, 0, 0, 0, 0, 0, 0}) }},
		{"stray bits in the last word", "tb.dut.wide at time 0: the sample has bits above its 70",
			func(w *Writer) { _ = w.Sample([]uint64{0, 0, 0, 0, 64, 0, 0, 0, 0}) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.vcd")
			w, err := Create(path, job(), Options{Period: 10})
			require.NoError(t, err)
			tc.run(w)
			err = w.Close()
			require.ErrorContains(t, err, tc.want)
			require.Equal(t, err, w.Close(), "closing again")
			require.Equal(t, err, w.err())
			requireEmpty(t, filepath.Dir(path))
		})
	}
}

func TestSampleAfterClose(t *testing.T) {
	w, err := NewWriter(io.Discard, job(), Options{})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.ErrorIs(t, w.Sample(jobSamples[0]), errClosed)
	require.NoError(t, w.Close())
}

func TestTreeRefusals(t *testing.T) {
	one := &Var{Name: "one", Width: 1}
	loop := &Var{Name: "loop", Width: 1}
	loop.Alias = &Var{Name: "pool", Width: 1, Alias: loop}
	inner := &Scope{Name: "inner"}
	for _, tc := range []struct {
		top  *Scope
		want string
	}{
		{nil, "no top scope"},
		{&Scope{}, `scope "": "" is not a Verilog identifier`},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a:b", Width: 1}}}, `variable "tb.a:b": "a:b" is not a Verilog identifier`},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a.b", Width: 1}}}, `"a.b" is not a Verilog identifier`},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a b", Width: 1}}}, `"a b" is not a Verilog identifier`},
		{&Scope{Name: "tb", Vars: []*Var{{Name: strings.Repeat("a", 1025), Width: 1}}}, `its name has 1025 characters`},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a"}}}, "tb.a is 0 bits wide; a variable has 1 to 1048576"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 1<<20 + 1}}}, "tb.a is 1048577 bits wide"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 1, Kind: 9}}}, "tb.a has the unknown kind 9"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Kind: Clock}}}, "tb.a is a clock: it has 1 bit"},
		{&Scope{Name: "tb", Vars: []*Var{nil}}, "variable 0 of tb is nil"},
		{&Scope{Name: "tb", Scopes: []*Scope{nil}}, "scope 0 inside tb is nil"},
		{&Scope{Name: "tb", Scopes: []*Scope{inner, inner}}, "scope tb.inner is in the tree twice"},
		{&Scope{Name: "tb", Vars: []*Var{one, one}}, "tb.one is the same Var as tb.one"},
		{&Scope{Name: "tb", Vars: []*Var{one}, Scopes: []*Scope{{Name: "one"}}}, "tb.one is declared twice"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 1, Alias: one}}}, `tb.a is an alias of "one", which is not in the tree`},
		{&Scope{Name: "tb", Vars: []*Var{one, {Name: "a", Width: 2, Alias: one}}}, "tb.a is 2 bits, but tb.one, which it is an alias of, is 1"},
		{&Scope{Name: "tb", Vars: []*Var{loop, loop.Alias}}, "tb.loop is an alias of itself"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Enum: &Enum{Name: "s", Width: 3}}}}, "tb.a is 2 bits, but its enum s is 3"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Enum: &Enum{Name: "../s", Width: 2}}}}, "cannot be a file name"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Enum: &Enum{Name: "s", Width: 2, States: []State{{"x\n", 0}}}}}}, "cannot be shown"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Enum: &Enum{Name: "s", Width: 2, States: []State{{"x", 4}}}}}}, "the value 4 of x does not fit 2 bits"},
		{&Scope{Name: "tb", Vars: []*Var{{Name: "a", Width: 2, Enum: &Enum{Name: "s", Width: 2, States: []State{{"x", 1}, {"y", 1}}}}}}, "the value 1 has two names"},
		{&Scope{Name: "tb", Vars: []*Var{
			{Name: "a", Width: 2, Enum: &Enum{Name: "s", Width: 2}},
			{Name: "b", Width: 2, Enum: &Enum{Name: "s", Width: 2, States: []State{{"x", 1}}}}}}, "tb.b: another enum is called s too"},
	} {
		_, err := newLayout(tc.top)
		require.ErrorContains(t, err, tc.want)
		require.NotContains(t, err.Error(), "\n", "one mistake, one line")
		path := filepath.Join(t.TempDir(), "x.vcd")
		_, err = Create(path, tc.top, Options{})
		require.ErrorContains(t, err, tc.want)
		requireEmpty(t, filepath.Dir(path))
	}
}

func TestOptionRefusals(t *testing.T) {
	for _, tc := range []struct {
		opts Options
		want string
	}{
		{Options{Timescale: "2ns"}, `the time scale "2ns" is not 1, 10 or 100 of`},
		{Options{Timescale: "1 hour"}, `the time scale "1 hour"`},
		{Options{Period: 3}, "the clock period 3 is odd"},
		{Options{Period: 1 << 63}, "beyond the largest time"},
		{Options{Comment: "an $end here"}, `the comment contains "$end"`},
		{Options{Comment: "größer"}, `the comment holds the character 'ö'`},
	} {
		_, err := NewWriter(io.Discard, job(), tc.opts)
		require.ErrorContains(t, err, tc.want)
	}
}

func requireEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left, "something was left behind")
}

var errDiskFull = errors.New("disk full")

// failAfter is a disk with room for n bytes.
type failAfter struct{ n int }

func (f *failAfter) Write(p []byte) (int, error) {
	if len(p) > f.n {
		n := f.n
		f.n = 0
		return n, errDiskFull
	}
	f.n -= len(p)
	return len(p), nil
}

func TestFullDiskIsAlwaysReported(t *testing.T) {
	size := len(write(t, job(), Options{}, jobSamples...))
	for n := range size {
		w, err := NewWriter(&failAfter{n}, job(), Options{})
		require.NoError(t, err)
		for _, s := range jobSamples {
			_ = w.Sample(s) // may tell, need not yet
		}
		require.ErrorIs(t, w.Close(), errDiskFull, "room for %d of %d bytes", n, size)
	}
	w, err := NewWriter(&failAfter{size}, job(), Options{})
	require.NoError(t, err)
	for _, s := range jobSamples {
		require.NoError(t, w.Sample(s))
	}
	require.NoError(t, w.Close(), "room for all")
}

// silentlyShort claims success for half of what it was given.
type silentlyShort struct{}

func (silentlyShort) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestShortWriteIsReported(t *testing.T) {
	w, err := NewWriter(silentlyShort{}, job(), Options{})
	require.NoError(t, err)
	require.ErrorIs(t, w.Close(), io.ErrShortWrite)
}

func TestLaterSampleTellsOfAFullDisk(t *testing.T) {
	w, err := NewWriter(&failAfter{100}, job(), Options{})
	require.NoError(t, err)
	sample := make([]uint64, 9)
	for i := range 10_000_000 { // far more than all buffers hold
		sample[1] = uint64(i % 256)
		if err = w.Sample(sample); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, errDiskFull)
	require.ErrorIs(t, w.Close(), errDiskFull)
}

// gate is a disk that hangs until it is opened.
type gate struct {
	open chan struct{}
	bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	return g.Buffer.Write(p)
}

func TestBackPressureIsBounded(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	w, err := NewWriter(g, job(), Options{})
	require.NoError(t, err)
	var lock sync.Mutex
	taken := 0
	const (
		sample = 16 // bytes of one that changes nothing, as a batch counts them
		text   = 10 // bytes of a cycle at least
		cycles = 10 * batches * batchBytes / sample
	)
	finished := make(chan error)
	go func() {
		for range cycles {
			if err := w.Sample(jobSamples[1]); err != nil {
				finished <- err
				return
			}
			lock.Lock()
			taken++
			lock.Unlock()
		}
		finished <- w.Close()
	}()
	count := func() int {
		lock.Lock()
		defer lock.Unlock()
		return taken
	}
	require.Eventually(t, func() bool { return count() > batchBytes/sample }, time.Minute, time.Millisecond,
		"a slow disk does not stop the simulation at once")
	select {
	case <-finished:
		t.Fatal("the samples of a long run were taken in while the disk hung")
	case <-time.After(50 * time.Millisecond):
	}
	assert.LessOrEqual(t, count(), (batches+1)*(batchBytes/sample+1)+textBuffers*writeSize/text, "nor is all held in memory")
	close(g.open)
	require.NoError(t, <-finished)
	require.Equal(t, uint64(2*cycles), read(t, g.String()).End)
}

func TestCreateReplacesOnlyWhenWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "count.vcd")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	w, err := Create(path, job(), Options{})
	require.NoError(t, err)
	require.NoError(t, w.Sample(jobSamples[0]))
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(old), "until Close")
	require.NoError(t, w.Close())
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(write(t, job(), Options{}, jobSamples[0])), string(now))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

func TestCreateFollowsALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "run1.vcd"), filepath.Join(dir, "latest.vcd")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	require.NoError(t, os.Symlink("run1.vcd", link))
	w, err := Create(link, job(), Options{})
	require.NoError(t, err)
	require.NoError(t, w.Sample(jobSamples[0]))
	require.NoError(t, w.Close())
	to, err := os.Readlink(link)
	require.NoError(t, err, "the link is still one")
	require.Equal(t, "run1.vcd", to)
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(write(t, job(), Options{}, jobSamples[0])), string(now))
}

func TestCreateLeavesNothingAfterAnError(t *testing.T) {
	t.Run("write", func(t *testing.T) {
		dir := t.TempDir()
		w, err := Create(filepath.Join(dir, "x.vcd"), job(), Options{})
		require.NoError(t, err)
		w.out.discard() // the disk goes away
		require.ErrorContains(t, w.Close(), "x.vcd: file already closed")
		requireEmpty(t, dir)
	})
	t.Run("rename", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.vcd")
		w, err := Create(path, job(), Options{})
		require.NoError(t, err)
		require.NoError(t, os.Mkdir(path, 0o777)) // in the way
		require.Error(t, w.Close())
		require.NoError(t, os.Remove(path))
		requireEmpty(t, dir)
	})
	t.Run("discard", func(t *testing.T) {
		dir := t.TempDir()
		w, err := Create(filepath.Join(dir, "x.vcd"), job(), Options{})
		require.NoError(t, err)
		require.NoError(t, w.Sample(jobSamples[0]))
		w.Discard()
		requireEmpty(t, dir)
		require.Error(t, w.Close(), "there is no file")
	})
	t.Run("no folder", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "none", "x.vcd")
		_, err := Create(path, job(), Options{})
		require.EqualError(t, err, fmt.Sprintf("waves: cannot create %s: no such file or directory", path))
	})
	t.Run("a folder", func(t *testing.T) {
		_, err := Create(t.TempDir(), job(), Options{})
		require.ErrorContains(t, err, "is a folder; name a file in it")
	})
}

func TestFullDevice(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /dev/full")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.vcd")
	require.NoError(t, os.Symlink("/dev/full", path))
	for _, name := range []string{"/dev/full", path} {
		w, err := Create(name, job(), Options{})
		require.NoError(t, err)
		// Only Close of a file renames. Stop before it does: for root, a faulty
		// Create would put a file in the device's place here.
		if _, ok := w.out.(deviceOutput); !ok {
			w.Discard()
			t.Fatalf("%s is a device, but would be replaced by a file", name)
		}
		require.NoError(t, w.Sample(jobSamples[0]))
		require.ErrorContains(t, w.Close(), "no space left on device")
	}
	require.NoError(t, os.Remove(path))
	requireEmpty(t, dir)
	info, err := os.Stat("/dev/full")
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeDevice, "the device is still one")
	left, err := filepath.Glob("/dev/full*")
	require.NoError(t, err)
	require.Equal(t, []string{"/dev/full"}, left)
}

// Everything that is declared and sampled is read back.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var vars []*Var
		var scope func(name string, depth int) *Scope
		scope = func(name string, depth int) *Scope {
			s := &Scope{Name: name}
			for i := range rapid.IntRange(0, 5).Draw(t, "vars") {
				v := &Var{Name: fmt.Sprintf("v%d", i), Width: rapid.IntRange(1, 200).Draw(t, "width")}
				switch rapid.IntRange(0, 5).Draw(t, "sort") {
				case 0:
					v.Kind = Reg
				case 1:
					v.Width, v.Kind = 1, Clock
				case 2:
					v.Name = fmt.Sprintf("m[%d]", i)
				case 3:
					if len(vars) > 0 {
						v.Alias = rapid.SampledFrom(vars).Draw(t, "alias")
						v.Width = v.Alias.Width
					}
				}
				if v.Kind != Clock {
					vars = append(vars, v)
				}
				s.Vars = append(s.Vars, v)
			}
			if depth < 3 {
				for i := range rapid.IntRange(0, 3).Draw(t, "scopes") {
					s.Scopes = append(s.Scopes, scope(fmt.Sprintf("u%d", i), depth+1))
				}
			}
			return s
		}
		top := scope("tb", 0)
		l, err := newLayout(top)
		require.NoError(t, err)

		word := rapid.OneOf(rapid.Just(uint64(0)), rapid.Just(^uint64(0)), rapid.Uint64())
		samples := make([][]uint64, rapid.IntRange(1, 6).Draw(t, "cycles"))
		for k := range samples {
			for _, s := range l.slots {
				for i := range s.words() {
					w := word.Draw(t, "word")
					if left := s.width - 64*i; left < 64 {
						w &= 1<<left - 1
					}
					samples[k] = append(samples[k], w)
				}
			}
		}
		period := 2 * rapid.Uint64Range(1, 1000).Draw(t, "half")
		f := read(t, string(write(t, top, Options{Period: period}, samples...)))
		require.Equal(t, uint64(len(samples))*period, f.End)

		var check func(s *Scope, path string)
		check = func(s *Scope, path string) {
			for _, v := range s.Vars {
				got := f.Find(path + s.Name + "." + v.Name)
				require.NotNil(t, got, v.Name)
				require.Equal(t, v.Width, got.Width)
				for k := range samples {
					at := uint64(k) * period
					if v.Kind == Clock {
						require.Equal(t, "1", got.At(at).String())
						require.Equal(t, "0", got.At(at+period/2).String())
						continue
					}
					s, ok := l.slot(v)
					require.True(t, ok)
					want := ""
					for i := v.Width - 1; i >= 0; i-- {
						want += fmt.Sprint(samples[k][s.offset+i/64] >> (i % 64) & 1)
					}
					require.Equal(t, want, got.At(at).String())
					require.Equal(t, want, got.At(at+period-1).String())
				}
			}
			for _, inner := range s.Scopes {
				check(inner, path+s.Name+".")
			}
		}
		check(top, "")
	})
}

func TestIdentifiersArePrintableAndDistinct(t *testing.T) {
	seen := map[string]bool{}
	for n := range 94 + 94*94 + 94 {
		id := string(appendID(nil, n))
		require.False(t, seen[id], id)
		seen[id] = true
		require.Empty(t, strings.Trim(id, "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"))
	}
	require.Len(t, appendID(nil, 93), 1)
	require.Len(t, appendID(nil, 94), 2)
	require.Len(t, appendID(nil, 94+94*94), 3)
}

// countBytes is a disk that is never the limit.
type countBytes struct{ n int64 }

func (c *countBytes) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

// One operation is one cycle of 100 registers of 32 bits that all change.
func BenchmarkWriter(b *testing.B) {
	top := &Scope{Name: "tb", Vars: []*Var{{Name: "clk", Width: 1, Kind: Clock}}}
	for i := range 100 {
		top.Vars = append(top.Vars, &Var{Name: fmt.Sprintf("r%d", i), Width: 32, Kind: Reg})
	}
	disk := &countBytes{}
	w, err := NewWriter(disk, top, Options{})
	require.NoError(b, err)
	sample := make([]uint64, 100)
	x := uint64(1)
	for b.Loop() {
		for i := range sample {
			x = x*6364136223846793005 + 1442695040888963407
			sample[i] = x >> 32
		}
		if err := w.Sample(sample); err != nil {
			b.Fatal(err)
		}
	}
	require.NoError(b, w.Close())
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(100*b.N)/seconds, "changes/s")
	b.ReportMetric(float64(disk.n)/1e6/seconds, "MB/s")
}

// The text is that of a plain writer, also where it does not fit into a buffer.
func TestChangesAreWrittenAsByAPlainWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	top := &Scope{Name: "tb"}
	for i := range 200 { // identifiers of one and of two characters
		width := 1 + random.IntN(8)
		if i%3 == 0 {
			width = 1 + random.IntN(300)
		}
		top.Vars = append(top.Vars, &Var{Name: fmt.Sprintf("v%d", i), Width: width})
	}
	l, err := newLayout(top)
	require.NoError(t, err)
	text := func(id int, words []uint64) string {
		value := new(big.Int)
		for i, w := range words {
			value.Or(value, new(big.Int).Lsh(new(big.Int).SetUint64(w), uint(64*i)))
		}
		if top.Vars[id].Width == 1 {
			return fmt.Sprintf("%b%s\n", value, appendID(nil, id))
		}
		return fmt.Sprintf("b%b %s\n", value, appendID(nil, id))
	}
	var want strings.Builder
	samples := [][]uint64{make([]uint64, l.words)}
	for want.Len() < 5*writeSize {
		now := slices.Clone(samples[len(samples)-1])
		fmt.Fprintf(&want, "#%d\n", 2*len(samples))
		for i, s := range l.slots {
			value := now[s.offset:][:s.words()]
			before := slices.Clone(value)
			for k := range value {
				left := min(s.width-64*k, 64)
				value[k] = random.Uint64() >> (64 - left) >> random.IntN(left+1)
			}
			if random.IntN(2) == 0 {
				copy(value, before)
			}
			if !slices.Equal(value, before) {
				want.WriteString(text(i, value))
			}
		}
		samples = append(samples, now)
	}
	fmt.Fprintf(&want, "#%d\n", 2*len(samples))
	_, got, _ := strings.Cut(string(write(t, top, Options{}, samples...)), "$end\n#2\n")
	_, changes, _ := strings.Cut(want.String(), "#2\n")
	require.True(t, changes == got, "%d bytes, and %d of a plain writer", len(got), len(changes))
}

// Frames are samples in another form: many at once, each a period after the
// last.
func TestFramesAreSamples(t *testing.T) {
	top := job()
	l, err := newLayout(top)
	require.NoError(t, err)
	require.Equal(t, 32, l.frame)
	wide, ok := l.slot(top.Scopes[0].Vars[4])
	require.True(t, ok)
	require.Equal(t, 8, wide.at, "behind start, count and state, at a multiple of 8")
	var frames []byte
	for _, s := range jobSamples {
		frame := make([]byte, l.frame)
		for _, slot := range l.slots {
			slot.pack(frame, s[slot.offset:][:slot.words()])
			require.Equal(t, s[slot.offset:][:slot.words()], slot.unpack(frame))
		}
		frames = append(frames, frame...)
	}
	var buf bytes.Buffer
	w, err := NewWriter(&buf, top, Options{})
	require.NoError(t, err)
	require.NoError(t, w.Frames(frames[:32]))
	require.NoError(t, w.Frames(frames[32:]))
	require.NoError(t, w.Close())
	require.Equal(t, string(write(t, job(), Options{}, jobSamples...)), buf.String())

	for want, frame := range map[string][]byte{
		"31 bytes are not frames of 32":                           make([]byte, 31),
		"tb.dut.state at time 0: the sample has bits above its 2": append([]byte{0, 0, 4}, make([]byte, 29)...),
		"tb.dut.state at time 2: the sample has bits above its 2": append(make([]byte, 32+7), append([]byte{1}, make([]byte, 24)...)...),
	} {
		w, err := NewWriter(&buf, top, Options{})
		require.NoError(t, err)
		_ = w.Frames(frame)
		require.ErrorContains(t, w.Close(), want)
	}
}
