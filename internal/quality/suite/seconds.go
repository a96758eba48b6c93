package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"posedge/internal/table"
)

// ended is the line of a package in the output of go test.
var ended = regexp.MustCompile(`^(ok|FAIL)\s+(\S+)\s+(\d+\.\d+)s`)

// timed is what the output of go test says of a package that was tested.
type timed struct {
	name, fate string
	took       float64 // seconds
}

// readTimed reads the packages in the output of go test, the longest first.
func readTimed(log io.Reader) ([]timed, error) {
	var list []timed
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		m := ended.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		took, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, err
		}
		list = append(list, timed{m[2], m[1], took})
	}
	slices.SortStableFunc(list, func(a, b timed) int { return cmp.Compare(b.took, a.took) })
	return list, lines.Err()
}

// seconds prints the packages in the output of go test with the seconds that they took, the longest first.
func seconds(log io.Reader, out io.Writer) error {
	list, err := readTimed(log)
	if err != nil {
		return err
	}
	var rows [][]string
	sum := 0.0
	for _, p := range list {
		sum += p.took
		rows = append(rows, []string{p.name, p.fate, fmt.Sprintf("%.1f", p.took)})
	}
	rows = append(rows, []string{"all, one after the other", "", fmt.Sprintf("%.1f", sum)})
	return table.Write(out, []string{"package", "", "seconds"}, "LLR", rows)
}

// soon is how many seconds a package takes that is to start before the others. What starts last should be short: while
// one package runs alone, most of its tests leave all processors but one idle.
const soon = 10

// order prints the packages in the output of go test that are to start before the others: a new .ci/longest.
func order(log io.Reader, out io.Writer) error {
	list, err := readTimed(log)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.took < soon {
			break
		}
		if _, err := fmt.Fprintln(out, p.name); err != nil {
			return err
		}
	}
	return nil
}
