package waves

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// chosen are the signals of the rows, each only once.
func (f *File) chosen(v View) ([]*Signal, error) {
	if len(v.Signals) == 0 {
		list := f.Outermost()
		if len(list) == 0 {
			return nil, errors.New("waves: the file has no signals")
		}
		return list, nil
	}
	var list []*Signal
	seen := map[*Signal]bool{}
	for _, p := range v.Signals {
		found := f.Match(p)
		if v.Streams {
			found = f.outer(found, f.Match(p+validSuffix))
		}
		if len(found) == 0 {
			missing := &NoSignalError{Pattern: p, Text: len(match(f.texts, p)) > 0}
			if valids := f.outer(nil, f.Match(p+validSuffix)); len(valids) > 0 {
				missing.Valid = valids[0].Name
			}
			return nil, missing
		}
		for _, s := range found {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list, nil
}

// outer is what a pattern chooses that matches some signals and, as a stream's name, the valids of streams: the ones with
// fewer scopes around them.
func (f *File) outer(signals, valids []*Signal) []*Signal {
	valids = slices.DeleteFunc(valids, func(s *Signal) bool { return streamOf(s) == nil })
	if len(valids) > 0 && (len(signals) == 0 || len(valids[0].scopes()) < len(signals[0].scopes())) {
		return valids
	}
	return signals
}

// NoSignalError is a pattern that no signal of a wave matches.
type NoSignalError struct {
	Pattern string
	Text    bool   // it names a variable of type string, which is not read
	Valid   string // it names a stream, of which this is the valid signal; "" if it does not
}

func (e *NoSignalError) Error() string {
	if e.Text {
		return fmt.Sprintf("waves: %q is a variable of type string, which is not read; choose signals", e.Pattern)
	}
	if e.Valid != "" {
		return fmt.Sprintf("waves: no signal %q, but a stream of that name; choose %s and its other signals, or show streams", e.Pattern, e.Valid)
	}
	return fmt.Sprintf("waves: no signal %q", e.Pattern)
}

// Streams are the paths of the streams of a file, such as TB.in of the signals TB.in_valid, TB.in_ready and TB.in_data.
func (f *File) Streams() (paths []string) {
	for _, s := range f.Signals() {
		if x := streamOf(s); x != nil && x.valid == s {
			paths = append(paths, strings.TrimSuffix(s.Path(), validSuffix))
		}
	}
	return paths
}

// Outermost returns the signals of the outermost scopes that have any. A [View]
// without Signals shows these unless there are too many.
func (f *File) Outermost() []*Signal {
	level := f.tops
	for len(level) > 0 {
		var list []*Signal
		var next []*instance
		for _, m := range level {
			list = append(list, m.signals...)
			next = append(next, m.inner...)
		}
		if len(list) > 0 {
			return list
		}
		level = next
	}
	return nil
}
