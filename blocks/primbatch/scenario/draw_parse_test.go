package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/internal/lines/linestest"
)

func TestLinesAreItemsOfAnApplication(t *testing.T) {
	d, err := parseDrawing("x", `
window 64 16 # pixels
limit 6 0
provoking first
provoking last
mode point
mode line
mode fill
stipple 256 0xF3
stipple off
restart 65535
restart off
cull on
cull off
begin POINTS
	v -32768 32767
v 1 2 0`+"\r"+`
v 3 4 1
end
v 5 6
v 7 8 0
begin LINE_LOOP next
n 2
end
restart 7
begin LINES
e 1 0
e 7 1
end
begin LINES
n 0
end
begin QUADS
end
`)
	require.NoError(t, err)
	assert.Equal(t, []int{64, 16}, []int{d.width, d.height})
	m, v := model.Method, model.VertexAt
	assert.Equal(t, []model.Item{
		m(0x0c00, 64<<16), m(0x0c04, 16<<16), m(0x1628, 6), m(0x1684, 0), m(0x1684, 1), m(0x0dac, 0x1b00), m(0x0dac, 0x1b01), m(0x0dac, 0x1b02),
		m(0x166c, 1), m(0x1680, 0xf3ff), m(0x166c, 0), m(0x1644, 1), m(0x1648, 65535), m(0x1644, 0), m(0x1630, 1), m(0x1630, 0),
		m(0x1618, 0), v(-32768, 32767, 0, true), v(1, 2, 1, false), v(3, 4, 2, true), m(0x1614, 0),
		m(0x1618, 1<<26|2), v(5, 6, 0, true), v(7, 8, 1, false), m(0x1614, 0),
		m(0x1644, 1), m(0x1648, 7),
		m(0x161c, 1), m(0x1618, 1), v(7, 8, 1, false), v(5, 6, 0, true), v(0, 0, 7, true), v(7, 8, 1, false), m(0x1614, 0),
		m(0x161c, 0), m(0x1618, 1), m(0x1614, 0), m(0x1618, 7), m(0x1614, 0),
	}, d.items)
}

