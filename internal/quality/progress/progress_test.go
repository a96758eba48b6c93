package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestProgressWithoutATerminalIsLines(t *testing.T) {
	var out bytes.Buffer
	p := New(&out, "mutants", 100)
	p.now = func() time.Time { return p.began.Add(time.Duration(p.done) * time.Minute) }
	for i := range 100 {
		said := ""
		if i == 7 {
			said = "carry is lost: SURVIVES"
		}
		p.Add(said)
	}
	p.Finish()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.Len(t, lines, parts+1)
	assert.Equal(t, "mutants: 5 of 100 in 5m0s, about 1h35m0s to go", lines[0])
	assert.Equal(t, "carry is lost: SURVIVES", lines[1])
	assert.Equal(t, "mutants: 100 of 100 in 1h40m0s, about 0s to go", lines[parts])
}
