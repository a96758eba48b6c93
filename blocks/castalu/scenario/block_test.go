package scenario

import (
	"bytes"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/unit"
	"posedge/internal/long"
	"posedge/internal/table"
)

// run runs a scenario in the first variant without outside tools.
func run(t *testing.T, name string) (out string, e *unit.Env) {
	t.Helper()
	t.Setenv("PATH", "")
	b := Block()
	s, err := b.Scenario(name)
	require.NoError(t, err)
	var text bytes.Buffer
	e = &unit.Env{Out: table.Wide(&text, 200), Variant: b.Variants[0], Seed: 1, Cycles: 1000, Dir: t.TempDir()}
	require.NoError(t, e.Run(s, nil))
	assert.NotZero(t, e.Digest)
	return text.String(), e
}

func TestClassesDrawTheWayOfEachInstruction(t *testing.T) {
	out, _ := run(t, "classes")
	assert.Contains(t, out, "\nmove         FRIECCCCMMMMMMDDDDDDOOCCCW\n")
	assert.Contains(t, out, "\ndivide       FRIECCCCSSSS")
	assert.Contains(t, out, "│ cast         │ mov.fp32 r2:u12, r0                                                  │ 00000400 00000800 00000bff 00000fff │")
}

func TestErrorsSayWhyAWordIsIllegal(t *testing.T) {
	out, _ := run(t, "errors")
	for _, f := range faults {
		assert.Contains(t, out, "│ "+f.what+" ")
	}
	assert.Contains(t, out, "│ add cannot take inputs of 4 and 3 elements; equal numbers fit, and 1 fits all")
	assert.Contains(t, out, "\nthe ports at the end: fault 1, fault_address 0, fault_word 00000000000000000007c8001e100032\n")
}

func TestStraightProgramsIssueInNearlyEveryCycle(t *testing.T) {
	long.NotShort(t)
	out, _ := run(t, "occupancy")
	assert.Regexp(t, `│ +28 │ +(9[5-9]|100)\.\d % │`, out)
}

func TestLightingDrawsTheSphereInBothTypes(t *testing.T) {
	long.NotShort(t)
	out, e := run(t, "lighting")
	assert.Contains(t, out, "greatest difference of a component: 0.01097, 2.80 of 255;")
	require.Len(t, e.Files, 3)
	for _, name := range e.Files {
		f, err := os.Open(name)
		require.NoError(t, err)
		img, err := png.Decode(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		assert.Equal(t, lightingSize, img.Bounds().Dx())
		_, _, _, corner := img.At(0, 0).RGBA()
		red, _, blue, centre := img.At(80, 40).RGBA()
		if name != e.Files[2] { // not the difference
			assert.Zero(t, corner, "beside the sphere")
			assert.EqualValues(t, 0xffff, centre)
			assert.Greater(t, red, blue)
		}
	}
}

func TestActivityCountsSignalsWithoutTools(t *testing.T) {
	long.NotShort(t)
	out, _ := run(t, "activity")
	assert.Contains(t, out, "changes in gates were not counted: yosys: tool is not installed")
	assert.Regexp(t, `│ mul\.s12 +│ 12 bits +│ +\d+ │ +\d\.\d │ +1 │`, out)
}
