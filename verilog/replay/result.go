package replay

import (
	"fmt"
	"strings"

	"posedge/internal/eda"
)

// ErrMissingTool is wrapped by the errors for a simulator that is not installed;
// the message names the package to install. It is for programs outside this module.
var ErrMissingTool = eda.ErrMissingTool

// Result is how a [Bench] went in a simulator.
type Result struct {
	Tool   string // "icarus" or "verilator"
	Bench  string
	Cycles int
	// Failure holds the lines that say which outputs were wrong, or is empty.
	Failure string
	// Samples are the values at every sample point, if asked for: input of
	// [ReadSamples].
	Samples []byte
}

// Passed reports whether every output had the expected value in every cycle.
func (r Result) Passed() bool { return r.Failure == "" }

// Err returns nil if the replay passed, else an error with the wrong outputs.
func (r Result) Err() error {
	if r.Passed() {
		return nil
	}
	return fmt.Errorf("replay: %s: %s disagrees with the recording:\n%s", r.Tool, r.Bench, r.Failure)
}

// verdict reads the lines that the bench labelled label printed. A bench that
// says neither PASS nor FAIL has not run to its end.
func (r *Result) verdict(output, label string) error {
	passed := false
	var wrong []string
	for _, line := range strings.Split(output, "\n") {
		line = strings.TrimRight(line, "\r ")
		if strings.HasPrefix(line, "FAIL "+label+": ") {
			wrong = append(wrong, line)
		}
		if line == fmt.Sprintf("PASS %s: %d cycles", label, r.Cycles) {
			passed = true
		}
	}
	if passed == (len(wrong) > 0) {
		return &eda.Error{Tool: r.Tool, Output: eda.Trimmed(output, ""), Err: fmt.Errorf("%s did not run to its end", r.Bench)}
	}
	if len(wrong) > eda.MaxLines {
		wrong = append(wrong[:eda.MaxLines], fmt.Sprintf("… and %d more lines", len(wrong)-eda.MaxLines))
	}
	r.Failure = strings.Join(wrong, "\n")
	return nil
}
