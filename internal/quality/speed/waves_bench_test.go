package speed

import (
	"bytes"
	"path/filepath"
	"testing"

	"posedge/blocks"
)

// BenchmarkVCD runs the designs with all signals written to a VCD.
func BenchmarkVCD(b *testing.B) {
	for _, d := range Suite(blocks.All()) {
		if d.Large {
			continue
		}
		b.Run(d.Name, func(b *testing.B) {
			var log bytes.Buffer
			j := job{Design: d.Name, Engine: "compiled", Limits: limits{Cycles: uint64(b.N)}, VCD: filepath.Join(b.TempDir(), "x.vcd")}
			if err := j.run(d, &log); err != nil {
				b.Fatal(err)
			}
			l, err := readLog(&log, j.Limits, func() {})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(l.rate(), "cycles/s")
		})
	}
}
