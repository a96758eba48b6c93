package command

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"

	"posedge/internal/text"
	"posedge/waves"
)

// waveFlags are the flags of a wave.
type waveFlags struct {
	signals, clock, radix, save, svg, title string
	from, to                                uint64
	width, cut                              *int
	time, list, diff, changing, streams     bool
}

var waveCommand = command{
	name:      "wave",
	arguments: "FILE.vcd [-signals LIST] [-changing] [-streams] [-from N] [-to N] [-cut N] [-radix R] [-svg FILE]\n       posedge wave -diff A.vcd B.vcd [-signals LIST] [-from N] [-to N] [-radix R]",
	summary:   "shows a wave as text, draws it as SVG, or compares two",
	text: `
Shows signals of a VCD, written by posedge, Icarus, Verilator or others, in the
cycles of its clock: for each the value that has settled before the next rising
edge. The time before the first edge is cycle 0. Without a clock, and with -time,
there is a column for each time at which one of the signals changes.

A signal's scopes may be left out on the left; in a pattern * stands for any
characters but a dot, ** for any, ? for one. Without -signals it shows the signals
of the outermost scope. Names of states come from the GTKWave save file beside the
wave, which posedge run and export write, or from -save. Variables of type string
are listed, but not read.

-changing leaves out what is at rest in the columns shown. -streams makes one row of
a stream's signals, NAME_valid, NAME_ready and NAME_data or NAME_data_FIELD: it
says when the stream is idle, when it offers a beat, and when that is taken, with the
data. NAME in -signals then shows the stream with all its fields, and
NAME_valid,NAME_data_FIELD shows it with these.

With -diff it compares two waves, for example of two simulators: the signals of A,
or the ones that -signals chooses, in each cycle of the clock, or with -time at
each time at which one of them changes. Signals of B have the same full names, apart from
Verilator's "TOP.". If the waves agree it says how much it compared; if not, it names
the first difference and exits with status 1.

example:
  posedge wave mrt.vcd -list
  posedge wave mrt.vcd -signals 'clk,rst,pixels_valid,targets_0_*' -from 10 -to 20
  posedge wave mrt.vcd -signals 'clk,*_valid' -cut 4 -svg mrt.svg
  posedge wave mrt.vcd -signals 'clk,pixels_valid,pixels_data_vector,targets_*_valid' -streams -changing
  posedge wave -diff mrt.vcd icarus.vcd -from 1`,
	setup: func(f *flag.FlagSet) func(*call) error {
		var w waveFlags
		f.StringVar(&w.signals, "signals", "", "comma-separated `list` of names and patterns, in the order of the rows")
		f.Var(seed{&w.from}, "from", "first cycle, or time, a `number`")
		f.Var(seed{&w.to}, "to", "last cycle, or time, a `number`; default the last of 32 columns")
		w.cut = numberFlag(f, "cut", 0, 1, 1_000_000_000, "shorten runs of more than this `number` of cycles without a change")
		f.BoolVar(&w.changing, "changing", false, "leave out rows at rest: signals that do not change, streams that are idle")
		f.BoolVar(&w.streams, "streams", false, "show each stream in one row: idle, offered, or taken, with its data")
		f.StringVar(&w.clock, "clock", "", "`name` of the clock; default clk")
		f.BoolVar(&w.time, "time", false, "columns are times, not cycles")
		f.StringVar(&w.radix, "radix", waves.Hex.String(), "`base` of numbers: hex, dec or bin")
		f.StringVar(&w.save, "save", "", "GTKWave save `file` with names of states; default NAME.gtkw for NAME.vcd, if it exists")
		f.StringVar(&w.svg, "svg", "", "write a picture to this `file`, NAME.svg; its folder is made if missing")
		f.StringVar(&w.title, "title", "", "`text` above the picture; with -svg")
		w.width = numberFlag(f, "width", 120, 20, 1_000_000, "`characters` in a line of text, which continues below")
		f.BoolVar(&w.list, "list", false, "list the signals instead")
		f.BoolVar(&w.diff, "diff", false, "compare two waves instead")
		return w.run
	},
}

