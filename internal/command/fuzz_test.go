package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzArguments holds the command line to: no panic, an error of one line that
// names the command, and numbers within their bounds. Nothing is run.
func FuzzArguments(f *testing.F) {
	for _, line := range []string{
		"run ropmask -scenario random -seed 7 -cycles 20000",
		"run -cycles 99999999999999999999 -seed 18446744073709551616",
		"run -cycles=0x10 -seed=-1 -memories +5 -- -h",
		"wave x.vcd -signals a,b,'queue.*' -from 3 -to 2 -cut 1e3 -radix oct",
		"wave x.vcd -time -clock clk -width 19", "wave -from 18446744073709551615 -to 18446744073709551615 x",
		"export all -o out -o ''", "check -cycles \n", "speed -quick=maybe", "list -h", "-- -", "run \xff -\x00", "run -vcd= x",
	} {
		f.Add(strings.ReplaceAll(line, " ", "\x1f"))
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\x1f")
		for _, cmd := range commands() {
			if cmd.name != args[0] {
				continue
			}
			set := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
			set.SetOutput(io.Discard)
			cmd.setup(set)
			c := &call{ctx: context.Background(), out: &stdoutWriter{w: io.Discard}, err: io.Discard}
			if err := cmd.parse(c, set, args[1:]); err != nil {
				oneLine(t, cmd.name, err)
				return
			}
			set.VisitAll(func(x *flag.Flag) {
				if n, ok := x.Value.(number); ok && c.given[x.Name] {
					require.GreaterOrEqual(t, *n.value, n.low)
					require.LessOrEqual(t, *n.value, n.top)
				}
			})
		}
	})
}

// oneLine holds for the error of a command line that is refused.
func oneLine(t *testing.T, command string, err error) {
	t.Helper()
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	var wrong *usageError
	require.ErrorAs(t, err, &wrong)
	require.True(t, strings.HasPrefix(err.Error(), command+": "), err.Error())
	require.NotContains(t, err.Error(), "\n")
}

// FuzzWaveArguments goes on to what the command wave makes of its flags.
func FuzzWaveArguments(f *testing.F) {
	vcd := filepath.Join(f.TempDir(), "x.vcd")
	require.NoError(f, os.WriteFile(vcd, []byte("$scope module t $end $var wire 1 ! clk $end $var wire 4 n n $end $upscope $end $enddefinitions $end\n"+
		"#0 1! b0 n #1 0! #2 1! b101 n #3 0! #4\n"), 0o666))
	f.Add("*", uint64(0), uint64(1), 1, "hex", "clk", 20)
	f.Add("n,clk,t.?", uint64(1), uint64(0), 2, "bin", "", 30)
	f.Add("**,", uint64(1)<<63, ^uint64(0), 1000, "dec", "n", 1000000)
	f.Fuzz(func(t *testing.T, signals string, from, to uint64, cut int, radix, clock string, width int) {
		w := waveFlags{signals: signals, from: from, to: to, cut: &cut, radix: radix, clock: clock, width: &width}
		if cut < 0 || width < 20 {
			return // refused by the flags
		}
		var out bytes.Buffer
		c := &call{ctx: context.Background(), out: &stdoutWriter{w: &out}, err: io.Discard, args: []string{vcd}, given: map[string]bool{"to": true}}
		if err := w.run(c); err != nil {
			oneLine(t, "wave", err)
			require.Empty(t, out.Bytes())
		}
	})
}

// FuzzSums holds the reader of an export's list to: no panic, and files that lie
// inside the export.
func FuzzSums(f *testing.F) {
	sum := strings.Repeat("0", 2*sha256.Size)
	for _, text := range []string{sum + "  rtl/a.v\n", sum + "  ../a\n", sum + "  /etc/passwd\n", sum + " a\n", "\n", sum + "  a\x00b\n", sum + "  a\n" + sum + "  a\n"} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, sumsFile), text, 0o666))
		list, err := readSums(dir)
		if err != nil {
			require.ErrorContains(t, err, "is not from an export")
		}
		for name, sum := range list {
			require.True(t, filepath.IsLocal(name), name)
			require.Len(t, sum, 2*sha256.Size)
		}
	})
}
