package command

import (
	"errors"
	"fmt"

	"posedge/internal/text"
	"posedge/waves"
)

// compare is posedge wave -diff.
func (w *waveFlags) compare(c *call) error {
	if len(c.args) != 2 {
		return wrongf("wave: -diff compares two waves; name both, A.vcd B.vcd")
	}
	for _, name := range []string{"cut", "save", "svg", "title", "width", "list", "changing", "streams"} {
		if c.given[name] {
			return wrongf("wave: -diff does not take -%s", name)
		}
	}
	view, err := w.view(c)
	if err != nil {
		return err
	}
	var files [2]*waves.File
	for i, path := range c.args {
		if err := c.interruptible(func() (err error) { files[i], err = readWave(path); return err }); err != nil {
			return err
		}
	}
	a, b := c.args[0], c.args[1]
	var result *waves.Comparison
	err = c.interruptible(func() (err error) {
		result, err = waves.Diff(files[0], files[1], waves.DiffOptions{
			Signals: view.Signals, Clock: view.Clock, ByTime: view.ByTime, From: view.From, End: view.End,
		})
		return err
	})
	switch {
	case c.ctx.Err() != nil:
		return errors.New("interrupted")
	case errors.As(err, new(*waves.NoSignalError)):
		return wrongWave(files[0], a, false, false, err)
	case err != nil:
		return wrongWave(files[0], a+" and "+b, false, false, err)
	}
	in := "at"
	if result.Unit == "cycle" {
		in = "in"
	}
	if d := result.First; d != nil {
		at := fmt.Sprintf("%s %s %d", in, result.Unit, d.Number)
		if result.Unit == "cycle" {
			at += fmt.Sprintf(" (#%d and #%d)", d.TimeA, d.TimeB)
		}
		return fmt.Errorf("wave: %s and %s differ in %s %s: %s, not %s", a, b, d.Signal, at, d.A.Text(view.Radix), d.B.Text(view.Radix))
	}
	if result.LastA != result.LastB {
		last := min(result.LastA, result.LastB)
		return fmt.Errorf("wave: %s ends with cycle %d and %s with cycle %d; they agree up to %d (-to %d compares only that part)",
			a, result.LastA, b, result.LastB, last, last)
	}
	fmt.Fprintf(c.out, "%s and %s agree: %s %s %s\n", a, b, text.Count(result.Signals, "signal"), in, text.Count(result.Columns, result.Unit))
	return nil
}
