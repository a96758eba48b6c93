package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/lib"
)

func TestTablesRunInEveryEngineAndInIcarus(t *testing.T) {
	bench.Table(t, examples.NewCounter(8), `
		enable | value
		1      | 0
		1      | 1      # a comment
		0      | -  * 3 # three cycles
		-      | 0x2
		1      | 0b1_0

		1      | - * 252
		1      | 255
		1      | 0
	`)
}

// A bundle is named leaf by leaf; values are as wide as ports.
func TestTablesTakeWideValuesAndResets(t *testing.T) {
	bench.Table(t, lib.NewFIFO(point(), 2), `
		rst push_valid push_data_x push_data_y                 pop_ready | pop_valid pop_data_y                  level
		0   1          0xfff       0xf_0000_0000_0000_0000_0001 0        | 0         -                            0
		0   0          -           0                           0        | 1         0xf_0000_0000_0000_0000_0001 1
		1   -          -           -                           -        | 1         -                            1
		0   -          -           -                           -        | 0         -                            0
	`)
}

func TestTablesNameTheRow(t *testing.T) {
	counter := func(table string) func(r bench.Reporter) {
		return func(r bench.Reporter) { bench.Table(r, examples.NewCounter(8), table) }
	}
	for _, c := range []struct {
		want string
		run  func(r bench.Reporter)
	}{
		{`^table_test.go:51: cycle 3 in the \w+ engine: value is 2, expected 12 \(0xc\)$`, counter(`
			enable | value
			1      | -  * 2
			1      | 12
			1      | 13
		`)},
		{`^table_test.go:\d+: line 3 of the table: cycle 2 in`, counter("enable | value\n" + "1 | 0\n" + "1 | 0")},
		{`^table_test.go:56: counter has no port "enabel".*enable`, counter(`
			enabel | value
			1      | 0
		`)},
		{`: cycle 0 in the \w+ engine: value is 0, expected 5$`, counter("rst enable | value\n0 1 | 5")},
		{`is an output of counter: it belongs right of the \|$`, counter("value | value\n1 | 0")},
		{`is an input of counter: it belongs left of the \|$`, counter("| enable\n| 0")},
		{`enable is 1 bit`, counter("enable | value\n2 | 0")},
		{`the row has 2 values for the 1 inputs enable$`, counter("enable | value\n1 1 | 0")},
		{`the row has 0 values for the 1 outputs value$`, counter("enable | value\n1 |")},
		{"column 7 is a no-break space .U.00A0.; write a space", counter("enable\u00a0| value\n1 | 0")},
		{`one is not a value of enable: write`, counter("enable | value\none | 0")},
		{`010 is not a value of value: write`, counter("enable | value\n1 | 010")},
		{`has one \|, inputs left`, counter("enable value\n1 0")},
		{`has one \|, inputs left`, counter("enable | value | value\n1 | 0")},
		{`after \* comes the number of cycles, 1 to 1000000, not "0"`, counter("enable | value\n1 | 0 * 0")},
		{`1 to 1000000, not "9999999999"`, counter("enable | value\n1 | 0 * 9999999999")}, // ran until the memory was full
		{`enable has two columns`, counter("enable enable | value\n1 0 | 0")},             // the second won
		{`value has two columns`, counter("enable | value value\n1 | 0 0")},
		{`the table has no rows`, counter("enable | value")},
		{`the table has no rows`, counter("")},
		{`^table_test.go:\d+: line 1 of the table: the table checks nothing: every expected output is -`, counter("enable | value\n" + "1 | - * 4")},
		{`the table expects nothing`, counter("enable |\n1 |")},
		{`is never set`, func(r bench.Reporter) { bench.Table(r, &undriven{hdl.Output(1)}, "| q\n| 0") }},
	} {
		assert.Regexp(t, c.want, mistake(t, c.run))
	}
}

// A table that passes in the engines goes on to Icarus, and says so if Icarus
// is missing.
func TestTablesNeedIcarus(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	assert.Contains(t, mistake(t, func(r bench.Reporter) {
		bench.Table(r, examples.NewCounter(8), "enable | value\n1 | 0")
	}), "iverilog")
}

type undriven struct{ Q hdl.Out }

func (*undriven) Describe(*hdl.Module) {}
