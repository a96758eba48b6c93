package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/internal/long"
)

// drawings are texts and their printed output.
var drawings = []struct {
	name       string
	everywhere bool // drawn by every build
	text, want string
}{
	// The pattern runs on over the segments of a strip.
	{"strip", true, "window 64 5\nlimit 3 3\nstipple 1 0x00f3\nbegin LINE_STRIP\nv 2 4\nv 7 4\nv 14 4\nv 17 4\nv 28 4\nv 60 4\nend", `
#0(0,1)
#1(1,2)
#2(2,3)
#3(3,4)
#4(4,5)
4 ..##..####........##..####........##..####........##..####......
`},
	// Each segment restarts the pattern.
	{"lines", false, "window 64 5\nlimit 2 2\nstipple 1 0x00f3\nv 2 4\nv 7 4\nv 14 4\nv 17 4\nv 28 4\nv 60 4\nbegin LINES\ne 0 1 1 2\ne 2 3 3 4 4 5\nend", `
#0(0,1)
#1(1,2)
#2(2,3)
#3(3,4)
#4(4,5)
4 ..##..###..#####.##..####...##..####........##..####............
`},
	{"triangle strip", false, "window 4 9\nlimit 6 6\nmode point\nv 0 0\nv 2 1\nv 0 2\nv 2 3\nv 0 4\nv 2 5\nv 0 6\nv 2 7\nv 0 8\nv 2 9\nbegin TRIANGLE_STRIP\nn 10\nend", `
#0(0,1,2)
#1(2,1,3)
#2(2,3,4)
#3(4,3,5)
#4(4,5,6)
#5(6,5,7)
#6(6,7,8)
#7(8,7,9)
0 #...
1 ..#.
2 #...
3 ..#.
4 #...
5 ..#.
6 #...
7 ..#.
8 #...
`},
	// The edges that begin at vertices 1 and 5 are not drawn.
	{"polygon", true, "window 20 13\nlimit 4 4\nmode line\nbegin POLYGON\nv 3 1 1\nv 12 1 0\nv 18 4 1\nv 18 8 1\nv 12 12 1\nv 3 12 0\nv 0 6 1\nend", `
#0(0,1,2)
#0(0,2,3)
#0(0,3,4)
#0(0,4,5)
#0(0,5,6)
 1 ...#########........
 2 ..#.................
 3 ..#.................
 4 .#................#.
 5 .#................#.
 6 #.................#.
 7 ..................#.
 8 ..................#.
 9 ................##..
10 ...............#....
11 .............##.....
12 ....#########.......
`},
	// The restart index ends a strip; the next instance counts from 0 again.
	{"restart", false, "window 9 3\nlimit 2 2\nrestart 9\nv 0 0\nv 4 0\nv 4 2\nv 8 2\nbegin LINE_STRIP\ne 0 1 9 2 3\nend\nrestart off\nbegin POINTS next\nn 2\nend", `
#0(0,1)
#1(2,3)
#0(0)
#1(1)
0 #####....
2 ....####.
`},
	// The pattern leaves every pixel out, so no fragment shows when all is drawn.
	{"unlit", true, "window 1024 4\nstipple 1 0x0000\nbegin LINES\nv 0 0\nv 1000 0\nend", `
#0(0,1)
`},
	// The first vertex provokes, which rotates the listings.
	{"first", false, "window 2 2\nlimit 4 4\nprovoking first\nbegin TRIANGLE_FAN\nv 0 0\nv 1 0\nv 1 1\nv 0 1\nend", `
#0(1,2,0)
#1(2,3,0)
`},
}

// printed is the output of a text drawn in a build.
func printed(t *testing.T, x build, text string) string {
	d, err := parseDrawing("file", text)
	require.NoError(t, err)
	primitives, fragments, err := d.run(x, func(int, int) {})
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, d.print(&out, primitives, fragments))
	return out.String()
}

// Batches print the same as the whole. The first variant draws everything, other builds only some drawings.
func TestDrawings(t *testing.T) {
	t.Parallel()
	for _, x := range testbench.Builds() {
		t.Run(x.Name(), func(t *testing.T) {
			t.Parallel()
			for _, d := range drawings {
				if d.everywhere || x.Lines == 2 && x.Embodiment == isa.FourModes {
					assert.Equal(t, d.want[1:], printed(t, x, d.text), d.name)
				}
			}
		})
	}
}

// A line out of sight makes no fragment for many cycles, but is waited for and printed, even with culling, where the bench does
// not know the number of primitives.
func TestLinesOutOfSightAreWaitedFor(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	const far = "v -32768 -9\nv 32767 -9\n"
	x := build{Config: primbatch.NewConfig(1)}
	text := "window 8 1\ncull on\nbegin LINES\nv 1 0\nv 4 0\n" + far + far + far + far + "end"
	assert.Equal(t, "#0(0,1)\n#1(2,3)\n#2(4,5)\n#3(6,7)\n#4(8,9)\n0 .###....\n", printed(t, x, text))
	const quad = "begin QUADS\nv -32768 -32768\nv 32767 -32768\nv 32767 32767\nv -32768 32767\nend\n"
	text = "window 8 1\nmode line\n" + quad + quad + quad
	assert.Equal(t, "#0(0,1,2,3)\n#0(0,1,2,3)\n#0(0,1,2,3)\n", printed(t, x, text))
}

// The primitives of a dropped batch are not printed, but keep their numbers; every pixel is that of the whole.
func TestDroppedBatchesAreNotPrinted(t *testing.T) {
	t.Parallel()
	const text = "window 64 16\nlimit 3 3\ncull on\nstipple 1 0x00F3\nbegin LINE_STRIP\nv 2 4\nv 12 4\nv 12 -6\nv 30 -6\nv 30 -20\nv 44 -6\nv 44 8\nend"
	four := build{Config: primbatch.NewConfig(2)}
	whole := four
	whole.Whole = true
	got, all := printed(t, four, text), printed(t, whole, text)
	assert.True(t, strings.HasPrefix(got, "#0(0,1)\n#1(1,2)\n#4(4,5)\n#5(5,6)\n"), got)
	assert.Equal(t, strings.Replace(all, "#2(2,3)\n#3(3,4)\n", "", 1), got)
	assert.Equal(t, 4+11, strings.Count(got, "#"), "4 primitives and 11 pixels")
	two := four
	two.Embodiment = isa.TwoModes
	assert.Equal(t, all, printed(t, two, text), "nothing is dropped")
}