func TestWrongLinesAreRefused(t *testing.T) {
	const (
		list  = "v 0 0\nv 1 1\n"
		lines = "begin LINES\n"
		ops   = "POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN, QUADS, QUAD_STRIP, POLYGON, " +
			"LINELIST_ADJCY, LINESTRIP_ADJCY, TRIANGLELIST_ADJCY or TRIANGLESTRIP_ADJCY"
	)
	for text, want := range map[string]string{ // of the last line
		"window 1 1":                             `1: there is a window already; a drawing has one`,
		"draw":                                   `1: found "draw" instead of a command; choose window, limit, provoking, mode, stipple, restart, cull, begin, v, n, e or end`,
		"limit 6":                                `1: "limit 6" is not "limit E V"; write, for example, "limit 6 6"`,
		"limit 6 6 6":                            `1: "limit 6 6 6" is not "limit E V"; write, for example, "limit 6 6"`,
		"limit x 6":                              `7: found "x" instead of the limit of elements, 0 to 65535`,
		"limit 6 65536":                          `9: the limit of vertices is 65536; choose 0 to 65535`,
		"provoking":                              `1: "provoking" is not "provoking first|last"; write, for example, "provoking first"`,
		"provoking middle":                       `1: "provoking middle" is not "provoking first|last"; write, for example, "provoking first"`,
		"mode lines":                             `1: "mode lines" is not "mode fill|line|point"; write, for example, "mode line"`,
		"cull yes":                               `1: "cull yes" is not "cull on|off"; write, for example, "cull on"`,
		"cull on off":                            `1: "cull on off" is not "cull on|off"; write, for example, "cull on"`,
		"stipple on":                             `1: "stipple on" is not "stipple FACTOR PATTERN|off"; write, for example, "stipple 1 0x00f3"`,
		"stipple 0 0x1":                          `9: the factor is 0; choose 1 to 256`,
		"stipple 257 0x1":                        `9: the factor is 257; choose 1 to 256`,
		"stipple 1 00f3":                         `11: found "00f3" instead of the pattern, 0x0 to 0xffff`,
		"stipple 1 0x10000":                      `11: the pattern is 0x10000; choose 0x0 to 0xffff`,
		"stipple 1 0x":                           `11: found "0x" instead of the pattern, 0x0 to 0xffff`,
		"restart":                                `1: "restart" is not "restart N|off"; write, for example, "restart 65535"`,
		"restart -1":                             `9: the index is -1; choose 0 to 4294967295`,
		"restart 4294967296":                     `9: the index is 4294967296; choose 0 to 4294967295`,
		"begin":                                  `1: "begin" is not "begin OP [next]"; write, for example, "begin LINE_STRIP"`,
		"begin LINES first":                      `1: "begin LINES first" is not "begin OP [next]"; write, for example, "begin LINE_STRIP"`,
		"begin PATCH":                            `7: found "PATCH" instead of a primitive; choose ` + ops,
		"begin lines":                            `7: found "lines" instead of a primitive; choose ` + ops + ": did you mean LINES?",
		"limit 0 2\nbegin QUADS":                 `1: QUADS cannot be cut into batches of 2; write limits of at least 4, or 0 for what is built`,
		"limit 10 99\nbegin TRIANGLESTRIP_ADJCY": `1: TRIANGLESTRIP_ADJCY cannot be cut into batches of 10; write limits of at least 11, or 0 for what is built`,
		"v 1":                                    `1: "v 1" is not "v X Y [FLAG]"; write, for example, "v 10 4"`,
		"v 1 2 1 1":                              `1: "v 1 2 1 1" is not "v X Y [FLAG]"; write, for example, "v 10 4"`,
		"v 1.5 2":                                `3: found "1.5" instead of the coordinate, -32768 to 32767`,
		"v 1 32768":                              `5: the coordinate is 32768; choose -32768 to 32767`,
		"v 1 2 2":                                `7: the edge flag is 2; choose 0 to 1`,
		"n 1":                                    `1: n stands outside a primitive; write it between begin and end`,
		"e 0":                                    `1: e stands outside a primitive; write it between begin and end`,
		"end":                                    `1: there is no primitive to end; write a begin before it`,
		lines + "end 1":                          `1: "end 1" is not "end"; write, for example, "end"`,
		lines + "mode line":                      `1: mode stands inside a primitive; write it before the begin of line 2 or behind the end`,
		lines + "begin LINES":                    `1: the primitive of line 2 has no end; write "end" before the next begin`,
		lines + "n":                              `1: "n" is not "n COUNT"; write, for example, "n 4"`,
		lines + "n 1 2":                          `1: "n 1 2" is not "n COUNT"; write, for example, "n 4"`,
		lines + "n -1":                           `3: the count is -1; choose 0 to 4294967295`,
		lines + "e":                              `1: "e" is not "e INDEX…"; write, for example, "e 0 1 2"`,
		lines + "e x":                            `3: found "x" instead of the index, 0 to 4294967295`,
		list + lines + "n 3":                     `3: the list is too short for 3: it has 2 vertices, numbered from 0; write more v lines before the begin of line 4`,
		list + lines + "e 0 1 2":                 `7: the list is too short with the index 2: it has 2 vertices, numbered from 0; write more v lines before the begin of line 4`,
		list + lines + "n 2\nn 2":                `1: the primitive of line 4 has its vertices; one n is all that it takes`,
		list + lines + "n 2\nv 0 0":              `1: the primitive of line 4 has its vertices from n; begin another primitive for v`,
		list + lines + "e 0\nn 2":                `1: the primitive of line 4 has its vertices from e; begin another primitive for n`,
		list + lines + "v 0 0\ne 1":              `1: the primitive of line 4 has its vertices from v; begin another primitive for e`,
		"restart 5\n" + lines + "e 4":            `3: the list is too short with the index 4: it has 0 vertices, numbered from 0; write more v lines before the begin of line 3`,
	} {
		_, err := parseDrawing("file", "window 64 16\n"+text)
		if assert.Error(t, err, text) {
			want = "file:" + string(rune('2'+strings.Count(text, "\n"))) + ":" + want
			assert.Contains(t, strings.Split(err.Error(), "\n"), want)
		}
	}
	for text, want := range map[string]string{
		"":                                   `file: there is no primitive; write, for example, the lines "window 64 16", "begin LINES", "v 2 4", "v 60 9" and "end"`,
		"# begin LINES":                      `file: there is no primitive; write, for example, the lines "window 64 16", "begin LINES", "v 2 4", "v 60 9" and "end"`,
		"\nbegin LINES\nend":                 `file:2:1: the window is missing; write "window 64 16", its width and height in pixels, before begin`,
		"limit 3 3\nv 1 2\nbegin LINES\nend": `file:3:1: the window is missing; write "window 64 16", its width and height in pixels, before begin`,
		"window 64":                          `file:1:1: "window 64" is not "window W H"; write, for example, "window 64 16"`,
		"window 0 16":                        `file:1:8: the width is 0; choose 1 to 1024`,
		"window 64 1025":                     `file:1:11: the height is 1025; choose 1 to 1024`,
		"window 64 16\nbegin LINES\nv 1 2":   `file:2:1: this primitive has no end; write "end" behind its vertices`,
	} {
		_, err := parseDrawing("file", text)
		assert.EqualError(t, err, want)
	}
}

// The consequences of a mistake are not reported as another.
func TestEveryMistakeIsToldOnce(t *testing.T) {
	_, err := parseDrawing("file", `limit 6 x
v 0 0
v 1 y
begin PATCH
n 2
end
begin LINES
e 0 1
end now
cull maybe
begin LINES
end
`)
	assert.EqualError(t, err, `file:1:9: found "x" instead of the limit of vertices, 0 to 65535
file:3:5: found "y" instead of the coordinate, -32768 to 32767
file:4:1: the window is missing; write "window 64 16", its width and height in pixels, before begin
file:9:1: "end now" is not "end"; write, for example, "end"
file:10:1: "cull maybe" is not "cull on|off"; write, for example, "cull on"`)
}

// FuzzDrawing: any text is refused, or parses to items without errors.
func FuzzDrawing(f *testing.F) {
	for _, x := range drawings {
		f.Add(x.text)
	}
	for _, form := range drawForms {
		f.Add("window 9 9\n" + form.example + "\nbegin LINES\n" + form.example + "\nend")
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := parseDrawing("fuzz", text)
		if err != nil {
			linestest.Refused(t, text, err)
			return
		}
		for _, e := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
			c := primbatch.NewConfig(1)
			c.Embodiment = e
			twin := model.NewTwin(c.Embodiment, c.Limits())
			twin.Take(d.items...)
			if twin.Errors > 0 {
				t.Fatalf("%v, %d times", twin.Error, twin.Errors)
			}
		}
	})
}
