package waves

import (
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// words are values of one word each.
func words(width int, list ...uint64) (values []Value) {
	for _, v := range list {
		values = append(values, NewValue(width, v))
	}
	return values
}

// chart is a diagram with a bit of everything.
func chart() *Diagram {
	state := &Enum{Name: "state", Width: 2, States: []State{{"IDLE", 0}, {"BUSY", 1}}}
	x, z := Value{1, "x"}, Value{1, "z"}
	bit := words(1, 0, 1)
	return &Diagram{Title: "A <chart>", columns: append(consecutive(98, 4), column{Number: 2000, Cut: true}, column{Number: 2001}), Rows: []Row{
		{Name: "clk", Width: 1, Clock: true},
		{Name: "valid", Width: 1, Values: words(1, 0, 1, 1, 0, 0, 1)},
		{Name: "tri", Width: 1, Values: []Value{x, x, z, bit[0], bit[1], x}},
		{Name: "state", Width: 2, Enum: state, Values: words(2, 0, 0, 1, 3, 3, 1)},
		{Scope: "queue", Name: "data", Width: 8, Values: words(8, 0, 0x2a, 0x2a, 7, 7, 8)},
		{Scope: "queue", Name: "level", Width: 8, Radix: Decimal, Values: words(8, 0, 200, 200, 7, 8, 9)},
		{Scope: "queue", Name: "mask", Width: 4, Radix: Binary, Values: append(words(4, 0, 5, 5, 15, 15), Value{4, "x1"})},
		{Scope: "queue.wide", Name: "w", Width: 128, Values: []Value{
			NewValue(128, 1), NewValue(128, 1, 0xabcdef0123456789), NewValue(128, 1, 0xabcdef0123456789),
			NewValue(128, 1, 0xabcdef0123456789), NewValue(128, 5), {128, "z"}}},
	}}
}

func text(t *testing.T, d *Diagram) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, d.Text(&b))
	return "\n" + b.String()
}

func TestTextOfADiagram(t *testing.T) {
	assert.Equal(t, `
cycle         98    99     100    101  // 2000  2001
clk          ▔▔▔▁▁▁▔▔▔▔▁▁▁▔▔▔▔▁▁▁▔▔▔▁▁▁//▔▔▔▁▁▁▔▔▔▁▁▁
valid        ▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁//▁▁▁▁▁▁▔▔▔▔▔▔
tri          ▒▒▒▒▒▒▒▒▒▒▒▒▒───────▁▁▁▁▁▁//▔▔▔▔▔▔▒▒▒▒▒▒
state        │IDLE        │BUSY  │3    //│3    │BUSY
queue.data   │0    │2a           │7    //│7    │8
queue.level  │0    │200          │7    //│8    │9
queue.mask   │0000 │0101         │1111 //│1111 │xxx1
queue.wide.w │1    │abcdef012…00000001 //│5    │z
`, text(t, chart()))
}

func TestTextInBandsSaysValuesAgain(t *testing.T) {
	d := chart()
	d.Rows = d.Rows[1:6]
	d.Wrap = 32
	assert.Equal(t, `
cycle        98  99  100   101
valid       ▁▁▁▁▔▔▔▔▔▔▔▔▔▔▁▁▁▁
tri         ▒▒▒▒▒▒▒▒──────▁▁▁▁
state       │IDLE   │BUSY │3
queue.data  │0  │2a       │7
queue.level │0  │200      │7

cycle       // 2000 2001
valid       //▁▁▁▁▁▔▔▔▔▔▔
tri         //▔▔▔▔▔▒▒▒▒▒▒
state       //│3   │BUSY
queue.data  //│7   │8
queue.level //│8   │9
`, text(t, d))
	for _, line := range strings.Split(text(t, d), "\n") {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 32)
	}
	d.Wrap = 5 // too little: one column per band
	assert.Equal(t, 6, strings.Count(text(t, d), "cycle"))
}

// The value of one column grows first, and then the value across both has room.
func TestColumnsAreNoWiderThanTheirValuesNeed(t *testing.T) {
	assert.Equal(t, `
cycle  0  1
wide  │fffffffff
one   │1 │cafe0001
`, text(t, &Diagram{columns: consecutive(0, 2), Rows: []Row{
		{Name: "wide", Width: 36, Values: words(36, 0xfffffffff, 0xfffffffff)},
		{Name: "one", Width: 32, Values: words(32, 1, 0xcafe0001)},
	}}))
}

// 2000 columns of 9 rows in bands: no work is repeated for each band.
func TestALongTextIsQuick(t *testing.T) {
	d := &Diagram{columns: consecutive(0, 2000), Wrap: 80}
	for i := range 9 {
		r := Row{Name: string(rune('a' + i)), Width: 16}
		for c := range d.columns {
			r.Values = append(r.Values, NewValue(16, uint64(c*i*977)))
		}
		d.Rows = append(d.Rows, r)
	}
	begin := time.Now()
	text(t, d)
	assert.Less(t, time.Since(begin), 5*time.Second)
}

func TestADiagramWithoutRowsIsEmpty(t *testing.T) {
	assert.Equal(t, "\n", text(t, &Diagram{columns: consecutive(0, 3)}))
}

func TestADiagramRefusesRowsThatDoNotFit(t *testing.T) {
	for want, d := range map[string]*Diagram{
		"waves: q.b has 1 values for 2 columns":                          {columns: consecutive(0, 2), Rows: []Row{{Scope: "q", Name: "b", Width: 1, Values: words(1, 0)}}},
		"waves: b is 2 bits, but its value in cycle 8 is 1 bit":          {columns: consecutive(7, 2), Rows: []Row{{Name: "b", Width: 2, Values: append(words(2, 0), words(1, 0)...)}}},
		"waves: b is 2 bits, but its value in cycle 0 is a real":         {columns: consecutive(0, 1), Rows: []Row{{Name: "b", Width: 2, Values: make([]Value, 1)}}},
		"waves: column 1 of the diagram is time 3, which is not after 3": {Unit: "time", columns: []column{{Number: 3}, {Number: 3}}},
	} {
		assert.EqualError(t, d.Text(io.Discard), want)
	}
}

func TestDigitsWithUnknownBits(t *testing.T) {
	f := read(t, declared+"#0 bx001zzzz ! #1 bzzzzzzzz ! #2 b01x ! #3 b1010z10z !\n#4\n")
	count := f.Find("tb.count")
	var hex, dec, bin []string
	for i := range uint64(4) {
		hex = append(hex, count.At(i).Text(Hex))
		dec = append(dec, count.At(i).Text(Decimal))
		bin = append(bin, count.At(i).Text(Binary))
	}
	assert.Equal(t, []string{"Xz", "z", "X", "aZ"}, hex)
	assert.Equal(t, []string{"X", "z", "X", "Z"}, dec)
	assert.Equal(t, []string{"x001zzzz", "z", "0000001x", "1010z10z"}, bin)
}

func TestRadixNames(t *testing.T) {
	for _, r := range []Radix{Hex, Decimal, Binary} {
		got, err := ParseRadix(r.String())
		require.NoError(t, err)
		assert.Equal(t, r, got)
	}
	_, err := ParseRadix("oct")
	assert.EqualError(t, err, `waves: no radix "oct"; use hex, dec or bin`)
}
