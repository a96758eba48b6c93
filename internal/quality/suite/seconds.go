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

// seconds prints the packages in the output of go test with the seconds that they took, the longest first.
func seconds(log io.Reader, out io.Writer) error {
	type row struct {
		name, fate string
		took       float64
	}
	var list []row
	sum := 0.0
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		m := ended.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		took, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return err
		}
		list = append(list, row{m[2], m[1], took})
		sum += took
	}
	if err := lines.Err(); err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b row) int { return cmp.Compare(b.took, a.took) })
	var rows [][]string
	for _, r := range list {
		rows = append(rows, []string{r.name, r.fate, fmt.Sprintf("%.1f", r.took)})
	}
	rows = append(rows, []string{"all, one after the other", "", fmt.Sprintf("%.1f", sum)})
	return table.Write(out, []string{"package", "", "seconds"}, "LLR", rows)
}
