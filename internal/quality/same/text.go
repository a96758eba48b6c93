package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// place is the comment that says where a line of Verilog comes from.
var place = regexp.MustCompile(`(?m)\s*// [\w./-]+\.go:\d+$`)

// difference says where two files of an export differ, or "" if they are equal but for places in Verilog: these also
// decide where lines are broken.
func difference(name string, before, after []byte) string {
	a, b := string(before), string(after)
	words := strings.Fields
	if strings.HasSuffix(name, ".v") {
		a, b = place.ReplaceAllString(a, ""), place.ReplaceAllString(b, "")
	} else {
		words = func(s string) []string { return strings.SplitAfter(s, "\n") }
	}
	x, y := words(a), words(b)
	if slices.Equal(x, y) {
		return ""
	}
	i := 0
	for i < min(len(x), len(y)) && x[i] == y[i] {
		i++
	}
	part := func(list []string) string {
		return strings.TrimSpace(strings.Join(list[max(0, min(i-4, len(list))):min(i+6, len(list))], " "))
	}
	return fmt.Sprintf("%s differs:\n  before: %s\n  after:  %s", name, part(x), part(y))
}