func (w *waveFlags) run(c *call) error {
	if w.diff {
		return w.compare(c)
	}
	switch len(c.args) {
	case 0:
		return wrongf("wave: name a file, FILE.vcd; posedge run BLOCK -vcd FILE.vcd writes one")
	case 1:
	default:
		return wrongf("wave: one file at a time, not %s; -diff compares two", strings.Join(c.args, " "))
	}
	path := c.args[0]
	view, err := w.view(c)
	if err != nil {
		return err
	}
	var picture *stage
	if w.svg != "" {
		if picture, err = stageFile("wave", "svg", w.svg); err != nil {
			return err
		}
		defer picture.discard()
	}
	var file *waves.File
	if err := c.interruptible(func() (err error) { file, err = readWave(path); return err }); err != nil {
		return err
	}
	if w.list {
		return listSignals(c.out, file)
	}
	if view.Enums, err = w.enums(c, path); err != nil {
		return err
	}
	d, err := diagram(file, path, view)
	if err != nil {
		return err
	}
	if picture == nil {
		d.Wrap = *w.width
		if err := d.Text(c.out); err != nil {
			return err
		}
		w.rest(c, file, d)
		return nil
	}
	var svg bytes.Buffer
	if err := d.SVG(&svg); err != nil {
		return wrongf("wave: %s", plain(err))
	}
	if err := os.WriteFile(filepath.Join(picture.dir, filepath.Base(w.svg)), svg.Bytes(), 0o666); err != nil {
		return fmt.Errorf("wave: -svg: %w", err)
	}
	if err := picture.commit(); err != nil {
		return fmt.Errorf("wave: -svg: %w", err)
	}
	fmt.Fprintf(c.out, "wrote %s (%s)\n", w.svg, byteCount(int64(svg.Len())))
	return nil
}

// view is the view that the flags ask for; it refuses flags that do not go together.
func (w *waveFlags) view(c *call) (v waves.View, err error) {
	v = waves.View{Clock: w.clock, ByTime: w.time, From: w.from, Cut: *w.cut, Title: w.title, Changing: w.changing, Streams: w.streams}
	if v.Radix, err = waves.ParseRadix(w.radix); err != nil {
		return v, wrongf("wave: -radix is hex, dec or bin, not %q", w.radix)
	}
	if c.given["to"] {
		if w.to < w.from {
			return v, wrongf("wave: -from %d comes after -to %d", w.from, w.to)
		}
		v.End = w.to + min(1, math.MaxUint64-w.to)
	}
	if w.signals != "" {
		for _, s := range strings.Split(w.signals, ",") {
			if s = strings.TrimSpace(s); s == "" {
				return v, wrongf("wave: -signals %s has an empty name", w.signals)
			}
			v.Signals = append(v.Signals, s)
		}
	}
	switch {
	case w.time && w.clock != "":
		return v, wrongf("wave: -time and -clock exclude each other")
	case w.time && w.streams:
		return v, wrongf("wave: -time and -streams exclude each other: streams are shown in the cycles of a clock")
	case w.svg == "" && c.given["title"]:
		return v, wrongf("wave: -title is for a picture; ask for one with -svg FILE")
	case w.svg != "" && c.given["width"]:
		return v, wrongf("wave: -width is for text, not for -svg")
	case w.list && len(c.given) > 1:
		return v, wrongf("wave: -list takes no other flag")
	}
	return v, nil
}

// plain is an error of package waves as the command reports it.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "waves: ") }

// readWave reads a VCD. A file that cannot be opened is a mistake in the
// command line, and one that cannot be parsed is a failure.
func readWave(path string) (*waves.File, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, wrongf("wave: %s is a folder; name a file in it", path)
	}
	file, err := waves.ReadFile(path)
	var place *fs.PathError
	switch {
	case errors.As(err, &place) && place.Op == "open":
		return nil, wrongf("wave: cannot open %s: %v", path, place.Err)
	case err != nil:
		return nil, fmt.Errorf("wave: %s", plain(err))
	}
	return file, nil
}

