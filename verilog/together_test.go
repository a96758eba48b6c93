package verilog_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"posedge/verilog/replay"
)

// together are the benches that wait for the end of the tests, to be run by Verilator in
// one build, and the tests that they are from: a build of one bench takes nearly as long
// as one of many.
var together struct {
	sync.Mutex
	benches []*replay.Bench
	tests   []string
}

// atTheEnd has Verilator run benches when the tests have ended.
func atTheEnd(t *testing.T, benches ...*replay.Bench) {
	together.Lock()
	defer together.Unlock()
	for _, b := range benches {
		together.benches = append(together.benches, b)
		together.tests = append(together.tests, t.Name())
	}
}

// TestMain runs the tests, and then in Verilator what they have put off.
func TestMain(m *testing.M) {
	code := m.Run()
	if err := inOneBuild(); err != nil {
		fmt.Println(err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// inOneBuild runs the benches in Verilator. The error has a line for each that fails,
// as go test writes it.
func inOneBuild() error {
	if len(together.benches) == 0 {
		return nil
	}
	results, err := replay.Verilator(context.Background(), false, together.benches...)
	if err != nil {
		return fmt.Errorf("--- FAIL: %s: of the build for all tests: %w", together.tests[0], err)
	}
	var failed []string
	for i, got := range results {
		if err := got.Err(); err != nil {
			failed = append(failed, fmt.Sprintf("--- FAIL: %s: %v", together.tests[i], err))
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%s", strings.Join(failed, "\n"))
	}
	return nil
}
