package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// quick runs the short tests, and says of each tool that is missing how many tests were skipped for it.
func quick(ctx context.Context, out io.Writer, packages []string) error {
	began := time.Now()
	c, _, err := goTest(ctx, out, nil, append([]string{"-short", "-count=1", "-vet=off"}, packages...)...)
	if c == nil {
		return err
	}
	c.skipped(out, time.Since(began))
	return err
}

// skipped says how many tests there are in what time, and why tests were skipped.
func (c *collector) skipped(out io.Writer, took time.Duration) {
	tests, short := 0, 0
	missing := map[string]int{}
	for _, p := range c.list() {
		tests += len(p.Tests)
		for _, s := range p.Skips {
			tools := missingTools(s)
			for _, t := range tools {
				missing[t]++
			}
			if len(tools) == 0 {
				short++
			}
		}
	}
	fmt.Fprintf(out, "%d tests in %.0f s; skipped because they take longer or are for other systems: %d (make test)\n", tests, took.Seconds(), short)
	for _, t := range slices.Sorted(maps.Keys(missing)) {
		fmt.Fprintf(out, "%s is not installed: %s skipped (make test installs it)\n", t, count(missing[t], "test"))
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// notInstalled are the messages of a test that lacks one tool, and of one that lacks any of several.
var (
	notInstalled  = regexp.MustCompile(`(\S+?):? (?:tool )?is not installed`)
	noneInstalled = regexp.MustCompile(`not installed: ([^;\n]+)`)
)

// missingTools are the tools that the message of a skipped test names.
func missingTools(message string) []string {
	var tools []string
	for _, m := range notInstalled.FindAllStringSubmatch(message, -1) {
		tools = append(tools, m[1])
	}
	for _, m := range noneInstalled.FindAllStringSubmatch(message, -1) {
		tools = append(tools, strings.Split(m[1], ", ")...)
	}
	slices.Sort(tools)
	return slices.Compact(tools)
}