// enums are the names of states. If an unrequested save file is useless, only
// the names are lost.
func (w *waveFlags) enums(c *call, path string) (map[string]*waves.Enum, error) {
	save := w.save
	if save == "" {
		save = strings.TrimSuffix(path, filepath.Ext(path)) + ".gtkw"
	}
	enums, err := waves.ReadSave(save)
	switch {
	case err == nil:
		return enums, nil
	case w.save != "":
		return nil, wrongf("wave: -save: %s", plain(err))
	case !errors.Is(err, fs.ErrNotExist) || firstMissing(save) == "":
		fmt.Fprintf(c.err, "posedge: wave: cannot name the states: %s\n", plain(err))
	}
	return nil, nil
}

// diagram says what to do if there is nothing to show.
func diagram(file *waves.File, path string, v waves.View) (*waves.Diagram, error) {
	d, err := file.Diagram(v)
	if err != nil {
		return nil, wrongWave(file, path, v.Streams, true, err)
	}
	return d, nil
}

// wrongWave is the error for a request that a wave cannot meet. It says which signal the user may have meant, or which
// stream, where streams are shown in one row or can be.
func wrongWave(file *waves.File, path string, streams, canStream bool, err error) error {
	var missing *waves.NoSignalError
	if errors.As(err, &missing) && !missing.Text {
		if missing.Valid != "" {
			advice := "choose"
			if canStream {
				advice = "add -streams to see it in one row, or choose"
			}
			return wrongf("wave: %s has no signal %q, but a stream of that name: %s %s and its other signals", path, missing.Pattern, advice, missing.Valid)
		}
		names := map[string]bool{}
		add := func(path string) {
			_, inner, _ := strings.Cut(path, ".")
			names[inner], names[path[strings.LastIndex(path, ".")+1:]] = true, true
		}
		for _, s := range file.Signals() {
			add(s.Path())
		}
		if streams {
			for _, path := range file.Streams() {
				add(path)
			}
		}
		hint := text.DidYouMean(missing.Pattern, maps.Keys(names))
		if hint == "" {
			hint = "; posedge wave FILE -list shows them"
		}
		return wrongf("wave: %s has no signal %q%s", path, missing.Pattern, hint)
	}
	return wrongf("wave: %s: %s", path, plain(err))
}

// rest says what the text leaves out if the user has not chosen.
func (w *waveFlags) rest(c *call, file *waves.File, d *waves.Diagram) {
	var parts []string
	if d.Beyond > 0 {
		all := len(d.Rows) + d.Resting + d.Beyond
		what := "signals"
		if w.streams {
			what = "signals and streams"
		}
		parts = append(parts, fmt.Sprintf("%d of %d %s of %s; -signals chooses, -list lists all\n", len(d.Rows), all, what, file.Outermost()[0].Scope()))
	}
	if last := d.LastShown(); !c.given["to"] && last < d.Last {
		what := d.Unit
		if what == "" {
			what = "cycle"
		}
		parts = append(parts, fmt.Sprintf("up to %s %d of %d; -from and -to choose\n", what, last, d.Last))
	}
	if len(parts) > 0 {
		fmt.Fprint(c.out, "\n", strings.Join(parts, ""))
	}
}

func listSignals(out io.Writer, file *waves.File) error {
	var rows [][]any
	for _, s := range file.Signals() {
		width := any(s.Width)
		if s.Width == 0 {
			width = "real"
		}
		rows = append(rows, []any{s.Path(), s.Type, width, s.Len()})
	}
	for _, s := range file.Texts() {
		rows = append(rows, []any{s.Path(), s.Type, "", "not read"})
	}
	return table(out, []string{"signal", "type", "bits", "changes"}, rows)
}
