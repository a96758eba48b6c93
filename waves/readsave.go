package waves

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// maxSideFile bounds a save or filter file, in bytes: both are made by hand or
// from a list of signals.
const maxSideFile = 16 << 20

// ReadSave reads the state names of a GTKWave save file that [WriteSave] or
// GTKWave itself has written, by the full name of the signal without its range:
// the names in the filter file of each trace that has one ("^1
// filters/state.txt"). Paths of filters are relative to the save file's folder.
// A file must have a line that only a save file has: flags of a trace ("@22")
// or a setting ("[dumpfile]", "[*]").
func ReadSave(path string) (map[string]*Enum, error) {
	text, err := readSideFile(path)
	if err != nil {
		return nil, fmt.Errorf("waves: %w", err)
	}
	translated, err := parseSave(text)
	if err != nil {
		return nil, fmt.Errorf("waves: %s: %w", path, err)
	}
	if !gtkLine.MatchString(text) {
		return nil, fmt.Errorf("waves: %s is not a GTKWave save file: it has no line such as @22 or [timestart] 0; write one in GTKWave by File, Write Save File", path)
	}
	filters := map[string]string{}
	enums := map[string]*Enum{}
	for _, t := range translated {
		file := filepath.FromSlash(t.filter)
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(path), file)
		}
		text, ok := filters[file]
		if !ok {
			if text, err = readSideFile(file); err != nil {
				return nil, fmt.Errorf("waves: %s line %d: %w", path, t.line, err)
			}
			filters[file] = text
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		enums[t.signal] = &Enum{Name: name, Width: t.width, States: parseFilter(text, t.base)}
	}
	return enums, nil
}

// readSideFile reads a small text file. Anything but a regular file, such as a
// device without an end, is refused.
func readSideFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a file", path)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSideFile+1))
	if err == nil && len(text) > maxSideFile {
		err = fmt.Errorf("%s has more than %d bytes; it is not a save or filter file", path, maxSideFile)
	}
	return string(text), err
}

// translation is a trace that is shown by a filter file.
type translation struct {
	line   int
	signal string // full name, without a range
	width  int    // of the range; 64 without one
	filter string
	base   int // of the numbers in the filter
}

// Flags of a trace that matter here, besides those that we write.
const (
	gtkFlagHex        = 0x2
	gtkFlagDecimal    = 0x4
	gtkFlagBinary     = 0x8
	gtkFlagOctal      = 0x10
	gtkFlagTranslated = 0x2000
)

// gtkLine is a line of a save file that other files do not have.
var gtkLine = regexp.MustCompile(`(?m)^(@[0-9a-fA-F]{1,16}|\[(\*|[a-z_]+)\].*)\r?$`)

var gtkRange = regexp.MustCompile(`\[(\d{1,7}):(\d{1,7})\]$`)

// parseSave takes the translated traces out of a save file. Each follows its
// flags, "@2022", and its filter, "^1 filters/state.txt".
func parseSave(text string) ([]translation, error) {
	var list []translation
	flags, filter := uint64(0), ""
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, maxSideFile+1)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), " \t\r")
		if line == "" {
			continue
		}
		switch line[0] {
		case '@':
			v, err := strconv.ParseUint(line[1:], 16, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %s are not flags of a trace", n, quote([]byte(line)))
			}
			flags, filter = v, ""
		case '^':
			// "^>" and "^<" are programs, which are not run.
			number, path, _ := strings.Cut(line[1:], " ")
			if _, err := strconv.ParseUint(number, 10, 31); err == nil {
				filter = path
			}
		case '[', '*', '-', '+', '#', '!', ':', '$':
		default:
			if flags&gtkFlagTranslated == 0 || filter == "" {
				continue
			}
			t := translation{line: n, signal: line, width: 64, filter: filter, base: 16}
			if m := gtkRange.FindStringSubmatch(line); m != nil {
				t.signal = strings.TrimSuffix(line, m[0])
				high, _ := strconv.Atoi(m[1]) // digits, seven at most
				low, _ := strconv.Atoi(m[2])
				t.width = min(64, max(high, low)-min(high, low)+1)
			}
			switch {
			case flags&gtkFlagHex != 0:
			case flags&gtkFlagDecimal != 0:
				t.base = 10
			case flags&gtkFlagBinary != 0:
				t.base = 2
			case flags&gtkFlagOctal != 0:
				t.base = 8
			}
			list = append(list, t)
			filter = ""
		}
	}
	return list, lines.Err()
}

// parseFilter reads lines of "NUMBER NAME". Other lines, for an x or a comment,
// name no number; if a number has several names, the first counts. A colour in
// front of a name, "?red?", is a feature of GTKWave.
func parseFilter(text string, base int) []State {
	var states []State
	seen := map[uint64]bool{}
	for _, line := range strings.Split(text, "\n") {
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		name = strings.TrimSpace(name)
		if rest, ok := strings.CutPrefix(name, "?"); ok {
			_, name, _ = strings.Cut(rest, "?")
		}
		v, err := strconv.ParseUint(number, base, 64)
		if err != nil || seen[v] || !printable(name) {
			continue
		}
		seen[v] = true
		states = append(states, State{name, v})
	}
	return states
}
