package command

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write the expected output in the scripts again")

// TestMain makes the test binary the command posedge, with a small block beside
// the real ones if BLINKER is set, which does not end if it is "stuck".
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"posedge": func() {
		list := blocks.All()
		if os.Getenv("BLINKER") != "" {
			list = append(list, blinkerBlock())
		}
		Main(list...)
	}})
}

func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			// The folder of the command posedge, for a PATH without anything else.
			e.Setenv("BIN", filepath.SplitList(e.Getenv("PATH"))[0])
			setUnits(e)
			return nil
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "hup":
				return !signal.Ignored(syscall.SIGHUP), nil
			case "tools":
			default:
				return false, errors.New("no such condition")
			}
			if err := needTools(); err != nil {
				// Under CI a missing tool is a failure, not a skip.
				return os.Getenv("CI") != "", nil
			}
			return true, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"refuse": refuse,
			"fail":   fail,
			"full":   full,
			"end":    end,
		},
	})
}

// setUnits tells the scripts which units there are, so that a new one needs no edit in them.
func setUnits(e *testscript.Env) {
	var names, owners []string
	own := ""
	for _, b := range blocks.All() {
		names = append(names, b.Name)
		if len(b.Commands) == 0 {
			continue
		}
		owners = append(owners, b.Name)
		own += "of " + b.Name + ":\n\n"
		for _, c := range b.Commands {
			own += fmt.Sprintf("  %s %s %s\n", b.Name, c.Name, c.Summary)
		}
		own += "\n"
	}
	e.Setenv("UNITS", strings.Join(names, ", "))
	e.Setenv("UNIT_LINES", strings.Join(names, "\n"))
	e.Setenv("OWNERS", strings.Join(owners, ", ")) // those with commands of their own
	e.Setenv("OWN_COMMANDS", own)                  // what help says of these
}

// refuse MESSAGE ARG...: posedge prints the line "posedge: MESSAGE" on stderr and
// nothing else, and exits with status 2.
func refuse(ts *testscript.TestScript, _ bool, args []string) {
	exits(ts, 2, args[1:])
	if got, want := ts.ReadFile("stderr"), "posedge: "+args[0]+"\n"; got != want {
		ts.Fatalf("stderr is\n%swant\n%s", got, want)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("a command that is refused prints %q", out)
	}
}

// fail ARG...: posedge exits with status 1.
func fail(ts *testscript.TestScript, _ bool, args []string) { exits(ts, 1, args) }

// full ARGS: posedge with its stdout on a full disk says so in one line, and exits
// with status 1.
func full(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("sh", "-c", "posedge "+args[0]+" > /dev/full; echo $?"))
	got := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	if want := "1\nposedge: cannot write the output: no space left on device\n"; got != want {
		ts.Fatalf("status and stderr are\n%swant\n%s", got, want)
	}
}

// end SIGNAL GLOB ARGS: posedge is sent the signal once a file of that pattern is
// there, says that it is interrupted, and exits with status 1.
func end(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("sh", "-c", fmt.Sprintf(`posedge %s >/dev/null 2>notes & until ls %s >/dev/null 2>&1; do sleep 0.02; done
		kill -%s $!; wait $!; echo $?; cat notes; rm notes`, args[2], args[1], args[0])))
	if got := ts.ReadFile("stdout"); !regexp.MustCompile(`^1\nposedge: .*interrupted\n$`).MatchString(got) {
		ts.Fatalf("status and stderr are\n%s", got)
	}
}

func exits(ts *testscript.TestScript, want int, args []string) {
	err := ts.Exec("posedge", args...)
	var exit *exec.ExitError
	status := 0
	switch {
	case errors.As(err, &exit):
		status = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if status != want {
		ts.Fatalf("exit status %d, want %d; stderr:\n%s", status, want, ts.ReadFile("stderr"))
	}
}

// store has state of every kind, in two instances below the top.
type store struct {
	Addr hdl.In
	Data hdl.In
	Read hdl.Out
}

func (s *store) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "mem", hdl.Width(5), 8)
	mem.Write(s.Addr, s.Data.Bits)
	rom := hdl.NewMem(m, "rom", hdl.Width(5), 8)
	last := m.Reg("last", 3)
	last.Set(s.Addr)
	read := mem.ReadReg("word", last, 1, hdl.ReadFirst)
	s.Read.Set(read.Xor(rom.Read(s.Addr)))
}

func newStore() *store {
	return &store{Addr: hdl.Input(3), Data: hdl.Input(5), Read: hdl.Output(5)}
}

type stores struct {
	Addr hdl.In
	Data hdl.In
	Read hdl.Out
}

func (s *stores) Describe(m *hdl.Module) {
	a, b := hdl.Instance(m, "a", newStore()), hdl.Instance(m, "b", newStore())
	a.Addr.Set(s.Addr)
	a.Data.Set(s.Data)
	b.Addr.Set(s.Addr)
	b.Data.Set(a.Read)
	s.Read.Set(b.Read)
}

// Registers, the data of registered reads and written memories are state; the
// contents of a memory that nobody writes are not.
func TestStateBitsCountWhatIsKept(t *testing.T) {
	d, err := hdl.Elaborate(&stores{Addr: hdl.Input(3), Data: hdl.Input(5), Read: hdl.Output(5)})
	require.NoError(t, err)
	assert.Equal(t, 2*(8*5+3+5), stateBits(d.Top))
	ports, bits := portBits(d.Top, ir.Input)
	assert.Equal(t, []int{2, 8}, []int{ports, bits})
}

func TestSizesHaveTwoDigits(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 999: "999 bytes", 1000: "1.0 kB", 9949: "9.9 kB", 9950: "10 kB", 999_499: "999 kB",
		999_500: "1.0 MB", 288_000_000: "288 MB", 999_500_000: "1.0 GB", 1 << 40: "1.1 TB",
	} {
		assert.Equal(t, want, byteCount(n), "%d", n)
	}
}

func TestSumsAreSortedByName(t *testing.T) {
	text := string(sums([]verilog.File{{Name: "b", Content: []byte("1")}, {Name: "a", Content: []byte("2")}}))
	assert.Regexp(t, `^[0-9a-f]{64}  a\n[0-9a-f]{64}  b\n$`, text)
}

// "posedge NAME" is a command or one block.
func TestBlocksAreToldApart(t *testing.T) {
	named := func(name string) unit.Block {
		b := blinkerBlock()
		b.Name = name
		return b
	}
	for want, list := range map[string][]unit.Block{
		"this program has no blocks; give posedge.Main at least one":                    nil,
		"block a: its name is that of another block; rename it":                         {named("a"), named("b"), named("a")},
		"block run: its name is that of a command; rename it":                           {named("run")},
		"block all: its name is that of all blocks; rename it":                          {named("all")},
		`a block has the name "A B"; give Name a letter and further lower-case letters`: {named("A B")},
		"block x: it has no Variants":                                                   {{Name: "x"}},
	} {
		var out, err bytes.Buffer
		assert.Equal(t, exitFailed, run(t.Context(), list, []string{"list"}, &out, &err), want)
		assert.Contains(t, err.String(), "posedge: "+want)
		assert.Empty(t, out.String())
	}
}
