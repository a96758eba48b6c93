package waves

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/internal/glob"
)

// FuzzRead requires of the reader: no panic, no hang, and a File in which every
// change of every signal can be read and which can be drawn.
func FuzzRead(f *testing.F) {
	f.Add(declared + "#0\n$dumpvars\nb1 !\n0\"\nr1.5 #\n$end\n#3\nbx1z !\n#4\n")
	f.Add(string(write(f, job(), Options{}, jobSamples...)))
	f.Add("$scope module \\a.b $end $var wire 1048576 ! w [1048575:0] $end $upscope $end $enddefinitions $end #0 bz ! #1 b0z ! #2\n")
	f.Add("$scope module t $end $var event 1 ! e $end $upscope $end $scope module t $end $upscope $end $enddefinitions $end 1! #1 1! #1 1!\n")
	f.Add("$scope module t $end $var wire 1 ! clk $end $var integer 32 k n $end $upscope $end $enddefinitions $end #5 1! bz k #6 0! #7 1! #9223372036854775806 0! #9223372036854775807\n")
	for _, name := range []string{"job.vcd", "verilator.vcd"} {
		vcd, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		f.Add(string(vcd))
	}
	f.Fuzz(func(t *testing.T, vcd string) {
		file, err := Read(strings.NewReader(vcd))
		if err != nil {
			require.Nil(t, file)
			require.Contains(t, err.Error(), "line ")
			return
		}
		stored := 0
		for _, s := range file.Signals() {
			// The names of one scope may look like the path of another's.
			require.NotNil(t, file.Find(s.Path()))
			last, lastValue := int64(-1), Value{}
			for i := range s.Len() {
				at, v := s.Change(i)
				require.Greater(t, int64(at), last)
				require.LessOrEqual(t, at, file.End)
				require.Equal(t, v, s.At(at))
				require.NotEmpty(t, v.digits)
				require.True(t, v.width == 0 || len(v.digits) <= v.width)
				if s.Type != "event" && !s.trace.event {
					require.NotEqual(t, lastValue, v)
				}
				last, lastValue = int64(at), v
			}
		}
		for _, s := range file.Signals() {
			stored = max(stored, len(s.trace.text))
		}
		require.LessOrEqual(t, stored, len(vcd))
		for _, v := range []View{{}, {ByTime: true, Radix: Decimal}, {Signals: []string{"**"}, Cut: 1, Radix: Binary}} {
			d, err := file.Diagram(v)
			if err != nil {
				require.Contains(t, err.Error(), "waves: ")
				continue
			}
			d.Wrap = 80
			require.NoError(t, d.Text(io.Discard))
			if err := d.SVG(io.Discard); err != nil {
				require.ErrorContains(t, err, "too many for an SVG")
			}
		}
	})
}

// FuzzSave requires of the reader of save files: no panic, and traces that have
// a signal and a filter.
func FuzzSave(f *testing.F) {
	f.Add(saved)
	files, err := gtkwaveFiles("job.vcd", job())
	require.NoError(f, err)
	f.Add(string(files[0].Data))
	f.Add("@2022\n^1 a\nx[99999:0]\n^4294967296 b\ny\n@ffffffffffffffffff\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseSave(text)
		if err != nil {
			require.Regexp(t, `^line \d+: `, err.Error())
		}
		require.LessOrEqual(t, len(list), len(text))
		for _, x := range list {
			require.NotEmpty(t, x.signal)
			require.NotEmpty(t, x.filter)
			require.GreaterOrEqual(t, x.width, 1)
			require.LessOrEqual(t, x.width, 64)
		}
	})
}

// FuzzFilter requires of the reader of filter files: no panic, and states that
// are the same after writing and reading them again.
func FuzzFilter(f *testing.F) {
	f.Add("0 idle\n1 busy\n2 wait for ack\n", 16)
	f.Add("# c\n1 ?red?x\nX y\n1 again\nff\t\n18446744073709551615 max\n", 10)
	f.Fuzz(func(t *testing.T, text string, base int) {
		base = []int{2, 8, 10, 16}[uint(base)%4]
		states := parseFilter(text, base)
		seen := map[uint64]bool{}
		for _, s := range states {
			require.False(t, seen[s.Value])
			seen[s.Value] = true
			require.True(t, printable(s.Name))
		}
		require.LessOrEqual(t, len(states), strings.Count(text, "\n")+1)
		if len(states) == 0 {
			return
		}
		e := &Enum{Name: "e", Width: 64, States: states}
		files, err := gtkwaveFiles("x.vcd", &Scope{Name: "t", Vars: []*Var{{Name: "v", Width: 64, Enum: e}}})
		require.NoError(t, err)
		require.Equal(t, states, parseFilter(string(files[1].Data), 16))
	})
}

// FuzzMatch requires of patterns: no panic and no explosion in time.
func FuzzMatch(f *testing.F) {
	wave := read(f, string(write(f, job(), Options{}, jobSamples...)))
	for _, p := range []string{"tb.*", "**", "*.*.*", "?", "a**b**c**d", "mem[3]", "", "***", "*?*?*?*?*?*?*?*"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		for _, s := range wave.Match(pattern) {
			require.Contains(t, wave.Signals(), s)
		}
		glob.Match(pattern, strings.Repeat("ab.", 100))
	})
}
